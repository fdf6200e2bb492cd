import { listAudit } from '../../shared/audit/list-audit';
import { listEvents } from '../../shared/events/list-events';
import { driverKey } from '../../shared/fleet/driver';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { instantOfUuid } from '../../shared/platform/runtime/uuid';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { readTimeline } from '../../shared/trips/read-trip';
import { receivableKey } from '../../shared/trips/receivable';
import { relayTrip } from '../../shared/trips/relay-trip';
import { tripKey } from '../../shared/trips/trip';
import { START, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { arrival, departure, type Item, note, type PhoneRoad, resultsOf, sync } from '../support/phone';
import { idAt, instantAt, planPhoneRoad, tripEnd, tripStart, wholeState } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { seeded } from '../support/seeded';
import { insertDriver, insertTrip, moveAsOwner } from '../support/store-fleet';

const { randomInt, shuffled } = seeded();

const table = quickTable();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PATIO = { lat: 25.6866, lng: -100.3161 };
const GATE = { lat: 25.7, lng: -100.2, accuracyM: 8 };

function later(minutes: number, options: Parameters<typeof table.testContext>[0] = {}) {
  const testContext = table.testContext(options);
  testContext.pass(minutes * MINUTE_MS);
  return testContext;
}

const plan = () => planPhoneRoad(table.testContext());
const send = (road: Pick<PhoneRoad, 'fleet'>, items: readonly Item[], minutes = 600) =>
  resultsOf(later(minutes), road.fleet, items);
const state = (road: PhoneRoad) => wholeState(table.testContext(), road);
const office = (road: PhoneRoad, to: 'EN_PROCESO' | 'COMPLETADO' | 'CANCELADO', minutes = 0) =>
  moveNow(road, to, minutes);
async function moveNow({ fleet, trip }: PhoneRoad, to: 'EN_PROCESO' | 'COMPLETADO' | 'CANCELADO', minutes: number) {
  const testContext = later(minutes);
  const now = await getItem(testContext.context, tripKey(trip.teamId, trip.id));
  return moveAsOwner(testContext, fleet, now ?? trip, to);
}

describe('ruling 7: start and end by the phone', () => {
  test('ruling 7: a day without network is sent at once, and moves the trip', async () => {
    const road = await plan();
    const items = [
      tripStart(road, 10, PATIO),
      arrival(road, 0, idAt(60)),
      departure(road, 0, idAt(70)),
      tripEnd(road, 300),
    ];
    const answer = await sync(later(600), road.fleet, items.toReversed());
    expect(answer.results.map(({ result }) => result)).toEqual(Array(4).fill('APPLIED'));
    expect(answer.trips).toEqual([{ tripId: road.trip.id, isOpen: false, stopsRevision: 1 }]);
    const after = await state(road);
    expect(after).toMatchObject({
      trip: {
        status: 'COMPLETADO',
        actualStartDate: instantAt(10),
        actualEndDate: instantAt(300),
        startLat: PATIO.lat,
        startLng: PATIO.lng,
      },
      crew: ['DISPONIBLE', undefined, 'DISPONIBLE', undefined],
      position: undefined,
      since: instantAt(300),
    });
    expect(after.trip.lastPosition).toBeUndefined();
    const by = road.fleet.driver.id;
    const [start, , , end] = items;
    expect(after.facts).toMatchObject([
      {
        id: start?.id,
        event: 'TRIP_START',
        newStatus: 'EN_PROCESO',
        at: instantAt(10),
        recordedAt: instantAt(10),
        by,
        ...PATIO,
      },
      { event: 'STOP_ARRIVED' },
      { event: 'STOP_DEPARTED' },
      { id: end?.id, event: 'TRIP_END', newStatus: 'COMPLETADO', at: instantAt(300) },
    ]);
    expect(await send(road, items)).toEqual(Array(4).fill('DUPLICATE'));
    expect(await state(road)).toEqual(after);
  });

  test('road 8: the audit and the events have the two transitions with identifiers of the commit', async () => {
    const road = await plan();
    const items = [tripStart(road, 10, GATE), tripStart(road, 11), tripEnd(road, 300), tripEnd(road, 301)];
    const days = 5 * 24 * 60;
    expect(await send(road, items, days)).toEqual(Array(4).fill('APPLIED'));
    const { trip, fleet } = road;
    const { records } = await table.testContext().use(listAudit)(
      trip.teamId,
      { entityType: 'TRIP', entityId: trip.id },
      {},
      { limit: 50 },
    );
    const moves = records.filter(({ action }) => action === 'STATUS').toReversed();
    expect(moves).toMatchObject([
      { actorId: fleet.driver.id, previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO' },
      { actorId: fleet.driver.id, previousStatus: 'EN_PROCESO', newStatus: 'COMPLETADO' },
    ]);
    const { events } = await later(days + 10).use(listEvents)(trip.teamId, { limit: 50 });
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['trip.started', 'trip.completed']);
    for (const [index, event] of events.slice(-2).entries()) {
      expect(event.id).toBe(moves[index]?.id);
      expect(instantOfUuid(event.id).getTime()).toBeGreaterThanOrEqual(START + days * MINUTE_MS);
      expect(event.timestamp).toBe(instantOfUuid(event.id).toISOString());
    }
    const bytes = JSON.stringify(events);
    for (const { id } of items) expect(bytes).not.toContain(id);
  });

  test('ruling 7: after the office’s moves the facts are stored, and the driver’s times take precedence', async () => {
    const road = await plan();
    await office(road, 'EN_PROCESO', 30);
    await office(road, 'COMPLETADO', 400);
    expect(await state(road)).toMatchObject({ since: instantAt(400), trip: { actualStartDate: instantAt(30) } });
    const { version } = (await getItem(table.testContext().context, tripKey(road.trip.teamId, road.trip.id))) ?? {};
    const items = [tripStart(road, 10, PATIO), tripEnd(road, 350)];
    expect(await send(road, items)).toEqual(['APPLIED', 'APPLIED']);
    expect(await state(road)).toMatchObject({
      trip: {
        status: 'COMPLETADO',
        actualStartDate: instantAt(10),
        actualEndDate: instantAt(350),
        startLat: PATIO.lat,
      },
      since: instantAt(350),
      facts: [{ event: 'TRIP_START' }, { event: 'TRIP_END' }],
    });
    const record = await getItem(table.testContext().context, tripKey(road.trip.teamId, road.trip.id));
    expect(record?.version).toBe((version ?? 0) + 2);
    const { records } = await table.testContext().use(readTimeline)(road.trip.teamId, road.trip.id, { limit: 50 });
    expect(records.filter(({ event }) => event === 'STATUS').map(({ newStatus }) => newStatus)).toEqual([
      'EN_PROCESO',
      'COMPLETADO',
    ]);
  });

  test('ruling 7: of several facts the one with the least identifier says the time, and its place', async () => {
    const road = await plan();
    const [first, second] = [tripStart(road, 10), tripStart(road, 20, PATIO)];
    expect(await send(road, [second])).toEqual(['APPLIED']);
    expect(await state(road)).toMatchObject({ trip: { actualStartDate: instantAt(20), startLat: PATIO.lat } });
    expect(await send(road, [first])).toEqual(['APPLIED']);
    expect(await send(road, [second])).toEqual(['DUPLICATE']);
    const { trip } = await state(road);
    expect([trip.actualStartDate, trip.startLat, trip.startLng]).toEqual([instantAt(10), undefined, undefined]);
  });

  test('ruling 7: a place that was recorded hours ago is no position of the truck', async () => {
    const road = await plan();
    expect(await send(road, [tripStart(road, 10, PATIO)])).toEqual(['APPLIED']);
    expect((await state(road)).position).toEqual({ lat: undefined, isOpen: true });
  });
});

describe('ruling 5: order, repetition and batching of starts and ends have no effect', () => {
  test('ruling 5: every order ends in the same state, also with moves of the office in between', async () => {
    for (let round = 0; round < 16; round += 1) {
      const road = await plan();
      const items = [
        ...[
          tripStart(road, 10, PATIO),
          tripStart(road, 12, GATE),
          note(road, 'a', idAt(20)),
          arrival(road, 0, idAt(60)),
        ],
        ...[departure(road, 0, idAt(70)), tripEnd(road, 300), arrival(road, 1, idAt(310)), tripEnd(road, 320)],
      ];
      const queue = shuffled([...items, ...items]);
      const moves = round % 4 === 0 ? [] : (['EN_PROCESO', 'COMPLETADO'] as const).slice(0, randomInt(1, 3));
      const final = new Set(['APPLIED', 'DUPLICATE']);
      for (const [index, to] of moves.entries()) {
        await sendSome(road, queue, index + 1, final);
        await office(road, to, 500).catch(() => undefined);
      }
      for (let calls = 0; queue.length > 0; calls += 1) {
        expect(calls).toBeLessThan(200);
        await sendSome(road, queue, 9, final);
      }
      const { facts, ...rest } = await state(road);
      expect(rest).toMatchObject({
        trip: {
          ...{ status: 'COMPLETADO', actualStartDate: instantAt(10), actualEndDate: instantAt(300) },
          ...{ startLat: PATIO.lat, startFactId: items[0]?.id, endFactId: items[5]?.id, lastPosition: undefined },
        },
        crew: ['DISPONIBLE', undefined, 'DISPONIBLE', undefined],
        since: instantAt(300),
        stops: [
          ['SALIO', { at: instantAt(60) }, { at: instantAt(70) }],
          ['LLEGO', { at: instantAt(310) }, undefined],
        ],
      });
      expect(
        facts.map(({ id, event, newStatus, previousStatus, at, lat }) => [
          id,
          event,
          newStatus,
          previousStatus,
          at,
          lat,
        ]),
      ).toEqual(items.map(({ id, kind, recordedAt, lat }) => [id, kind, REACHED[kind], undefined, recordedAt, lat]));
    }
  });
});

const REACHED: Readonly<Record<string, string>> = { TRIP_START: 'EN_PROCESO', TRIP_END: 'COMPLETADO' };

/** Sends some items of the queue. Those that wait come again. */
async function sendSome(road: PhoneRoad, queue: Item[], most: number, final: ReadonlySet<string>) {
  const sent = queue.splice(0, randomInt(1, most + 1));
  const results = await send(road, sent);
  for (const [index, item] of sent.entries()) {
    const result = results[index] ?? '';
    if (final.has(result)) continue;
    expect(result).toBe('WAITING TRIP_NOT_STARTED');
    queue.push(item);
  }
}

describe('ruling 6: an interrupted call', () => {
  test('ruling 6: killed before any of its calls and repeated ends in the same state', async () => {
    for (const moves of [[], ['EN_PROCESO'], ['EN_PROCESO', 'COMPLETADO']] as const) {
      let expected: object | undefined;
      for (let calls = 0, killed = true; killed; calls += 1) {
        const road = await plan();
        for (const to of moves) await office(road, to, 5);
        const items = [tripStart(road, 10, PATIO), arrival(road, 0, idAt(60)), tripEnd(road, 300)];
        let made = 0;
        const meanwhile = async () => {
          made += 1;
          if (made > calls) throw connectionReset();
        };
        const actions = ['BatchGetItem', 'GetItem', 'UpdateItem', 'TransactWriteItems'];
        const faults = actions.map((action) => ({ action, meanwhile }));
        const results = await resultsOf(later(600, { faults }), road.fleet, items).catch(
          (failure: Error) => failure.message,
        );
        killed = typeof results === 'string';
        if (killed) expect(results).toBe('read ECONNRESET');
        const again = await send(road, items);
        expect(again.every((result) => result === 'APPLIED' || result === 'DUPLICATE')).toBe(true);
        const { trip, facts, ...rest } = await state(road);
        const comparable = {
          ...rest,
          trip: { ...trip, startFactId: undefined, endFactId: undefined },
          facts: facts.length,
        };
        expected ??= { ...comparable, stops: expect.anything() };
        expect(comparable).toMatchObject(expected);
        expect([trip.startFactId, trip.endFactId]).toEqual([items[0]?.id, items[2]?.id]);
      }
    }
  });

  test('ruling 6: a time that was written and not merged is merged by the repeated fact', async () => {
    const road = await plan();
    await office(road, 'EN_PROCESO', 30);
    await office(road, 'COMPLETADO', 400);
    const items = [tripEnd(road, 350)];
    const faults = [{ action: 'TransactWriteItems', before: connectionReset }];
    await expect(resultsOf(later(600, { faults }), road.fleet, items)).rejects.toThrow('ECONNRESET');
    expect((await state(road)).since).toBe(instantAt(400));
    // The first estimate of the time stays.
    const again = items.map((item) => ({ ...item, recordedAt: instantAt(360) }));
    expect(await send(road, again)).toEqual(['DUPLICATE']);
    expect(await state(road)).toMatchObject({ since: instantAt(350), trip: { actualEndDate: instantAt(350) } });
  });

  test.each(['before the transition', 'of an entry without one'])(
    'ruling 6: an identifier with another body is ID_REUSED, %s',
    async (when) => {
      const road = await plan();
      if (when !== 'before the transition') await office(road, 'EN_PROCESO', 5);
      const start = tripStart(road, 10, GATE);
      expect(await send(road, [start])).toEqual(['APPLIED']);
      const before = await state(road);
      const others = [
        { ...start, lat: 1 },
        { ...start, accuracyM: 9 },
        { ...start, kind: 'TRIP_END' },
        { ...start, kind: 'NOTE', text: 'x' },
      ];
      for (const other of others) expect(await send(road, [other])).toEqual(['REFUSED ID_REUSED']);
      expect(await send(road, [{ ...start, recordedAt: instantAt(11) }])).toEqual(['DUPLICATE']);
      expect(await state(road)).toEqual(before);
    },
  );

  test('ruling 6: the end with the identifier of a note is ID_REUSED, and the trip goes on', async () => {
    const road = await plan();
    const remark = note(road, 'a', idAt(20));
    expect(await send(road, [tripStart(road, 10), remark])).toEqual(['APPLIED', 'APPLIED']);
    expect(await send(road, [{ ...tripEnd(road, 20), id: remark.id }])).toEqual(['REFUSED ID_REUSED']);
    expect((await state(road)).trip.status).toBe('EN_PROCESO');
  });
});

describe('ruling 8: what can still become valid', () => {
  const waits = ['WAITING TRIP_NOT_READY'];

  test('ruling 8: a start waits while driver and vehicle are on another trip, whose end can be in the same batch', async () => {
    const road = await plan();
    const next = { ...road, trip: await insertTrip(table.testContext(), road.fleet) };
    const [start, end, second] = [tripStart(road, 10), tripEnd(road, 300), tripStart(next, 310)];
    expect(await send(road, [start, second])).toEqual(['APPLIED', ...waits]);
    expect(await send(road, [second])).toEqual(waits);
    expect((await wholeStateOf(next)).trip.status).toBe('NO_INICIADO');
    const answer = await sync(later(600), road.fleet, [second, end]);
    expect(answer.results.map(({ result }) => result)).toEqual(['APPLIED', 'APPLIED']);
    expect(answer.trips).toMatchObject([
      { tripId: road.trip.id, isOpen: false },
      { tripId: next.trip.id, isOpen: true },
    ]);
    expect((await wholeStateOf(next)).trip).toMatchObject({ status: 'EN_PROCESO', actualStartDate: instantAt(310) });
  });

  const wholeStateOf = (road: PhoneRoad) => wholeState(table.testContext(), { ...road, stopIds: road.stopIds });

  test.each([
    ['the vehicle', 'MANTENIMIENTO'],
    ['the driver', 'VACACIONES'],
  ])('ruling 8: a start waits while %s is %s, and says so', async (who, status) => {
    const road = await plan();
    const { teamId } = road.trip;
    const [driver, vehicle] = [driverKey(teamId, road.fleet.driver.id), vehicleKey(teamId, road.fleet.vehicle.id)];
    const set = (value: string) => {
      const gone = () => new Error('gone');
      const change = { set: { status: value } };
      const step = who === 'the driver' ? update(driver, change, {}, gone) : update(vehicle, change, {}, gone);
      return transact(table.testContext().context, [step]);
    };
    await set(status);
    const start = tripStart(road, 10);
    expect(await send(road, [start])).toEqual(waits);
    const days = 7 * 24 * 60 + 10;
    expect(await send(road, [start], days)).toEqual(waits);
    await set('DISPONIBLE');
    expect(await send(road, [start], days + 1)).toEqual(['REFUSED TOO_OLD']);
    expect(await send(road, [start], days)).toEqual(['APPLIED']);
  });

  test('ruling 8: every fact but the start waits for the start', async () => {
    const road = await plan();
    const waiting = 'WAITING TRIP_NOT_STARTED';
    const items = [tripEnd(road, 5), arrival(road, 0, idAt(6)), note(road, 'a', idAt(7))];
    expect(await send(road, items)).toEqual([waiting, waiting, waiting]);
    expect(await send(road, [tripStart(road, 8), ...items])).toEqual(['APPLIED', waiting, waiting, waiting]);
    expect(await send(road, items)).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
  });
});

describe('ruling 9: the office decides about a cancelled trip', () => {
  test('ruling 9: start and end of a trip that was cancelled before it began are refused', async () => {
    const road = await plan();
    await office(road, 'CANCELADO');
    const refused = 'REFUSED TRIP_CANCELLED';
    expect(await send(road, [tripStart(road, 10), tripEnd(road, 20)])).toEqual([refused, refused]);
    expect((await state(road)).facts).toEqual([]);
  });

  test('ruling 9: of a trip that was cancelled on the road the end is refused, and the start says its time', async () => {
    const road = await plan();
    await office(road, 'EN_PROCESO', 20);
    await office(road, 'CANCELADO', 100);
    expect(await send(road, [tripStart(road, 10), tripEnd(road, 90)])).toEqual(['APPLIED', 'REFUSED TRIP_CANCELLED']);
    const { trip, facts } = await state(road);
    expect(trip).toMatchObject({ status: 'CANCELADO', actualStartDate: instantAt(10) });
    expect([trip.actualEndDate, facts.length]).toEqual([undefined, 1]);
  });

  test('ruling 9: a start after the office gave the trip to another driver is refused', async () => {
    const road = await plan();
    const { teamId } = road.trip;
    const taker = await insertDriver(table.testContext(), {
      teamId,
      sub: someId(),
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    const change = { set: { driverId: taker.id } };
    await transact(table.testContext().context, [
      update(tripKey(teamId, road.trip.id), change, {}, () => new Error('gone')),
    ]);
    expect(await send(road, [tripStart(road, 10)])).toEqual(['REFUSED NOT_YOUR_TRIP']);
  });

  test('ruling 9: a cancellation during the start is what the start finds', async () => {
    const road = await plan();
    const faults = [{ action: 'TransactWriteItems', times: 1, meanwhile: () => office(road, 'CANCELADO', 550) }];
    expect(await resultsOf(later(600, { faults }), road.fleet, [tripStart(road, 10)])).toEqual([
      'REFUSED TRIP_CANCELLED',
    ]);
    expect(await state(road)).toMatchObject({
      trip: { status: 'CANCELADO' },
      crew: ['DISPONIBLE', undefined, 'DISPONIBLE', undefined],
    });
  });

  test('ruling 7: an office that starts or ends the trip during the call does not lose the fact', async () => {
    const road = await plan();
    const during = (to: 'EN_PROCESO' | 'COMPLETADO') => [
      { action: 'TransactWriteItems', times: 1, meanwhile: () => office(road, to, 550) },
    ];
    expect(await resultsOf(later(600, { faults: during('EN_PROCESO') }), road.fleet, [tripStart(road, 10)])).toEqual([
      'APPLIED',
    ]);
    expect(await resultsOf(later(600, { faults: during('COMPLETADO') }), road.fleet, [tripEnd(road, 300)])).toEqual([
      'APPLIED',
    ]);
    expect(await state(road)).toMatchObject({
      trip: { status: 'COMPLETADO', actualStartDate: instantAt(10), actualEndDate: instantAt(300) },
      since: instantAt(300),
      facts: [{ event: 'TRIP_START' }, { event: 'TRIP_END' }],
    });
  });
});

describe('two changes at once', () => {
  /** The trip changes just before the n-th call of an action. */
  const during = (action: string, skip: number, meanwhile: () => Promise<unknown>) => [
    { action, skip, times: 1, meanwhile },
  ];
  const edit =
    ({ trip }: PhoneRoad, set: object) =>
    () =>
      transact(table.testContext().context, [
        update(tripKey(trip.teamId, trip.id), { set: { ...set } }, {}, () => new Error('gone')),
      ]);

  test('ruling 9: a trip that gets another driver during its start is refused, and another plan starts all the same', async () => {
    const road = await plan();
    const faults = during('TransactWriteItems', 0, edit(road, { driverId: someId() }));
    expect(await resultsOf(later(600, { faults }), road.fleet, [tripStart(road, 10)])).toEqual([
      'REFUSED NOT_YOUR_TRIP',
    ]);
    const other = await plan();
    const later600 = later(600, { faults: during('TransactWriteItems', 0, edit(other, { startDate: instantAt(20) })) });
    expect(await resultsOf(later600, other.fleet, [tripStart(other, 10)])).toEqual(['APPLIED']);
  });

  test('ruling 7: two facts that say the time at once leave that of the least identifier', async () => {
    const road = await plan();
    await office(road, 'EN_PROCESO', 20);
    const [first, second] = [tripStart(road, 10), tripStart(road, 11)];
    const faults = during('UpdateItem', 1, () => send(road, [first]));
    expect(await resultsOf(later(600, { faults }), road.fleet, [second])).toEqual(['APPLIED']);
    expect((await state(road)).trip).toMatchObject({ startFactId: first.id, actualStartDate: instantAt(10) });
  });

  test('ruling 7: a payment while the end gets the driver’s time stays in the receivable', async () => {
    const road = await plan();
    await office(road, 'EN_PROCESO', 20);
    await office(road, 'COMPLETADO', 400);
    const faults = during('TransactWriteItems', 0, edit(road, { paid: 300 }));
    expect(await resultsOf(later(600, { faults }), road.fleet, [tripEnd(road, 350)])).toEqual(['APPLIED']);
    const { teamId, id } = road.trip;
    expect(await getItem(table.testContext().context, receivableKey(teamId, id))).toMatchObject({
      paid: 300,
      since: instantAt(350),
    });
  });
});

describe('ruling 4: after a relay', () => {
  test('ruling 4: a former driver cannot end the trip, and the former driver’s start only sets the time', async () => {
    const road = await plan();
    const { teamId } = road.trip;
    const sub = someId();
    const taker = await insertDriver(table.testContext(), { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
    const started = await office(road, 'EN_PROCESO', 20);
    await later(100).use(relayTrip)(road.fleet.actor, started, { driverId: taker.id }, undefined);
    const items = [tripStart(road, 10, PATIO), tripEnd(road, 90)];
    expect(await send(road, items)).toEqual(['APPLIED', 'REFUSED NOT_YOUR_TRIP']);
    const { trip, crew } = await state(road);
    expect(trip).toMatchObject({ status: 'EN_PROCESO', actualStartDate: instantAt(10), startLat: PATIO.lat });
    expect(crew.slice(0, 2)).toEqual(['DISPONIBLE', undefined]);
    expect(await send(road, [tripStart(road, 103)])).toEqual(['REFUSED NOT_YOUR_TRIP']);
    const next = { ...road.fleet, driver: { ...taker, sub } };
    expect(await resultsOf(later(600), next, [tripEnd(road, 400)])).toEqual(['APPLIED']);
    expect(await send(road, [tripEnd(road, 95)])).toEqual(['REFUSED NOT_YOUR_TRIP']);
    expect((await state(road)).trip).toMatchObject({ status: 'COMPLETADO', actualEndDate: instantAt(400) });
  });
});

test('ruling 11: an access that ends during the call refuses it whole, and moves nothing', async () => {
  const road = await plan();
  const { teamId } = road.trip;
  const disable = () => {
    const change = { set: { appAccessStatus: 'DISABLED' } };
    return transact(table.testContext().context, [
      update(driverKey(teamId, road.fleet.driver.id), change, {}, () => new Error('gone')),
    ]);
  };
  const faults = [{ action: 'TransactWriteItems', times: 1, meanwhile: disable }];
  const call = resultsOf(later(600, { faults }), road.fleet, [tripStart(road, 10)]);
  await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await state(road)).trip.status).toBe('NO_INICIADO');
});

test('ruling 2: a start whose identifier is older than eight days is refused', async () => {
  const road = await plan();
  const old = { ...tripStart(road, 0), recordedAt: instantAt(9 * 24 * 60) };
  expect(await send(road, [old], (9 * DAY_MS) / MINUTE_MS)).toEqual(['REFUSED VALIDATION_FAILED items[0].id']);
});
