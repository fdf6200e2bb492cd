import { ALERT_TYPES } from '../../shared/alerts/alert';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { readStops } from '../../shared/trips/read-stops';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { arrival, departure, openPhoneRoad, type PhoneRoad, proof, resultsOf, skip, sync } from '../support/phone';
import { tripEnd } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { asDriver, moveAsOwner } from '../support/store-fleet';
import { runWatch } from '../support/watch-run';

const table = quickTable();
const WAITING = 'WAITING PROOF_MISSING';

/** A trip under way whose first stop requires a photo, by the given policy. */
async function openEndRoad(policy: RoadPolicy['proof'] | undefined): Promise<PhoneRoad> {
  const testContext = table.testContext();
  const road = await openPhoneRoad(testContext);
  const [first, second] = road.stopIds;
  const stops = [
    { id: first, order: 1, name: 'Apodaca', radiusM: 200, requires: ['PHOTO' as const] },
    { id: second, order: 2, name: 'Vallejo', radiusM: 200 },
  ];
  await testContext.use(editStops)(road.fleet.actor, await tripOf(road), { stopsRevision: 1, stops });
  const set = { proof: policy ?? 'WARN', trackDays: 30 } as const;
  if (policy) await transact(testContext.context, [putItem(roadPolicyKey(road.trip.teamId), set)]);
  return road;
}

async function tripOf({ trip: { teamId, id } }: PhoneRoad): Promise<TripRecord> {
  const trip = await getItem(table.testContext().context, tripKey(teamId, id));
  if (trip === undefined) throw new Error('The trip does not exist.');
  return trip;
}

const send = (road: PhoneRoad, ...items: object[]) => resultsOf(table.testContext(), road.fleet, items);
const photo = () => ({ files: [{ fileId: someId(), sha256: 'ab'.repeat(32), kind: 'PHOTO' }] });
const statusOf = async (road: PhoneRoad) =>
  (await table.testContext().use(readStops)(await tripOf(road))).stops[0]?.status;
const alertsAt = async ({ trip }: PhoneRoad): Promise<Record<string, unknown>[]> =>
  (await table.partition(`TEAM#${trip.teamId}`, 'ALERT#')).filter(
    ({ type, entityId }) => type === 'TRIP_ENDED_WITHOUT_PROOF' && entityId === trip.id,
  );
const alertStatuses = async (road: PhoneRoad) => (await alertsAt(road)).map(({ status }) => status);

describe('ruling 8: the end of a trip under proof: ENFORCE', () => {
  test('ruling 8: waits for the proof, names what it waits for, and is applied after it', async () => {
    const road = await openEndRoad('ENFORCE');
    const end = tripEnd(road, 5);
    const { results } = await sync(table.testContext(), road.fleet, [arrival(road, 0), departure(road, 0), end]);
    expect(results[2]).toMatchObject({ result: 'WAITING', error: 'PROOF_MISSING' });
    expect(JSON.stringify(results[2]?.message)).toContain('Apodaca');
    expect([(await tripOf(road)).status, await alertStatuses(road)]).toEqual(['EN_PROCESO', []]);
    expect(await send(road, proof(road, 0, undefined, photo()), end)).toEqual(['APPLIED', 'APPLIED']);
    expect([(await tripOf(road)).status, await alertStatuses(road)]).toEqual(['COMPLETADO', []]);
  });

  test('ruling 8: does not wait for another kind of file of the stop, nor for one of another stop', async () => {
    const road = await openEndRoad('ENFORCE');
    const signature = { files: [{ fileId: someId(), sha256: 'ab'.repeat(32), kind: 'SIGNATURE' }] };
    const others = [proof(road, 0, undefined, signature), proof(road, 1, undefined, photo()), proof(road, undefined)];
    expect(await send(road, ...others, tripEnd(road, 5))).toEqual([...Array(3).fill('APPLIED'), WAITING]);
  });

  test('road 2: is not kept by a stop that was skipped, also when the driver reached it later', async () => {
    const road = await openEndRoad('ENFORCE');
    expect(await send(road, tripEnd(road, 5))).toEqual([WAITING]);
    expect(await send(road, skip(road, 0), arrival(road, 0), tripEnd(road, 6))).toEqual(Array(3).fill('APPLIED'));
  });

  test.each([
    ['SALIO', 'APPLIED'],
    ['OMITIDA', 'APPLIED'],
    ['QUITADA', 'APPLIED'],
    ['LLEGO', WAITING],
    ['PENDIENTE', WAITING],
  ] as const)('ruling 10: with a stop that the office corrected to %s is %s', async (status, result) => {
    const road = await openEndRoad('ENFORCE');
    const correction = { status, reason: 'x' };
    await table.testContext().use(correctStop)(road.fleet.actor, await tripOf(road), road.stopIds[0], correction);
    expect(await send(road, tripEnd(road, 5))).toEqual([result]);
  });

  test('road 4: by a member does not wait, and raises the alert', async () => {
    const road = await openEndRoad('ENFORCE');
    await moveAsOwner(table.testContext(), road.fleet, await tripOf(road), 'COMPLETADO');
    expect([(await tripOf(road)).status, await alertStatuses(road)]).toEqual(['COMPLETADO', ['OPEN']]);
    // The fact of an end that the office made does not wait either.
    expect(await send(road, tripEnd(road, 5))).toEqual(['APPLIED']);
  });

  test('road 10: no driver ends the trip by the single call either', async () => {
    const road = await openEndRoad('ENFORCE');
    const move = () =>
      table.testContext().use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
    await expect(move()).rejects.toMatchObject({ code: 'TRIP_NOT_READY', message: expect.stringContaining('Apodaca') });
    await send(road, proof(road, 0, undefined, photo()));
    expect((await move()).trip.status).toBe('COMPLETADO');
  });

  test('road 2: of a stop that was left needs its proof to be SALIO, and otherwise it is LLEGO', async () => {
    for (const [policy, status] of [
      ['ENFORCE', 'LLEGO'],
      ['WARN', 'SALIO'],
      ['NONE', 'SALIO'],
    ] as const) {
      const road = await openEndRoad(policy);
      await send(road, departure(road, 0));
      expect(await statusOf(road)).toBe(status);
      await send(road, proof(road, 0, undefined, photo()));
      expect(await statusOf(road)).toBe('SALIO');
    }
  });

  test('road 2: an edit that adds a requirement between the judgement and the end is not overlooked', async () => {
    const road = await openEndRoad('ENFORCE');
    await send(road, proof(road, 0, undefined, photo()));
    const trip = await tripOf(road);
    const stops = [{ order: 1, name: 'Nueva', radiusM: 200, requires: ['SIGNATURE' as const] }];
    const edit = () => table.testContext().use(editStops)(road.fleet.actor, trip, { stopsRevision: 2, stops });
    expect(await resultsOf(table.interrupted(edit), road.fleet, [tripEnd(road, 5)])).toEqual([WAITING]);
    expect((await tripOf(road)).status).toBe('EN_PROCESO');
  });
});

describe('road 4: the alert of a trip that ended without a proof', () => {
  test('road 4: is raised under WARN, which is the default, once, with the driver’s end', async () => {
    const road = await openEndRoad(undefined);
    const end = tripEnd(road, 5);
    expect(await send(road, end, end)).toEqual(['APPLIED', 'DUPLICATE']);
    expect(await send(road, tripEnd(road, 6))).toEqual(['APPLIED']);
    expect(await alertsAt(road)).toEqual([
      expect.objectContaining({ severity: 'WARNING', entityType: 'TRIP', status: 'OPEN' }),
    ]);
    expect(ALERT_TYPES).toContain('TRIP_ENDED_WITHOUT_PROOF');
  });

  test.each<[string, RoadPolicy['proof'], (road: PhoneRoad) => object[]]>([
    ['under NONE', 'NONE', () => []],
    ['when the proof is there', 'WARN', (road) => [proof(road, 0, undefined, photo())]],
    ['when the stop was skipped', 'WARN', (road) => [skip(road, 0)]],
  ])('road 4: is not raised %s', async (_, policy, items) => {
    const road = await openEndRoad(policy);
    await send(road, ...items(road), tripEnd(road, 5));
    expect([(await tripOf(road)).status, await alertStatuses(road)]).toEqual(['COMPLETADO', []]);
  });

  test('road 4: is raised for a stop that the office adds between the judgement and the end', async () => {
    const road = await openEndRoad('WARN');
    await send(road, proof(road, 0, undefined, photo()));
    const trip = await tripOf(road);
    const stops = [{ order: 1, name: 'Nueva', radiusM: 200, requires: ['SIGNATURE' as const] }];
    const edit = () => table.testContext().use(editStops)(road.fleet.actor, trip, { stopsRevision: 2, stops });
    await moveAsOwner(table.interrupted(edit), road.fleet, trip, 'COMPLETADO');
    expect(await alertStatuses(road)).toEqual(['OPEN']);
  });

  test('ruling 14: is resolved by the proof that comes a day late, and not by another one', async () => {
    const road = await openEndRoad('WARN');
    await send(road, tripEnd(road, 5));
    await send(road, proof(road, 0));
    expect(await alertStatuses(road)).toEqual(['OPEN']);
    const late = proof(road, 0, undefined, photo());
    expect(await send(road, late)).toEqual(['APPLIED']);
    expect([await alertStatuses(road), (await tripOf(road)).proofAlert]).toEqual([['RESOLVED'], undefined]);
    expect(await send(road, late, proof(road, 0))).toEqual(['DUPLICATE', 'APPLIED']);
  });

  test('ruling 14: is resolved by a proof of the same batch, and by a skipped stop', async () => {
    for (const isSkipped of [false, true]) {
      const road = await openEndRoad('WARN');
      const item = isSkipped ? skip(road, 0) : proof(road, 0, undefined, photo());
      const end = tripEnd(road, -5);
      expect(await send(road, end, item)).toEqual(['APPLIED', 'APPLIED']);
      expect(await alertStatuses(road)).toEqual(['RESOLVED']);
    }
  });

  test('ruling 14: is resolved by the repetition when the first call was interrupted', async () => {
    const road = await openEndRoad('WARN');
    await send(road, tripEnd(road, 5));
    const late = proof(road, 0, undefined, photo());
    const faults = [{ action: 'TransactWriteItems', before: connectionReset }];
    await expect(sync(table.testContext({ faults }), road.fleet, [late])).rejects.toThrow();
    expect(await alertStatuses(road)).toEqual(['OPEN']);
    expect(await send(road, late)).toEqual(['DUPLICATE']);
    expect(await alertStatuses(road)).toEqual(['RESOLVED']);
  });

  test('ruling 14: is resolved by the schedule when a member ended the trip while a call had the proof', async () => {
    const road = await openEndRoad('WARN');
    const end = async () => moveAsOwner(table.testContext(), road.fleet, await tripOf(road), 'COMPLETADO');
    const faults = [{ action: 'UpdateItem', meanwhile: end }];
    await sync(table.testContext({ faults }), road.fleet, [proof(road, 0, undefined, photo())]);
    expect(await alertStatuses(road)).toEqual(['OPEN']);
    const later = table.testContext();
    later.pass(60 * 60_000);
    await runWatch(later);
    expect([await alertStatuses(road), (await tripOf(road)).proofAlert]).toEqual([['RESOLVED'], undefined]);
  });

  test('ruling 14: four late proofs at once resolve it once', async () => {
    const road = await openEndRoad('WARN');
    await send(road, tripEnd(road, 5));
    const calls = Array.from({ length: 4 }, () => send(road, proof(road, 0, undefined, photo())));
    expect((await Promise.all(calls)).flat()).toEqual(Array(4).fill('APPLIED'));
    expect([await alertStatuses(road), (await tripOf(road)).proofAlert]).toEqual([['RESOLVED'], undefined]);
  });
});
