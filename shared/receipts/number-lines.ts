import { chargedOf, documentCents } from '../invoices/ledger';
import type { Cents } from '../platform/values/money';
import { LINE_RULES, type LineRules, lineBases, type TaxGroup } from './line-taxes';

/** A document of type I that a receipt pays, with all that earlier documents took from it. */
export interface PayableDocument {
  readonly id: string;
  readonly total: number;
  readonly documentTotal?: number | undefined;
  /** The cents of its VALID credit notes, of the lines of its live receipts, and the number of these lines. */
  readonly credited?: number | undefined;
  readonly receipted?: number | undefined;
  readonly receiptCount?: number | undefined;
  /** A credit note or receipt of it that waits for the decision about its cancellation. */
  readonly cancelling?: string | undefined;
  /** The bases of its items. */
  readonly groups: readonly TaxGroup[];
  /** The bases of its VALID credit notes and of its live receipts. */
  readonly taken: readonly TaxGroup[];
}

/** A part of a collection that pays a document. */
interface UnnumberedLine {
  readonly paidAt: string;
  readonly invoiceId: string;
  readonly paid: Cents;
}

export interface NumberedLine {
  readonly installment: number;
  readonly lastBalance: Cents;
  /** The bases of the line, one for each group of rates. */
  readonly bases: readonly TaxGroup[];
}

/**
 * Numbers the lines of a receipt in order of `paidAt`, from the ledgers of their documents. Lines of one instant keep
 * their order. The balance after a line may be below 0: {@link isBeyond} tells of it.
 */
export function numberedLines<L extends UnnumberedLine>(
  lines: readonly L[],
  documents: readonly PayableDocument[],
  rules: LineRules = LINE_RULES,
): (L & NumberedLine)[] {
  const state = new Map(
    documents.map((one) => [
      one.id,
      {
        document: one,
        balance: chargedOf(one) - (one.receipted ?? 0),
        count: one.receiptCount ?? 0,
        taken: [...one.taken],
      },
    ]),
  );
  const inOrder = lines.toSorted((one, other) =>
    one.paidAt === other.paidAt ? 0 : Date.parse(one.paidAt) - Date.parse(other.paidAt),
  );
  return inOrder.map((line) => {
    const of = state.get(line.invoiceId);
    if (of === undefined) throw new Error('A line pays a document that was not read.');
    const { document, balance: lastBalance, taken } = of;
    const part = { paid: line.paid, lastBalance, total: documentCents(document), groups: document.groups, taken };
    const bases = lastBalance < line.paid ? [] : lineBases(part, rules);
    of.count += 1;
    of.balance -= line.paid;
    of.taken.push(...bases);
    return { ...line, installment: of.count, lastBalance, bases };
  });
}

/** The line pays more than is left of its document. */
export const isBeyond = ({ paid, lastBalance }: Pick<UnnumberedLine & NumberedLine, 'paid' | 'lastBalance'>): boolean =>
  paid > lastBalance;
