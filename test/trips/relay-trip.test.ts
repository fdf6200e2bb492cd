import { type Alert, alertsOf } from '../../shared/alerts/alert';
import { eventsOf } from '../../shared/audit/audit-event';
import { driverKey } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { vehicleKey } from '../../shared/fleet/vehicle';
import type { Invoice, InvoiceStatus } from '../../shared/invoices/invoice';
import {
  type InvoiceRecord,
  invoiceCartaPorteKey,
  invoiceCountKey,
  invoiceKey,
  invoicesOfTrip,
  noteOfInvoiceKey,
} from '../../shared/invoices/invoice-record';
import { getItem, getItems } from '../../shared/platform/table/read';
import { deleteIfPresent, putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { relayTrip } from '../../shared/trips/relay-trip';
import { type RelayBody, type TripRecord, tripKey, tripsOfDriver, tripsOfFormerDriver } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertTrip,
  insertVehicle,
  moveAsOwner,
} from '../support/store-fleet';
import { CARTA_PORTE, DOCUMENT, insertInvoice } from '../support/store-invoices';

const table = quickTable();
const HERE = { lat: 24.02, lng: -101.5 };
const FREE = { status: 'DISPONIBLE', tripId: undefined };

/** A trip under way, and a driver and a vehicle that wait. */
async function insertRoad(plan: Partial<TripRecord> = {}) {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const { teamId } = fleet.actor;
  const planned = await insertTrip(testContext, fleet, plan);
  const trip = await moveAsOwner(testContext, fleet, planned, 'EN_PROCESO');
  const next = { sub: someId(), appAccessStatus: 'ACTIVE', everActive: true, name: 'Rosa Luna', phone: null } as const;
  const driver = await insertDriver(testContext, { ...next, teamId });
  const vehicle = await insertVehicle(testContext, { teamId, plate: 'NEW-77' });
  return { testContext, fleet, trip, driver: { ...driver, sub: next.sub }, vehicle };
}

const relay = ({ actor }: Fleet, trip: TripRecord, body: RelayBody, testContext = table.testContext()) =>
  testContext.use(relayTrip)(actor, trip, body, undefined);

const stored = async (trip: TripRecord) => getItem(table.testContext().context, tripKey(trip.teamId, trip.id));
const positionOf = async ({ teamId, id }: TripRecord) => getItem(table.testContext().context, positionKey(teamId, id));
const eventsOn = ({ teamId, id }: TripRecord) => table.partition(eventsOf(teamId, 'TRIP', id).pk, 'EVENT#');
const all = ({ teamId }: TripRecord) => table.partition(`TEAM#${teamId}`);

const legsOf = async ({ teamId }: TripRecord, driverId: string) => {
  const { pk, prefix } = tripsOfFormerDriver(teamId, driverId);
  return (await table.partition(pk, prefix)).map(({ tripId }) => tripId);
};

async function crewOf({ teamId }: TripRecord, driverId: string, vehicleId: string) {
  const [driver, vehicle] = await getItems(table.testContext().context, [
    driverKey(teamId, driverId),
    vehicleKey(teamId, vehicleId),
  ]);
  return [driver, vehicle].map((one) => one && { status: one.status, tripId: one.tripId });
}

describe('tax 6.3: a relay', () => {
  test('tax 6.3: to another driver exchanges the driver alone, with names, list and leg', async () => {
    const { fleet, trip, driver, vehicle } = await insertRoad();
    const testContext = table.testContext();
    testContext.pass(3_600_000);
    const after = await relay(fleet, trip, { driverId: driver.id }, testContext);
    const busy = { status: 'EN_VIAJE', tripId: trip.id };
    expect(await stored(trip)).toEqual(after);
    const { driverPhone: _, ...before } = trip;
    expect(after).toEqual({
      ...before,
      leg: 1,
      driverId: driver.id,
      version: trip.version + 1,
      driverName: 'Rosa Luna',
      legs: [{ driverId: fleet.driver.id, until: testContext.now().toISOString(), number: 0 }],
    });
    expect(await crewOf(trip, driver.id, fleet.vehicle.id)).toEqual([busy, busy]);
    expect(await crewOf(trip, fleet.driver.id, vehicle.id)).toEqual([FREE, FREE]);
    expect(await legsOf(trip, fleet.driver.id)).toEqual([trip.id]);
    expect(await legsOf(trip, driver.id)).toEqual([]);
    const [record] = await table.partition(`TEAM#${trip.teamId}`, `TRIP#${trip.id}`);
    expect(record).toMatchObject(tripsOfDriver(trip.teamId, driver.id));
  });

  test('tax 6.3: to another vehicle exchanges the vehicle alone', async () => {
    const { fleet, trip, driver, vehicle } = await insertRoad();
    const position = await positionOf(trip);
    const after = await relay(fleet, trip, { vehicleId: vehicle.id });
    const busy = { status: 'EN_VIAJE', tripId: trip.id };
    expect(after).toEqual({ ...trip, vehicleId: vehicle.id, vehiclePlate: 'NEW-77', version: trip.version + 1 });
    expect(await stored(trip)).toEqual(after);
    expect(await legsOf(trip, fleet.driver.id)).toEqual([]);
    expect(await crewOf(trip, fleet.driver.id, vehicle.id)).toEqual([busy, busy]);
    expect(await crewOf(trip, driver.id, fleet.vehicle.id)).toEqual([FREE, FREE]);
    expect(await positionOf(trip)).toEqual(position);
  });

  test('tax 6.3: exchanges both, and writes one entry of timeline and audit with the reason', async () => {
    const { fleet, trip, driver, vehicle } = await insertRoad();
    const reason = 'Falla mecánica en Matehuala';
    await relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id, reason });
    const busy = { status: 'EN_VIAJE', tripId: trip.id };
    expect(await crewOf(trip, driver.id, vehicle.id)).toEqual([busy, busy]);
    expect(await crewOf(trip, fleet.driver.id, fleet.vehicle.id)).toEqual([FREE, FREE]);
    expect(await stored(trip)).toMatchObject({
      driverName: 'Rosa Luna',
      vehiclePlate: 'NEW-77',
      version: trip.version + 1,
    });
    expect(await legsOf(trip, fleet.driver.id)).toEqual([trip.id]);
    const events = await eventsOn(trip);
    expect(events).toHaveLength(3);
    expect(events[2]).toMatchObject({
      action: 'RELAY',
      actorId: fleet.actor.id,
      changes: {
        previousDriverId: fleet.driver.id,
        driverId: driver.id,
        previousVehicleId: fleet.vehicle.id,
        vehicleId: vehicle.id,
        reason,
      },
    });
  });

  test('tax 6.3: takes positions and moves from the new driver alone, and keeps the last position', async () => {
    const { fleet, trip, driver } = await insertRoad();
    const former = asDriver(fleet);
    const next = asDriver({ ...fleet, driver });
    await table.testContext().use(recordPing)(former, trip.id, HERE);
    await relay(fleet, trip, { driverId: driver.id });
    expect(await positionOf(trip)).toMatchObject({ ...HERE, driverId: driver.id, sub: driver.sub, isOpen: true });
    expect(await positionOf(trip)).not.toHaveProperty('keptSession');
    const refused = expect.objectContaining({ code: 'FORBIDDEN' });
    await expect(table.testContext().use(recordPing)(former, trip.id, HERE)).rejects.toEqual(refused);
    const end = (who: typeof former) => table.testContext().use(moveOwnTrip)(who, trip.id, 'COMPLETADO', undefined);
    await expect(end(former)).rejects.toEqual(refused);
    await table.testContext().use(recordPing)(next, trip.id, { ...HERE, lat: 24.5 });
    expect(await positionOf(trip)).toMatchObject({ lat: 24.5, keptSession: 'session' });
    expect(await end(next)).toMatchObject({ trip: { status: 'COMPLETADO' } });
    expect((await crewOf(trip, driver.id, fleet.vehicle.id))[0]).toEqual(FREE);
  });

  test.each([
    ['NONE', undefined, false],
    ['DISABLED', someId(), false],
    ['INVITED', someId(), true],
  ] as const)(
    'tax 6.3: to a driver whose access is %s opens the position as the access is',
    async (access, sub, isOpen) => {
      const { fleet, trip, testContext } = await insertRoad();
      const other = await insertDriver(testContext, {
        teamId: trip.teamId,
        ...(sub && { sub }),
        appAccessStatus: access,
      });
      await relay(fleet, trip, { driverId: other.id });
      const position = await positionOf(trip);
      expect([position?.driverId, position?.sub, position?.isOpen]).toEqual([other.id, sub, isOpen]);
    },
  );

  test('tax 6.3: makes the position item that a trip of an older release lacks', async () => {
    const { fleet, trip, driver, testContext } = await insertRoad();
    await transact(testContext.context, [deleteIfPresent(positionKey(trip.teamId, trip.id))]);
    await relay(fleet, trip, { driverId: driver.id });
    expect(await positionOf(trip)).toMatchObject({ tripId: trip.id, driverId: driver.id, isOpen: true });
  });

  test('tax 6.3: keeps each leg in order, and the last fifty', async () => {
    const { fleet, trip, driver } = await insertRoad();
    let present = trip;
    for (let count = 0; count < 52; count += 1) {
      const isOdd = count % 2 === 0;
      present = await relay(fleet, present, { driverId: isOdd ? driver.id : fleet.driver.id });
    }
    expect(present.legs).toHaveLength(50);
    expect(present.legs?.slice(-2).map(({ driverId }) => driverId)).toEqual([fleet.driver.id, driver.id]);
  });

  test.each(['driver', 'vehicle'] as const)('tax 6.3: to the same %s changes nothing and is no error', async (who) => {
    const { fleet, trip } = await insertRoad();
    const before = await all(trip);
    const body = who === 'driver' ? { driverId: trip.driverId } : { vehicleId: trip.vehicleId };
    expect(await relay(fleet, trip, body)).toEqual(trip);
    expect(await all(trip)).toEqual(before);
    expect(await eventsOn(trip)).toHaveLength(2);
  });

  test('tax 6.3: to the same driver in another vehicle exchanges the vehicle, without a leg', async () => {
    const { fleet, trip, vehicle } = await insertRoad();
    const after = await relay(fleet, trip, { driverId: fleet.driver.id, vehicleId: vehicle.id });
    expect(after).toEqual({ ...trip, vehicleId: vehicle.id, vehiclePlate: 'NEW-77', version: trip.version + 1 });
  });

  test.each(['NO_INICIADO', 'COMPLETADO', 'CANCELADO'] as const)(
    'tax 6.3: of a trip that is %s is 409, also to its own driver',
    async (status) => {
      const { fleet, trip: going, driver, testContext } = await insertRoad();
      const trip =
        status === 'NO_INICIADO'
          ? await insertTrip(testContext, fleet)
          : await moveAsOwner(testContext, fleet, going, status);
      const before = await all(trip);
      for (const driverId of [driver.id, fleet.driver.id])
        await expect(relay(fleet, trip, { driverId })).rejects.toMatchObject({ code: 'TRIP_NOT_IN_PROGRESS' });
      expect(await all(trip)).toEqual(before);
    },
  );

  const expectNotReady = async (
    { fleet, trip, driver, vehicle }: Awaited<ReturnType<typeof insertRoad>>,
    who: string,
  ) => {
    const before = await all(trip);
    const refused = { code: 'TRIP_NOT_READY', message: expect.stringContaining(`new ${who} is not DISPONIBLE`) };
    await expect(relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id })).rejects.toMatchObject(refused);
    expect(await all(trip)).toEqual(before);
  };

  test.each(['NO_DISPONIBLE', 'VACACIONES', 'EN_VIAJE', 'BAJA'] as const)(
    'tax 6.3: to a driver that is %s is 409, and nothing changes',
    async (status) => {
      const road = await insertRoad();
      await insertDriver(road.testContext, { ...road.driver, status });
      await expectNotReady(road, 'driver');
    },
  );

  test.each(['MANTENIMIENTO', 'FUERA_DE_SERVICIO', 'EN_VIAJE', 'BAJA'] as const)(
    'tax 6.3: to a vehicle that is %s is 409, and nothing changes',
    async (status) => {
      const road = await insertRoad();
      await insertVehicle(road.testContext, { ...road.vehicle, status });
      await expectNotReady(road, 'vehicle');
    },
  );

  test.each(['driverId', 'vehicleId'] as const)('tax 6.3: names the %s that the team does not have', async (field) => {
    const { fleet, trip } = await insertRoad();
    const abroad = await insertRoad();
    const foreign = field === 'driverId' ? abroad.driver.id : abroad.vehicle.id;
    for (const id of [foreign, someId()])
      await expect(relay(fleet, trip, { [field]: id })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
  });

  test('tax 6.3: never frees a driver who is on VACACIONES by now, nor a vehicle in MANTENIMIENTO', async () => {
    const { fleet, trip, driver, vehicle, testContext } = await insertRoad();
    await insertDriver(testContext, { ...fleet.driver, status: 'VACACIONES', tripId: trip.id });
    await insertVehicle(testContext, { ...fleet.vehicle, status: 'MANTENIMIENTO', tripId: trip.id });
    await relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id });
    expect(await crewOf(trip, fleet.driver.id, fleet.vehicle.id)).toMatchObject([
      { status: 'VACACIONES' },
      { status: 'MANTENIMIENTO' },
    ]);
    expect(await stored(trip)).toMatchObject({ driverId: driver.id, vehicleId: vehicle.id });
  });

  test('tax 6.3: never takes the former driver and vehicle from another trip', async () => {
    const { fleet, trip, driver, vehicle, testContext } = await insertRoad();
    const elsewhere = { status: 'EN_VIAJE', tripId: someId() } as const;
    await insertDriver(testContext, { ...fleet.driver, ...elsewhere });
    await insertVehicle(testContext, { ...fleet.vehicle, ...elsewhere });
    await relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id });
    expect(await crewOf(trip, fleet.driver.id, fleet.vehicle.id)).toEqual([elsewhere, elsewhere]);
  });
});

const ISSUED = { ...DOCUMENT, documentTotal: undefined, cartaPorte: CARTA_PORTE };

/** A trip under way with one more invoice, which has a Carta Porte. */
async function insertFreight(status: InvoiceStatus, given: Partial<Invoice> = {}, own: Partial<InvoiceRecord> = {}) {
  const road = await insertRoad({ cargoWeight: 5 });
  const { testContext, trip } = road;
  const issued = ['DRAFT', 'ERROR', 'PENDING'].includes(status) ? { cartaPorte: CARTA_PORTE } : ISSUED;
  const invoice = await insertInvoice(
    testContext,
    { ...issued, uuid: null, ...given, teamId: trip.teamId, tripId: trip.id, status },
    { ...(issued === ISSUED && { uuid: someId() }), ...own },
  );
  return { ...road, invoice };
}

const invoiceNow = async ({ teamId, id }: Pick<InvoiceRecord, 'teamId' | 'id'>) => {
  const record = await getItem(table.testContext().context, invoiceKey(teamId, id));
  if (record === undefined) throw new Error('The invoice is not there.');
  return record;
};
const substituteOf = async (old: InvoiceRecord): Promise<InvoiceRecord | undefined> => {
  const { replacedBy } = await invoiceNow(old);
  return replacedBy === undefined ? undefined : invoiceNow({ teamId: old.teamId, id: replacedBy });
};
const cartaPorteOf = async ({ teamId, id }: InvoiceRecord) =>
  (await getItem(table.testContext().context, invoiceCartaPorteKey(teamId, id)))?.cartaPorte;
async function outdatedAlerts({ teamId }: TripRecord) {
  const alerts = (await table.partition(alertsOf(teamId).pk, 'ALERT#')) as unknown as Alert[];
  return alerts
    .filter(({ type }) => type === 'CARTA_PORTE_OUTDATED')
    .map(({ entityId, status, message }) => ({ entityId, status, message }));
}
describe('tax 6.3: a relay with a Carta Porte', () => {
  test('tax 6.3: that is VALID makes the draft of its substitute, which follows the trip', async () => {
    const { fleet, trip, driver, vehicle, invoice } = await insertFreight('VALID');
    const [counts] = await getItems(table.testContext().context, [invoiceCountKey(trip.teamId)]);
    await relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id });
    const draft = await substituteOf(invoice);
    expect(draft).toMatchObject({
      status: 'DRAFT',
      replaces: invoice.id,
      tripId: trip.id,
      revision: 0,
      hasCartaPorte: true,
      relations: [{ type: '04', invoiceIds: [invoice.id], uuids: [invoice.uuid] }],
    });
    for (const field of ['driverId', 'vehicleId', 'stamping', 'uuid', 'issuedAt', 'outdatedAlert'])
      expect(draft).not.toHaveProperty(field);
    const pointers = await table.partition(invoicesOfTrip(trip.teamId, trip.id).pk, 'INVOICE#');
    expect(pointers.map(({ invoiceId }) => invoiceId)).toContain(draft?.id);
    const [after] = await getItems(table.testContext().context, [invoiceCountKey(trip.teamId)]);
    expect(after).toEqual({ ...counts, DRAFT: Number(counts?.DRAFT) + 1, total: Number(counts?.total) + 1 });
    expect(await outdatedAlerts(trip)).toEqual([
      { entityId: invoice.id, status: 'OPEN', message: expect.stringContaining(`The draft ${draft?.id} substitutes`) },
    ]);
    expect(await stored(trip)).toMatchObject({ legs: [{ driverId: fleet.driver.id, invoiceId: invoice.id }] });
  });

  test('tax 6.3: leaves the values of the vehicle to its record, when the vehicle is another one', async () => {
    const hazard = { aseguraMedAmbiente: 'Seguros', polizaMedAmbiente: 'P-1', polizaCarga: 'C-1' };
    const { fleet, trip, vehicle, invoice } = await insertFreight('VALID', {
      cartaPorte: { ...CARTA_PORTE, ...hazard, placaRemolque: 'R-1', subtipoRemolque: 'CTR004' },
    });
    await relay(fleet, trip, { vehicleId: vehicle.id });
    const draft = await substituteOf(invoice);
    expect(draft && (await cartaPorteOf(draft))).toEqual({
      ...CARTA_PORTE,
      ...{ configVehicular: null, permSCT: null, numPermisoSCT: null, aseguradora: null, pesoBrutoVehicular: null },
      ...{ polizaCarga: 'C-1', placaRemolque: 'R-1', subtipoRemolque: 'CTR004' },
    });
    const other = await insertFreight('VALID');
    await relay(other.fleet, other.trip, { driverId: other.driver.id });
    const kept = await substituteOf(other.invoice);
    expect(kept && (await cartaPorteOf(kept))).toEqual(CARTA_PORTE);
  });

  test('tax 6.3: keeps the driver that the document names itself, when the vehicle alone is exchanged', async () => {
    const own = { driverId: someId(), vehicleId: someId() };
    const { fleet, trip, vehicle, invoice } = await insertFreight('VALID', own);
    await relay(fleet, trip, { vehicleId: vehicle.id });
    const draft = await substituteOf(invoice);
    expect([draft?.driverId, draft?.vehicleId]).toEqual([own.driverId, undefined]);
  });

  test('tax 6.3: makes a substitute of each VALID one, and counts them together', async () => {
    const { fleet, trip, driver, invoice, testContext } = await insertFreight('VALID');
    const ofTrip = { ...ISSUED, uuid: null, teamId: trip.teamId, tripId: trip.id, status: 'VALID' } as const;
    const second = await insertInvoice(testContext, ofTrip);
    const third = await insertInvoice(testContext, ofTrip, { uuid: someId() });
    const [counts] = await getItems(table.testContext().context, [invoiceCountKey(trip.teamId)]);
    await relay(fleet, trip, { driverId: driver.id });
    const drafts = [await substituteOf(invoice), await substituteOf(third)];
    expect(drafts.map((draft) => draft?.replaces)).toEqual([invoice.id, third.id]);
    // A document without folio fiscal cannot be named by a relation.
    expect(await substituteOf(second)).toBeUndefined();
    const [after] = await getItems(table.testContext().context, [invoiceCountKey(trip.teamId)]);
    expect(Number(after?.DRAFT) - Number(counts?.DRAFT)).toBe(2);
    expect(await outdatedAlerts(trip)).toHaveLength(3);
  });

  test('tax 6.3: of a trip with 99 documents can be made', async () => {
    const { fleet, trip, driver, vehicle, testContext } = await insertFreight('VALID');
    for (let more = 0; more < 98; more += 1)
      await insertInvoice(
        testContext,
        { ...ISSUED, uuid: null, teamId: trip.teamId, tripId: trip.id, status: 'VALID', clientId: someId() },
        { uuid: someId() },
      );
    await relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id });
    expect(await outdatedAlerts(trip)).toHaveLength(15);
    expect((await outdatedAlerts(trip)).filter(({ message }) => message.includes('The draft'))).toHaveLength(4);
  });

  test.each(['PENDING', 'CANCELLED_PENDING'] as const)(
    'tax 6.3: that is %s raises the alert, without a substitute',
    async (status) => {
      const { fleet, trip, driver, invoice } = await insertFreight(status);
      await relay(fleet, trip, { driverId: driver.id });
      expect(await substituteOf(invoice)).toBeUndefined();
      expect(await outdatedAlerts(trip)).toEqual([
        { entityId: invoice.id, status: 'OPEN', message: expect.stringContaining('Substitute the document') },
      ]);
    },
  );

  test.each([{ cartaPorte: undefined }, { status: 'CANCELLED' as const }])(
    'tax 6.3: is not concerned by a document with %j',
    async (given) => {
      const { fleet, trip, driver, invoice } = await insertFreight(given.status ?? 'VALID', given);
      const before = await invoiceNow(invoice);
      await relay(fleet, trip, { driverId: driver.id });
      expect(await invoiceNow(invoice)).toEqual(before);
      expect(await outdatedAlerts(trip)).toEqual([]);
    },
  );

  test('tax 6.3: a second relay keeps draft and alert, and the draft names the newest crew', async () => {
    const { fleet, trip, driver, invoice, testContext } = await insertFreight('VALID');
    const first = await relay(fleet, trip, { driverId: driver.id });
    const draft = await substituteOf(invoice);
    const third = await insertDriver(testContext, { teamId: trip.teamId });
    await relay(fleet, first, { driverId: third.id });
    expect(await substituteOf(invoice)).toEqual(draft);
    expect(await outdatedAlerts(trip)).toEqual([expect.objectContaining({ status: 'OPEN' })]);
  });

  test('tax 6.3: a relay back to the stamped crew resolves the alert, and leaves the draft to the office', async () => {
    const { fleet, trip, driver, invoice } = await insertFreight('VALID');
    const first = await relay(fleet, trip, { driverId: driver.id });
    await relay(fleet, first, { driverId: fleet.driver.id });
    expect(await outdatedAlerts(trip)).toEqual([expect.objectContaining({ status: 'RESOLVED' })]);
    expect(await substituteOf(invoice)).toMatchObject({ status: 'DRAFT' });
  });

  test('tax 6.3: to the crew that the document names already makes nothing', async () => {
    const { fleet, trip, driver, testContext } = await insertRoad();
    const invoice = await insertInvoice(
      testContext,
      { ...ISSUED, uuid: null, driverId: driver.id, teamId: trip.teamId, tripId: trip.id, status: 'VALID' },
      { uuid: someId() },
    );
    await relay(fleet, trip, { driverId: driver.id });
    expect(await substituteOf(invoice)).toBeUndefined();
    expect(await outdatedAlerts(trip)).toEqual([]);
  });

  test('tax 6.3: that has receipts already cannot be substituted, and the alert tells the office', async () => {
    const { fleet, trip, driver, invoice, testContext } = await insertFreight('VALID', {}, { receiptCount: 1 });
    const receipt = { type: 'P', status: 'VALID', teamId: trip.teamId } as const;
    const { id } = await insertInvoice(testContext, receipt, { documentIds: [invoice.id] });
    await transact(testContext.context, [putItem(noteOfInvoiceKey(trip.teamId, invoice.id, id), { invoiceId: id })]);
    await relay(fleet, trip, { driverId: driver.id });
    expect(await substituteOf(invoice)).toBeUndefined();
    expect(await outdatedAlerts(trip)).toEqual([
      { entityId: invoice.id, status: 'OPEN', message: expect.stringContaining('Substitute the document') },
    ]);
  });

  test.each(['DRAFT', 'ERROR'] as const)('tax 6.3: that is %s follows the trip, and stays as it is', async (status) => {
    const own = { driverId: someId(), vehicleId: someId() };
    const { fleet, trip, driver, vehicle, invoice } = await insertFreight(status, own);
    await relay(fleet, trip, { driverId: driver.id, vehicleId: vehicle.id });
    const after = await invoiceNow(invoice);
    expect(after).toMatchObject({ status, revision: 1 });
    expect([after.driverId, after.vehicleId]).toEqual([undefined, undefined]);
    expect(await cartaPorteOf(after)).toMatchObject({ configVehicular: null, totalDistRec: 905 });
    expect(await outdatedAlerts(trip)).toEqual([]);
  });

  test('tax 6.3: a draft of the same vehicle keeps its own values', async () => {
    const { fleet, trip, driver, invoice } = await insertFreight('DRAFT');
    await relay(fleet, trip, { driverId: driver.id });
    expect(await invoiceNow(invoice)).toEqual(invoice);
    expect(await cartaPorteOf(invoice)).toEqual(CARTA_PORTE);
  });
});
