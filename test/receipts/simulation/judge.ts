import type { SimDocument } from './provider';

/**
 * Judges a history by the bodies that the provider received, and by the stored items. It imports no code of the product:
 * amounts are computed again, in integers of a millionth.
 */

interface Tax {
  readonly base: number;
  readonly type: string;
  readonly rate: number;
  readonly withholding: boolean;
}

interface Line {
  readonly receipt: SimDocument;
  readonly at: number;
  readonly amount: bigint;
  readonly lastBalance: bigint;
  readonly installment: number;
  readonly taxes: readonly Tax[];
}

const fields = (value: unknown): Record<string, unknown> => Object(value);
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(fields) : []);

/** The digits of a decimal number, as an integer with so many decimals. */
function scaled(value: unknown, decimals: number): bigint {
  const [whole = '0', rest = ''] = String(value).split('.');
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(rest.padEnd(decimals, '0').slice(0, decimals) || '0');
}
const cents = (value: unknown): bigint => scaled(value, 2);
const millionths = (value: unknown): bigint => scaled(value, 6);
const half = (value: bigint, divisor: bigint): bigint => (value + divisor / 2n) / divisor;

/** The bases by tax and rate, and the total in cents, of a document with items. */
function amountsOf({ body }: SimDocument) {
  const bases = new Map<string, bigint>();
  const rounded = new Map<string, bigint>();
  let subtotal = 0n;
  for (const item of list(body.items)) {
    const product = fields(item.product);
    const importe = half(millionths(product.price) * millionths(item.quantity), 1_000_000n);
    subtotal += importe;
    for (const tax of list(product.taxes)) {
      const isWithheld = tax.withholding === true;
      const name = `${tax.type} ${tax.rate} ${isWithheld}`;
      bases.set(name, (bases.get(name) ?? 0n) + importe);
      const group = isWithheld ? `-${tax.type}` : `+${tax.type} ${tax.rate}`;
      rounded.set(group, (rounded.get(group) ?? 0n) + half(importe * millionths(tax.rate), 1_000_000n));
    }
  }
  let total = half(subtotal, 10_000n);
  for (const [name, sum] of rounded) total += (name.startsWith('-') ? -1n : 1n) * half(sum, 10_000n);
  return { bases, total };
}

const related = ({ body }: SimDocument): string[] =>
  list(body.related_documents).flatMap((relation) =>
    relation.relationship === '04' || !Array.isArray(relation.documents) ? [] : relation.documents.map(String),
  );

function linesOf(receipt: SimDocument, uuid: string): Line[] {
  return list(receipt.body.complements)
    .flatMap(({ data }) => list(data))
    .flatMap((payment) => list(payment.related_documents))
    .flatMap((line, at) =>
      line.uuid === uuid
        ? [
            {
              receipt,
              at,
              amount: cents(line.amount),
              lastBalance: cents(line.last_balance),
              installment: Number(line.installment),
              taxes: list(line.taxes).map((tax) => ({
                base: Number(tax.base),
                type: String(tax.type),
                rate: Number(tax.rate),
                withholding: tax.withholding === true,
              })),
            },
          ]
        : [],
    );
}

export type Item = Readonly<Record<string, unknown>>;
const isSummary = ({ sk }: Item): boolean => String(sk).startsWith('INVOICE#');

/** The violations of a history, in words. */
export function judge(documents: readonly SimDocument[], items: readonly Item[]): string[] {
  const violations: string[] = [];
  const live = documents.filter(({ status }) => status === 'valid');
  const of = (type: string) => live.filter(({ body }) => body.type === type);
  const replaced = new Set(
    live.flatMap(({ body }) =>
      list(body.related_documents).flatMap((one) =>
        one.relationship === '04' && Array.isArray(one.documents) ? one.documents.map(String) : [],
      ),
    ),
  );
  const counted = (one: SimDocument) => !replaced.has(one.uuid);
  const summaries = items.filter(isSummary);
  for (const receipt of of('P').filter(counted))
    for (const uuid of list(receipt.body.complements)
      .flatMap(({ data }) => list(data))
      .flatMap((payment) => list(payment.related_documents))
      .map((line) => String(line.uuid)))
      if (!live.some((one) => one.uuid === uuid)) violations.push('a receipt pays a cancelled document');
  for (const invoice of of('I').filter(counted)) {
    const notes = of('E').filter((note) => counted(note) && related(note).includes(invoice.uuid));
    const lines = of('P')
      .filter(counted)
      .flatMap((receipt) => linesOf(receipt, invoice.uuid));
    judgeDocument(invoice, notes, lines, violations);
    const summary = summaries.find(({ uuid }) => uuid === invoice.uuid);
    judgeLedger(summary, notes, lines, items, violations);
  }
  judgePayments(items, violations);
  judgeBooks(of('I').filter(counted), of('E').filter(counted), items, violations);
  return [...new Set(violations)];
}

function judgeDocument(invoice: SimDocument, notes: SimDocument[], lines: Line[], violations: string[]): void {
  const { bases, total } = amountsOf(invoice);
  const events = [
    ...notes.map((note) => ({ order: note.order, at: 0, note, line: undefined })),
    ...lines.map((line) => ({ order: line.receipt.order, at: line.at, note: undefined, line })),
  ].sort((one, other) => one.order - other.order || one.at - other.at);
  const left = new Map(bases);
  let [balance, count, isSettled, noted] = [total, 0, false, 0n];
  const isTaxed = list(invoice.body.items).every(({ product }) => list(fields(product).taxes).length > 0);
  for (const { note, line } of events) {
    if (note) {
      const credit = amountsOf(note);
      balance -= credit.total;
      noted += 1n;
      // What is credited after the last payment leaves less than nothing of the bases.
      isSettled = false;
      for (const [name, base] of credit.bases) left.set(name, (left.get(name) ?? 0n) - base);
      continue;
    }
    count += 1;
    violations.push(...lineFaults(line, count, balance));
    if (isTaxed && distanceOf(line) > NEAR + NEAR_NOTE * noted)
      violations.push('a base with its taxes is not the amount paid');
    isSettled = line.amount === line.lastBalance;
    judgeTaxes(line, left, isSettled, violations);
    balance = line.lastBalance - line.amount;
  }
  if (isSettled && [...left.values()].some((base) => base !== 0n))
    violations.push('the bases of a settled document are not its own');
}

function* lineFaults({ installment, amount, lastBalance }: Line, count: number, balance: bigint): Generator<string> {
  if (installment !== count) yield 'the instalments have a gap or repeat';
  if (amount > lastBalance || amount <= 0n) yield 'a line pays more than its balance';
  if (lastBalance > balance) yield 'a balance before a line is above the rest of the line before';
}

/** 0.019 pesos (tax.md 4.10), and what the rounding of each credit note before the line adds: subtotal, tax and withheld tax. */
const [NEAR, NEAR_NOTE] = [19_000n, 15_000n];

/** The millionths between the amount of a line and its bases with their taxes. */
function distanceOf({ amount, taxes }: Line): bigint {
  let sum = 0n;
  for (const { base, rate, withholding } of taxes) {
    const tax = half(millionths(base) * millionths(rate), 1_000_000n);
    sum += withholding ? -tax : millionths(base) + tax;
  }
  const distance = amount * 10_000n - sum;
  return distance < 0n ? -distance : distance;
}

function judgeTaxes({ taxes }: Line, left: Map<string, bigint>, isSettled: boolean, violations: string[]): void {
  const named = new Map(taxes.map((tax) => [`${tax.type} ${tax.rate} ${tax.withholding}`, millionths(tax.base)]));
  for (const [name, base] of named) {
    if (base <= 0n) violations.push('a base is 0');
    if (!left.has(name)) violations.push('a line has a tax that its document does not have');
  }
  for (const [name, rest] of left) {
    const base = named.get(name) ?? 0n;
    if (base > rest) violations.push('a line takes more base than its document has left');
    // Several groups of rates share a tax, so the least base is checked of a document with one of them.
    if (!isSettled && rest > 1n && (base === 0n || base === rest))
      violations.push('a line takes nothing of a base, or all of it, and does not settle');
    left.set(name, rest - base);
  }
}

function judgeLedger(
  summary: Item | undefined,
  notes: SimDocument[],
  lines: Line[],
  items: readonly Item[],
  violations: string[],
): void {
  if (summary === undefined) {
    violations.push('a document has no invoice');
    return;
  }
  const receipted = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const credited = notes.reduce((sum, note) => sum + amountsOf(note).total, 0n);
  const same = (field: string, expected: bigint) => BigInt(Number(summary[field] ?? 0)) === expected;
  if (!same('receipted', receipted) || !same('receiptCount', BigInt(lines.length)))
    violations.push('a ledger differs from the receipts of its document');
  if (!same('credited', credited)) violations.push('a ledger differs from the credit notes of its document');
  if (summary.documentPending !== undefined) violations.push('a document stays reserved');
  const allocated = allocationsOf(items).filter(({ invoiceId }) => invoiceId === summary.id);
  const sum = allocated.reduce((all, { amount }) => all + cents(amount), 0n);
  const held = allocated.reduce((all, one) => (one.receiptId === undefined ? all : all + cents(one.amount)), 0n);
  if (held !== receipted) violations.push('the allocations with a receipt are not those of the receipts');
  const charged = cents(summary.total) - credited;
  if (sum > charged && sum > held) violations.push('a document is allocated beyond what it charges');
}

const paymentsIn = (items: readonly Item[]): Item[] => items.filter(({ pk }) => String(pk).endsWith('#PAYMENTS'));
const allocationsOf = (items: readonly Item[]): Record<string, unknown>[] =>
  paymentsIn(items)
    .filter(({ voidedAt }) => voidedAt === undefined)
    .flatMap(({ allocations }) => list(allocations));

function judgePayments(items: readonly Item[], violations: string[]): void {
  for (const { allocations, amount, voidedAt } of paymentsIn(items)) {
    const sum = list(allocations).reduce((all, one) => all + cents(one.amount), 0n);
    if (sum > cents(amount)) violations.push('the allocations are more than the payment');
    if (voidedAt !== undefined && list(allocations).length > 0) violations.push('a voided payment has allocations');
  }
}

/** Billed − collected = owed − what the clients have in their favour (tax.md 4.10). */
function judgeBooks(invoices: SimDocument[], notes: SimDocument[], items: readonly Item[], violations: string[]): void {
  const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
  const payments = paymentsIn(items).filter(({ voidedAt }) => voidedAt === undefined);
  const credited = (uuid: string) =>
    sum(notes.filter((note) => related(note).includes(uuid)).map((note) => amountsOf(note).total));
  const used = payments.filter(({ creditKind }) => creditKind === 'CREDIT_NOTE');
  const money = payments.filter((payment) => !used.includes(payment));
  const idOf = new Map(items.filter(isSummary).map(({ uuid, id }) => [uuid, id]));
  const balances = invoices.map((invoice) => {
    const allocated = allocationsOf(items).filter(({ invoiceId }) => invoiceId === idOf.get(invoice.uuid));
    const charged = amountsOf(invoice).total - credited(invoice.uuid);
    return { charged, open: charged - sum(allocated.map(({ amount }) => cents(amount))) };
  });
  const [collected, compensated] = [money, used].map((some) => sum(some.map(({ amount }) => cents(amount))));
  const allocations = sum(allocationsOf(items).map(({ amount }) => cents(amount)));
  const unallocated = (collected ?? 0n) + (compensated ?? 0n) - allocations;
  const owed = sum(balances.map(({ open }) => (open > 0n ? open : 0n)));
  const beyond = sum(balances.map(({ open }) => (open < 0n ? -open : 0n)));
  const inFavour = beyond - (compensated ?? 0n) + unallocated;
  if (sum(balances.map(({ charged }) => charged)) - (collected ?? 0n) !== owed - inFavour)
    violations.push('what is billed and collected is not what is owed and in favour');
  const kept = (kind: string) =>
    sum(items.filter(({ sk }) => String(sk).startsWith(`CREDIT#${kind}#`)).map((one) => BigInt(Number(one.inFavour))));
  if (kept('NOTE') !== beyond - (compensated ?? 0n))
    violations.push(
      'the credit of kind CREDIT_NOTE is not what receipts confirm beyond the documents, less what was used',
    );
  if (kept('CLIENT') !== unallocated) violations.push('the credit on account is not what pays no document');
}
