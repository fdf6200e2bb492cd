import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as getOwnTrip } from '../../functions/drivers/get-own-trip';
import { operation as getOwnTripInvoice } from '../../functions/drivers/get-own-trip-invoice';
import { operation as listOwnTrips } from '../../functions/drivers/list-own-trips';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as getTripTimeline } from '../../functions/trips/get-trip-timeline';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { cartaPorte, freightItem, readyFreight } from '../support/freight';
import { type Office, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertClient, insertDriver, insertVehicle } from '../support/store-fleet';

const offices = stampingOffices(quickTable());
const { bench, open, stamp, alerted } = offices;
afterEach(offices.forgetWork);
const storage = mockClient(S3Client);
beforeEach(() => {
  storage.on(HeadObjectCommand).resolves({ ContentLength: 1_000 });
});

const HOUR_MS = 60 * 60_000;
const HERE = { lat: 24.02, lng: -101.5 };
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;

/** A trip under way, with a driver and a vehicle that can take it over. */
async function openRoad() {
  const office = await open();
  const { teamId, testContext } = office;
  const { client, driver, vehicle } = readyFreight();
  const { id: clientId } = await insertClient(testContext, { ...client, teamId });
  const former = await insertDriver(testContext, { ...driver, ...APP, teamId, sub: someId() });
  const next = { ...driver, name: 'Rosa Luna', licenseNumber: 'LFD07654321', rfc: 'LUMR850505A12' };
  const taker = await insertDriver(testContext, { ...next, ...APP, teamId, sub: someId() });
  const truck = await insertVehicle(testContext, { ...vehicle, teamId });
  const spare = await insertVehicle(testContext, {
    ...{ ...vehicle, teamId, plate: '77-ZZ-9Y', insuranceNumber: 'Q-NEW', configVehicular: 'C3', permSCT: 'TPAF01' },
    ...{ numPermisoSCT: '3085TEN990120260001', aseguradora: 'GNP', pesoBrutoVehicular: 20 },
  });
  const plan = { clientId, driverId: former.id, vehicleId: truck.id, startDate: '2026-03-02T15:00:00.000Z' };
  const created = await office.send(createTrip, { body: { ...plan, cargoWeight: 4_800 } });
  const tripId = String(created.body.id);
  const path = { tripId };
  expect((await office.send(updateTripStatus, { path, body: { status: 'EN_PROCESO' } })).status).toBe(200);
  return { office, tripId, path, clientId, former, taker, truck, spare };
}

type Road = Awaited<ReturnType<typeof openRoad>>;

/** The trip with a stamped Carta Porte. */
async function openFreight() {
  const road = await openRoad();
  const { office, tripId, clientId } = road;
  const body = { tripId, clientId, items: [freightItem()], cartaPorte: cartaPorte() };
  const created = await office.send(createInvoice, { body });
  const invoiceId = String(created.body.id);
  expect(await stamp(office, invoiceId)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  return { ...road, invoiceId };
}

const relay = ({ office, path }: Road, body: object, headers = {}) => office.send(relayTrip, { path, body, headers });
const read = async (office: Office, id: string) => (await office.send(getInvoice, { path: { id } })).body;
/** The body that the provider got for an invoice. */
function sentOf(id: string) {
  const stored = [...bench.served().standIn.state.invoices.entries()].map(([, { body }]) => Object(body));
  const complement = stored.find(({ external_id }) => external_id === id)?.complements?.[0]?.data;
  return { idCcp: complement?.IdCCP, mercancias: complement?.Mercancias, figures: complement?.FiguraTransporte };
}

describe('tax 6.3: the relay of a trip under way', () => {
  test('tax 6.3: is a member’s; answers the trip; stands in timeline and audit', async () => {
    const road = await openRoad();
    const { office, path, taker, spare } = road;
    const member = await office.hire('MEMBER');
    const body = { driverId: taker.id, vehicleId: spare.id, reason: 'Falla mecánica' };
    const answer = await member.send(relayTrip, { path: { ...path, teamId: office.teamId }, body });
    const shown = { driverId: taker.id, driverName: 'Rosa Luna', vehicleId: spare.id, vehiclePlate: '77-ZZ-9Y' };
    expect(answer).toMatchObject({ status: 200, body: { ...shown, status: 'EN_PROCESO' } });
    expect(answer.body).not.toHaveProperty('legs');
    expect((await office.send(getTrip, { path })).body).toMatchObject(shown);
    const events = recordsOf(await office.send(getTripTimeline, { path }), 'timeline').map(({ event }) => event);
    expect(events.at(-1)).toBe('RELAY');
    const [entry] = recordsOf(await office.send(listAudit, { query: { entityId: path.tripId } }), 'entries');
    expect(entry).toMatchObject({ action: 'RELAY', actorId: member.id, changes: { reason: 'Falla mecánica' } });
  });

  test('desk 2.1: the alert about the Carta Porte names its draft, and no longer a draft that was deleted', async () => {
    const road = await openFreight();
    const { office, taker, invoiceId } = road;
    expect((await relay(road, { driverId: taker.id })).status).toBe(200);
    const told = async () => {
      const alerts = recordsOf(await office.send(listAlerts, { query: { type: 'CARTA_PORTE_OUTDATED' } }), 'alerts');
      return alerts.map(({ status, message }) => `${status} ${message}`);
    };
    const draftOf = (text = '') => /draft (\S+) substitutes/.exec(text)?.[1];
    const draftId = draftOf((await told())[0]) ?? '';
    expect((await read(office, draftId)).status).toBe('DRAFT');
    expect((await office.send(deleteInvoice, { path: { id: draftId } })).status).toBe(200);
    const [text, ...others] = await told();
    expect([draftOf(text), others]).toEqual([undefined, []]);
    expect(text).toContain('OPEN Driver, vehicle, route or goods of the trip changed');
    expect((await office.send(substituteInvoice, { path: { id: invoiceId }, body: {} })).status).toBe(201);
    expect(await told()).toEqual([text]);
  });

  test.each([
    [{}, 'driverId'],
    [{ reason: 'x' }, 'driverId'],
    [{ driverId: null }, 'driverId'],
    [{ driverId: 'x' }, 'driverId'],
    [{ vehicleId: 7 }, 'vehicleId'],
    [{ vehicleId: someId() }, 'vehicleId'],
    [{ driverId: someId() }, 'driverId'],
    [{ driverId: someId(), reason: 'x'.repeat(501) }, 'reason'],
    [{ driverId: someId(), status: 'COMPLETADO' }, 'status'],
  ])('tax 6.3: with %j is 400 with the field', async (body, field) => {
    expect(refusal(await relay(await openRoad(), body))).toEqual(refused('VALIDATION_FAILED', field));
  });

  test('tax 6.3: to a driver or vehicle of another team is 400; of another team’s trip 404; by a stranger 403', async () => {
    const [road, abroad] = [await openRoad(), await openRoad()];
    const { office, path, taker } = road;
    expect(refusal(await relay(road, { driverId: abroad.taker.id }))).toEqual(refused('VALIDATION_FAILED', 'driverId'));
    expect(refusal(await relay(road, { vehicleId: abroad.spare.id }))).toEqual(
      refused('VALIDATION_FAILED', 'vehicleId'),
    );
    const foreign = await abroad.office.send(relayTrip, { path, body: { driverId: abroad.taker.id } });
    expect(refusal(foreign)).toEqual(refused('NOT_FOUND'));
    const stranger = await (await office.stranger()).send(relayTrip, { path, body: { driverId: taker.id } });
    expect(refusal(stranger)).toEqual(refused('FORBIDDEN'));
    expect((await office.send(getTrip, { path })).body).toMatchObject({ driverId: road.former.id });
  });

  test('tax 6.3: with an Idempotency-Key is done once, also after another relay', async () => {
    const road = await openRoad();
    const key = { 'idempotency-key': 'relevo-1' };
    const first = await relay(road, { driverId: road.taker.id }, key);
    expect((await relay(road, { driverId: road.former.id })).status).toBe(200);
    expect(await relay(road, { driverId: road.taker.id }, key)).toEqual(first);
    expect((await road.office.send(getTrip, { path: road.path })).body.driverId).toBe(road.former.id);
    const other = await relay(road, { vehicleId: road.spare.id }, key);
    expect(refusal(other)).toEqual(refused('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'));
    const same = await relay(road, { driverId: road.former.id }, { 'idempotency-key': 'relevo-2' });
    expect([same.status, same.body.driverId]).toEqual([200, road.former.id]);
  });

  test('tax 6.3: takes pings and the end of the trip from the new driver alone, and lists it for that driver', async () => {
    const { office, path, former, taker, ...road } = await openRoad();
    await relay({ office, path, former, taker, ...road }, { driverId: taker.id });
    const [old, cab] = [await office.cab(former), await office.cab(taker)];
    expect(refusal(await old.send(pingLocation, { path, body: HERE }))).toEqual(refused('FORBIDDEN'));
    const end = { path, body: { status: 'COMPLETADO' } };
    expect(refusal(await old.send(updateOwnTripStatus, end))).toEqual(refused('FORBIDDEN'));
    expect(recordsOf(await old.send(listOwnTrips), 'trips')).toEqual([]);
    expect(recordsOf(await cab.send(listOwnTrips), 'trips')).toHaveLength(1);
    expect((await cab.send(pingLocation, { path, body: HERE })).status).toBe(200);
    expect((await cab.send(updateOwnTripStatus, end)).status).toBe(200);
  });
});

describe('tax 6.3: the documents of a relayed trip', () => {
  test('tax 6.3: the substitute has the new unit, the new operator and a new IdCCP; its stamp resolves the alert', async () => {
    const road = await openFreight();
    const { office, invoiceId, taker, spare } = road;
    expect((await relay(road, { driverId: taker.id, vehicleId: spare.id })).status).toBe(200);
    const { replacedBy, status } = await read(office, invoiceId);
    const substituteId = String(replacedBy);
    expect([status, (await read(office, substituteId)).status]).toEqual(['VALID', 'DRAFT']);
    expect(await alerted(office, 'CARTA_PORTE_OUTDATED')).toEqual([
      expect.objectContaining({
        entityId: invoiceId,
        status: 'OPEN',
        severity: 'CRITICAL',
        message: expect.stringContaining(substituteId),
      }),
    ]);
    expect(await stamp(office, substituteId)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    expect(await alerted(office, 'CARTA_PORTE_OUTDATED')).toEqual([expect.objectContaining({ status: 'RESOLVED' })]);
    expect((await read(office, invoiceId)).status).toBe('CANCELLED');
    const [old, sent] = [sentOf(invoiceId), sentOf(substituteId)];
    expect(sent.idCcp).toMatch(/^CCC/);
    expect(sent.idCcp).not.toBe(old.idCcp);
    const text = JSON.stringify(sent);
    for (const value of ['77ZZ9Y', 'Q-NEW', 'C3', '3085TEN990120260001', 'GNP', 'Rosa Luna', 'LFD07654321'])
      expect(text).toContain(value);
    for (const value of ['12AB3C', 'Q-2026-778812', 'LFD01234567']) expect(text).not.toContain(value);
  });

  test('tax 6.3: the substitute of two relays names the last crew', async () => {
    const road = await openFreight();
    const { office, invoiceId, taker, spare } = road;
    await relay(road, { driverId: taker.id });
    const substituteId = String((await read(office, invoiceId)).replacedBy);
    await relay(road, { vehicleId: spare.id });
    expect((await read(office, invoiceId)).replacedBy).toBe(substituteId);
    const edited = await office.send(editInvoice, { path: { id: substituteId }, body: { notes: 'Relevo' } });
    expect(edited.status).toBe(200);
    expect((await stamp(office, substituteId)).status).toBe(200);
    const text = JSON.stringify(sentOf(substituteId));
    for (const value of ['77ZZ9Y', 'Rosa Luna', 'C3']) expect(text).toContain(value);
    expect(await alerted(office, 'CARTA_PORTE_OUTDATED')).toEqual([expect.objectContaining({ status: 'RESOLVED' })]);
  });

  test('tax 6.3: the substitute names the former driver again after a relay back, with the other vehicle', async () => {
    const road = await openFreight();
    const { office, invoiceId, taker, former, spare } = road;
    await relay(road, { driverId: taker.id });
    const substituteId = String((await read(office, invoiceId)).replacedBy);
    await relay(road, { driverId: former.id, vehicleId: spare.id });
    expect((await stamp(office, substituteId)).status).toBe(200);
    const text = JSON.stringify(sentOf(substituteId));
    for (const value of ['77ZZ9Y', 'José Hernández']) expect(text).toContain(value);
    expect(text).not.toContain('Rosa Luna');
  });
});

describe('tax 6.3: the papers of a former driver', () => {
  const shown = async (road: Road, driver: Road['former']) => {
    const cab = await road.office.cab(driver);
    const [trip, paper] = [
      await cab.send(getOwnTrip, { path: road.path }),
      await cab.send(getOwnTripInvoice, { path: road.path }),
    ];
    return { statuses: [trip.status, paper.status], invoice: Object(trip.body.invoice), paper };
  };

  test('tax 6.3: are readable for 24 hours, also when the substitute has cancelled them; then 404', async () => {
    const road = await openFreight();
    const { office, invoiceId, former, taker } = road;
    const before = await shown(road, former);
    expect([before.statuses, before.invoice.status]).toEqual([[200, 302], 'VALID']);
    await relay(road, { driverId: taker.id });
    const substituteId = String((await read(office, invoiceId)).replacedBy);
    expect((await shown(road, taker)).invoice).toEqual(before.invoice);
    await stamp(office, substituteId);
    const own = await shown(road, former);
    expect(own.statuses).toEqual([200, 302]);
    expect(own.invoice).toEqual({ ...before.invoice, status: 'CANCELLED' });
    expect(own.paper.headers.location).toContain(`${invoiceId}.pdf`);
    expect((await shown(road, taker)).invoice).toMatchObject({ invoiceId: substituteId, status: 'VALID' });
    office.testContext.pass(24 * HOUR_MS);
    expect((await shown(road, former)).statuses).toEqual([200, 302]);
    office.testContext.pass(1_000);
    const late = await shown(road, former);
    expect(late.statuses).toEqual([404, 404]);
    expect(refusal(late.paper)).toEqual(refused('NOT_FOUND'));
    expect((await shown(road, taker)).statuses).toEqual([200, 302]);
  });

  test('tax 6.3: are none without a document, and those of the last leg', async () => {
    const road = await openRoad();
    const { office, former, taker, tripId, clientId } = road;
    await relay(road, { driverId: taker.id });
    const bare = await shown(road, former);
    expect([bare.statuses, bare.invoice]).toEqual([[200, 409], {}]);
    await relay(road, { driverId: former.id });
    office.testContext.pass(48 * HOUR_MS);
    const body = { tripId, clientId, items: [freightItem()], noCartaPorteReason: 'LOCAL' };
    const { id } = (await office.send(createInvoice, { body })).body;
    expect((await stamp(office, String(id))).status).toBe(200);
    await relay(road, { driverId: taker.id });
    expect((await shown(road, former)).invoice).toMatchObject({ invoiceId: id });
  });

  test('tax 6.3: are not those of a driver who never had the trip', async () => {
    const road = await openFreight();
    const { office, taker } = road;
    const third = await insertDriver(office.testContext, { ...APP, teamId: office.teamId, sub: someId() });
    await relay(road, { driverId: taker.id });
    expect((await shown(road, third)).statuses).toEqual([403, 403]);
  });
});
