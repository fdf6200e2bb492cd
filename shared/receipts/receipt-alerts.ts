import * as v from 'valibot';
import { alertOnceSteps, notedResolutionSteps } from '../alerts/alerts';
import { reopeningSteps } from '../alerts/reopen-alert';
import { timeZoneOf } from '../expiry/expiry-writes';
import { receiptDueOn } from '../payments/due-receipt';
import { paymentPositionOf, RECEIPTS_DUE_PARTITIONS, receiptsDueOf } from '../payments/payment';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere } from '../platform/table/already-there';
import { readablePlaces } from '../platform/table/due-entries';
import { unchanged } from '../platform/table/expression';
import { ignoreOvertaken, Overtaken, overtaken } from '../platform/table/overtaken';
import { getItem, queryIndex } from '../platform/table/read';
import { put, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { localDay, nextMonth } from '../platform/values/calendar';
import { Instant, Uuid } from '../platform/values/fields';
import { rangeOfMonth } from './due-receipts';
import {
  openMonthsOf,
  type RECEIPT_ALERTS,
  type ReceiptMonthRecord,
  receiptMonthAt,
  receiptMonthIndexes,
  receiptMonthKey,
} from './receipt-month';

/** A run ends when less time than this is left. The next run continues: it raises each alert once. */
const LEAST_REMAINING_MS = 5_000;
const CHUNK = 100;

interface RaisedReceipts extends Record<string, number> {
  readonly raised: number;
  readonly failed: number;
}

/**
 * Raises RECEIPT_DUE from the first and RECEIPT_LATE from the sixth of the month after payments that have no receipt,
 * once for a team and month, in the team's zone. It resolves the alerts of months whose payments all have one. The index
 * lists only payments that need a receipt, so a run costs one query for each team that has some. A position that cannot be read is reported
 * and left out.
 */
export const raiseReceiptAlerts = capability(
  { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], gsi2: ['Query'], gsi2Keys: ['RECEIPTS_DUE#'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<RaisedReceipts> => {
      const done = { raised: 0, failed: 0 };
      const leaveOut = (failure: unknown) => {
        done.failed += 1;
        report(failure);
      };
      const attempt = async (work: () => Promise<number>) => {
        try {
          done.raised += await work();
        } catch (failure) {
          if (!(failure instanceof Overtaken)) leaveOut(failure);
        }
      };
      for (const partition of RECEIPTS_DUE_PARTITIONS) {
        for await (const teamId of teamsIn(context, partition))
          await attempt(() => raiseForTeam(context, v.parse(Uuid, teamId), leaveOut));
        for (const { teamId, month } of await openMonths(context, partition, openMonthsOf(), leaveOut))
          await attempt(() => resolveMonth(context, teamId, month));
      }
      return done;
    },
);

/** The schedule reports what a request of a member left out. */
const leftToSchedule = (): void => {};

/** Resolves the alerts of the team's months whose payments all have a receipt. The schedule repeats it. */
export const settleReceiptMonths = capability(
  { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], gsi2: ['Query'], gsi2Keys: ['RECEIPTS_DUE#'] },
  (context) => async (teamId: string) => {
    const { gsi2pk } = receiptsDueOf(teamId);
    for (const { month } of await openMonths(context, gsi2pk, openMonthsOf(teamId), leftToSchedule)) {
      try {
        await resolveMonth(context, teamId, month);
      } catch (failure) {
        ignoreOvertaken(failure);
      }
    }
  },
);

/** The teams of a partition that have payments without a receipt. Each query skips to the next team. */
async function* teamsIn(context: Context, partition: string): AsyncGenerator<string> {
  for (let from = '0'; context.remaining() >= LEAST_REMAINING_MS; ) {
    const { positions } = await queryIndex(context, 'gsi2', partition, { limit: 1, ascending: true, from, to: 'g' });
    const [teamId] = positions[0]?.split('#') ?? [];
    if (teamId === undefined) return;
    yield teamId;
    from = `${teamId}~`;
  }
}

async function openMonths(context: Context, partition: string, prefix: string, leaveOut: (failure: unknown) => void) {
  const range = { ascending: true, from: prefix, to: `${prefix}~` };
  const months: { teamId: string; month: string }[] = [];
  for (let after: string | undefined; context.remaining() >= LEAST_REMAINING_MS; ) {
    const page = await queryIndex(context, 'gsi2', partition, { ...range, after, limit: CHUNK });
    months.push(...readablePlaces(page.positions, receiptMonthAt, leaveOut));
    after = page.positions.at(-1);
    if (!page.more || after === undefined) break;
  }
  return months;
}

/** The month of the team's oldest payment without a receipt in a range of instants. */
async function oldestMonth(
  context: Context,
  teamId: string,
  timeZone: string,
  { from = '', to = '~' }: { readonly from?: string | undefined; readonly to?: string | undefined },
  leaveOut: (failure: unknown) => void,
): Promise<string | undefined> {
  const { gsi2pk, prefix } = receiptsDueOf(teamId);
  const paidAt = (position: string) => v.parse(Instant, paymentPositionOf(position.slice(prefix.length)).paidAt);
  const range = { from: `${prefix}${from}`, to: `${prefix}${to}~`, ascending: true, limit: 1 };
  for (let after: string | undefined; ; ) {
    const { positions } = await queryIndex(context, 'gsi2', gsi2pk, { ...range, after });
    if (positions.length === 0) return undefined;
    const [oldest] = readablePlaces(positions, paidAt, leaveOut);
    if (oldest !== undefined) return localDay(new Date(oldest), timeZone).slice(0, 7);
    after = positions.at(-1);
  }
}

/** Returns the number of alerts that this call raised. */
async function raiseForTeam(context: Context, teamId: string, leaveOut: (failure: unknown) => void): Promise<number> {
  const timeZone = await timeZoneOf(context, teamId);
  const today = localDay(context.now(), timeZone);
  let raised = 0;
  for (let from: string | undefined; ; ) {
    const month = await oldestMonth(context, teamId, timeZone, { from }, leaveOut);
    if (month === undefined || month >= today.slice(0, 7)) return raised;
    if (await raiseForMonth(context, teamId, { month, timeZone, today })) raised += 1;
    from = rangeOfMonth(nextMonth(month), timeZone).from;
  }
}

interface DueMonth {
  readonly month: string;
  readonly timeZone: string;
  readonly today: string;
}

async function raiseForMonth(context: Context, teamId: string, { month, timeZone, today }: DueMonth): Promise<boolean> {
  const dueOn = receiptDueOn(rangeOfMonth(month, timeZone).from ?? '', timeZone);
  const type: (typeof RECEIPT_ALERTS)[number] = today > dueOn ? 'RECEIPT_LATE' : 'RECEIPT_DUE';
  const key = receiptMonthKey(teamId, month);
  const read = await getItem(context, key);
  const cause = { type, entityId: teamId, facts: { month, dueOn } } as const;
  const raised = read?.alerts.find((alert) => alert.type === type);
  if (read && raised) {
    const reopened = await reopeningSteps(context, teamId, raised.id, cause, changed);
    if (reopened.length > 0)
      await transact(context, [
        put(key, read, unchanged(read, ['alerts']), changed, receiptMonthIndexes(teamId, month)),
        ...reopened,
      ]);
    return false;
  }
  const id = context.newId();
  const record: ReceiptMonthRecord = { month, alerts: [...(read?.alerts ?? []), { type, id }] };
  const asRead = read ? unchanged(read, ['alerts']) : { absent: ['month'] };
  try {
    await transact(context, [
      put(key, record, asRead, changed, receiptMonthIndexes(teamId, month)),
      ...alertOnceSteps(context, teamId, cause, month, id),
    ]);
    return true;
  } catch (failure) {
    if (!(failure instanceof AlreadyThere)) throw failure;
    return false;
  }
}

/** Resolves the alerts of a month without due payments. Returns 0: it raises nothing. */
async function resolveMonth(context: Context, teamId: string, month: string): Promise<number> {
  const timeZone = await timeZoneOf(context, teamId);
  const range = rangeOfMonth(month, timeZone);
  if ((await oldestMonth(context, teamId, timeZone, range, leftToSchedule)) !== undefined) return 0;
  const key = receiptMonthKey(teamId, month);
  const read = await getItem(context, key);
  if (read === undefined) return 0;
  const ids = read.alerts.map(({ id }) => id);
  await transact(context, [
    update(key, { remove: ['gsi2pk', 'gsi2sk'] }, unchanged(read, ['alerts']), changed),
    ...(await notedResolutionSteps(context, teamId, ids, changed)),
  ]);
  return 0;
}

const changed = overtaken('Another run or a member changed the month or its alerts first.');
