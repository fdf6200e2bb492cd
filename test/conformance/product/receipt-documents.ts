import { amountsOf } from '../../../shared/invoices/amounts';
import { type InvoiceRecord, recordOf } from '../../../shared/invoices/invoice-record';
import { centsOf } from '../../../shared/platform/values/money';
import { taxGroupsOf } from '../../../shared/receipts/line-taxes';
import { numberedLines, type PayableDocument } from '../../../shared/receipts/number-lines';
import { numberedPayments, type ReceiptLine } from '../../../shared/receipts/receipt-lines';
import { receiptBodyOf } from '../../../shared/stamping/provider/receipt';
import type { Chance } from '../../load/chance';
import { storedInvoice } from '../../support/store-invoices';
import { givenOf } from '../generator/invoice';
import { type PaidItem, taxesOfParts } from '../judge/line-taxes';

/** A random document of type I with the parts that earlier receipts paid of it. */
interface Paid {
  readonly record: InvoiceRecord;
  readonly items: readonly PaidItem[];
  readonly total: number;
  readonly earlier: readonly number[];
}

function itemOf(chance: Chance): PaidItem {
  const taxObject = chance.below(7) === 0 ? '01' : '02';
  const taxRate = taxObject === '02' ? chance.among([0.16, 0.16, 0.08, 0]) : 0;
  const withheld = taxRate === 0.16 ? chance.among([0, 0.04, 0.106667]) : 0;
  const isrWithholdingRate = taxRate === 0.16 ? chance.among([0, 0, 0.0125]) : 0;
  const price = Number(`${chance.below(60_000)}.${String(1 + chance.below(999_999)).padStart(6, '0')}`);
  const quantity = 1 + chance.below(40);
  return { price, quantity, taxObject, taxRate, withholdingRate: withheld, isrWithholdingRate };
}

/** Splits an amount of cents: every part at least a cent. */
function partsOf(chance: Chance, total: number, most: number): number[] {
  const parts: number[] = [];
  let left = total;
  while (left > 0 && parts.length < most) {
    const part = chance.below(3) === 0 ? left : 1 + chance.below(chance.below(2) === 0 ? left : Math.min(left, 500));
    parts.push(part);
    left -= part;
  }
  return parts;
}

const uuidOf = (chance: Chance, version: number): string =>
  `01890000-0000-${version}000-8000-${String(chance.below(10 ** 12)).padStart(12, '0')}`;

function documentOf(chance: Chance): Paid {
  const items = Array.from({ length: 1 + chance.below(6) }, () => itemOf(chance));
  const priced = items.map((item) => ({
    ...item,
    taxObject: item.taxObject === '01' ? ('01' as const) : ('02' as const),
  }));
  const total = centsOf(amountsOf(priced).total);
  const parts = partsOf(chance, total, chance.below(4));
  const settled = parts.reduce((sum, part) => sum + part, 0) === total;
  const isNumbered = chance.below(2) === 0;
  const invoice = storedInvoice({
    id: uuidOf(chance, 7),
    uuid: uuidOf(chance, 4),
    total: total / 100,
    series: isNumbered ? 'F' : null,
    folio: isNumbered ? String(1 + chance.below(9_000)) : null,
  });
  const { record } = recordOf(invoice, { revision: 0 });
  return { record, items, total, earlier: settled ? parts.slice(0, -1) : parts };
}

const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);

/** The document with what earlier lines took, as the product reads it. */
function payableOf({ record, items, total, earlier }: Paid): PayableDocument {
  const groups = taxGroupsOf(items.map((item) => ({ ...item, taxObject: item.taxObject === '01' ? '01' : '02' })));
  const fresh = { id: record.id, total: total / 100, groups, taken: [] };
  const lines = earlier.map((paid) => ({ paidAt: '2026-01-01T00:00:00.000Z', invoiceId: record.id, paid }));
  const taken = numberedLines(lines, [fresh]).flatMap(({ bases }) => bases);
  return { ...fresh, receipted: sum(earlier), receiptCount: earlier.length, taken };
}

const FORMS = ['01', '02', '03', '04', '17', '28'];

interface RandomReceipt {
  readonly body: ReturnType<typeof receiptBodyOf>;
  /** The taxes of each line by the second computation, in the order of the body. */
  readonly expected: readonly (readonly string[])[];
  readonly organization: ReturnType<typeof givenOf>['organization'];
}

/** A random receipt: payments of several days, each for some parts of several documents. */
export function randomReceipt(chance: Chance, id: string): RandomReceipt {
  const { client, organization } = receiverOf(chance);
  const documents = Array.from({ length: 1 + chance.below(4) }, () => documentOf(chance));
  const payments = Array.from({ length: 1 + chance.below(3) }, (_, day) => ({
    collectionId: uuidOf(chance, 7),
    paymentForm: chance.among(FORMS),
    paidAt: `2026-02-1${day}T18:30:00.000Z`,
    ...(chance.below(2) === 0 && { reference: `SPEI ${chance.below(10 ** 6)} | «ñ»` }),
  }));
  const parts = documents.map(({ total, earlier }) => partsOf(chance, total - sum(earlier), payments.length));
  const lines: ReceiptLine[] = payments.flatMap(({ collectionId, paidAt }, day) =>
    documents.flatMap(({ record }, index) => {
      const paid = parts[index]?.[day];
      return paid ? [{ collectionId, paymentId: collectionId, paidAt, invoiceId: record.id, paid }] : [];
    }),
  );
  const stored = numberedPayments(
    payments,
    lines,
    documents.map(({ record }) => record),
    documents.map(payableOf),
  ).filter((payment) => payment.documents.length > 0);
  const taxes = new Map(
    documents.map(({ record, items, total, earlier }, index) => {
      const all = taxesOfParts(items, total, [...earlier, ...(parts[index] ?? [])]);
      return [record.id, all.slice(earlier.length)] as const;
    }),
  );
  const expected = stored.flatMap((payment) =>
    payment.documents.map(({ invoiceId }) => taxes.get(invoiceId)?.shift() ?? []),
  );
  const series = chance.below(2) === 0 ? 'P' : null;
  const body = receiptBodyOf({ invoice: { id, series }, client, lines: stored, idempotencyKey: `${id}-1` });
  return { body, expected, organization };
}

/** Client and organization of a generated invoice that has both. */
function receiverOf(chance: Chance) {
  for (;;) {
    const { client, organization } = givenOf(chance);
    if (client) return { client, organization };
  }
}
