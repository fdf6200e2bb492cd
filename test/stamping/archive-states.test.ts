import * as v from 'valibot';
import { getItem } from '../../shared/platform/table/read';
import { put } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { asIs } from '../../shared/platform/values/text';
import {
  ARCHIVE_STATUSES,
  Archive,
  type ArchiveRecord,
  type ArchiveScope,
  archiveKey,
  archiveOf,
  endOfTerm,
  isHeld,
  latestArchiveKey,
  nameOf,
} from '../../shared/stamping/archives/archive';
import { ARCHIVE_TRANSITIONS, type ArchiveGiven } from '../../shared/stamping/archives/archive-states';
import { ArchiveChanged, moveArchive, openArchive } from '../../shared/stamping/archives/archives';
import { START, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();

const scopeOf = (teamId: string): ArchiveScope => ({ teamId, month: '2026-02', types: ['I', 'P'], livemode: true });
const newActor = () => ({ id: someId(), teamId: someId() });

async function insertArchive(given: Partial<ArchiveRecord> = {}): Promise<ArchiveRecord> {
  const record: ArchiveRecord = {
    id: someId(),
    ...scopeOf(someId()),
    status: 'CREATED',
    fingerprint: 'f',
    createdAt: new Date(START).toISOString(),
    expires: endOfTerm(new Date(START)),
    ...given,
  };
  await transact(table.testContext().context, [
    put(archiveKey(record.teamId, record.id), record, {}, () => new Error()),
  ]);
  return record;
}
const stored = ({ teamId, id }: ArchiveRecord) => getItem(table.testContext().context, archiveKey(teamId, id));

type Event = Exclude<keyof typeof ARCHIVE_TRANSITIONS, 'create'>;
const A_MINUTE_LATER = new Date(START + 60_000).toISOString();
const HELD = { heldUntil: A_MINUTE_LATER };

/** The statuses from which each event moves an archive, the fields before it and after it. */
const EVENTS: Readonly<
  Record<
    Event,
    { from: string[]; given?: ArchiveGiven; before?: Partial<ArchiveRecord>; after: Partial<ArchiveRecord> }
  >
> = {
  ask: { from: ['CREATED'], after: { status: 'CREATED', ...HELD } },
  accept: {
    from: ['CREATED'],
    given: { providerId: 'zip-1' },
    before: HELD,
    after: { status: 'CREATED', providerId: 'zip-1', heldUntil: undefined },
  },
  process: { from: ['CREATED'], after: { status: 'PROCESSING' } },
  copy: { from: ['CREATED', 'PROCESSING'], after: { status: 'PROCESSING', ...HELD } },
  pause: { from: ['CREATED', 'PROCESSING'], before: HELD, after: { heldUntil: undefined } },
  finish: { from: ['PROCESSING'], after: { status: 'FINISHED' } },
  fail: {
    from: ['CREATED', 'PROCESSING'],
    given: { reason: asIs('No.') },
    after: { status: 'FAILED', errorMessage: asIs('No.') },
  },
};

const cases = Object.entries(EVENTS).flatMap(([event, { from, given, before, after }]) =>
  from.map((status) => ({ event, status: status as ArchiveRecord['status'], given, before, after })),
);

describe('tax 9: the states of an archive', () => {
  test('every event leaves from these statuses, and from no other', () => {
    const found = Object.entries(ARCHIVE_TRANSITIONS).map(([event, { from }]) => [event, [...from]]);
    const expected = Object.entries(EVENTS).map(([event, { from }]) => [event, from]);
    expect(Object.fromEntries(found)).toEqual({ create: [], ...Object.fromEntries(expected) });
    expect(ARCHIVE_STATUSES).toEqual(['CREATED', 'PROCESSING', 'FINISHED', 'FAILED']);
  });

  test.each(cases)('$event moves an archive that is $status', async ({ event, status, given, before, after }) => {
    const record = await insertArchive({ status, ...before });
    const row = ARCHIVE_TRANSITIONS[event as Event];
    const moved = await table.testContext().use(moveArchive)(row, record, given);
    const { heldUntil: _, ...rest } = record;
    const expected = JSON.parse(
      JSON.stringify({ ...rest, ...(record.heldUntil && { heldUntil: record.heldUntil }), ...after }),
    );
    expect([JSON.parse(JSON.stringify(moved)), await stored(record)]).toEqual([expected, expected]);
  });

  const others = Object.entries(EVENTS).flatMap(([event, { from }]) =>
    ARCHIVE_STATUSES.filter((status) => !from.includes(status)).map((status) => ({ event, status })),
  );

  test.each(others)('$event does not move an archive that is $status', async ({ event, status }) => {
    const record = await insertArchive({ status });
    const moved = table.testContext().use(moveArchive)(ARCHIVE_TRANSITIONS[event as Event], record, {
      reason: asIs('No.'),
    });
    await expect(moved).rejects.toMatchObject({ found: record });
    expect(await stored(record)).toEqual(record);
  });

  test.each([
    ['status', { status: 'FAILED' }],
    ['providerId', { providerId: 'zip-2' }],
    ['heldUntil', HELD],
  ] as const)('a call that read another %s changes nothing, and gets the stored archive', async (_, changed) => {
    const read = await insertArchive();
    const other = await insertArchive({ ...read, ...changed });
    const moved = table.testContext().use(moveArchive)(ARCHIVE_TRANSITIONS.copy, read);
    await expect(moved).rejects.toEqual(expect.any(ArchiveChanged));
    await expect(moved).rejects.toMatchObject({ found: other });
    expect(await stored(read)).toEqual(other);
  });

  test('a call that asks the provider holds the archive for a minute against another one', async () => {
    const read = await insertArchive();
    const asked = await table.testContext().use(moveArchive)(ARCHIVE_TRANSITIONS.ask, read);
    expect([START, START + 59_999, START + 60_000].map((at) => isHeld(asked, new Date(at)))).toEqual([
      true,
      true,
      false,
    ]);
    const again = table.testContext().use(moveArchive)(ARCHIVE_TRANSITIONS.ask, read);
    await expect(again).rejects.toMatchObject({ found: asked });
  });

  test('a new archive is held for a minute, and is the newest of its scope for its term', async () => {
    const actor = newActor();
    const wanted = { scope: scopeOf(actor.teamId), fingerprint: 'f' };
    const testContext = table.testContext();
    const { record, isNew } = await testContext.use(openArchive)(actor, wanted, undefined);
    expect([isNew, record.status, record.heldUntil]).toEqual([true, 'CREATED', A_MINUTE_LATER]);
    expect([isHeld(record, new Date(START + 59_999)), isHeld(record, new Date(START + 60_000))]).toEqual([true, false]);
    expect(await getItem(testContext.context, latestArchiveKey(wanted.scope.teamId, nameOf(wanted.scope)))).toEqual({
      archiveId: record.id,
      expires: START / 1000 + 30 * 86_400,
    });
    expect(await testContext.use(openArchive)(actor, wanted, undefined)).toEqual({ record, isNew: false });
    const live = { ...wanted, scope: { ...wanted.scope, livemode: false } };
    expect((await testContext.use(openArchive)(actor, live, undefined)).isNew).toBe(true);
  });

  test('an archive that is open for a day is not waited for; neither is one that ended', async () => {
    const actor = newActor();
    const wanted = { scope: scopeOf(actor.teamId), fingerprint: 'f' };
    const testContext = table.testContext();
    const ask = () => testContext.use(openArchive)(actor, wanted, undefined);
    const first = await ask();
    testContext.pass(86_399_999);
    expect((await ask()).record.id).toBe(first.record.id);
    testContext.pass(1);
    const second = await ask();
    expect(second.isNew).toBe(true);
    await testContext.use(moveArchive)(ARCHIVE_TRANSITIONS.fail, second.record, { reason: asIs('No.') });
    expect((await ask()).isNew).toBe(true);
  });
});

test('an archive that failed in an earlier release keeps its one text', async () => {
  const record = await insertArchive({ status: 'FAILED', errorMessage: 'The file is too large.' });
  const read = await stored(record);
  expect(read && v.parse(Archive, archiveOf(read))).toMatchObject({ errorMessage: 'The file is too large.' });
});
