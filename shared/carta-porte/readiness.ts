import { cargoFindings, cargoWarnings } from './cargo-rules';
import { catalogueWarnings } from './catalogue-age';
import type { Catalogues, CatalogueVersion } from './catalogues';
import { creditFindings } from './credit-rules';
import { figureFindings, figureWarnings } from './figure-rules';
import { filledCartaPorte } from './filled-values';
import { type Filled, type Finding, local, type Readiness } from './findings';
import { invoiceFindings, invoiceWarnings } from './invoice-rules';
import { locationFindings, locationWarnings } from './location-rules';
import { customerFindings, customerWarnings, organizationFindings, organizationWarnings } from './party-rules';
import { catalogueDays, localTime, type ReadinessInput } from './readiness-input';
import { receiptFindings, receiptWarnings } from './receipt-rules';
import { relationFindings } from './relation-rules';
import { serviceFindings, serviceWarnings, withoutCartaPorteWarnings } from './service-rules';
import { transferFindings } from './transfer-rules';
import { transportFindings, transportWarnings } from './transport-rules';

/**
 * Checks an invoice offline against all rules and returns all findings at once, each with its code and the record and
 * field to correct. Warnings do not prevent the stamp. `ready` means that no rule failed; the SAT may still refuse, for
 * the reasons in `notChecked`.
 */
export function checkReadiness(given: ReadinessInput, version: CatalogueVersion): Readiness {
  const days = catalogueDays(given);
  const catalogues = version.on(days);
  const { cartaPorte, filled } = filledCartaPorte(given) ?? { filled: [] };
  const complete = { ...given, invoice: { ...given.invoice, cartaPorte } };
  const inItsRecord = recordOfField(filled);
  const errors = [...errorsOf(complete, catalogues)].map(inItsRecord);
  return {
    ready: errors.length === 0,
    errors,
    warnings: [
      ...[...warningsOf(complete, catalogues)].map(inItsRecord),
      ...catalogueWarnings(version.date, days.stamp),
    ],
    filled: filled.filter(({ value }) => value !== ''),
    notChecked: notCheckedOf(given),
  };
}

/** A finding about a value that another record filled in names the field of that record. */
const recordOfField =
  (filled: readonly Filled[]) =>
  (finding: Finding): Finding => ({
    ...finding,
    field: filled.find(({ field }) => field === finding.field)?.from ?? finding.field,
  });

function* errorsOf(given: ReadinessInput, catalogues: Catalogues): Generator<Finding> {
  const { invoice, client, driver, vehicle, organization, now } = given;
  yield* organizationFindings(organization, now, catalogues);
  const { cartaPorte, type = 'I' } = invoice;
  if (type !== 'T')
    yield* customerFindings(client, type === 'P' ? undefined : invoice.cfdiUse, organization, catalogues);
  if (type === 'T') yield* transferFindings(invoice, organization, catalogues);
  else if (type === 'P') yield* receiptFindings(given, catalogues);
  else yield* invoiceFindings(invoice, organization, catalogues);
  yield* relationFindings(given);
  if (type === 'E') yield* creditFindings(given);
  if (cartaPorte === undefined) return;
  if (type === 'I') yield* serviceFindings(invoice, catalogues);
  yield* locationFindings(cartaPorte, catalogues);
  yield* cargoFindings({ cartaPorte, type }, catalogues);
  yield* transportFindings(cartaPorte, vehicle, catalogues);
  yield* figureFindings(cartaPorte, driver, catalogues);
}

function* warningsOf(given: ReadinessInput, catalogues: Catalogues): Generator<Finding> {
  const { invoice, client, driver, vehicle, organization } = given;
  yield* organizationWarnings(organization);
  const isTransfer = invoice.type === 'T';
  if (!isTransfer) yield* customerWarnings(client);
  yield* typeWarnings(given);
  const { cartaPorte } = invoice;
  if (cartaPorte === undefined) return;
  const present = localTime(given);
  yield* tripWarnings(given);
  if (!isTransfer) yield* serviceWarnings(invoice);
  yield* locationWarnings(cartaPorte, present, catalogues);
  yield* cargoWarnings(cartaPorte, catalogues);
  for (const warning of transportWarnings(cartaPorte, driver, vehicle, present.slice(0, 10)))
    if (!isTransfer || warning.code !== 'PRIVATE_PERMIT') yield warning;
  yield* figureWarnings(cartaPorte, driver);
}

function* typeWarnings(given: ReadinessInput): Generator<Finding> {
  const { invoice, client, organization } = given;
  const { type = 'I' } = invoice;
  if (type === 'P') yield* receiptWarnings(given);
  // The taxes of a credit note are those of its document.
  if (type !== 'I') return;
  yield* invoiceWarnings(invoice, {
    rfc: client?.rfc,
    issuer: organization && { taxRegime: organization.taxRegime, rfc: organization.rfc ?? undefined },
  });
  if (invoice.cartaPorte === undefined) yield* withoutCartaPorteWarnings(invoice);
}

function* tripWarnings({ otherCartaPorte: other }: ReadinessInput): Generator<Finding> {
  if (other === undefined) return;
  yield local('SECOND_CARTA_PORTE', 'cartaPorte', {
    en: `The trip already has a Carta Porte: ${other.uuid ? `the document ${other.uuid}` : `the invoice ${other.id}`}. Cancel or substitute that one, unless the trip needs both.`,
    es: `El viaje ya tiene una Carta Porte: ${other.uuid ? `el comprobante ${other.uuid}` : `la factura ${other.id}`}. Cancele o sustituya esa, salvo que el viaje requiera ambas.`,
  });
}

type Unchecked = Readiness['notChecked'][number];

/** The facts that only the SAT knows or that the packaged catalogues lack. */
function notCheckedOf({ invoice, client, driver }: ReadinessInput): Unchecked[] {
  const { cartaPorte } = invoice;
  const always: Unchecked[] = [
    {
      field: 'organization.rfc',
      message: {
        en: 'Whether the provider’s seal fits the certificate, and the SAT has the issuer’s certificate, name and regime on its lists (CFDI40102, CFDI40106, CFDI40139).',
        es: 'Si el sello del proveedor corresponde al certificado, y si el SAT tiene en sus listas el certificado, el nombre y el régimen del emisor (CFDI40102, CFDI40106, CFDI40139).',
      },
    },
  ];
  if (client)
    always.push({
      field: 'client.rfc',
      message: {
        en: 'Whether the RFC is on the SAT’s list, with this name, regime and postcode (CFDI40143 to CFDI40148).',
        es: 'Si el RFC está en la lista del SAT con este nombre, régimen y código postal (CFDI40143 a CFDI40148).',
      },
    });
  if (cartaPorte === undefined) return always;
  const complement: Unchecked[] = [
    {
      field: 'cartaPorte.origen.rfc',
      message: { en: 'Whether the RFC is on the SAT’s list.', es: 'Si el RFC está en la lista del SAT.' },
    },
    {
      field: 'cartaPorte.destino.rfc',
      message: { en: 'Whether the RFC is on the SAT’s list.', es: 'Si el RFC está en la lista del SAT.' },
    },
    ...(cartaPorte.destinos
      ? [
          {
            field: 'cartaPorte.destinos[].rfc',
            message: { en: 'Whether the RFCs are on the SAT’s list.', es: 'Si los RFC están en la lista del SAT.' },
          },
        ]
      : []),
    ...(cartaPorte.figuras
      ? [
          {
            field: 'cartaPorte.figuras[].rfc',
            message: { en: 'Whether the RFCs are on the SAT’s list.', es: 'Si los RFC están en la lista del SAT.' },
          },
        ]
      : []),
    ...(driver
      ? [
          {
            field: 'driver.rfc',
            message: {
              en: 'Whether the RFC is on the SAT’s list, and the licence is valid.',
              es: 'Si el RFC está en la lista del SAT y si la licencia está vigente.',
            },
          },
        ]
      : []),
    {
      field: 'cartaPorte.permSCT',
      message: {
        en: 'Whether the transport authority issued a permit with this number.',
        es: 'Si la SICT expidió un permiso con este número.',
      },
    },
  ];
  return [...always, ...complement];
}
