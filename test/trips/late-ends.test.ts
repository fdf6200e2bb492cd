import { changeAlertStatus, listAlerts } from '../../shared/alerts/alerts';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { readStops } from '../../shared/trips/read-stops';
import type { CorrectionBody } from '../../shared/trips/stop';
import { START } from '../support/engine-runtime';
import { connectionReset, type Fault } from '../support/faults';
import { factId, itemOf, sync } from '../support/phone';
import { openStopRoad, type StopRoad, stopsAt, tripNow, truckAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { asDriver, moveAsOwner } from '../support/store-fleet';
import { alertsAbout, runWatch } from '../support/watch-run';

const MINUTE_MS = 60_000;
const table = quickTable();
const later = laterOn(table);
const instantAt = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();
/** A truck at `minute` at the first kilometre reaches the stop at 101 km 130 minutes later. */
const WINDOW_END = 130;
/** The window and the tolerated 15 minutes. */
const [IN_TIME, TOO_LATE] = [instantAt(145), instantAt(146)];

const windowed = (road: StopRoad) =>
  stopsAt([101, 111]).map((stop, index) => ({
    ...stop,
    id: road.stopIds[index],
    ...(index === 0 && { window: { from: instantAt(0), to: instantAt(WINDOW_END) } }),
  }));

/** The office sends all stops. */
async function plan(road: StopRoad, minute: number, stops: ReturnType<typeof windowed>, faults: Fault[] = []) {
  const trip = await tripNow(later(minute), road);
  const sent = { stopsRevision: trip.stopsRevision ?? 0, stops };
  return later(minute, faults).use(editStops)(road.fleet.actor, trip, sent);
}

const removeFirst = (road: StopRoad, minute = 70, faults: Fault[] = []) =>
  plan(road, minute, windowed(road).slice(1), faults);

const at = (road: StopRoad, minute: number, metres = 1_000) =>
  sync(later(minute), road.fleet, [truckAt(road, minute, metres)]);

/** A trip under way with a window at its first stop, without a position. */
async function openRoad(): Promise<StopRoad> {
  const road = await openStopRoad(table.testContext(), [101, 111]);
  await plan(road, 0, windowed(road));
  return road;
}

/** A trip whose truck will be late at the first stop, which one alert says. */
async function openLateRoad(): Promise<StopRoad> {
  const road = await openRoad();
  await at(road, 60);
  expect(await alerts(road)).toEqual(['OPEN']);
  return road;
}

/** The statuses of the alerts about delays, with who resolved them. */
const alerts = async (road: StopRoad) =>
  (await alertsAbout(table, 'TRIP_LATE', road)).map(({ status, resolvedBy }) =>
    resolvedBy === undefined ? status : `${status} ${resolvedBy}`,
  );
const ENDED = ['RESOLVED SYSTEM'];

async function correct(road: StopRoad, sent: Partial<CorrectionBody>, minute = 70, faults: Fault[] = []) {
  const testContext = later(minute, faults);
  const body = { status: null, reason: 'El cliente canceló', ...sent };
  return testContext.use(correctStop)(road.fleet.actor, await tripNow(later(minute), road), firstOf(road), body);
}

const firstOf = ({ stopIds: [first = ''] }: StopRoad) => first;

const skip = (road: StopRoad, minute: number) =>
  itemOf(road, 'STOP_SKIPPED', { stopId: firstOf(road), reason: 'Cerrado' }, factId(START + minute * MINUTE_MS));

const proof = (road: StopRoad) =>
  itemOf(
    road,
    'PROOF',
    { stopId: firstOf(road), receiverName: 'Rosa Vela', files: [] },
    factId(START + 61 * MINUTE_MS),
  );

/** A member moves the alerts about the delay. */
async function moveAlerts(road: StopRoad, status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'): Promise<void> {
  const { records } = await later(65).use(listAlerts)(road.trip.teamId, { type: 'TRIP_LATE' }, { limit: 50 });
  for (const alert of records) await later(65).use(changeAlertStatus)(road.fleet.actor, alert, status);
}

const lostSecondWrite = (): Fault[] => [{ action: 'TransactWriteItems', skip: 1, before: connectionReset }];
/** The truck sends the position that raises the alert just before the write. */
const raisedMeanwhile = (road: StopRoad): Fault[] => [
  { action: 'TransactWriteItems', times: 1, meanwhile: () => at(road, 60) },
];

describe('desk 2.2: TRIP_LATE ends with a decision of the office', () => {
  test.each<[string, Partial<CorrectionBody>]>([
    ['skips the stop', { status: 'OMITIDA' }],
    ['removes the stop by a correction', { status: 'QUITADA' }],
    ['says that the truck was there in time', { status: 'LLEGO', at: IN_TIME }],
    ['says that the truck has left in time', { status: 'SALIO', at: IN_TIME }],
  ])('desk 2.2: when it %s', async (_, sent) => {
    const road = await openLateRoad();
    await correct(road, sent);
    expect(await alerts(road)).toEqual(ENDED);
  });

  test.each<[string, Partial<CorrectionBody>]>([
    ['says that the truck came too late', { status: 'LLEGO', at: TOO_LATE }],
    ['says that the truck has left, too late', { status: 'SALIO', at: TOO_LATE }],
    ['does not say when the truck came', { status: 'LLEGO' }],
    ['says that the stop is not reached', { status: 'PENDIENTE', at: IN_TIME }],
    ['has no correction to withdraw', { status: null }],
  ])('desk 2.2: not when it %s', async (_, sent) => {
    const road = await openLateRoad();
    await correct(road, sent);
    expect(await alerts(road)).toEqual(['OPEN']);
  });

  test('desk 2.2: when the correction comes again after its first answer was lost', async () => {
    const road = await openLateRoad();
    await expect(correct(road, { status: 'OMITIDA' }, 70, lostSecondWrite())).rejects.toThrow('ECONNRESET');
    expect(await alerts(road)).toEqual(['OPEN']);
    expect(await correct(road, { status: 'OMITIDA' })).toMatchObject({ status: 'OMITIDA' });
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: once, so that an alert which a member opened again stays open when the correction comes twice', async () => {
    const road = await openLateRoad();
    await correct(road, { status: 'OMITIDA' });
    await moveAlerts(road, 'OPEN');
    await correct(road, { status: 'OMITIDA' });
    expect(await alerts(road)).toEqual(['OPEN']);
  });

  test('desk 2.2: and a withdrawn correction does not raise it twice, but a greater delay is told', async () => {
    const road = await openLateRoad();
    await correct(road, { status: 'OMITIDA' });
    await correct(road, { status: null }, 71);
    await at(road, 74);
    await runWatch(later(74));
    expect(await alerts(road)).toEqual(ENDED);
    await at(road, 75);
    expect(await alerts(road)).toEqual([...ENDED, 'OPEN']);
  });

  test('desk 2.2: also when the alert is raised between the read and the write of the correction', async () => {
    const road = await openRoad();
    await correct(road, { status: 'OMITIDA' }, 61, raisedMeanwhile(road));
    expect(await alerts(road)).toEqual(ENDED);
  });
});

describe('desk 2.2: TRIP_LATE ends with the removal of its stop from the plan', () => {
  test('desk 2.2: of a stop without a report, which is deleted', async () => {
    const road = await openLateRoad();
    expect((await removeFirst(road)).stops).toHaveLength(1);
    expect(await alerts(road)).toEqual(ENDED);
    expect(await table.partition(`TEAM#${road.trip.teamId}#TRIP#${road.trip.id}`, `STOP#${firstOf(road)}`)).toEqual([]);
  });

  test('desk 2.2: of a stop with a report, which stays as QUITADA', async () => {
    const road = await openLateRoad();
    await sync(later(62), road.fleet, [proof(road)]);
    expect((await removeFirst(road)).stops).toMatchObject([{ status: 'QUITADA' }, {}]);
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: with the next edit, when the first one was interrupted', async () => {
    const road = await openLateRoad();
    await sync(later(62), road.fleet, [proof(road)]);
    await expect(removeFirst(road, 70, lostSecondWrite())).rejects.toThrow('ECONNRESET');
    expect(await alerts(road)).toEqual(['OPEN']);
    await removeFirst(road);
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: not of a stop that stays', async () => {
    const road = await openLateRoad();
    await plan(road, 70, windowed(road).slice(0, 1));
    expect(await alerts(road)).toEqual(['OPEN']);
  });

  test('desk 2.2: in the transaction that deletes the stop, because nothing names the alert after it', async () => {
    const road = await openLateRoad();
    await removeFirst(road, 70, lostSecondWrite());
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: of a delay of two days too, which has more alerts than a transaction can change', async () => {
    const road = await openRoad();
    for (let index = 0; index < 65; index += 1) await at(road, 20 + 30 * index);
    expect((await alerts(road)).length).toBeGreaterThan(60);
    await removeFirst(road, 2_000);
    expect(new Set(await alerts(road))).toEqual(new Set(ENDED));
  });

  test('desk 2.2: of so many alerts, all of which a member resolved, without an empty transaction', async () => {
    const road = await openRoad();
    for (let index = 0; index < 45; index += 1) await at(road, 20 + 30 * index);
    await moveAlerts(road, 'RESOLVED');
    expect((await removeFirst(road, 2_000)).stops).toHaveLength(1);
    expect(new Set(await alerts(road))).toEqual(new Set(['RESOLVED']));
  });

  test('desk 2.2: of a stop that gets its first report meanwhile, which is CONFLICT and then stays as QUITADA', async () => {
    const road = await openLateRoad();
    const meanwhile = () => sync(later(62), road.fleet, [proof(road)]);
    const reported = removeFirst(road, 70, [{ action: 'TransactWriteItems', times: 1, meanwhile }]);
    await expect(reported).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await alerts(road)).toEqual(['OPEN']);
    expect((await removeFirst(road)).stops[0]?.status).toBe('QUITADA');
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: of a deleted stop after CONFLICT, when the alert is raised meanwhile', async () => {
    const road = await openRoad();
    await correct(road, { status: 'LLEGO' }, 1);
    await correct(road, { status: null }, 2);
    await expect(removeFirst(road, 61, raisedMeanwhile(road))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await alerts(road)).toEqual(['OPEN']);
    await removeFirst(road, 61);
    expect(await alerts(road)).toEqual(ENDED);
  });
});

describe('desk 2.2: TRIP_LATE ends when the driver skips the stop', () => {
  test.each([61, 200])('desk 2.2: with the report of minute %i, within its window or after it', async (minute) => {
    const road = await openLateRoad();
    await sync(later(minute), road.fleet, [skip(road, minute)]);
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: with the repeated report, when the first call was interrupted', async () => {
    const road = await openLateRoad();
    const faults: Fault[] = [{ action: 'TransactWriteItems', before: connectionReset }];
    const report = skip(road, 61);
    await expect(sync(later(61, faults), road.fleet, [report])).rejects.toThrow('ECONNRESET');
    expect(await alerts(road)).toEqual(['OPEN']);
    await sync(later(62), road.fleet, [report]);
    expect(await alerts(road)).toEqual(ENDED);
  });
});

describe('desk 2.2: TRIP_LATE ends with a trip that is cancelled', () => {
  test('desk 2.2: with the next look at it', async () => {
    const road = await openLateRoad();
    await moveAsOwner(later(70), road.fleet, await tripNow(later(70), road), 'CANCELADO');
    await runWatch(later(300));
    expect(await alerts(road)).toEqual(ENDED);
  });

  test('desk 2.2: not with one that was driven to its end', async () => {
    const road = await openLateRoad();
    await later(70).use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
    await runWatch(later(300));
    expect(await alerts(road)).toEqual(['OPEN']);
  });
});

describe('desk 2.2: a member decides about TRIP_LATE', () => {
  const ends: [string, (road: StopRoad) => Promise<unknown>][] = [
    ['a correction', (road) => correct(road, { status: 'OMITIDA' })],
    ['a removal', (road) => removeFirst(road)],
    ['a report', (road) => sync(later(66), road.fleet, [skip(road, 66)])],
  ];

  test.each(ends)('desk 2.2: an alert that a member resolved stays so after %s', async (_, end) => {
    const road = await openLateRoad();
    await moveAlerts(road, 'RESOLVED');
    await end(road);
    expect(await alerts(road)).toEqual(['RESOLVED']);
  });

  test.each(ends)('desk 2.2: an alert that a member acknowledged is resolved by %s', async (_, end) => {
    const road = await openLateRoad();
    await moveAlerts(road, 'ACKNOWLEDGED');
    await end(road);
    expect(await alerts(road)).toEqual(ENDED);
  });
});

test('desk 2.2: TRIP_LATE stays when the truck arrives too late and its stop shows it', async () => {
  const road = await openLateRoad();
  await at(road, 146, 101_000);
  expect((await later(147).use(readStops)(await tripNow(later(147), road))).stops[0]?.status).toBe('LLEGO');
  expect(await alerts(road)).toEqual(['OPEN']);
});
