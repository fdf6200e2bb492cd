import { hasCompanyForm, isSameName, legalNameOf } from '../platform/values/legal-name';
import { cleanRfc, FOREIGN_RFC, GENERIC_RFC, isLegalEntity, isRfc } from '../platform/values/rfc';
import type { Text } from '../platform/values/text';
import type { Catalogues } from './catalogues';
import { cfdi, type Finding, local, required } from './findings';
import type { Customer, Issuer } from './readiness-input';
import { checkDigitWarnings, isBlank, rfcFindings, textFindings } from './texts';

const KNOWN_REGIME = {
  en: 'Choose a regime of the catalogue c_RegimenFiscal, such as 601.',
  es: 'Elija un régimen del catálogo c_RegimenFiscal, por ejemplo 601.',
};

const WITHOUT_OBLIGATIONS = '616';
const NO_TAX_EFFECTS = 'S01';
/** Uses of receipts of payment and of payroll. */
const OTHER_TYPES_USES = ['CP01', 'CN01'];
const GENERAL_PUBLIC = 'PUBLICO EN GENERAL';

/** The SAT's rules for the invoice's customer (CFDI 4.0). A receipt of payment has a use that suits every customer. */
export function* customerFindings(
  client: Customer | undefined,
  cfdiUse: string | undefined,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  if (client === undefined) {
    yield required('client', {
      en: 'Choose the client of this invoice: send clientId.',
      es: 'Elija el cliente de esta factura: envíe clientId.',
    });
    return;
  }
  yield* rfcFindings('client.rfc', client.rfc, { en: 'the client', es: 'del cliente' });
  const { field, text } = customerName(client);
  // Some letters become two in capitals, so the sent name counts.
  yield* textFindings(
    field,
    legalNameOf(text),
    { en: 'the legal name of the client', es: 'la razón social del cliente' },
    1,
    300,
  );
  yield* regimeFindings(client, catalogues);
  yield* zipCodeFindings(client, organization, catalogues);
  if (cfdiUse !== undefined) yield* useFindings(client, cfdiUse, catalogues);
  yield* unfitCustomerFindings(client);
}

const isGeneric = ({ rfc }: Customer): boolean => rfc !== undefined && cleanRfc(rfc) === GENERIC_RFC;

function* regimeFindings(client: Customer, catalogues: Catalogues): Generator<Finding> {
  const { rfc, taxRegime } = client;
  const field = 'client.taxRegime';
  if (isBlank(taxRegime)) {
    yield required(field, {
      en: 'Fill in the tax regime of the client.',
      es: 'Indique el régimen fiscal del cliente.',
    });
    return;
  }
  const regime = catalogues.taxRegime(taxRegime);
  if (regime === undefined) yield cfdi('CFDI40157', field, KNOWN_REGIME);
  else if (isGeneric(client) && taxRegime !== WITHOUT_OBLIGATIONS)
    yield cfdi('CFDI40159', field, {
      en: `The generic RFC ${GENERIC_RFC} requires the regime 616. Send 616.`,
      es: `El RFC genérico ${GENERIC_RFC} requiere el régimen 616. Envíe 616.`,
    });
  else if (!isBlank(rfc) && isRfc(rfc) && !(isLegalEntity(rfc) ? regime.legalEntity : regime.naturalPerson))
    yield cfdi('CFDI40158', field, {
      en: `This regime is not for a ${personOf(rfc).en}. Choose the regime in the tax status certificate.`,
      es: `Este régimen no es para una ${personOf(rfc).es}. Elija el régimen de la Constancia de Situación Fiscal.`,
    });
}

const personOf = (rfc: string): Text =>
  isLegalEntity(rfc) ? { en: 'legal entity', es: 'persona moral' } : { en: 'natural person', es: 'persona física' };

/** Entries of c_CodigoPostal where no taxpayer lives: its first and its last one. */
const PLACEHOLDERS: readonly string[] = ['00000', '99999'];

const isTaxPostcode = (zipCode: string, catalogues: Catalogues): boolean =>
  catalogues.postcode(zipCode) !== undefined && !PLACEHOLDERS.includes(zipCode);

function* zipCodeFindings(
  client: Customer,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  const { zipCode } = client;
  const field = 'client.zipCode';
  if (isBlank(zipCode))
    yield required(field, {
      en: 'Fill in the postcode of the client’s tax address.',
      es: 'Indique el código postal del domicilio fiscal del cliente.',
    });
  else if (!isTaxPostcode(zipCode, catalogues))
    yield cfdi('CFDI40147', field, {
      en: 'This postcode does not exist. Send the postcode of the client’s tax address, with 5 digits.',
      es: 'Este código postal no existe. Envíe el del domicilio fiscal del cliente, de 5 dígitos.',
    });
  else if (isGeneric(client) && organization && zipCode !== organization.zipCode)
    yield cfdi('CFDI40149', field, {
      en: `With the generic RFC, send your organization’s postcode: ${organization.zipCode}.`,
      es: `Con el RFC genérico envíe el código postal de su organización: ${organization.zipCode}.`,
    });
}

function* useFindings(client: Customer, cfdiUse: string, catalogues: Catalogues): Generator<Finding> {
  const { rfc } = client;
  const taxRegime = isGeneric(client) ? WITHOUT_OBLIGATIONS : client.taxRegime;
  const use = catalogues.cfdiUse(cfdiUse);
  if (OTHER_TYPES_USES.includes(cfdiUse)) {
    yield cfdi('CFDI40161', 'cfdiUse', {
      en: `The use ${cfdiUse} is only for other types of documents. Send G03 or S01.`,
      es: `El uso ${cfdiUse} es solo para otros tipos de comprobante. Envíe G03 o S01.`,
    });
    return;
  }
  if (use === undefined || isBlank(taxRegime) || catalogues.taxRegime(taxRegime) === undefined) return;
  const suitsPerson = isBlank(rfc) || !isRfc(rfc) || (isLegalEntity(rfc) ? use.legalEntity : use.naturalPerson);
  if (!suitsPerson || !use.regimes.includes(taxRegime))
    yield cfdi('CFDI40161', 'cfdiUse', {
      en: `The use ${cfdiUse} is not permitted for the client’s regime ${taxRegime} or kind of person. S01 is always permitted.`,
      es: `El uso ${cfdiUse} no corresponde al régimen ${taxRegime} del cliente o a su tipo de persona. S01 siempre se permite.`,
    });
  else if (isGeneric(client) && cfdiUse !== NO_TAX_EFFECTS)
    yield local('GENERIC_RFC_USE', 'cfdiUse', {
      en: `With the generic RFC ${GENERIC_RFC}, send the use ${NO_TAX_EFFECTS}.`,
      es: `Con el RFC genérico ${GENERIC_RFC} envíe el uso ${NO_TAX_EFFECTS}.`,
    });
}

/** Customers whose invoices need data that this service cannot send. */
function* unfitCustomerFindings(client: Customer): Generator<Finding> {
  if (client.rfc === undefined) return;
  if (cleanRfc(client.rfc) === FOREIGN_RFC)
    yield local('FOREIGN_CUSTOMER', 'client.rfc', {
      en: 'A foreign customer needs a country and a tax id, which this service does not support. Create this invoice at the provider.',
      es: 'Un cliente extranjero requiere país y registro tributario, que este servicio no admite. Genere esta factura con el proveedor.',
    });
  const { field, text } = customerName(client);
  if (isGeneric(client) && isSameName(text, GENERAL_PUBLIC))
    yield local('GLOBAL_INVOICE', field, {
      en: `${GENERAL_PUBLIC} is only for the periodic global invoice. Send the name of this customer.`,
      es: `${GENERAL_PUBLIC} es solo para la factura global periódica. Envíe el nombre de este cliente.`,
    });
}

/** Warnings about the customer's data. */
export function* customerWarnings(client: Customer | undefined): Generator<Finding> {
  if (client === undefined) return;
  yield* checkDigitWarnings('client.rfc', client.rfc);
  const { field, text } = customerName(client);
  const sent = legalNameOf(text);
  const isPublic = isSameName(sent, GENERAL_PUBLIC) && !isGeneric(client);
  if (isBlank(text)) return;
  if (sent !== text || hasCompanyForm(sent) || isPublic)
    yield local('LEGAL_NAME', field, {
      en: `The document will contain “${sent}”. Compare it with the tax status certificate: the name there is in capitals and has no company form such as SA DE CV.`,
      es: `El comprobante llevará «${sent}». Compárelo con la Constancia de Situación Fiscal: ahí el nombre va en mayúsculas y sin régimen societario, como SA DE CV.`,
    });
}

/** The name that the document contains, and its field. */
export const customerName = ({ name, legalName }: Pick<Customer, 'name' | 'legalName'>) =>
  isBlank(legalName)
    ? ({ field: 'client.name', text: name } as const)
    : ({ field: 'client.legalName', text: legalName } as const);

/** The rules of the SAT and the provider for the team's organization. */
export function* organizationFindings(
  organization: Issuer | undefined,
  now: Date,
  catalogues: Catalogues,
): Generator<Finding> {
  if (organization === undefined) {
    yield required('organization', {
      en: 'Configure your organization first: POST /invoices/organization.',
      es: 'Primero configure su organización: POST /invoices/organization.',
    });
    return;
  }
  const { legalName, rfc, taxRegime, zipCode } = organization;
  yield* textFindings(
    'organization.legalName',
    legalNameOf(legalName),
    { en: 'the legal name of your organization', es: 'la razón social de su organización' },
    1,
    300,
  );
  const regime = catalogues.taxRegime(taxRegime);
  if (regime === undefined) yield cfdi('CFDI40140', 'organization.taxRegime', KNOWN_REGIME);
  else if (!isBlank(rfc) && isRfc(rfc) && !(isLegalEntity(rfc) ? regime.legalEntity : regime.naturalPerson))
    yield cfdi('CFDI40141', 'organization.taxRegime', {
      en: `This regime is not for a ${personOf(rfc).en}. Send another one.`,
      es: `Este régimen no es para una ${personOf(rfc).es}. Envíe otro.`,
    });
  if (!isTaxPostcode(zipCode, catalogues))
    yield cfdi('CFDI40126', 'organization.zipCode', {
      en: 'This postcode does not exist. Send the postcode of your tax address, with 5 digits.',
      es: 'Este código postal no existe. Envíe el de su domicilio fiscal, de 5 dígitos.',
    });
  yield* certificateFindings(organization, now);
}

/** Only live documents need the team's signing certificate. Test documents are signed with the provider's. */
function* certificateFindings({ livemode, csdUploaded, csdExpiresAt }: Issuer, now: Date): Generator<Finding> {
  if (!livemode) return;
  if (!csdUploaded)
    yield local('SEAL_MISSING', 'organization.csdUploaded', {
      en: 'Upload the signing certificate (CSD) first: POST /invoices/certificate.',
      es: 'Primero suba el certificado de sello digital (CSD): POST /invoices/certificate.',
    });
  else if (!isBlank(csdExpiresAt) && Date.parse(csdExpiresAt) <= now.getTime())
    yield local('SEAL_EXPIRED', 'organization.csdExpiresAt', {
      en: 'The signing certificate (CSD) has expired. Upload a new one.',
      es: 'El certificado de sello digital (CSD) ya venció. Suba uno nuevo.',
    });
}

export function* organizationWarnings(organization: Issuer | undefined): Generator<Finding> {
  if (organization && !organization.livemode)
    yield local('TEST_MODE', 'organization.livemode', {
      en: 'Until the signing certificate (CSD) is uploaded, stamps use the test key and have no fiscal value.',
      es: 'Mientras no suba el certificado de sello digital (CSD), se timbra con la llave de prueba y sin valor fiscal.',
    });
}
