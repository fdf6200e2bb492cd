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
 * Checks an invoice offline against all rules and returns all findings at once, each with its code and the record and
 * field to correct. Warnings do not prevent the stamp. `ready` means that no rule failed; the SAT may still refuse, for
 * the reasons in `notChecked`.
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

/** The facts that only the SAT knows or that the packaged catalogues lack. */
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
      message: 'Which goods need the hazard flag (CP155 to CP157): the catalogue in this service lacks it.',
    },
    { field: 'cartaPorte.permSCT', message: 'Whether the transport authority issued a permit with this number.' },
  ];
  return [...always, ...complement];
}
