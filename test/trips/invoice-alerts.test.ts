import { type Alert, type AlertType, alertKey, alertsOf } from '../../shared/alerts/alert';
import type { Invoice, InvoiceStatus } from '../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceKey, invoiceOf } from '../../shared/invoices/invoice-record';
import { capability } from '../../shared/platform/runtime/capability';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { recordCancellation, recordRefused } from '../../shared/stamping/record-outcome';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { editTrip } from '../../shared/trips/edit-trip';
import { cancellationWarnings, outdatedSteps } from '../../shared/trips/invoice-alerts';
import type { TripRecord } from '../../shared/trips/trip';
import type { TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import {
  type Fleet,
  insertDriver,
  insertFleet,
  insertRoute,
  insertTrip,
  insertVehicle,
  moveAsOwner,
} from '../support/store-fleet';
import { CARTA_PORTE, insertInvoice } from '../support/store-invoices';

const table = quickTable();

const DOCUMENT_STATUSES = ['PENDING', 'VALID', 'CANCELLED_PENDING'] as const;
const OTHER_STATUSES = ['DRAFT', 'ERROR', 'CANCELLED'] as const;

/** A planned trip with one more invoice. Its first invoice is the draft that was created with it. */
async function insertScene(status: InvoiceStatus, given: Partial<Invoice> = {}) {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const trip = await insertTrip(testContext, fleet, { cargoDescription: 'Perfiles', cargoWeight: 5 });
  const invoice = await insertInvoice(testContext, { ...given, teamId: trip.teamId, tripId: trip.id, status });
  return { testContext, fleet, trip, invoice };
}

async function alertsIn(teamId: string, type?: AlertType): Promise<Pick<Alert, 'type' | 'entityId' | 'status'>[]> {
  const all = (await table.partition(alertsOf(teamId).pk, 'ALERT#')) as unknown as Alert[];
  return all
    .filter((alert) => type === undefined || alert.type === type)
    .map(({ type: of, entityId, status }) => ({ type: of, entityId, status }));
}

const storedOf = async ({ context }: TestContext, { teamId, id }: InvoiceRecord): Promise<InvoiceRecord> => {
  const stored = await getItem(context, invoiceKey(teamId, id));
  if (stored === undefined) throw new Error('The invoice is not there.');
  return stored;
};

const setStatus = ({ context }: TestContext, { teamId, id }: InvoiceRecord, status: InvoiceStatus) =>
  transact(context, [update(invoiceKey(teamId, id), { set: { status } }, {}, () => new Error('not there'))]);

const READ = { table: ['Query', 'BatchGetItem'] } as const;
const readWarnings = capability(
  READ,
  (context) => (trip: TripRecord, changed: Error) => cancellationWarnings(context, trip, () => changed),
);
const readOutdated = capability(
  READ,
  (context) => (before: TripRecord, after: TripRecord, changed: Error) =>
    outdatedSteps(context, before, after, () => changed),
);

const cancelTrip = (testContext: TestContext, fleet: Fleet, trip: TripRecord) =>
  moveAsOwner(testContext, fleet, trip, 'CANCELADO');

describe('tax M13: the cancellation of a trip', () => {
  test.each(DOCUMENT_STATUSES)(
    'tax M13, desk 2.3: with an invoice that is %s raises TRIP_CANCELLED_WITH_INVOICE, and not the alert about the draft',
    async (status) => {
      const { testContext, fleet, trip, invoice } = await insertScene(status);
      await cancelTrip(testContext, fleet, trip);
      const entityId = invoice.id;
      expect(await alertsIn(trip.teamId)).toEqual([{ type: 'TRIP_CANCELLED_WITH_INVOICE', entityId, status: 'OPEN' }]);
      const { tripCancelledAlert = '' } = await storedOf(testContext, invoice);
      expect(await getItem(testContext.context, alertKey(trip.teamId, tripCancelledAlert))).toMatchObject({
        severity: 'CRITICAL',
        entityType: 'INVOICE',
        message: expect.stringContaining('motive 03'),
      });
    },
  );

  test.each(OTHER_STATUSES)('tax M13: with an invoice that is %s raises an alert for each draft', async (status) => {
    const { testContext, fleet, trip, invoice } = await insertScene(status);
    await cancelTrip(testContext, fleet, trip);
    const drafts = status === 'CANCELLED' ? [trip.invoiceId] : [trip.invoiceId, invoice.id];
    const open = { type: 'TRIP_CANCELLED_WITH_DRAFT', status: 'OPEN' };
    expect(await alertsIn(trip.teamId)).toEqual(
      expect.arrayContaining(drafts.map((entityId) => ({ ...open, entityId }))),
    );
    expect(await alertsIn(trip.teamId)).toHaveLength(drafts.length);
  });

  test('tax M13: names each document of the trip', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID');
    const second = await insertInvoice(testContext, { teamId: trip.teamId, tripId: trip.id, status: 'PENDING' });
    await cancelTrip(testContext, fleet, trip);
    const named = (await alertsIn(trip.teamId)).map(({ entityId }) => entityId);
    expect(named.sort()).toEqual([invoice.id, second.id].sort());
  });

  test('tax M13: whose draft was deleted raises nothing', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('CANCELLED');
    const draft = await getItem(testContext.context, invoiceKey(trip.teamId, trip.invoiceId));
    if (draft) await testContext.use(removeInvoice)(fleet.actor, draft);
    await cancelTrip(testContext, fleet, trip);
    expect(await alertsIn(trip.teamId)).toEqual([]);
    expect((await storedOf(testContext, invoice)).tripCancelledAlert).toBeUndefined();
  });

  test('tax M13: a trip with 99 documents can be cancelled', async () => {
    const { testContext, fleet, trip } = await insertScene('VALID');
    for (let more = 0; more < 98; more += 1)
      await insertInvoice(testContext, { teamId: trip.teamId, tripId: trip.id, status: 'VALID' });
    expect(await cancelTrip(testContext, fleet, trip)).toMatchObject({ status: 'CANCELADO' });
    expect(await alertsIn(trip.teamId)).toHaveLength(28);
  });

  test.each(['DRAFT', 'VALID'] as const)(
    'tax M13: starts again when its invoice that is %s changes between the read and the write',
    async (status) => {
      const { testContext, trip, invoice } = await insertScene(status);
      const changed = new Error('changed');
      const steps = await testContext.use(readWarnings)(trip, changed);
      await setStatus(testContext, invoice, 'CANCELLED');
      await expect(transact(testContext.context, steps)).rejects.toBe(changed);
    },
  );

  test('tax M13: the cancellation of the document resolves its alert', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID');
    await cancelTrip(testContext, fleet, trip);
    const stored = await storedOf(testContext, invoice);
    await testContext.use(recordCancellation)(fleet.actor, stored, 'CANCELLED', undefined);
    expect((await alertsIn(trip.teamId)).map(({ status }) => status)).toEqual(['RESOLVED']);
    expect((await storedOf(testContext, invoice)).tripCancelledAlert).toBeUndefined();
  });

  test('tax M13: a definite refusal of the stamp turns it into the alert about the draft', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('PENDING');
    await cancelTrip(testContext, fleet, trip);
    const stored = await storedOf(testContext, invoice);
    await testContext.use(recordRefused)(fleet.actor, stored, 'No.', { isOpen: false });
    const entityId = invoice.id;
    const alerts = await alertsIn(trip.teamId);
    expect(alerts).toHaveLength(2);
    expect(alerts).toContainEqual({ type: 'TRIP_CANCELLED_WITH_INVOICE', entityId, status: 'RESOLVED' });
    expect(alerts).toContainEqual({ type: 'TRIP_CANCELLED_WITH_DRAFT', entityId, status: 'OPEN' });
  });

  test('tax M13: an outcome that stays open leaves the alert OPEN, and the deletion resolves it', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('PENDING');
    await cancelTrip(testContext, fleet, trip);
    const stored = await storedOf(testContext, invoice);
    const failed = await testContext.use(recordRefused)(fleet.actor, stored, 'No.', { isOpen: true });
    expect((await alertsIn(trip.teamId)).map(({ status }) => status)).toEqual(['OPEN']);
    await testContext.use(removeInvoice)(fleet.actor, failed);
    expect((await alertsIn(trip.teamId)).map(({ status }) => status)).toEqual(['RESOLVED']);
  });
});

describe('tax M13: an edit of the trip after the stamp of its Carta Porte', () => {
  const OUTDATED = 'CARTA_PORTE_OUTDATED';

  /** The edits that change the content of a Carta Porte. */
  const EDITS: Readonly<Record<string, (testContext: TestContext, fleet: Fleet) => Promise<Partial<TripRecord>>>> = {
    driver: async (testContext, { driver: { teamId } }) => ({
      driverId: (await insertDriver(testContext, { teamId })).id,
    }),
    vehicle: async (testContext, { driver: { teamId } }) => ({
      vehicleId: (await insertVehicle(testContext, { teamId })).id,
    }),
    route: async (testContext, { driver: { teamId } }) => ({
      routeId: (await insertRoute(testContext, { teamId })).id,
    }),
    'description of the goods': async () => ({ cargoDescription: 'Lámina' }),
    'weight of the goods': async () => ({ cargoWeight: 12 }),
    'volume of the goods': async () => ({ cargoVolume: 3 }),
  };

  const edit = (testContext: TestContext, { actor }: Fleet, trip: TripRecord, changes: object) =>
    testContext.use(editTrip)(actor, trip, changes);

  test.each(Object.keys(EDITS))('tax M13: a change of the %s raises CARTA_PORTE_OUTDATED once', async (name) => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    const edited = await edit(testContext, fleet, trip, (await EDITS[name]?.(testContext, fleet)) ?? {});
    const raised = [{ type: OUTDATED, entityId: invoice.id, status: 'OPEN' }];
    expect(await alertsIn(trip.teamId)).toEqual(raised);
    await edit(testContext, fleet, edited, { cargoDescription: 'Otra cosa' });
    expect(await alertsIn(trip.teamId)).toEqual(raised);
  });

  test.each(DOCUMENT_STATUSES)('tax M13: a Carta Porte that is %s becomes outdated', async (status) => {
    const { testContext, fleet, trip } = await insertScene(status, { cartaPorte: CARTA_PORTE });
    await edit(testContext, fleet, trip, { cargoWeight: 7 });
    expect(await alertsIn(trip.teamId, OUTDATED)).toHaveLength(1);
  });

  test.each(OTHER_STATUSES)('tax M13: a Carta Porte that is %s does not', async (status) => {
    const { testContext, fleet, trip } = await insertScene(status, { cartaPorte: CARTA_PORTE });
    await edit(testContext, fleet, trip, { cargoWeight: 7 });
    expect(await alertsIn(trip.teamId)).toEqual([]);
  });

  test.each([
    ['an invoice without Carta Porte', {}, { cargoWeight: 7 }],
    ['an edit of notes and dates', { cartaPorte: CARTA_PORTE }, { notes: 'x', endDate: '2030-01-01T00:00:00.000Z' }],
    ['an edit that sends the same values', { cartaPorte: CARTA_PORTE }, { cargoDescription: 'Perfiles' }],
    ['an empty text for an absent one', { cartaPorte: CARTA_PORTE }, { cargoDescription: 'Perfiles', notes: '' }],
  ] as const)('tax M13: %s raises nothing', async (_, given, changes) => {
    const { testContext, fleet, trip } = await insertScene('VALID', given);
    await edit(testContext, fleet, trip, changes);
    expect(await alertsIn(trip.teamId)).toEqual([]);
  });

  test('tax M13: the driver of the document counts, not the trip’s former one', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    const { id: driverId } = await insertDriver(testContext, { teamId: trip.teamId });
    const ofTheirOwn = update(invoiceKey(trip.teamId, invoice.id), { set: { driverId } }, {}, () => new Error('gone'));
    await transact(testContext.context, [ofTheirOwn]);
    const edited = await edit(testContext, fleet, trip, { driverId });
    expect(await alertsIn(trip.teamId)).toEqual([]);
    await edit(testContext, fleet, edited, { driverId: fleet.driver.id });
    expect(await alertsIn(trip.teamId, OUTDATED)).toHaveLength(1);
  });

  test('tax M13: a substituted document raises nothing, its substitute does', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    const replaced = update(
      invoiceKey(trip.teamId, invoice.id),
      { set: { isReplaced: true } },
      {},
      () => new Error('gone'),
    );
    await transact(testContext.context, [replaced]);
    const given = { teamId: trip.teamId, tripId: trip.id, status: 'VALID', cartaPorte: CARTA_PORTE } as const;
    const substitute = await insertInvoice(testContext, given);
    await edit(testContext, fleet, trip, { cargoWeight: 7 });
    expect((await alertsIn(trip.teamId)).map(({ entityId }) => entityId)).toEqual([substitute.id]);
  });

  test('tax M13: the edit that brings the stamped data back resolves the alert, and the next one raises another', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    const statuses = async () => (await alertsIn(trip.teamId)).map(({ status }) => status).sort();
    const changes = [{ cargoDescription: 'Lámina' }, { cargoWeight: 6 }, { cargoDescription: 'Perfiles' }];
    let edited = trip;
    for (const change of changes) {
      edited = await edit(testContext, fleet, edited, change);
      expect(await statuses()).toEqual(['OPEN']);
    }
    edited = await edit(testContext, fleet, edited, { cargoWeight: 5 });
    expect(await statuses()).toEqual(['RESOLVED']);
    expect(await storedOf(testContext, invoice)).not.toHaveProperty('stampedTrip');
    await edit(testContext, fleet, edited, { cargoDescription: 'Otra' });
    expect(await statuses()).toEqual(['OPEN', 'RESOLVED']);
  });

  test.each(['DRAFT', 'VALID'] as const)(
    'tax M13: starts again when a Carta Porte that is %s changes between the read and the write',
    async (status) => {
      const { testContext, trip, invoice } = await insertScene(status, { cartaPorte: CARTA_PORTE });
      const changed = new Error('changed');
      const steps = await testContext.use(readOutdated)(trip, { ...trip, cargoWeight: 9 }, changed);
      await setStatus(testContext, invoice, 'PENDING');
      await expect(transact(testContext.context, steps)).rejects.toBe(changed);
    },
  );

  test('tax M13: the cancellation of the document resolves both alerts, also those that a member acknowledged', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    const edited = await edit(testContext, fleet, trip, { cargoWeight: 7 });
    await cancelTrip(testContext, fleet, edited);
    const stored = await storedOf(testContext, invoice);
    await transact(testContext.context, [
      update(
        alertKey(trip.teamId, stored.outdatedAlert ?? ''),
        { set: { status: 'ACKNOWLEDGED' } },
        {},
        () => new Error('not there'),
      ),
    ]);
    await testContext.use(recordCancellation)(fleet.actor, stored, 'CANCELLED', undefined);
    expect((await alertsIn(trip.teamId)).map(({ status }) => status)).toEqual(['RESOLVED', 'RESOLVED']);
  });

  test('tax M13: no answer of the interface shows the fields of these alerts', async () => {
    const { testContext, fleet, trip, invoice } = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    await edit(testContext, fleet, trip, { cargoWeight: 7 });
    const stored = await storedOf(testContext, invoice);
    expect(stored).toMatchObject({ outdatedAlert: expect.any(String), stampedTrip: expect.any(Object) });
    expect(Object.keys(invoiceOf(stored, {}))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/outdatedAlert|stampedTrip|tripCancelledAlert|keptAlerts/)]),
    );
  });
});
