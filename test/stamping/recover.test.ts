import * as v from 'valibot';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import { recover } from '../../shared/stamping/recover';
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

const RUN = { owner: 'run', place: { shard: undefined, after: undefined } };
const OVER = [{ shard: STAMPING_SHARDS[0], after: undefined }, true];

/** Open work by shard, as it lies there in order; what cannot be read has no work. */
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
  const recovered = await recover(made.deps, (failure) => failures.push(failure));
  return { recovered, failures };
}

const [first, second, third, fourth] = STAMPING_SHARDS;

test('who does not get the lease does nothing', async () => {
  const made = steps(undefined, undefined, { acquireLease: async () => undefined });
  expect(await run(made)).toEqual({ recovered: { worked: 0, failed: 0, stuck: 0 }, failures: [] });
  expect(made.asked()).toEqual(['acquireLease']);
});

test.each([undefined, 'STAMPING_WORK#unknown'])(
  'a run that begins at %p reads every shard, and begins there again',
  async (shard) => {
    const made = steps(undefined, undefined, {
      acquireLease: async () => ({ owner: 'run', place: { shard, after: undefined } }),
    });
    expect((await run(made)).recovered).toEqual({ worked: 0, failed: 0, stuck: 0 });
    expect(made.given('listWork')).toEqual(STAMPING_SHARDS.map((one) => [{ shard: one, after: undefined }, 25]));
    expect(made.given('saveCheckpoint')).toEqual([[{ owner: 'run', place: { shard, after: undefined } }, ...OVER]]);
  },
);

const positions = (made: Steps) => made.given('saveCheckpoint').map(([, place]) => place);
const item = (position: string) => ({ position, work: attempt() });

test('a run goes on where the last one stopped, around to there again, and says so before each item', async () => {
  const open = { [first]: [item('WORK#1')], [third]: ['WORK#1', 'WORK#2', 'WORK#3', 'WORK#4', 'WORK#5'].map(item) };
  const made = steps(undefined, undefined, {
    acquireLease: async () => ({ owner: 'run', place: { shard: third, after: 'WORK#2' } }),
    listWork: listing(open),
  });
  expect((await run(made)).recovered).toEqual({ worked: 6, failed: 0, stuck: 0 });
  expect(positions(made)).toEqual([
    { shard: third, after: 'WORK#3' },
    { shard: third, after: 'WORK#4' },
    { shard: third, after: 'WORK#5' },
    { shard: first, after: 'WORK#1' },
    { shard: third, after: 'WORK#1' },
    { shard: third, after: 'WORK#2' },
    OVER[0],
  ]);
  expect(made.given('listWork').map(([place]) => place)).toEqual([
    { shard: third, after: 'WORK#2' },
    { shard: third, after: 'WORK#4' },
    { shard: fourth, after: undefined },
    { shard: first, after: undefined },
    { shard: second, after: undefined },
    { shard: third, after: undefined },
    { shard: third, after: 'WORK#2' },
  ]);
});

test('what cannot be read is passed over', async () => {
  const open = { [first]: [{ position: 'WORK#1' }, item('WORK#2')] };
  const made = steps(undefined, undefined, { listWork: listing(open) });
  expect((await run(made)).recovered.worked).toBe(1);
  expect(positions(made)).toEqual([{ shard: first, after: 'WORK#2' }, OVER[0]]);
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
  expect(positions(made)).toHaveLength(worked === 1 ? 2 : 0);
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
  expect(await run(made)).toEqual({ recovered: { worked: 2, failed: 1, stuck: 0 }, failures: [failure] });
  expect(made.given('readStamping')).toEqual([
    [TEAM, INVOICE],
    [TEAM, OTHER_INVOICE],
  ]);
});

describe('an attempt', () => {
  const closedState = { number: 1, attemptId: 'lock', isOpen: false, livemode: false };

  test('that is gone meanwhile is left', async () => {
    const made = one(attempt(), pending());
    expect(await runAfter(3 * HOUR, made)).toEqual({
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
    expect(made.given('recordStamped')).toMatchObject([[SYSTEM, pending(), { providerId: 'document' }, undefined]]);
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
    const made = one(work, record);
    expect(await runAfter(age, made)).toEqual({ recovered: { worked: 1, failed: 0, stuck: 0 }, failures: [] });
    expect(made.given('completeWork')).toEqual(closed);
    expect(made.asked().includes('readStamping')).toBe(age >= MINUTE);
  });

  test('is asked for again, as of then, in the name of the service', async () => {
    const waiting = invoice({ status: 'CANCELLED_PENDING', providerId: 'document' });
    const made = one(work, waiting, { findDocuments: async () => [document()] });
    await runAfter(HOUR, made);
    expect(made.given('recordCancellation')).toEqual([[SYSTEM, waiting, 'VALID', undefined]]);
    expect(made.given('completeWork')).toEqual([[work]]);
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

test('the whole run holds one lease', async () => {
  const made = steps(undefined, undefined, { listWork: listing({ [second]: [item('WORK#1')] }) });
  await run(made);
  expect(made.given('saveCheckpoint')).toEqual([
    [RUN, { shard: second, after: 'WORK#1' }],
    [RUN, ...OVER],
  ]);
});
