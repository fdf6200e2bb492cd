import { listAudit } from '../../shared/audit/list-audit';
import { correctStop } from '../../shared/trips/correct-stop';
import { relayTrip } from '../../shared/trips/relay-trip';
import { START, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import {
  arrival,
  departure,
  factId,
  itemOf,
  note,
  openPhoneRoad,
  planStops,
  resultsOf,
  skip,
  stateOf,
  sync,
} from '../support/phone';
import { quickTable } from '../support/quick-table';
import { seeded } from '../support/seeded';
import { insertDriver, insertFleet, insertTrip, moveAsOwner, startTrip } from '../support/store-fleet';

const { randomInt, shuffled } = seeded();

const table = quickTable();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const statusesOf = async (road: Parameters<typeof stateOf>[1]) =>
  (await stateOf(table.testContext(), road)).stops.map(({ status }) => status);

/** A context whose clock is later. */
function later(milliseconds: number, options: Parameters<typeof table.testContext>[0] = {}) {
  const testContext = table.testContext(options);
  testContext.pass(milliseconds);
  return testContext;
}

describe('road 3: the facts of a phone', () => {
  test('road 3: are applied, and answered in the order in which they were sent', async () => {
    const road = await openPhoneRoad(table.testContext());
    const items = [note(road, 'Llanta baja'), arrival(road, 0), departure(road, 0), skip(road, 1)].reverse();
    const answer = await sync(table.testContext(), road.fleet, items);
    expect(answer.results).toEqual(items.map(({ id }) => ({ id, result: 'APPLIED' })));
    expect(answer.trips).toEqual([{ tripId: road.trip.id, isOpen: true, stopsRevision: 1 }]);
    const { stops, facts } = await stateOf(table.testContext(), road);
    expect(stops).toMatchObject([
      { status: 'SALIO', arrived: { source: 'DRIVER' }, departed: { outcome: 'DELIVERED' } },
      { status: 'OMITIDA', skipped: { reason: 'Cerrado' } },
    ]);
    expect(facts.map(({ event, text }) => text ?? event)).toEqual([
      'Llanta baja',
      'STOP_ARRIVED',
      'STOP_DEPARTED',
      'STOP_SKIPPED',
    ]);
    const [first] = facts;
    expect(first).toMatchObject({ id: items[3]?.id, by: road.fleet.driver.id, at: first?.recordedAt });
  });

  test('road 3: of a failed departure keep the reason', async () => {
    const road = await openPhoneRoad(table.testContext());
    const failed = departure(road, 0, undefined, {
      outcome: 'FAILED',
      reason: 'Puerta cerrada',
      lat: 25.5,
      lng: -100.5,
    });
    expect(await resultsOf(table.testContext(), road.fleet, [failed])).toEqual(['APPLIED']);
    const { stops, facts } = await stateOf(table.testContext(), road);
    expect(stops[0]).toMatchObject({ status: 'SALIO', departed: { outcome: 'FAILED', reason: 'Puerta cerrada' } });
    expect(facts[0]).toMatchObject({ outcome: 'FAILED', reason: 'Puerta cerrada', lat: 25.5, stopId: road.stopIds[0] });
  });

  test('road 8: are no entries of the audit, also under an actor', async () => {
    const road = await openPhoneRoad(table.testContext());
    const before = await auditOf(road);
    await sync(table.testContext(), road.fleet, [note(road, 'x'), arrival(road, 0)]);
    expect(await auditOf(road)).toEqual(before);
    expect(await auditOf(road, road.fleet.driver.id)).toEqual(['STATUS']);
  });
});

async function auditOf({ trip }: Awaited<ReturnType<typeof openPhoneRoad>>, actorId?: string) {
  const filter = { entityType: 'TRIP', entityId: trip.id, actorId } as const;
  const { records } = await table.testContext().use(listAudit)(trip.teamId, filter, {}, { limit: 50 });
  return records.map(({ action }) => action);
}

describe('ruling 5 and 6: order, repetition and batches have no effect', () => {
  test('ruling 5: every order and every repetition end in the same state', async () => {
    for (let round = 0; round < 25; round += 1) {
      const road = await openPhoneRoad(table.testContext());
      const items = [
        ...[arrival(road, 0), departure(road, 0), arrival(road, 0), departure(road, 0), skip(road, 0)],
        ...[skip(road, 1), note(road, 'a'), arrival(road, 1), skip(road, 1)],
      ];
      const sent = shuffled([...items, ...items, ...items]);
      while (sent.length > 0) await sync(later(MINUTE_MS), road.fleet, sent.splice(0, randomInt(1, 9)));
      const { stops, facts } = await stateOf(table.testContext(), road);
      expect(stops.map(({ status }) => status)).toEqual(['SALIO', 'LLEGO']);
      expect(await registersOf(road, 0)).toMatchObject({
        arrived: { id: items[0]?.id },
        departed: { id: items[3]?.id },
        skipped: { id: items[4]?.id },
      });
      expect(await registersOf(road, 1)).toMatchObject({
        arrived: { id: items[7]?.id },
        skipped: { id: items[5]?.id },
      });
      expect(facts.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    }
  });

  test('ruling 6: a repeated fact is DUPLICATE, also with another time of recording, and keeps its first time', async () => {
    const road = await openPhoneRoad(table.testContext());
    const item = arrival(road, 0);
    const again = { ...item, recordedAt: new Date(START + MINUTE_MS).toISOString() };
    expect(await resultsOf(table.testContext(), road.fleet, [item, again])).toEqual(['APPLIED', 'DUPLICATE']);
    expect(await resultsOf(later(2 * MINUTE_MS), road.fleet, [again])).toEqual(['DUPLICATE']);
    const { stops, facts } = await stateOf(table.testContext(), road);
    expect([stops[0]?.arrived?.at, facts.length]).toEqual([item.recordedAt, 1]);
  });

  test('ruling 6: a fact that was written and not merged is merged by its repetition', async () => {
    const road = await openPhoneRoad(table.testContext());
    const item = arrival(road, 0);
    const faults = [{ action: 'UpdateItem', skip: 1, before: connectionReset }];
    await expect(sync(table.testContext({ faults }), road.fleet, [item])).rejects.toThrow('ECONNRESET');
    expect(await statusesOf(road)).toEqual(['PENDIENTE', 'PENDIENTE']);
    expect(await resultsOf(table.testContext(), road.fleet, [item])).toEqual(['DUPLICATE']);
    expect(await statusesOf(road)).toEqual(['LLEGO', 'PENDIENTE']);
  });

  test.each<[string, object]>([
    ['another stop', { stop: 1 }],
    ['another kind', { kind: 'STOP_SKIPPED', reason: 'x' }],
    ['another source', { source: 'GEOFENCE' }],
    ['a place', { lat: 1, lng: 2 }],
    ['an accuracy', { accuracyM: 5 }],
  ])(
    'ruling 6: an identifier with %s is ID_REUSED, and the first stays',
    async (_, { stop, ...fields }: { stop?: 1 }) => {
      const road = await openPhoneRoad(table.testContext());
      const item = arrival(road, 0);
      await sync(table.testContext(), road.fleet, [item]);
      const before = await stateOf(table.testContext(), road);
      const other = { ...item, ...(stop && { stopId: road.stopIds[stop] }), ...fields };
      expect(await resultsOf(table.testContext(), road.fleet, [other])).toEqual(['REFUSED ID_REUSED']);
      expect(await stateOf(table.testContext(), road)).toEqual(before);
    },
  );

  test('road 3: an identifier twice in a batch for two trips is accepted once', async () => {
    const road = await openPhoneRoad(table.testContext());
    const second = await insertTrip(table.testContext(), road.fleet);
    await moveAsOwner(table.testContext(), road.fleet, road.trip, 'COMPLETADO');
    const trip = await startTrip(table.testContext(), road.fleet, second);
    const id = factId();
    const items = [note({ trip }, 'a', id), note(road, 'a', id)];
    expect(await resultsOf(table.testContext(), road.fleet, items)).toEqual(['APPLIED', 'REFUSED ID_REUSED']);
  });
});

const registersOf = async ({ trip, stopIds }: Awaited<ReturnType<typeof openPhoneRoad>>, stop: 0 | 1) =>
  (await table.partition(`TEAM#${trip.teamId}#TRIP#${trip.id}`, `STOP#${stopIds[stop]}`))[0];

describe('ruling 4: the time of recording decides whose fact it is', () => {
  test('ruling 4: a former driver’s facts count until two minutes after the relay', async () => {
    const road = await openPhoneRoad(table.testContext());
    const { teamId } = road.trip;
    const sub = someId();
    const taker = await insertDriver(table.testContext(), { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
    await later(10 * MINUTE_MS).use(relayTrip)(road.fleet.actor, road.trip, { driverId: taker.id }, undefined);
    const at = (minutes: number) => factId(START + minutes * MINUTE_MS);
    const items = [note(road, 'a', at(5)), note(road, 'b', at(12)), note(road, 'c', at(13))];
    const answer = await sync(later(20 * MINUTE_MS), road.fleet, items);
    expect(answer.results.map(({ error }) => error)).toEqual([undefined, undefined, 'NOT_YOUR_TRIP']);
    expect(answer.trips).toMatchObject([{ isOpen: false }]);
    const next = { ...road.fleet, driver: { ...taker, sub } };
    expect(await resultsOf(later(20 * MINUTE_MS), next, [note(road, 'd', at(1))])).toEqual(['APPLIED']);
  });

  test('ruling 4: facts of every other driver are refused, and do not show the trip', async () => {
    const road = await openPhoneRoad(table.testContext());
    const { teamId } = road.trip;
    const sub = someId();
    const driver = await insertDriver(table.testContext(), {
      teamId,
      sub,
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    const answer = await sync(table.testContext(), { ...road.fleet, driver: { ...driver, sub } }, [arrival(road, 0)]);
    expect(answer).toMatchObject({ results: [{ result: 'REFUSED', error: 'NOT_YOUR_TRIP' }], trips: [] });
    const stranger = await insertFleet(table.testContext());
    expect(await resultsOf(table.testContext(), stranger, [arrival(road, 0)])).toEqual(['REFUSED NOT_FOUND']);
    expect((await stateOf(table.testContext(), road)).facts).toEqual([]);
  });
});

describe('ruling 8 and 9: facts before the start and after the end', () => {
  test('ruling 8: a fact of a trip that has not begun waits, and is refused after seven days', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const road = { fleet, trip, stopIds: await planStops(table.testContext(), fleet, trip) };
    const items = [arrival(road, 0), itemOf(road, 'STOP_ARRIVED', { stopId: someId(), source: 'DRIVER' })];
    const waiting = 'WAITING TRIP_NOT_STARTED';
    expect(await resultsOf(table.testContext(), fleet, items)).toEqual([waiting, waiting]);
    expect((await stateOf(table.testContext(), road)).facts).toEqual([]);
    expect(await resultsOf(later(7 * DAY_MS), fleet, items)).toEqual([waiting, waiting]);
    const tooOld = 'REFUSED TOO_OLD';
    expect(await resultsOf(later(7 * DAY_MS + 1), fleet, items)).toEqual([tooOld, tooOld]);
    await startTrip(table.testContext(), fleet, { ...trip, stopsRevision: 1 });
    expect(await resultsOf(table.testContext(), fleet, items)).toEqual(['APPLIED', 'REFUSED STOP_UNKNOWN']);
  });

  test.each(['COMPLETADO', 'CANCELADO'] as const)('ruling 9: facts after the end as %s are accepted', async (to) => {
    const road = await openPhoneRoad(table.testContext());
    await moveAsOwner(table.testContext(), road.fleet, road.trip, to);
    const answer = await sync(table.testContext(), road.fleet, [arrival(road, 0), note(road, 'x')]);
    expect(answer.results.map(({ result }) => result)).toEqual(['APPLIED', 'APPLIED']);
    expect(answer.trips).toMatchObject([{ isOpen: false }]);
  });

  test('ruling 9: facts of a trip that was cancelled before it began are refused', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    await moveAsOwner(table.testContext(), fleet, trip, 'CANCELADO');
    expect(await resultsOf(table.testContext(), fleet, [note({ trip }, 'x')])).toEqual(['REFUSED TRIP_CANCELLED']);
  });

  test('ruling 10: a correction of the office takes precedence, and the facts stay below it', async () => {
    const road = await openPhoneRoad(table.testContext());
    const correct = (status: 'QUITADA' | null) =>
      table.testContext().use(correctStop)(road.fleet.actor, { ...road.trip, stopsRevision: 1 }, road.stopIds[0], {
        status,
        reason: 'x',
      });
    await correct('QUITADA');
    expect(await resultsOf(table.testContext(), road.fleet, [arrival(road, 0)])).toEqual(['APPLIED']);
    expect(await statusesOf(road)).toEqual(['QUITADA', 'PENDIENTE']);
    await correct(null);
    expect(await statusesOf(road)).toEqual(['LLEGO', 'PENDIENTE']);
  });
});
