import * as v from 'valibot';
import { receiptDueOn } from '../payments/due-receipt';
import { type KeptPayment, needsReceipt, paymentKey, paymentPositionOf, receiptsDueOf } from '../payments/payment';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type Chunk, type Listed, readPage } from '../platform/table/lists';
import { getItems, HIGHEST, queryIndex } from '../platform/table/read';
import { addDays, daysBetween, instantRange, localDay, nextMonth } from '../platform/values/calendar';
import { Instant, isUuid, Uuid } from '../platform/values/fields';
import { centsOf, pesosOf } from '../platform/values/money';
import type { Page } from '../platform/values/pages';
import type { Team } from '../teams/team';

/** A collection with allocations that need a receipt of payment. */
export const DueReceipt = v.object({
  collectionId: Uuid,
  clientId: v.optional(Uuid),
  clientName: v.optional(v.string()),
  /** The instant, in UTC, at which the money arrived. */
  paidAt: Instant,
  /** MXN of the payment that need a receipt. */
  amount: v.number(),
  /** The last day for the stamp of the receipt: the fifth of the month after the payment. */
  dueOn: v.pipe(v.string(), v.isoDate()),
  /** Days from today, in the team’s time zone, to that day. Negative after it. */
  daysLeft: v.pipe(v.number(), v.integer()),
});
export type DueReceipt = v.InferOutput<typeof DueReceipt>;

type DueTeam = Pick<Team, 'teamId' | 'timeZone'>;

/** The collections of a team that need a receipt, the oldest payment first: it has the fewest days left. */
export const listDueReceipts = capability(
  { table: ['BatchGetItem'], gsi2: ['Query'], gsi2Keys: ['RECEIPTS_DUE#'] },
  (context) =>
    (team: DueTeam, month: string | undefined, page: Page): Promise<Listed<DueReceipt>> => {
      const { prefix } = receiptsDueOf(team.teamId);
      const { from = '', to = HIGHEST } = month ? rangeOfMonth(month, team.timeZone) : {};
      const range = { from: `${prefix}${from}`, to: `${prefix}${to}~` };
      return readPage<DueReceipt>(
        context,
        {
          identity: ['receipts-due', team.teamId, month],
          isPosition: (position) => position >= range.from && position <= range.to && isPositionOf(prefix, position),
          next: (after, limit) => nextDue(context, team, range, after, limit),
        },
        page,
      );
    },
);

/** The instants of a month in the team's zone. */
export const rangeOfMonth = (month: string, timeZone: string) =>
  instantRange({ from: `${month}-01`, to: addDays(`${nextMonth(month)}-01`, -1) }, timeZone);

function isPositionOf(prefix: string, position: string): boolean {
  const [paidAt, ...ids] = position.slice(prefix.length).split('#');
  return v.is(Instant, paidAt) && ids.length > 0 && ids.length <= 2 && ids.every(isUuid);
}

interface DuePosition {
  readonly position: string;
  readonly payment: KeptPayment | undefined;
  readonly collectionId: string;
}

/** The payments of a collection stand together. An entry stands at the last one of its collection. */
async function nextDue(
  context: Context,
  team: DueTeam,
  range: { readonly from: string; readonly to: string },
  start: string | undefined,
  limit: number,
): Promise<Chunk<DueReceipt>> {
  const entries: { position: string; record: DueReceipt | undefined }[] = [];
  let group: DuePosition[] = [];
  const close = () => {
    const last = group.at(-1);
    if (last) entries.push({ position: last.position, record: dueOf(team, group, context.now()) });
    group = [];
  };
  for await (const due of duePositions(context, team.teamId, range, start)) {
    if (group[0] && group[0].collectionId !== due.collectionId) close();
    if (entries.length >= limit) return { entries, more: true };
    group.push(due);
  }
  close();
  return { entries, more: false };
}

const READ = 100;

async function* duePositions(
  context: Context,
  teamId: string,
  { from, to }: { readonly from: string; readonly to: string },
  start: string | undefined,
): AsyncGenerator<DuePosition> {
  const { gsi2pk, prefix } = receiptsDueOf(teamId);
  for (let after = start; ; ) {
    const page = await queryIndex(context, 'gsi2', gsi2pk, { limit: READ, ascending: true, from, to, after });
    const found = page.positions.map((position) => ({
      position,
      at: paymentPositionOf(position.slice(prefix.length)),
    }));
    const records = await getItems(
      context,
      found.map(({ at }) => paymentKey(teamId, at)),
      'eventual',
    );
    for (const [index, { position, at }] of found.entries()) {
      const record = records[index];
      yield { position, payment: record && { at, record }, collectionId: at.collectionId ?? at.id };
    }
    after = page.positions.at(-1);
    if (!page.more || after === undefined) return;
  }
}

/** Undefined when none of the payments needs a receipt any more: the index lags behind the table. */
function dueOf(
  { timeZone }: DueTeam,
  group: readonly { readonly payment: KeptPayment | undefined }[],
  now: Date,
): DueReceipt | undefined {
  const payments = group.flatMap(({ payment }) =>
    payment && payment.record.voidedAt === undefined && payment.record.allocations?.some(needsReceipt) ? [payment] : [],
  );
  const [first] = payments;
  if (first === undefined) return undefined;
  const { id, collectionId = id, paidAt } = first.at;
  const due = payments.flatMap(({ record }) => (record.allocations ?? []).filter(needsReceipt));
  const dueOn = receiptDueOn(paidAt, timeZone);
  const { clientId, clientName } = first.record;
  return {
    collectionId,
    clientId,
    clientName,
    paidAt,
    amount: pesosOf(due.reduce((sum, { amount }) => sum + centsOf(amount), 0)),
    dueOn,
    daysLeft: daysBetween(localDay(now, timeZone), dueOn),
  };
}
