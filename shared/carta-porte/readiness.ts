import { TZDate } from '@date-fns/tz';
import { cargoFindings } from './cargo-rules';
import type { Catalogues } from './catalogues';
import type { Finding, Readiness } from './findings';
import { invoiceFindings, invoiceWarnings } from './invoice-rules';
import { locationFindings, locationWarnings } from './location-rules';
import { customerFindings, organizationFindings, organizationWarnings } from './party-rules';
import type { ReadinessInput } from './readiness-input';
import { driverFindings, transportFindings, transportWarnings } from './transport-rules';

/**
 * Everything that stands in the way of stamping an invoice, at once and offline: each with its code, and with the record
 * and field to correct. Warnings do not stand in the way. `ready` says that nothing was found, not that the SAT takes it: `notChecked` says why.
 */
export function checkReadiness(given: ReadinessInput, catalogues: Catalogues): Readiness {
  const errors = [...errorsOf(given, catalogues)];
  return {
    ready: errors.length === 0,
    errors,
    warnings: [...warningsOf(given, catalogues)],
    notChecked: notCheckedOf(given),
  };
}

function* errorsOf(given: ReadinessInput, catalogues: Catalogues): Generator<Finding> {
  const { invoice, client, driver, vehicle, organization, now } = given;
  yield* organizationFindings(organization, now, catalogues);
  yield* customerFindings(client, invoice.cfdiUse, organization, catalogues);
  yield* invoiceFindings(invoice, organization, catalogues);
  const { cartaPorte } = invoice;
  if (cartaPorte === undefined) return;
  yield* locationFindings(cartaPorte, catalogues);
  yield* cargoFindings(cartaPorte, catalogues);
  yield* transportFindings(cartaPorte, vehicle, catalogues);
  yield* driverFindings(driver);
}

function* warningsOf(given: ReadinessInput, catalogues: Catalogues): Generator<Finding> {
  const { invoice, client, driver, vehicle, organization, now, timeZone } = given;
  yield* organizationWarnings(organization);
  yield* invoiceWarnings(invoice, client?.rfc);
  const { cartaPorte } = invoice;
  if (cartaPorte === undefined) return;
  const local = new TZDate(now.getTime(), timeZone).toISOString().slice(0, 19);
  yield* locationWarnings(cartaPorte, local, catalogues);
  yield* transportWarnings(cartaPorte, driver, vehicle, local.slice(0, 10));
}

type Unchecked = Readiness['notChecked'][number];

/** What only the SAT can tell, or what the shipped catalogues do not hold. */
function notCheckedOf({ invoice, client, driver }: ReadinessInput): Unchecked[] {
  const { cartaPorte } = invoice;
  const always: Unchecked[] = [
    { field: 'organization.rfc', message: 'Whether the SAT has the issuer’s seal, name and regime on its lists.' },
    { field: 'items[].productKey', message: 'Whether c_ClaveProdServ has the product keys: it is not shipped.' },
  ];
  if (client)
    always.push({
      field: 'client.rfc',
      message: 'Whether the RFC is on the SAT’s list, with this name, regime and postcode (CFDI40143 to CFDI40148).',
    });
  if (cartaPorte === undefined) return always;
  const complement: Unchecked[] = [
    { field: 'cartaPorte.origen.rfc', message: 'Whether the RFC is on the SAT’s list.' },
    { field: 'cartaPorte.destino.rfc', message: 'Whether the RFC is on the SAT’s list.' },
    ...(driver
      ? [{ field: 'driver.rfc', message: 'Whether the RFC is on the SAT’s list, and the licence is valid.' }]
      : []),
    {
      field: 'cartaPorte.mercancias[].materialPeligroso',
      message: 'Which goods need the hazard flag (CP155 to CP157): the shipped catalogue does not say.',
    },
    { field: 'cartaPorte.permSCT', message: 'Whether the permit’s number is one that the transport authority gave.' },
  ];
  return [...always, ...complement];
}
