import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { about, at, callsOf, planOffices, warningsOf } from '../support/plan-office';
import { quickTable } from '../support/quick-table';
import { insertRoute } from '../support/store-fleet';

const table = quickTable();
const openPlans = planOffices(accounts(table));

describe('road 7: overlaps at the creation of a trip', () => {
  test('road 7: name the other trip for driver and vehicle, and the trip is created', async () => {
    const { office, plan, planned, crew, others } = await openPlans();
    const first = await planned({ ...crew, startDate: at('06:00'), endDate: at('12:00') });
    const answer = await plan({ ...crew, startDate: at('11:00'), endDate: at('15:00') });
    expect(answer.status).toBe(201);
    const told = { code: 'PLAN_OVERLAPS', tripId: first, startDate: at('06:00'), endDate: at('12:00') };
    expect(answer.body.warnings).toEqual([
      { ...told, field: 'driverId', message: expect.stringContaining('The driver has another trip') },
      { ...told, field: 'vehicleId', message: expect.stringContaining('The vehicle has another trip') },
    ]);
    const stored = await office.send(getTrip, { path: { tripId: String(answer.body.id) } });
    expect([stored.status, Object.keys(stored.body).includes('warnings')]).toEqual([200, false]);
    const { driverId, vehicleId } = crew;
    const hours = { startDate: at('07:00'), endDate: at('08:00') };
    expect(about(await plan({ ...others, driverId, ...hours }), first)).toEqual(['driverId']);
    expect(about(await plan({ vehicleId, ...hours }), first)).toEqual(['vehicleId']);
    expect(Object.keys((await plan(hours)).body)).not.toContain('warnings');
  });

  test('road 7: are told in the language of the reader, also to a repeated Idempotency-Key', async () => {
    const { plan, planned, crew } = await openPlans();
    const first = await planned({ ...crew, startDate: at('06:00') });
    const body = { ...crew, startDate: at('07:00') };
    const key = { 'idempotency-key': someId() };
    const english = await plan(body, key);
    const spanish = await plan(body, { ...key, 'accept-language': 'es' });
    expect([english.status, spanish.status, spanish.body.id]).toEqual([201, 201, english.body.id]);
    expect([about(english, first), about(spanish, first)]).toEqual([
      ['driverId', 'vehicleId'],
      ['driverId', 'vehicleId'],
    ]);
    expect(warningsOf(english).map(({ message }) => message)).toEqual([
      expect.stringContaining('The driver has another trip'),
      expect.stringContaining('The vehicle has another trip'),
    ]);
    expect(warningsOf(spanish).map(({ message }) => message)).toEqual([
      expect.stringContaining('El operador tiene otro viaje'),
      expect.stringContaining('La unidad tiene otro viaje'),
    ]);
  });

  test.each([
    ['begins when the other ends', ['06:00', '12:00'], ['12:00', '15:00'], false],
    ['ends when the other begins', ['06:00', '12:00'], ['03:00', '06:00'], false],
    ['ends a minute after the other begins', ['06:00', '12:00'], ['03:00', '06:01'], true],
    ['lies within the other', ['06:00', '12:00'], ['08:00', '09:00'], true],
    ['contains the other', ['06:00', '12:00'], ['05:00', '13:00'], true],
    ['is the same', ['06:00', '12:00'], ['06:00', '12:00'], true],
    ['has no length, at the start of the other', ['06:00', '12:00'], ['06:00', '06:00'], true],
    ['has no length, at the end of the other', ['06:00', '12:00'], ['12:00', '12:00'], false],
    ['has no length, as the other', ['06:00', '06:00'], ['06:00', '06:00'], true],
    ['begins after a plan without length', ['06:00', '06:00'], ['06:01', '07:00'], false],
  ] as const)('road 7: a plan that %s', async (_, [from, to], [start, end], isTold) => {
    const { plan, planned, crew } = await openPlans();
    const first = await planned({ ...crew, startDate: at(from), endDate: at(to) });
    const answer = await plan({ ...crew, startDate: at(start), endDate: at(end) });
    expect(about(answer, first)).toEqual(isTold ? ['driverId', 'vehicleId'] : []);
  });

  test('road 7: compare instants, not the texts of zones', async () => {
    const { plan, planned, crew } = await openPlans();
    // 6 to 8 o'clock in UTC.
    const first = await planned({
      ...crew,
      startDate: '2026-03-02T00:00:00-06:00',
      endDate: '2026-03-02T10:00:00+02:00',
    });
    expect(about(await plan({ ...crew, startDate: at('08:00'), endDate: at('09:00') }), first)).toEqual([]);
    expect(about(await plan({ ...crew, startDate: at('05:00'), endDate: '2026-03-02T00:01:00-06:00' }), first)).toEqual(
      [...['driverId', 'vehicleId']],
    );
    expect(refusal(await plan({ ...crew, startDate: '2026-03-02' }))).toEqual(
      refused('VALIDATION_FAILED', 'startDate'),
    );
  });

  test('road 7: without an end a plan lasts as long as its route, else a day', async () => {
    const { plan, planned, crew, teamId, testContext, edit } = await openPlans();
    const route = await insertRoute(testContext, { teamId, estimatedDuration: 120 });
    const routed = { ...crew, routeId: route.id };
    const first = await planned({ ...routed, startDate: at('06:00') });
    const late = await plan({ ...crew, startDate: at('08:00'), endDate: at('08:30') });
    expect(about(late, first)).toEqual([]);
    const soon = await plan({ ...crew, startDate: at('07:59'), endDate: at('08:00') });
    expect(warningsOf(soon).map(({ tripId, endDate }) => [tripId, endDate])).toEqual([
      [first, at('08:00')],
      [first, at('08:00')],
    ]);
    // The route of the trip itself: known to its creation, and read after a change of its start.
    const second = await plan({ ...routed, startDate: at('04:00') });
    expect(about(second, first)).toEqual([]);
    const secondId = String(second.body.id);
    expect(about(await edit(secondId, { startDate: at('04:01') }), first)).toEqual(['driverId', 'vehicleId']);
    expect(about(await edit(secondId, { startDate: at('03:59') }), first)).toEqual([]);
    expect((await edit(first, { routeId: null })).status).toBe(200);
    const next = { ...crew, startDate: '2026-03-03T05:59:00.000Z', endDate: '2026-03-03T05:59:30.000Z' };
    expect(about(await plan(next), first)).toEqual(['driverId', 'vehicleId']);
    const after = { ...crew, startDate: '2026-03-03T06:00:00.000Z', endDate: '2026-03-03T06:01:00.000Z' };
    expect(about(await plan(after), first)).toEqual([]);
  });

  test('road 7: count trips that are planned or under way, and none that is finished, cancelled or deleted', async () => {
    const { office, plan, planned, move, crew } = await openPlans();
    const hours = { startDate: at('06:00'), endDate: at('12:00') };
    const again = async (tripId: string) => {
      const answer = await plan({ ...hours, driverId: crew.driverId });
      await move(String(answer.body.id), 'CANCELADO');
      return about(answer, tripId);
    };
    const first = await planned({ ...crew, ...hours });
    expect(await again(first)).toEqual(['driverId']);
    await move(first, 'EN_PROCESO');
    expect(await again(first)).toEqual(['driverId']);
    await move(first, 'COMPLETADO');
    expect(await again(first)).toEqual([]);
    const second = await planned({ ...crew, ...hours });
    await move(second, 'CANCELADO');
    expect(await again(second)).toEqual([]);
    const third = await planned({ ...crew, ...hours });
    expect((await office.send(deleteTrip, { path: { tripId: third } })).status).toBe(200);
    await planned({ ...crew, ...hours });
  });

  test('road 7: are found at the first and the last instant that a trip can have', async () => {
    const { plan, planned, crew } = await openPlans();
    for (const startDate of ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      const first = await planned({ ...crew, startDate });
      const answer = await plan({ ...crew, startDate });
      expect([answer.status, about(answer, first)]).toEqual([201, ['driverId', 'vehicleId']]);
    }
  });

  test('road 7: of a record of another team stay unknown: the trip is refused as before', async () => {
    const { plan, planned, crew } = await openPlans();
    const { plan: otherPlan } = await openPlans();
    await planned({ ...crew, startDate: at('06:00') });
    const { vehicleId } = crew;
    expect(refusal(await otherPlan({ vehicleId, startDate: at('06:00') }))).toEqual(
      refused('VALIDATION_FAILED', 'vehicleId'),
    );
    expect((await plan({ ...crew, startDate: at('06:00') })).status).toBe(201);
  });

  test('road 7: do not refuse one of two plans at once', async () => {
    const { plan, crew } = await openPlans();
    const body = { ...crew, startDate: at('06:00') };
    const answers = await Promise.all([plan(body), plan(body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('road 7: the policy of overlaps', () => {
  test('road 7: ALLOW warns of none and reads nothing for it, and WARN is the default', async () => {
    const { office, plan, planned, crew, testContext } = await openPlans();
    const first = await planned({ ...crew, startDate: at('06:00') });
    const body = { ...crew, startDate: at('07:00') };
    expect(about(await plan(body), first)).toEqual(['driverId', 'vehicleId']);
    const warned = callsOf(testContext);
    expect((await office.send(changeRoadPolicy, { body: { overlap: 'ALLOW' } })).body).toMatchObject({
      overlap: 'ALLOW',
    });
    testContext.pass(61_000);
    // The policy is read once a minute.
    await plan(body);
    const allowed = await plan(body);
    expect([allowed.status, allowed.body.warnings]).toEqual([201, undefined]);
    // Two lists, and the trips in them.
    expect(warned - callsOf(testContext)).toBe(3);
  });

  test.each(['REFUSED', 'warn', 1])('road 7: overlap %p is refused by its name', async (overlap) => {
    const { office } = await openPlans();
    const answer = await office.send(changeRoadPolicy, { body: { overlap } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'overlap'));
  });
});

describe('road 7: overlaps after a change of a trip', () => {
  test('road 7: are told for sent hours, driver and vehicle, not of the trip itself, and again when sent again', async () => {
    const { planned, edit, crew, others } = await openPlans();
    const hours = { startDate: at('06:00'), endDate: at('12:00') };
    const first = await planned({ ...crew, ...hours });
    const second = await planned({ ...others, ...hours });
    const third = await planned({ ...crew, startDate: at('12:00'), endDate: at('13:00') });
    expect((await edit(first, { ...crew, ...hours })).body).not.toHaveProperty('warnings');
    for (const _ of ['first', 'again']) {
      const moved = await edit(third, { startDate: at('11:00') });
      expect([moved.status, about(moved, first)]).toEqual([200, ['driverId', 'vehicleId']]);
    }
    expect((await edit(third, { notes: 'Urgente' })).body).not.toHaveProperty('warnings');
    const given = await edit(third, { driverId: others.driverId });
    expect([about(given, first), about(given, second)]).toEqual([[], ['driverId']]);
    const longer = await edit(third, { endDate: at('14:00') });
    expect([about(longer, first), about(longer, second)]).toEqual([['vehicleId'], ['driverId']]);
    const free = await edit(third, { startDate: at('12:00') });
    expect([free.status, free.body.warnings]).toEqual([200, undefined]);
  });

  test('road 7: are not told of a trip that is finished, nor of a driver who was taken away', async () => {
    const { planned, plan, edit, move, crew } = await openPlans();
    const hours = { startDate: at('06:00'), endDate: at('12:00') };
    const first = await planned({ ...crew, ...hours });
    const second = String((await plan({ ...crew, ...hours })).body.id);
    expect(about(await edit(second, { driverId: null }), first)).toEqual([]);
    await move(second, 'CANCELADO');
    expect(about(await edit(second, { endDate: at('13:00') }), first)).toEqual([]);
  });

  test('road 7: of the next driver and vehicle are told by a relay, also to its repeated key', async () => {
    const { office, planned, move, crew, others } = await openPlans();
    const hours = { startDate: at('06:00'), endDate: at('12:00') };
    const first = await planned({ ...crew, ...hours });
    const second = await planned({ ...others, startDate: at('11:00') });
    await move(first, 'EN_PROCESO');
    const headers = { 'idempotency-key': someId() };
    const { driverId } = others;
    for (const _ of ['first', 'again']) {
      const answer = await office.send(relayTrip, { path: { tripId: first }, body: { driverId }, headers });
      expect([answer.status, about(answer, second)]).toEqual([200, ['driverId']]);
    }
  });
});
