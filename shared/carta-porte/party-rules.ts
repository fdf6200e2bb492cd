import type { Catalogues } from './catalogues';
import { cfdi, type Finding, local, required } from './findings';
import type { Customer, Issuer } from './readiness-input';
import {
  cleanRfc,
  cleanText,
  FOREIGN_RFC,
  GENERIC_RFC,
  isBlank,
  isLegalEntity,
  isRfc,
  rfcFindings,
  textFindings,
} from './texts';

const WITHOUT_OBLIGATIONS = '616';
const NO_TAX_EFFECTS = 'S01';
const GENERAL_PUBLIC = 'PUBLICO EN GENERAL';

/** What the SAT asks of the invoice's customer (CFDI 4.0, docs/spec/rulings.md §10). */
export function* customerFindings(
  client: Customer | undefined,
  cfdiUse: string,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  if (client === undefined) {
    yield required('client', 'Choose the client whom this is invoiced to.');
    return;
  }
  yield* rfcFindings('client.rfc', client.rfc, 'the client');
  yield* textFindings('client.name', client.name, 'the legal name of the client', 1, 300);
  yield* regimeFindings(client, catalogues);
  yield* zipCodeFindings(client, organization, catalogues);
  yield* useFindings(client, cfdiUse, catalogues);
  yield* unfitCustomerFindings(client);
}

const isGeneric = ({ rfc }: Customer): boolean => rfc !== undefined && cleanRfc(rfc) === GENERIC_RFC;

function* regimeFindings(client: Customer, catalogues: Catalogues): Generator<Finding> {
  const { rfc, taxRegime } = client;
  const field = 'client.taxRegime';
  if (isBlank(taxRegime)) {
    yield required(field, 'Fill in the tax regime of the client.');
    return;
  }
  const regime = catalogues.taxRegime(taxRegime);
  if (regime === undefined)
    yield cfdi('CFDI40157', field, 'Choose a regime of the catalogue c_RegimenFiscal, such as 601.');
  else if (isGeneric(client) && taxRegime !== WITHOUT_OBLIGATIONS)
    yield cfdi('CFDI40159', field, `The generic RFC ${GENERIC_RFC} has the regime 616.`);
  else if (!isBlank(rfc) && isRfc(rfc) && !(isLegalEntity(rfc) ? regime.legalEntity : regime.naturalPerson))
    yield cfdi(
      'CFDI40158',
      field,
      `This is no regime of a ${personOf(rfc)}. Choose that of the tax status certificate.`,
    );
}

const personOf = (rfc: string): string => (isLegalEntity(rfc) ? 'legal entity' : 'natural person');

function* zipCodeFindings(
  client: Customer,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  const { zipCode } = client;
  const field = 'client.zipCode';
  if (isBlank(zipCode)) yield required(field, 'Fill in the postcode of the client’s tax address.');
  else if (catalogues.postcode(zipCode) === undefined)
    yield cfdi('CFDI40147', field, 'There is no such postcode. Send that of the client’s tax address, in 5 digits.');
  else if (isGeneric(client) && organization && zipCode !== organization.zipCode)
    yield cfdi(
      'CFDI40149',
      field,
      `With the generic RFC the postcode is that of your organization: ${organization.zipCode}.`,
    );
}

function* useFindings(client: Customer, cfdiUse: string, catalogues: Catalogues): Generator<Finding> {
  const { rfc } = client;
  const taxRegime = isGeneric(client) ? WITHOUT_OBLIGATIONS : client.taxRegime;
  const use = catalogues.cfdiUse(cfdiUse);
  if (use === undefined || isBlank(taxRegime) || catalogues.taxRegime(taxRegime) === undefined) return;
  const suitsPerson = isBlank(rfc) || !isRfc(rfc) || (isLegalEntity(rfc) ? use.legalEntity : use.naturalPerson);
  if (!suitsPerson || !use.regimes.includes(taxRegime))
    yield cfdi(
      'CFDI40161',
      'cfdiUse',
      `The use ${cfdiUse} does not suit the client’s regime ${taxRegime}, or the kind of person. S01 suits all.`,
    );
  else if (isGeneric(client) && cfdiUse !== NO_TAX_EFFECTS)
    yield local('GENERIC_RFC_USE', 'cfdiUse', `With the generic RFC ${GENERIC_RFC} the use is ${NO_TAX_EFFECTS}.`);
}

/** Customers whose invoice needs what the interface cannot carry. */
function* unfitCustomerFindings(client: Customer): Generator<Finding> {
  if (client.rfc === undefined) return;
  if (cleanRfc(client.rfc) === FOREIGN_RFC)
    yield local(
      'FOREIGN_CUSTOMER',
      'client.rfc',
      'A foreign customer needs a country and a tax identity that cannot be given here. Make this invoice at the provider.',
    );
  if (isGeneric(client) && cleanText(client.name).toUpperCase() === GENERAL_PUBLIC)
    yield local(
      'GLOBAL_INVOICE',
      'client.name',
      `To ${GENERAL_PUBLIC} only the periodical global invoice is issued. Send the name of this customer.`,
    );
}

/** What the SAT and the provider ask of the team's organization. */
export function* organizationFindings(
  organization: Issuer | undefined,
  now: Date,
  catalogues: Catalogues,
): Generator<Finding> {
  if (organization === undefined) {
    yield required('organization', 'Configure your organization first: POST /invoices/organization.');
    return;
  }
  const { legalName, rfc, taxRegime, zipCode } = organization;
  yield* textFindings('organization.legalName', legalName, 'the legal name of your organization', 1, 300);
  const regime = catalogues.taxRegime(taxRegime);
  if (regime === undefined)
    yield cfdi('CFDI40140', 'organization.taxRegime', 'Choose a regime of the catalogue c_RegimenFiscal, such as 601.');
  else if (!isBlank(rfc) && isRfc(rfc) && !(isLegalEntity(rfc) ? regime.legalEntity : regime.naturalPerson))
    yield cfdi('CFDI40141', 'organization.taxRegime', `This is no regime of a ${personOf(rfc)}.`);
  if (catalogues.postcode(zipCode) === undefined)
    yield cfdi(
      'CFDI40126',
      'organization.zipCode',
      'There is no such postcode. Send that of your tax address, in 5 digits.',
    );
  yield* certificateFindings(organization, now);
}

/** A seal is needed where the document has fiscal value: test documents are sealed with the provider's own. */
function* certificateFindings({ livemode, csdUploaded, csdExpiresAt }: Issuer, now: Date): Generator<Finding> {
  if (!livemode) return;
  if (!csdUploaded)
    yield local(
      'SEAL_MISSING',
      'organization.csdUploaded',
      'Upload the seal certificate first: POST /invoices/certificate.',
    );
  else if (!isBlank(csdExpiresAt) && Date.parse(csdExpiresAt) <= now.getTime())
    yield local('SEAL_EXPIRED', 'organization.csdExpiresAt', 'The seal certificate has expired. Upload the new one.');
}

export function* organizationWarnings(organization: Issuer | undefined): Generator<Finding> {
  if (organization && !organization.livemode)
    yield local(
      'TEST_MODE',
      'organization.livemode',
      'This will be stamped with the test key, without fiscal value, until the seal certificate is uploaded.',
    );
}
