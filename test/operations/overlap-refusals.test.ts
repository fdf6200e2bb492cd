import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { agendaKey } from '../../shared/trips/agenda';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { recordsOf } from '../support/office';
import { about, at, planOffices } from '../support/plan-office';
import { quickTable } from '../support/quick-table';
import { insertRoute, insertTrips } from '../support/store-fleet';

const table = quickTable();
const openPlans = planOffices(accounts(table));
/** A function believes the policy for a minute, and makes agendas anew for two. */
const SETTLED_MS = 121_000;

type Plans = Awaited<ReturnType<typeof openPlans>>;

const setOverlap = async ({ office, testContext }: Plans, overlap: string) => {
  expect((await office.send(changeRoadPolicy, { body: { overlap } })).status).toBe(200);
  testContext.pass(SETTLED_MS);
};

/** An office whose team refuses overlaps. */
async function openRefusing() {
  const plans = await openPlans();
  await setOverlap(plans, 'REFUSE');
  return plans;
}

const agendasOf = ({ teamId }: Plans) => table.partition(agendaKey(teamId, '').pk);
/** The trips in the agenda of a driver or vehicle. */
async function plannedFor({ teamId }: Plans, id: string) {
  const [agenda] = await table.partition(agendaKey(teamId, '').pk, id);
  const plans = agenda?.plans;
  return Array.isArray(plans) ? plans.map(({ tripId }) => tripId) : [];
}

const MORNING = { startDate: at('06:00'), endDate: at('12:00') };

describe('road 7: under REFUSE a new plan', () => {
  test('road 7: that overlaps is refused with the other trips, and nothing is written', async () => {
    const plans = await openRefusing();
    const { office, plan, planned, crew, others } = plans;
    const first = await planned({ ...crew, ...MORNING });
    const stored = (await table.everything()).length;
    const body = { ...crew, startDate: at('11:00'), endDate: at('15:00') };
    const answer = await plan(body);
    const told = { code: 'PLAN_OVERLAPS', tripId: first, ...MORNING };
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        error: 'PLAN_OVERLAPS',
        field: 'driverId',
        message: 'The driver has another trip in these hours. Choose another driver or other hours.',
        errors: [
          { ...told, field: 'driverId', message: expect.stringContaining('The driver has another trip') },
          { ...told, field: 'vehicleId', message: expect.stringContaining('The vehicle has another trip') },
        ],
      },
    ]);
    const spanish = await plan({ ...body, driverId: others.driverId }, { 'accept-language': 'es' });
    expect([spanish.status, spanish.body.field, spanish.body.message]).toEqual([
      409,
      'vehicleId',
      'La unidad tiene otro viaje en este horario. Elija otra unidad u otro horario.',
    ]);
    expect((await table.everything()).length).toBe(stored);
    expect(recordsOf(await office.send(listTrips), 'trips')).toHaveLength(1);
  });

  test('road 7: that only touches another one, or needs neither its driver nor its vehicle, is planned', async () => {
    const { plan, planned, crew, others } = await openRefusing();
    await planned({ ...crew, ...MORNING });
    await planned({ ...crew, startDate: at('12:00'), endDate: at('13:00') });
    await planned({ ...crew, startDate: at('05:00'), endDate: at('06:00') });
    await planned({ ...others, ...MORNING });
    await planned(MORNING);
    expect((await plan({ ...crew, startDate: at('06:00'), endDate: at('06:00') })).status).toBe(409);
  });

  test('road 7: without an end lasts as long as its route, else a day', async () => {
    const { teamId, testContext, plan, planned, crew } = await openRefusing();
    const { id: routeId } = await insertRoute(testContext, { teamId, estimatedDuration: 120 });
    await planned({ ...crew, routeId, startDate: at('06:00') });
    expect((await plan({ ...crew, startDate: at('07:59'), endDate: at('08:30') })).status).toBe(409);
    expect((await plan({ ...crew, startDate: at('04:01'), routeId })).status).toBe(409);
    await planned({ ...crew, startDate: at('04:00'), routeId });
    await planned({ ...crew, startDate: at('08:00') });
    expect((await plan({ ...crew, startDate: '2026-03-03T07:59:00.000Z' })).status).toBe(409);
    await planned({ ...crew, startDate: '2026-03-03T08:00:00.000Z' });
  });

  test('road 7: is answered again to its Idempotency-Key, also when both requests come at once', async () => {
    const { plan, crew } = await openRefusing();
    const body = { ...crew, ...MORNING };
    const key = { 'idempotency-key': someId() };
    const both = await Promise.all([plan(body, key), plan(body, key)]);
    const again = await plan(body, key);
    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set([...both, again].map(({ body: { id } }) => id)).size).toBe(1);
    expect((await plan(body, { 'idempotency-key': someId() })).status).toBe(409);
  });

  test('road 7: of two at once for one driver or one vehicle one is planned, and the other refused', async () => {
    const { plan, crew, others } = await openRefusing();
    const answers = await Promise.all([
      plan({ ...crew, ...MORNING }),
      plan({ ...MORNING, driverId: crew.driverId, vehicleId: others.vehicleId }),
      plan({ ...MORNING, driverId: others.driverId, vehicleId: crew.vehicleId }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(statuses[0] === 201 ? 2 : 1);
    for (const { status, body } of answers) if (status === 409) expect(body.error).toBe('PLAN_OVERLAPS');
  });

  test('road 7: is compared with each one of fifty at once for one driver', async () => {
    const { plan, crew } = await openRefusing();
    const hours = (hour: number) => ({ startDate: at(`${10 + (hour % 5)}:00`), endDate: at(`${10 + (hour % 5)}:59`) });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, one) => plan({ ...crew, ...hours(one) })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(45);
  });
});

describe('road 7: under REFUSE a change of a trip', () => {
  test('road 7: to hours of another one is 400 with the changed field, and changes nothing', async () => {
    const { office, planned, edit, crew, others } = await openRefusing();
    const first = await planned({ ...crew, ...MORNING });
    const second = await planned({ ...others, ...MORNING });
    const third = await planned({ ...crew, startDate: at('12:00'), endDate: at('13:00') });
    const given = await edit(third, { startDate: at('11:00'), endDate: at('13:00') });
    expect(refusal(given)).toEqual(refused('VALIDATION_FAILED', 'startDate'));
    expect(given.body.errors).toEqual([{ field: 'startDate', message: given.body.message }]);
    expect(refusal(await edit(first, { endDate: at('12:01') }))).toEqual(refused('VALIDATION_FAILED', 'endDate'));
    expect(refusal(await edit(first, { endDate: null }))).toEqual(refused('VALIDATION_FAILED', 'endDate'));
    const { driverId, vehicleId } = others;
    expect(refusal(await edit(first, { ...MORNING, driverId }))).toEqual(refused('VALIDATION_FAILED', 'driverId'));
    expect(refusal(await edit(first, { vehicleId }))).toEqual(refused('VALIDATION_FAILED', 'vehicleId'));
    for (const [id, kept] of [
      [first, { ...crew, ...MORNING }],
      [second, { ...others, ...MORNING }],
    ] as const)
      expect((await office.send(getTrip, { path: { tripId: id } })).body).toMatchObject(kept);
  });

  test('road 7: frees the former hours, driver and vehicle, and takes the new ones', async () => {
    const plans = await openRefusing();
    const { plan, planned, edit, crew, others } = plans;
    const first = await planned({ ...crew, ...MORNING });
    expect((await edit(first, { startDate: at('09:00') })).status).toBe(200);
    const early = await planned({ ...crew, startDate: at('06:00'), endDate: at('09:00') });
    expect((await edit(first, { driverId: others.driverId })).status).toBe(200);
    expect((await edit(first, { vehicleId: null })).status).toBe(200);
    expect(await plannedFor(plans, crew.driverId)).toEqual([early]);
    expect(await plannedFor(plans, crew.vehicleId)).toEqual([early]);
    expect(await plannedFor(plans, others.driverId)).toEqual([first]);
    expect((await plan({ ...MORNING, driverId: others.driverId })).body.field).toBe('driverId');
    await planned({ ...crew, startDate: at('09:00'), endDate: at('12:00') });
  });

  test('road 7: to a route of another duration is compared, and one that moves nothing is not', async () => {
    const plans = await openRefusing();
    const { teamId, testContext, planned, edit, crew } = plans;
    const short = await insertRoute(testContext, { teamId, estimatedDuration: 60 });
    const long = await insertRoute(testContext, { teamId, estimatedDuration: 90 });
    const first = await planned({ ...crew, routeId: short.id, startDate: at('06:00') });
    await planned({ ...crew, startDate: at('07:00'), endDate: at('08:00') });
    expect(refusal(await edit(first, { routeId: long.id }))).toEqual(refused('VALIDATION_FAILED', 'routeId'));
    const before = await agendasOf(plans);
    expect((await edit(first, { ...crew, routeId: short.id, startDate: at('06:00'), notes: 'Urgente' })).status).toBe(
      200,
    );
    expect(await agendasOf(plans)).toEqual(before);
  });
});

describe('road 7: under REFUSE a trip leaves the agendas', () => {
  test('road 7: at its end, its cancellation and its deletion, and not at its start', async () => {
    const plans = await openRefusing();
    const { office, plan, planned, move, crew } = plans;
    const body = { ...crew, ...MORNING };
    const ways = [
      (tripId: string) => move(tripId, 'CANCELADO'),
      async (tripId: string) => expect((await office.send(deleteTrip, { path: { tripId } })).status).toBe(200),
      async (tripId: string) => {
        await move(tripId, 'EN_PROCESO');
        expect((await plan(body)).status).toBe(409);
        await move(tripId, 'COMPLETADO');
      },
      async (tripId: string) => {
        await move(tripId, 'EN_PROCESO');
        await move(tripId, 'CANCELADO');
      },
    ];
    for (const leave of ways) {
      const tripId = await planned(body);
      const rest = await planned({ ...crew, startDate: at('13:00'), endDate: at('14:00') });
      expect(await plannedFor(plans, crew.driverId)).toEqual([tripId, rest]);
      await leave(tripId);
      for (const id of Object.values(crew)) expect(await plannedFor(plans, id)).toEqual([rest]);
      await move(rest, 'CANCELADO');
    }
  });

  test('road 7: of a former driver and vehicle by a relay, which warns of the next ones and is not refused', async () => {
    const plans = await openRefusing();
    const { office, plan, planned, move, crew, others } = plans;
    const first = await planned({ ...crew, ...MORNING });
    const second = await planned({ ...others, startDate: at('11:00'), endDate: at('13:00') });
    await move(first, 'EN_PROCESO');
    const answer = await office.send(relayTrip, { path: { tripId: first }, body: others });
    expect([answer.status, about(answer, second)]).toEqual([200, ['driverId', 'vehicleId']]);
    for (const id of Object.values(crew)) expect(await plannedFor(plans, id)).toEqual([]);
    for (const id of Object.values(others)) expect(await plannedFor(plans, id)).toEqual([second, first]);
    expect((await plan({ ...others, startDate: at('07:00'), endDate: at('08:00') })).status).toBe(409);
    await planned({ ...crew, ...MORNING });
  });
});

describe('road 7: the agendas begin', () => {
  test('road 7: with the trips that were planned before REFUSE, whose overlaps stay', async () => {
    const plans = await openPlans();
    const { plan, planned, edit, crew } = plans;
    const first = await planned({ ...crew, ...MORNING });
    const second = String((await plan({ ...crew, startDate: at('11:00'), endDate: at('15:00') })).body.id);
    expect(await agendasOf(plans)).toEqual([]);
    await setOverlap(plans, 'REFUSE');
    expect((await edit(second, { notes: 'Urgente', startDate: at('11:00') })).status).toBe(200);
    expect((await plan({ ...crew, startDate: at('14:00'), endDate: at('16:00') })).body.errors).toEqual([
      expect.objectContaining({ tripId: second, field: 'driverId' }),
      expect.objectContaining({ tripId: second, field: 'vehicleId' }),
    ]);
    expect(refusal(await edit(second, { endDate: at('14:00') }))).toEqual(refused('VALIDATION_FAILED', 'endDate'));
    expect((await edit(second, { startDate: at('12:00') })).status).toBe(200);
    expect((await plannedFor(plans, crew.driverId)).sort()).toEqual([first, second].sort());
  });

  test('road 7: anew after WARN: what was planned, moved and cancelled meanwhile counts', async () => {
    const plans = await openRefusing();
    const { plan, planned, edit, move, crew } = plans;
    const first = await planned({ ...crew, ...MORNING });
    const second = await planned({ ...crew, startDate: at('12:00'), endDate: at('13:00') });
    await setOverlap(plans, 'WARN');
    const before = await agendasOf(plans);
    await move(first, 'CANCELADO');
    expect((await edit(second, { startDate: at('14:00'), endDate: at('15:00') })).status).toBe(200);
    const third = await planned({ ...crew, startDate: at('16:00'), endDate: at('17:00') });
    expect(await agendasOf(plans)).toEqual(before);
    await setOverlap(plans, 'REFUSE');
    for (const [hour, status] of [
      ['06:30', 201],
      ['12:30', 201],
      ['14:30', 409],
      ['16:30', 409],
    ] as const)
      expect((await plan({ ...crew, startDate: at(hour), endDate: at(hour) })).status).toBe(status);
    expect(await plannedFor(plans, crew.driverId)).toHaveLength(4);
    expect(await plannedFor(plans, crew.driverId)).toEqual(expect.arrayContaining([second, third]));
  });

  test('road 7: under WARN and ALLOW nothing is written into one', async () => {
    const plans = await openPlans();
    for (const overlap of ['WARN', 'ALLOW']) {
      await setOverlap(plans, overlap);
      const { planned, edit, move, crew } = plans;
      const first = await planned({ ...crew, ...MORNING });
      expect((await edit(first, { startDate: at('07:00') })).status).toBe(200);
      await move(first, 'EN_PROCESO');
      await move(first, 'COMPLETADO');
    }
    expect(await agendasOf(plans)).toEqual([]);
  });

  test('road 7: again when the policy is sent again as it is, and not when other fields of it change', async () => {
    const plans = await openRefusing();
    const { office, planned, crew } = plans;
    const first = await planned({ ...crew, ...MORNING });
    const before = await agendasOf(plans);
    for (const body of [{ overlap: 'REFUSE', lateMinutes: 20 }, { trackDays: 7 }])
      expect((await office.send(changeRoadPolicy, { body })).body).toMatchObject({ overlap: 'REFUSE', ...body });
    const second = await planned({ ...crew, startDate: at('12:00'), endDate: at('13:00') });
    const after = await agendasOf(plans);
    expect(after.map(({ madeAt }) => madeAt)).toEqual(before.map(({ madeAt }) => madeAt));
    expect(await plannedFor(plans, crew.driverId)).toEqual([first, second]);
  });
});

describe('road 7: an agenda holds a hundred plans', () => {
  const day = (days: number) => new Date(Date.parse(at('06:00')) + days * 24 * 60 * 60_000).toISOString();
  const hours = (days: number) => ({ startDate: day(days), endDate: day(days) });

  async function openFull(firstDay: number) {
    const plans = await openPlans();
    const { teamId, testContext, crew } = plans;
    await insertTrips(
      testContext,
      Array.from({ length: 100 }, (_, number) => ({ teamId, driverId: crew.driverId, ...hours(firstDay + number) })),
    );
    await setOverlap(plans, 'REFUSE');
    return plans;
  }

  test('road 7: that are still to come: one more is refused, a change of one of them is not', async () => {
    const plans = await openFull(1);
    const { office, plan, planned, edit, crew, others } = plans;
    const { driverId } = crew;
    const full = await plan({ driverId, ...hours(200) });
    expect([full.status, full.body.error, full.body.field]).toEqual([409, 'PLAN_OVERLAPS', 'driverId']);
    expect(full.body.message).toContain('has 100 planned trips already');
    const other = await planned({ ...others, ...hours(200) });
    expect(refusal(await edit(other, { driverId }))).toEqual(refused('VALIDATION_FAILED', 'driverId'));
    const trips = recordsOf(await office.send(listTrips, { query: { driverId, status: 'NO_INICIADO' } }), 'trips');
    const one = String(trips[0]?.id);
    expect((await edit(one, { endDate: day(300), startDate: day(300) })).status).toBe(200);
    expect((await plan({ driverId, ...hours(300) })).body.errors).toHaveLength(1);
    await plans.move(one, 'CANCELADO');
    await planned({ driverId, ...hours(300) });
  });

  test('road 7: and drops those that have passed, the first ones before the others', async () => {
    const plans = await openFull(-20);
    const { planned, plan, crew } = plans;
    const { driverId } = crew;
    await planned({ driverId, ...hours(200) });
    expect(await plannedFor(plans, driverId)).toHaveLength(100);
    await planned({ driverId, ...hours(201) });
    expect((await plan({ driverId, ...hours(50) })).status).toBe(409);
    // A plan in the past is compared with the lists of trips again.
    expect((await plan({ driverId, ...hours(-20) })).status).toBe(409);
    expect(await plannedFor(plans, driverId)).toHaveLength(100);
  });
});
