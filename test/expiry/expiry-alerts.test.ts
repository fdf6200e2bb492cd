import * as v from 'valibot';
import { Alert, AlertRecord } from '../../shared/alerts/alert';
import { changeAlertStatus } from '../../shared/alerts/alerts';
import type { ExpiryRecord } from '../../shared/expiry/document-expiry';
import { expiryIndexes, expiryKey, WARNED_PARTITIONS } from '../../shared/expiry/expiry-keys';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import type { VehicleFields } from '../../shared/fleet/vehicle';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle, editVehicle } from '../../shared/fleet/vehicles';
import { getItem } from '../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { START, someId, type TestContextOptions } from '../support/engine-runtime';
import { entriesOf } from '../support/entries';
import { quickTable } from '../support/quick-table';
import { insertTeam } from '../support/store-fleet';

const table = quickTable();
const YEARS = 10 * 366 * 24 * 3_600_000;

const testContextAt = (instant: string, options?: TestContextOptions) => {
  const testContext = table.testContext(options);
  testContext.pass(Date.parse(instant) - START);
  return testContext;
};

/** Runs the schedule once at the instant. */
async function runAt(instant: string, options?: TestContextOptions) {
  const testContext = testContextAt(instant, options);
  const reports: unknown[] = [];
  const figures = await testContext.use(raiseExpiryAlerts)((failure) => reports.push(failure));
  return { ...figures, reports, testContext };
}

/** Isolates the tests: raises the alerts for all documents that expire within ten years, so that they are not due again. */
beforeEach(async () => {
  const testContext = table.testContext();
  testContext.pass(YEARS);
  await testContext.use(raiseExpiryAlerts)(() => {});
});

async function insertPapers(papers: Partial<VehicleFields>, timeZone = 'America/Mexico_City') {
  const testContext = table.testContext();
  const { teamId } = await insertTeam(testContext, { timeZone });
  const actor = { id: someId(), teamId };
  const register = (plate: string) => testContext.use(createVehicle)(actor, { plate, ...papers }, undefined);
  return { actor, teamId, register, vehicle: await register('12-AB-3C') };
}

/** A team's alerts, oldest first: calendar day, severity and text. */
const alertsOf = async (teamId: string) =>
  (await table.partition(`TEAM#${teamId}`, 'ALERT#')).map(
    ({ createdAt, severity, message }) => `${createdAt} ${severity} ${message}`,
  );

const INSURANCE = { insuranceExpiry: '2026-04-08' };
const SAYS = '12-AB-3C: insurance, valid until 2026-04-08. Renew it and enter its new date.';

test('a paper raises one alert at 30, 7 and 0 days, at the midnight of its team, also over a change of clocks', async () => {
  const { teamId, vehicle } = await insertPapers(INSURANCE, 'America/Tijuana');
  const [before, atMidnight] = ['06:59:59.999Z', '07:00:00.000Z'];
  for (const day of ['2026-03-09', '2026-04-01', '2026-04-08']) {
    expect((await runAt(`${day}T${before}`)).raised).toBe(0);
    expect((await runAt(`${day}T${atMidnight}`)).raised).toBe(1);
    expect((await runAt(`${day}T23:00:00Z`)).raised).toBe(0);
  }
  expect((await runAt('2027-04-08T07:00:00Z')).raised).toBe(0);
  expect(await alertsOf(teamId)).toEqual([
    `2026-03-09T${atMidnight} INFO ${SAYS}`,
    `2026-04-01T${atMidnight} WARNING ${SAYS}`,
    `2026-04-08T${atMidnight} CRITICAL ${SAYS}`,
  ]);
  const [alert] = await table.partition(`TEAM#${teamId}`, 'ALERT#');
  expect(alert).toMatchObject({
    type: 'PAPER_EXPIRING',
    status: 'OPEN',
    entityType: 'VEHICLE',
    entityId: vehicle.id,
    gsi1pk: `TEAM#${teamId}#ALERTS#OPEN`,
    gsi1sk: alert?.id,
  });
});

test.each([
  ['America/Cancun', '2026-03-09T05:00:00.000Z'],
  ['America/Mexico_City', '2026-03-09T06:00:00.000Z'],
  ['America/Hermosillo', '2026-03-09T07:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-08T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-03-09T12:00:00.000Z'],
])('the day begins in %s at %s', async (zone, midnight) => {
  await insertPapers(INSURANCE, zone);
  const justBefore = new Date(Date.parse(midnight) - 1).toISOString();
  expect([(await runAt(justBefore)).raised, (await runAt(midnight)).raised]).toEqual([0, 1]);
});

test('days without a run are caught up on: one alert, the gravest that is due', async () => {
  const { teamId } = await insertPapers(INSURANCE);
  await runAt('2026-04-05T12:00:00Z');
  await runAt('2026-04-30T12:00:00Z');
  await runAt('2026-05-30T12:00:00Z');
  expect(await alertsOf(teamId)).toEqual([
    `2026-04-05T12:00:00.000Z WARNING ${SAYS}`,
    `2026-04-30T12:00:00.000Z CRITICAL ${SAYS}`,
  ]);
});

test('three runs at once raise each alert once', async () => {
  const { teamId, register } = await insertPapers(INSURANCE);
  await register('45-CD-6E');
  const runs = await Promise.all([1, 2, 3].map(() => runAt('2026-04-08T12:00:00Z')));
  expect(runs.reduce((total, { raised }) => total + raised, 0)).toBe(2);
  expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0]);
  expect(await alertsOf(teamId)).toHaveLength(2);
});

test.each([
  ['before its read', 'BatchGetItem', 0],
  ['between its read and its write', 'TransactWriteItems', 1],
])('a run that is overtaken %s raises nothing, and that is no failure', async (_, action, writes) => {
  const { teamId } = await insertPapers(INSURANCE);
  const meanwhile = () => runAt('2026-04-08T12:00:00Z');
  const run = await runAt('2026-04-08T12:00:00Z', { faults: [{ action, times: 1, meanwhile }] });
  expect(run).toMatchObject({ raised: 0, failed: 0, reports: [] });
  expect(run.testContext.actions().filter((one) => one === 'TransactWriteItems')).toHaveLength(writes);
  expect(await alertsOf(teamId)).toHaveLength(1);
});

test('a paper that is renewed between the read and the write is not warned of, and stands where its new date puts it', async () => {
  const { actor, teamId, vehicle } = await insertPapers(INSURANCE);
  const meanwhile = () => table.testContext().use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-04-08' });
  const faults = [{ action: 'TransactWriteItems', times: 1, meanwhile }];
  expect(await runAt('2026-04-08T12:00:00Z', { faults })).toMatchObject({ raised: 0, failed: 0 });
  expect(await alertsOf(teamId)).toEqual([]);
  const [paper] = await table.partition(`TEAM#${teamId}`, 'PAPER#');
  expect(paper).toMatchObject({ expiresOn: '2027-04-08', warnOn: '2027-03-09' });
});

test('a date that was changed and changed back warns no second time; a renewed paper is warned of anew', async () => {
  const { actor, teamId, vehicle } = await insertPapers(INSURANCE);
  await runAt('2026-03-09T12:00:00Z');
  const edit = async (insuranceExpiry: string) => {
    const testContext = table.testContext();
    const found = await getItem(testContext.context, vehicleKey(teamId, vehicle.id));
    return testContext.use(editVehicle)(actor, found ?? vehicle, { insuranceExpiry });
  };
  await edit('2036-04-08');
  await edit('2026-04-08');
  expect(await runAt('2026-03-10T12:00:00Z')).toMatchObject({ raised: 0, failed: 0 });
  expect(await alertsOf(teamId)).toHaveLength(1);
  expect((await runAt('2026-04-01T12:00:00Z')).raised).toBe(1);
  await edit('2027-04-08');
  expect((await runAt('2026-04-08T12:00:00Z')).raised).toBe(0);
  expect((await runAt('2027-03-09T12:00:00Z')).raised).toBe(1);
});

/** Changes the date of a stored vehicle, or moves it. */
async function change(teamId: string, vehicleId: string, to: { insuranceExpiry: string } | 'BAJA' | 'DISPONIBLE') {
  const testContext = table.testContext();
  const actor = { id: someId(), teamId };
  const vehicle = await getItem(testContext.context, vehicleKey(teamId, vehicleId));
  if (vehicle === undefined) throw new Error('There is no vehicle.');
  if (typeof to === 'string') await testContext.use(changeVehicleStatus)(actor, vehicle, to);
  else await testContext.use(editVehicle)(actor, vehicle, to);
}

test.each([
  ['a date that was changed', { insuranceExpiry: '2036-04-08' }, { insuranceExpiry: '2026-04-08' }],
  ['a vehicle that was BAJA', 'BAJA', 'DISPONIBLE'],
] as const)(
  'desk 2.2: %s and is back opens the alert that it had resolved, and resolves it again',
  async (_, away, back) => {
    const { teamId, vehicle } = await insertPapers(INSURANCE);
    const stored = async () => {
      const [alert] = await table.partition(`TEAM#${teamId}`, 'ALERT#');
      return alert;
    };
    await runAt('2026-04-08T12:00:00Z');
    await change(teamId, vehicle.id, away);
    expect(await stored()).toMatchObject({ status: 'RESOLVED', resolvedBy: 'SYSTEM' });
    await change(teamId, vehicle.id, back);
    expect(await runAt('2026-04-10T12:00:00Z')).toMatchObject({ raised: 0, failed: 0 });
    const open = await stored();
    expect(open).toMatchObject({ status: 'OPEN', gsi1pk: `TEAM#${teamId}#ALERTS#OPEN`, message: SAYS });
    expect([Object.keys(open ?? {}).includes('resolvedBy'), (await alertsOf(teamId)).length]).toEqual([false, 1]);
    await change(teamId, vehicle.id, away);
    expect(await stored()).toMatchObject({ status: 'RESOLVED', resolvedBy: 'SYSTEM' });
    // integrations 1: the alert’s own entries tell it.
    expect(await entriesOf(table, teamId, 'ALERT', String(open?.id))).toMatchObject([
      { action: 'CREATE', actorType: 'SYSTEM' },
      { action: 'UPDATE', actorType: 'SYSTEM', changes: { newStatus: 'OPEN' } },
    ]);
  },
);

test('desk 2.2: an alert that a member resolved stays resolved when its date is changed and changed back', async () => {
  const { actor, teamId, vehicle } = await insertPapers(INSURANCE);
  await runAt('2026-04-08T12:00:00Z');
  const [raised] = await table.partition(`TEAM#${teamId}`, 'ALERT#');
  await table.testContext().use(changeAlertStatus)(actor, v.parse(AlertRecord, raised), 'RESOLVED');
  await change(teamId, vehicle.id, { insuranceExpiry: '2036-04-08' });
  await change(teamId, vehicle.id, { insuranceExpiry: '2026-04-08' });
  expect(await runAt('2026-04-10T12:00:00Z')).toMatchObject({ raised: 0, failed: 0 });
  expect(await table.partition(`TEAM#${teamId}`, 'ALERT#')).toMatchObject([{ status: 'RESOLVED' }]);
});

test('desk 2.2: an alert that a member opens and resolves while a run opens it again stays resolved', async () => {
  const { actor, teamId, vehicle } = await insertPapers(INSURANCE);
  await runAt('2026-04-08T12:00:00Z');
  await change(teamId, vehicle.id, 'BAJA');
  await change(teamId, vehicle.id, 'DISPONIBLE');
  const stored = async () => v.parse(v.tuple([AlertRecord]), await table.partition(`TEAM#${teamId}`, 'ALERT#'))[0];
  const meanwhile = async () => {
    for (const status of ['OPEN', 'RESOLVED'] as const)
      await table.testContext().use(changeAlertStatus)(actor, await stored(), status);
  };
  // The first write of the run finds that the alert was raised before, the second opens it.
  const faults = [{ action: 'TransactWriteItems', skip: 1, times: 1, meanwhile }];
  expect(await runAt('2026-04-10T12:00:00Z', { faults })).toMatchObject({ raised: 0, failed: 0 });
  expect(await runAt('2026-04-10T12:05:00Z')).toMatchObject({ raised: 0, failed: 0 });
  const after = await stored();
  expect([after.status, after.resolvedBy]).toEqual(['RESOLVED', undefined]);
});

test('a vehicle that is BAJA is not warned of, and is again when it comes back: never twice of one day', async () => {
  const { actor, teamId, vehicle } = await insertPapers(INSURANCE);
  await runAt('2026-03-09T12:00:00Z');
  const move = async (status: 'BAJA' | 'DISPONIBLE') => {
    const testContext = table.testContext();
    const found = await getItem(testContext.context, vehicleKey(teamId, vehicle.id));
    await testContext.use(changeVehicleStatus)(actor, found ?? vehicle, status);
  };
  await move('BAJA');
  expect((await runAt('2026-04-02T12:00:00Z')).raised).toBe(0);
  await move('DISPONIBLE');
  expect((await runAt('2026-04-03T12:00:00Z')).raised).toBe(1);
  expect(await alertsOf(teamId)).toHaveLength(2);
});

test('one paper that fails is reported, stops none of the others, and is raised by the next run', async () => {
  const { teamId, register } = await insertPapers(INSURANCE);
  await register('45-CD-6E');
  await register('78-FG-9H');
  const before = () => new Error('The table is having a bad day.');
  const faulty = { faults: [{ action: 'TransactWriteItems', times: 1, before }] };
  const run = await runAt('2026-03-09T12:00:00Z', faulty);
  expect(run).toMatchObject({ raised: 2, failed: 1, reports: [before()] });
  expect((await runAt('2026-03-09T13:00:00Z')).raised).toBe(1);
  expect(await alertsOf(teamId)).toHaveLength(3);
});

test('a partition that cannot be read fails the run, so that it is tried again, after the others are done', async () => {
  const fleets = await Promise.all([1, 2, 3, 4].map(() => insertPapers(INSURANCE)));
  const partitions = new Set(fleets.map(({ teamId }) => teamId.slice(-1)));
  expect(partitions.size).toBeGreaterThan(1);
  const faults = [{ action: 'Query', skip: WARNED_PARTITIONS.length - 1, before: () => new Error('unreadable') }];
  await expect(runAt('2026-03-09T12:00:00Z', { faults })).rejects.toThrow('unreadable');
  expect((await runAt('2026-03-09T13:00:00Z')).raised).toBeLessThan(4);
});

test('a run that has no time left ends, and the next one goes on where it stopped', async () => {
  const { teamId, register } = await insertPapers(INSURANCE);
  await register('45-CD-6E');
  await register('78-FG-9H');
  let remaining = 28_000;
  const meanwhile = async () => {
    remaining = 4_999;
  };
  const faults = [{ action: 'TransactWriteItems', skip: 1, times: 1, meanwhile }];
  const run = await runAt('2026-03-09T12:00:00Z', { remaining: () => remaining, faults });
  expect(run).toMatchObject({ raised: 2, failed: 0 });
  expect((await runAt('2026-03-09T13:00:00Z')).raised).toBe(1);
  expect(await alertsOf(teamId)).toHaveLength(3);
});

test('a run reads what is due and no more: without anything due, its sixteen partitions alone', async () => {
  const { register } = await insertPapers({
    ...INSURANCE,
    registrationExpiry: '2026-12-31',
    nextMaintenance: '2026-08-01',
  });
  for (const plate of ['A-1', 'A-2', 'A-3', 'A-4']) await register(plate);
  const idle = await runAt('2026-03-07T12:00:00Z');
  expect(idle.testContext.meter).toEqual({ calls: 16, readUnits: 8, writeUnits: 0 });
  // The document expires tomorrow, and tomorrow has begun in another time zone. The run reads the team's zone once.
  const eve = await runAt('2026-03-09T05:00:00Z');
  expect(eve.testContext.meter).toEqual({ calls: 16 + 1, readUnits: 8 + 1, writeUnits: 0 });
  const busy = await runAt('2026-03-09T12:00:00Z');
  expect(busy.raised).toBe(5);
  // The team is read once. For each document: two items read; the expiry item, the alert, the mark, the alert’s entry and their index entries written.
  expect(busy.testContext.meter).toEqual({ calls: 16 + 1 + 5 * 2, readUnits: 8 + 1 + 5 * 2, writeUnits: 5 * 12 });
});

test('a run reads its partitions to the end, past papers that are not due yet', async () => {
  const [west, east] = [someId(), someId()].map((id) => `${id.slice(0, -1)}7`);
  const testContext = table.testContext();
  await insertTeam(testContext, { teamId: west ?? '', timeZone: 'Etc/GMT+12' });
  await insertTeam(testContext, { teamId: east ?? '', timeZone: 'Pacific/Kiritimati' });
  const paper = { paper: 'INSURANCE', expiresOn: '2026-04-08', warnOn: '2026-03-09' } as const;
  const waiting = Array.from(
    { length: 100 },
    (): ExpiryRecord => ({ ...paper, teamId: west ?? '', entityId: someId() }),
  );
  const steps = waiting.map((one) =>
    put(expiryKey(one.teamId, one), one, {}, unexpectedConflict('A paper'), expiryIndexes(one)),
  );
  await transact(testContext.context, steps);
  await testContext.use(createVehicle)({ id: someId(), teamId: east ?? '' }, { plate: 'A-1', ...INSURANCE }, undefined);
  expect(await runAt('2026-03-08T12:00:00Z')).toMatchObject({ raised: 1, failed: 0 });
});

describe('desk 2.2: the alerts of a paper', () => {
  const statusesOf = async (teamId: string) =>
    (await table.partition(`TEAM#${teamId}`, 'ALERT#')).map(({ status, resolvedBy, gsi1pk }) => [
      status,
      resolvedBy,
      String(gsi1pk).split('#').at(-1),
    ]);
  const SYSTEM = ['RESOLVED', 'SYSTEM', 'RESOLVED'];
  const OPEN = ['OPEN', undefined, 'OPEN'];

  async function warnedTwice() {
    const laid = await insertPapers({ ...INSURANCE, registrationExpiry: '2026-04-08' });
    await runAt('2026-03-09T12:00:00Z');
    await runAt('2026-04-01T12:00:00Z');
    const { use, actions } = table.testContext();
    expect(await statusesOf(laid.teamId)).toEqual([OPEN, OPEN, OPEN, OPEN]);
    return { ...laid, use, actions };
  }
  const sorted = async (teamId: string) => (await statusesOf(teamId)).map(String).sort();

  test.each([
    ['renewed', '2027-04-08'],
    ['cleared', null],
  ])('resolve themselves in the write by which it is %s', async (_, date) => {
    const { actor, teamId, vehicle, use, actions } = await warnedTwice();
    await use(editVehicle)(actor, vehicle, { insuranceExpiry: date });
    expect(actions().filter((action) => action === 'TransactWriteItems')).toHaveLength(1);
    expect(await sorted(teamId)).toEqual([OPEN, OPEN, SYSTEM, SYSTEM].map(String));
    const papers = await table.partition(`TEAM#${teamId}`, 'PAPER#INSURANCE#');
    expect(papers.map(({ alerts }) => alerts)).toEqual(date === null ? [] : [undefined]);
  });

  test('resolve themselves when the vehicle leaves the fleet', async () => {
    const { actor, teamId, vehicle, use } = await warnedTwice();
    await use(changeVehicleStatus)(actor, vehicle, 'BAJA');
    expect(await statusesOf(teamId)).toEqual([SYSTEM, SYSTEM, SYSTEM, SYSTEM]);
  });

  test('stay as they are by an edit of anything else, and where a member has resolved them', async () => {
    const { actor, teamId, vehicle, use } = await warnedTwice();
    const edited = await use(editVehicle)(actor, vehicle, { brand: 'Volvo' });
    expect(await statusesOf(teamId)).toEqual([OPEN, OPEN, OPEN, OPEN]);
    const alerts = await table.partition(`TEAM#${teamId}`, 'ALERT#');
    for (const alert of alerts) await use(changeAlertStatus)(actor, v.parse(Alert, alert), 'RESOLVED');
    await use(editVehicle)(actor, edited, { insuranceExpiry: '2027-04-08' });
    const byMember = ['RESOLVED', undefined, 'RESOLVED'];
    expect(await statusesOf(teamId)).toEqual([byMember, byMember, byMember, byMember]);
  });

  test('lose the mark when a member opens them again', async () => {
    const { actor, teamId, vehicle, use } = await warnedTwice();
    await use(changeVehicleStatus)(actor, vehicle, 'BAJA');
    const [alert] = await table.partition(`TEAM#${teamId}`, 'ALERT#');
    await use(changeAlertStatus)(actor, v.parse(Alert, alert), 'OPEN');
    expect((await statusesOf(teamId))[0]).toEqual(OPEN);
  });

  test.each([
    ['a member moves an alert', 'alert'],
    ['another warning is raised', 'warning'],
  ])('refuse the change while %s, and nothing is written', async (_, what) => {
    const { actor, teamId, vehicle } = await warnedTwice();
    const [alert] = await table.partition(`TEAM#${teamId}`, 'ALERT#');
    const meanwhile = () =>
      what === 'alert'
        ? table.testContext().use(changeAlertStatus)(actor, v.parse(Alert, alert), 'ACKNOWLEDGED')
        : runAt('2026-04-08T12:00:00Z');
    const late = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] });
    const changes = { insuranceExpiry: '2027-04-08', registrationExpiry: '2027-04-08' };
    await expect(late.use(editVehicle)(actor, vehicle, changes)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await statusesOf(teamId)).flat()).not.toContain('SYSTEM');
    expect(await getItem(late.context, vehicleKey(teamId, vehicle.id))).toEqual(vehicle);
  });
});
