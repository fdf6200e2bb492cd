import { alertStep } from '../alerts/alerts';
import { filledCartaPorte } from '../carta-porte/filled-values';
import type { DriverRecord } from '../fleet/driver';
import type { VehicleRecord } from '../fleet/vehicle';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { taxIssuerKey } from '../invoices/issuer';
import { readDetails } from '../invoices/read-invoice';
import { TRIP_ALERT_FIELDS } from '../invoices/trip-alerts';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { unexpectedConflict, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { eachTripWith, UNFINISHED } from './follow-names';
import { isLive, readTripInvoices } from './trip-invoices';

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
        if ((invoice[field] ?? id) === id && (await isOutdated(invoice))) await raise(context, invoice);
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
      alertStep(context, teamId, { type: 'CARTA_PORTE_OUTDATED', entityId: id }, outdatedAlert),
    ]);
  });

const DRIVER_FIELDS = ['name', 'rfc', 'licenseNumber'] as const satisfies readonly (keyof DriverRecord)[];

/** Warns of the documents that contain the name, RFC or licence that this driver had before. */
export const warnOfDriver = capability(
  PERMISSIONS,
  (context) =>
    async (before: DriverRecord, after: DriverRecord): Promise<void> => {
      if (DRIVER_FIELDS.every((field) => before[field] === after[field])) return;
      await warn(context, 'driverId', after, async (invoice) => isWithoutAlert(invoice));
    },
);

const VEHICLE_FIELDS = ['plate', 'year', 'insuranceNumber'] as const satisfies readonly (keyof VehicleRecord)[];

/** The values that a Carta Porte takes from the vehicle only where it has none of its own. */
const FILLING_FIELDS = [
  'configVehicular',
  'permSCT',
  'numPermisoSCT',
  'aseguradora',
  'pesoBrutoVehicular',
  'aseguraMedAmbiente',
  'polizaMedAmbiente',
  'ownerName',
  'ownerRfc',
  'ownership',
] as const satisfies readonly (keyof VehicleRecord)[];

/** Warns of the documents that contain a value that this vehicle had before. */
export const warnOfVehicle = capability(
  PERMISSIONS,
  (context) =>
    async (before: VehicleRecord, after: VehicleRecord): Promise<void> => {
      const isSent = VEHICLE_FIELDS.some((field) => before[field] !== after[field]);
      if (!isSent && FILLING_FIELDS.every((field) => before[field] === after[field])) return;
      await warn(context, 'vehicleId', after, async (invoice) => {
        if (!isWithoutAlert(invoice)) return false;
        return isSent || isFilledOtherwise(context, invoice, before, after);
      });
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
