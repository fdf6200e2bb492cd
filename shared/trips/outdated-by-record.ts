import { alertSteps } from '../alerts/alerts';
import { filledCartaPorte } from '../carta-porte/filled-values';
import { type DriverRecord, driverKey } from '../fleet/driver';
import { VEHICLE_IN_DOCUMENTS, type VehicleRecord, vehicleKey } from '../fleet/vehicle';
import { isLive } from '../invoices/document-status';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { taxIssuerKey } from '../invoices/issuer';
import { readDetails } from '../invoices/read-invoice';
import { TRIP_ALERT_FIELDS } from '../invoices/trip-alerts';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, unexpectedConflict, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { withNextVersion } from '../platform/table/version';
import { writeOne } from '../platform/table/write';
import { eachTripWith, UNFINISHED } from './follow-names';
import { readTripInvoices } from './trip-invoices';

const PERMISSIONS = { table: ['BatchGetItem', 'PutItem', 'Query', 'UpdateItem'], gsi1: ['Query'] } as const;

/** True for an invoice whose Carta Porte has another content with the changed record. */
type IsOutdated = (invoice: InvoiceRecord) => Promise<boolean>;

/**
 * Raises CARTA_PORTE_OUTDATED for the live Carta Porte of each unfinished trip of this driver or vehicle. It runs after the
 * change of the record, in transactions of its own, because the number of trips has no limit.
 */
async function warn(
  context: Context,
  field: 'driverId' | 'vehicleId',
  { teamId, id }: { readonly teamId: string; readonly id: string },
  isOutdated: IsOutdated,
): Promise<void> {
  for (const status of UNFINISHED)
    await eachTripWith(context, status, { teamId, field, id }, async (trip) => {
      // A substitute may name another driver or vehicle than the trip.
      for (const invoice of await readTripInvoices(context, trip))
        if (isWithoutAlert(invoice) && (invoice[field] ?? id) === id && (await isOutdated(invoice)))
          await raise(context, invoice);
    });
}

const isWithoutAlert = (invoice: InvoiceRecord): boolean =>
  isLive(invoice) && invoice.hasCartaPorte && !invoice.isReplaced && invoice.outdatedAlert === undefined;

/** A live document cannot be deleted. */
const gone = unexpectedConflict('An invoice');

const raise = (context: Context, invoice: InvoiceRecord): Promise<void> =>
  retryOnConflict(context, invoice, async (record, changed) => {
    if (!isWithoutAlert(record)) return;
    const { teamId, id } = record;
    const outdatedAlert = context.newId();
    const asRead = unchanged(record, ['status', ...TRIP_ALERT_FIELDS]);
    await transact(context, [
      update(invoiceKey(teamId, id), { set: { outdatedAlert } }, asRead, (found) => (found ? changed(found) : gone())),
      ...alertSteps(context, teamId, { type: 'CARTA_PORTE_OUTDATED', entityId: id }, outdatedAlert),
    ]);
  });

/** A later correction has a mark of its own, which its own request removes. */
class Superseded extends Error {}

/** Removes the mark of a correction whose documents are reported. Returns the record without it. */
async function endCorrection<R extends VehicleRecord | DriverRecord>(
  context: Context,
  record: R,
  ending: Step,
): Promise<R> {
  try {
    await writeOne(context, ending);
  } catch (failure) {
    if (failure instanceof Superseded) return record;
    throw failure;
  }
  return withNextVersion({ ...record, correction: undefined });
}

const ENDED = { remove: ['correction'] };
const superseded = () => new Superseded();

/** Warns of the documents that contain the name, RFC or licence that this driver had before. Returns the driver as it is stored then. */
export const warnOfDriver = capability(PERMISSIONS, (context) => async (after: DriverRecord): Promise<DriverRecord> => {
  const { teamId, id, correction } = after;
  if (correction === undefined) return after;
  await warn(context, 'driverId', after, async () => true);
  return endCorrection(context, after, update(driverKey(teamId, id), ENDED, { equals: { correction } }, superseded));
});

/** Warns of the documents that contain a value that this vehicle had before. Returns the vehicle as it is stored then. */
export const warnOfVehicle = capability(
  PERMISSIONS,
  (context) =>
    async (before: VehicleRecord, after: VehicleRecord): Promise<VehicleRecord> => {
      const { teamId, id, correction } = after;
      if (correction === undefined) return after;
      // An interrupted request has corrected values that are no longer known.
      const isInterrupted = before.correction !== undefined;
      const isSent = isInterrupted || VEHICLE_IN_DOCUMENTS.some((field) => before[field] !== after[field]);
      await warn(
        context,
        'vehicleId',
        after,
        async (invoice) => isSent || isFilledOtherwise(context, invoice, before, after),
      );
      return endCorrection(
        context,
        after,
        update(vehicleKey(teamId, id), ENDED, { equals: { correction } }, superseded),
      );
    },
);

async function isFilledOtherwise(
  context: Context,
  record: InvoiceRecord,
  before: VehicleRecord,
  after: VehicleRecord,
): Promise<boolean> {
  const { cartaPorte } = await readDetails(context, record);
  const [organization] = await getItems(context, [taxIssuerKey(record.teamId)]);
  const filledFrom = (vehicle: VehicleRecord) =>
    JSON.stringify(filledCartaPorte({ invoice: { cartaPorte }, vehicle, organization })?.cartaPorte);
  return filledFrom(before) !== filledFrom(after);
}
