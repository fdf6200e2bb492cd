import * as v from 'valibot';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import { recover } from '../../shared/stamping/recover';
import { RunTaken } from '../../shared/stamping/work';
import { type CancelWork, StampingWork, type StampWork } from '../../shared/stamping/work-items';
import { TEAM } from '../proof/records';
import {
  at,
  attempt,
  document,
  HOUR,
  INVOICE,
  invoice,
  MINUTE,
  OTHER_INVOICE,
  pending,
  type Steps,
  SYSTEM,
  steps,
} from './steps';

type Instead = Parameters<typeof steps>[2];

const runOf = (shard: string, after?: string) => ({ owner: 'run', shard, after, wholeAt: undefined });

/** Open work by shard, in its stored order. An item that cannot be parsed has no `work`. */
type Open = Readonly<Partial<Record<string, readonly { readonly position: string; readonly work?: StampingWork }[]>>>;

const listing =
  (open: Open, size = 2) =>
  async ({ shard, after }: { shard: string; after: string | undefined }) => {
    const left = (open[shard] ?? []).filter(({ position }) => after === undefined || position > after);
    const entries = left
      .slice(0, size)
      .map(({ position, work }) => ({ position, work: v.safeParse(StampingWork, work) }));
    return { entries, more: left.length > size };
  };

async function run(made: Steps) {
  const failures: unknown[] = [];
  const figures = await recover(
    made.deps,
    (failure) => failures.push(failure),
    () => made.deps,
  );
  const { open, oldestMinutes, ...recovered } = figures;
  return { recovered, failures, open, oldestMinutes };
}

const [first, second, third, fourth] = STAMPING_SHARDS;

test('who gets no lease does nothing', async () => {
  const made = steps(undefined, undefined, { acquireLease: async () => undefined });
  expect((await run(made)).recovered).toEqual({ worked: 0, failed: 0, stuck: 0 });
  expect(made.asked()).toEqual(STAMPING_SHARDS.map(() => 'acquireLease'));
});

test('production 6.1: a run takes the lease of each shard, and releases those that it has', async () => {
  const made = steps(undefined, undefined, {
    acquireLease: async (shard) => (shard === second ? undefined : runOf(shard)),
  });
  await run(made);
  expect(made.given('acquireLease')).toEqual(STAMPING_SHARDS.map((shard) => [shard]));
  expect(made.given('endRun').map(([lease]) => Object(lease).shard)).toEqual([first, third, fourth]);
});

const positions = (made: Steps) =>
  made.given('saveCheckpoint').map(([lease, after]) => ({ shard: Object(lease).shard, after }));
const item = (position: string) => ({ position, work: attempt() });

test('production 6.1: each shard goes on where it stopped, around to there again, and says so before each item', async () => {
  const open = { [first]: [item('WORK#1')], [third]: ['WORK#1', 'WORK#2', 'WORK#3', 'WORK#4', 'WORK#5'].map(item) };
  const made = steps(undefined, undefined, {
    acquireLease: async (shard) => runOf(shard, shard === third ? 'WORK#2' : undefined),
    listWork: listing(open),
  });
  expect((await run(made)).recovered).toEqual({ worked: 6, failed: 0, stuck: 0 });
  const of = (wanted: string) => positions(made).flatMap(({ shard, after }) => (shard === wanted ? [after] : []));
  expect(of(third)).toEqual(['WORK#3', 'WORK#4', 'WORK#5', 'WORK#1', 'WORK#2']);
  expect(of(first)).toEqual(['WORK#1']);
});

test('production 6.1: a shard that fails stops no other, and counts as failed', async () => {
  const failure = new Error('no');
  const made = steps(undefined, undefined, {
    acquireLease: async (shard) => {
      if (shard === first) throw failure;
      return runOf(shard);
    },
    listWork: listing({ [second]: [item('WORK#1')] }),
  });
  expect(await run(made)).toMatchObject({ recovered: { worked: 1, failed: 1, stuck: 0 }, failures: [failure] });
});

test('production 6.1: a shard whose lease another run took stops, stops no other, and is no failure', async () => {
  const made = steps(undefined, undefined, {
    saveCheckpoint: async ({ shard }) => {
      if (shard === first) throw new RunTaken();
    },
    listWork: listing({ [first]: [item('WORK#1')], [second]: [item('WORK#1')] }),
  });
  expect(await run(made)).toMatchObject({ recovered: { worked: 1, failed: 0, stuck: 0 }, failures: [] });
  expect(made.given('endRun').map(([lease]) => Object(lease).shard)).not.toContain(first);
});

describe('production 6.4: the backlog', () => {
  const listed = { [first]: [item('WORK#1'), item('WORK#2')] };

  test('counts the open items, of which a run that looked at all has none that waits', async () => {
    const made = steps(undefined, undefined, { listWork: listing(listed) });
    made.pass(3 * HOUR);
    expect(await run(made)).toMatchObject({ open: 2, oldestMinutes: 0 });
  });

  test('has the age of the oldest item whose look failed or did not begin', async () => {
    const readStamping = async () => Promise.reject(new Error('no'));
    const failing = steps(undefined, undefined, { listWork: listing(listed), readStamping });
    failing.pass(3 * HOUR);
    expect(await run(failing)).toMatchObject({ open: 2, oldestMinutes: 180 });
    const clock = { ...failing.deps.clock, remaining: () => 9_999 };
    const hurried = steps(undefined, undefined, { listWork: listing(listed), clock });
    hurried.pass(3 * HOUR);
    expect(await run(hurried)).toMatchObject({ open: 2, oldestMinutes: 180 });
  });

  test('does not count the time before the last look at the whole shard', async () => {
    const readStamping = async () => Promise.reject(new Error('no'));
    const acquireLease = async (shard: string) => ({ ...runOf(shard), wholeAt: at(2 * HOUR) });
    const made = steps(undefined, undefined, { listWork: listing(listed), readStamping, acquireLease });
    made.pass(3 * HOUR);
    expect(await run(made)).toMatchObject({ open: 2, oldestMinutes: 60 });
  });
});

test('what cannot be read is passed over, reported, and counted once', async () => {
  const open = { [first]: [{ position: 'WORK#1' }, item('WORK#2'), { position: 'WORK#3' }] };
  const acquireLease = async (shard: string) => runOf(shard, shard === first ? 'WORK#1' : undefined);
  const made = steps(undefined, undefined, { listWork: listing(open), acquireLease });
  const { recovered, failures } = await run(made);
  expect([recovered.worked, recovered.failed]).toEqual([1, 2]);
  expect(failures).toEqual([expect.any(v.ValiError), expect.any(v.ValiError)]);
  expect(positions(made)).toEqual([{ shard: first, after: 'WORK#2' }]);
});

test.each([
  [10_000, 1],
  [9_999, 0],
])('with %i ms left %i items are begun', async (left, worked) => {
  const base = steps(undefined, undefined).deps.clock;
  const made = steps(undefined, undefined, {
    listWork: listing({ [first]: [item('WORK#1')] }),
    clock: { ...base, remaining: () => left },
  });
  expect((await run(made)).recovered.worked).toBe(worked);
  expect(positions(made)).toHaveLength(worked);
});

async function runAfter(age: number, made: Steps) {
  made.pass(age);
  return run(made);
}

const one = (work: StampingWork, record: Parameters<typeof steps>[0], instead: Instead = {}, lying?: StampWork) =>
  steps(record, lying, { listWork: listing({ [first]: [{ position: 'WORK#1', work }] }), ...instead });

test('an item that fails is told of, and stops no other', async () => {
  const failure = new Error('no');
  const other = { position: 'WORK#2', work: attempt({ invoiceId: OTHER_INVOICE }) };
  const made = steps(undefined, undefined, {
    listWork: listing({ [first]: [item('WORK#1'), other] }),
    readStamping: async (_, id) => {
      if (id === INVOICE) throw failure;
      return { record: undefined, work: undefined };
    },
  });
  expect(await run(made)).toMatchObject({ recovered: { worked: 2, failed: 1, stuck: 0 }, failures: [failure] });
  expect(made.given('readStamping')).toEqual([
    [TEAM, INVOICE],
    [TEAM, OTHER_INVOICE],
  ]);
});

const DOCUMENT_ID = '01890000-0000-7000-8000-0000000000d1';

describe('an attempt', () => {
  const closedState = { number: 1, attemptId: 'lock', isOpen: false, livemode: false };

  test('that is gone meanwhile is left', async () => {
    const made = one(attempt(), pending());
    expect(await runAfter(3 * HOUR, made)).toMatchObject({
      recovered: { worked: 1, failed: 0, stuck: 0 },
      failures: [],
    });
    expect(made.asked()).not.toContain('completeWork');
  });

  test.each([
    ['of no invoice', undefined],
    ['of an invoice that was never locked', invoice()],
    ['of another lock', pending({ stamping: { ...closedState, isOpen: true, attemptId: 'newer' } })],
    ['that is settled', pending({ status: 'VALID' })],
    ['that was refused for good', pending({ status: 'ERROR', stamping: closedState })],
  ])('%s is closed', async (_, record) => {
    const made = one(attempt(), record, {}, attempt());
    expect((await runAfter(0, made)).failures).toEqual([]);
    expect(made.given('completeWork')).toEqual([[attempt()]]);
    expect(made.asked()).not.toContain('findDocuments');
  });

  test('tax 3.6: of a VALID credit note is closed after the ledger of its document is settled', async () => {
    const settled: unknown[] = [];
    const settleLedger = async (...given: unknown[]) => void settled.push(given);
    const relations = [{ type: '01' as const, invoiceIds: [DOCUMENT_ID], uuids: [] }];
    const note = pending({ type: 'E', status: 'VALID', relations });
    const made = one(attempt(), note, { settleLedger }, attempt());
    expect((await runAfter(0, made)).failures).toEqual([]);
    expect(settled).toEqual([[SYSTEM, DOCUMENT_ID]]);
    expect(made.given('completeWork')).toEqual([[attempt()]]);
  });

  test.each([
    [MINUTE - 1, false],
    [MINUTE, true],
  ])('is looked at after a minute: %i', async (age, isLookedAt) => {
    const made = one(attempt(), pending(), {}, attempt());
    expect((await runAfter(age, made)).recovered).toEqual({ worked: 1, failed: 0, stuck: 0 });
    expect(made.asked().includes('findDocuments')).toBe(isLookedAt);
    expect(made.asked()).not.toContain('completeWork');
  });

  test.each([
    ['ERROR', 72 * HOUR - 1, false],
    ['ERROR', 72 * HOUR, true],
    ['PENDING', 72 * HOUR, false],
  ] as const)('of an invoice that is %s is shelved after three days: %i', async (status, age, isShelved) => {
    const made = one(attempt(), pending({ status }), {}, attempt());
    await runAfter(age, made);
    expect(made.given('archiveWork')).toEqual(isShelved ? [[attempt()]] : []);
    expect(made.asked().includes('findDocuments')).toBe(!isShelved);
  });

  test('is settled in the name of the service', async () => {
    const made = one(attempt(), pending(), { findDocuments: async () => [document()] }, attempt());
    expect((await runAfter(2 * HOUR, made)).recovered).toEqual({ worked: 1, failed: 0, stuck: 0 });
    expect(made.given('recordStamped')).toMatchObject([[SYSTEM, pending(), { providerId: 'document' }, undefined, {}]]);
  });

  test.each([
    [2 * HOUR - 1, 0],
    [2 * HOUR, 1],
  ])('whose invoice is PENDING for %i ms counts as stuck: %i', async (age, stuck) => {
    const work = attempt({ providerId: 'document' });
    const underWay = { findDocuments: async () => [document({ status: 'pending' })] };
    expect((await runAfter(age, one(work, pending(), underWay, work))).recovered.stuck).toBe(stuck);
  });
});

describe('a cancellation', () => {
  const work: CancelWork = { kind: 'CANCEL', teamId: TEAM, invoiceId: INVOICE, livemode: false, at: at(0) };
  const asked = invoice({ status: 'VALID', providerId: 'document' });

  test.each([
    ['is left alone for a minute', asked, MINUTE - 1, []],
    ['stays open while it is VALID', asked, HOUR - 1, []],
    ['is over when it is VALID after an hour', asked, HOUR, [[work]]],
    ['of no invoice is over', undefined, MINUTE, [[work]]],
    ['of an invoice that is none’s document is over', invoice(), MINUTE, [[work]]],
    ['that waits for the customer stays open', invoice({ status: 'CANCELLED_PENDING' }), 2 * HOUR, []],
  ])('%s', async (_, record, age, closed) => {
    const made = one(work, record, { readCancelWork: async () => work });
    expect(await runAfter(age, made)).toMatchObject({ recovered: { worked: 1, failed: 0, stuck: 0 }, failures: [] });
    expect(made.given('completeWork')).toEqual(closed);
    expect(made.asked().includes('readStamping')).toBe(age >= MINUTE);
  });

  test('is asked for again, as of then, in the name of the service', async () => {
    const waiting = invoice({ status: 'CANCELLED_PENDING', providerId: 'document' });
    const made = one(work, waiting, { findDocuments: async () => [document()], readCancelWork: async () => work });
    await runAfter(HOUR, made);
    expect(made.given('recordCancellation')).toEqual([[SYSTEM, waiting, 'VALID', undefined, {}]]);
    expect(made.given('completeWork')).toEqual([[work]]);
  });

  const later: CancelWork = { ...work, at: at(HOUR - 1) };

  test.each<[string, CancelWork, CancelWork | undefined, unknown[][]]>([
    ['is told of', work, work, [[asked, 'CANCELLATION_NOT_SENT', work.at, undefined]]],
    [
      'is told of with its motive and substitute',
      { ...work, motive: '01', substituteId: OTHER_INVOICE },
      work,
      [[asked, 'CANCELLATION_NOT_SENT', work.at, { name: INVOICE, motive: '01', substituteId: OTHER_INVOICE }]],
    ],
    ['that a member requested again meanwhile is not told of', work, later, []],
    ['that is not noted any more is not told of', work, undefined, []],
  ])('that is forgotten %s', async (_, listed, noted, told) => {
    const made = one(listed, asked, { readCancelWork: async () => noted });
    await runAfter(HOUR, made);
    expect(made.given('raiseAlertOnce')).toEqual(told);
    expect(made.given('completeWork')).toHaveLength(told.length);
  });
});

test('a draft that the close of a reservation wants is made', async () => {
  const reservationId = OTHER_INVOICE;
  const work = { kind: 'DRAFT', teamId: TEAM, invoiceId: INVOICE, reservationId, at: at(0) } as const;
  const made = one(work, undefined);
  expect((await runAfter(MINUTE, made)).recovered).toEqual({ worked: 1, failed: 0, stuck: 0 });
  expect(made.given('readRental')).toEqual([[TEAM, reservationId]]);
  expect(made.asked()).not.toContain('readStamping');
});
