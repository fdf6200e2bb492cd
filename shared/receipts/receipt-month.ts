import * as v from 'valibot';
import { receiptsDueOf } from '../payments/payment';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { Uuid } from '../platform/values/fields';
import { said } from '../platform/values/text';

/** A month of payments: 2026-02. */
export const ReceiptMonth = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(0[1-9]|1[0-2])$/,
    said({ en: 'Send a month, such as 2026-02.', es: 'Envíe un mes, por ejemplo 2026-02.' }),
  ),
);

export const RECEIPT_ALERTS = ['RECEIPT_DUE', 'RECEIPT_LATE'] as const;

/** The alerts that were raised about the payments of a month. It is in the index while they are open. */
export const ReceiptMonthRecord = v.object({
  month: ReceiptMonth,
  alerts: v.array(v.object({ type: v.picklist(RECEIPT_ALERTS), id: Uuid })),
});
export type ReceiptMonthRecord = v.InferOutput<typeof ReceiptMonthRecord>;

export const receiptMonthKey = (teamId: string, month: string) =>
  key(ReceiptMonthRecord, ofTeam(teamId), `RECEIPT_MONTH#${month}`);

/** The months stand behind all payments of their partition: an identifier of a team is hexadecimal. */
const MONTHS = 'month#';
export const openMonthsOf = (teamId = '') => `${MONTHS}${teamId}`;
export const receiptMonthIndexes = (teamId: string, month: string): IndexKeys => ({
  gsi2pk: receiptsDueOf(teamId).gsi2pk,
  gsi2sk: `${openMonthsOf(teamId)}#${month}`,
});
/** Reads team and month from a sort key that {@link receiptMonthIndexes} built. */
export function receiptMonthAt(position: string) {
  const [teamId, month] = position.slice(MONTHS.length).split('#');
  return v.parse(v.object({ teamId: Uuid, month: ReceiptMonth }), { teamId, month });
}
