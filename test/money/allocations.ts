import type { OwedInvoice } from '../../shared/invoices/allocated';
import { open, receiptedBeyond } from '../../shared/invoices/ledger';
import { Books, spread } from '../../shared/payments/books';
import { partsOf } from '../../shared/payments/collection-parts';
import { type KeptPayment, restOfPayment } from '../../shared/payments/payment';
import { MILLION } from '../../shared/platform/values/money';
import type { TaxGroup } from '../../shared/receipts/line-taxes';
import { numberedLines } from '../../shared/receipts/number-lines';
import { storedInvoice, TEAM } from '../proof/records';
import { AllocationModel } from './allocation-model';
import { randomOf } from './random-invoice';

/** The rules that a weakening replaces. */
export interface AllocationRules {
  readonly spread: typeof spread;
  readonly numberedLines: typeof numberedLines;
}
const RULES: AllocationRules = { spread, numberedLines };

const RATES = [
  { transferred: 160_000n, ivaWithheld: 40_000n, isrWithheld: 0n },
  { transferred: 160_000n, ivaWithheld: 0n, isrWithheld: 12_500n },
  { transferred: 80_000n, ivaWithheld: 0n, isrWithheld: 0n },
] as const;

const AT = '2026-01-01T00:00:00.000Z';
const CLIENT = '01890000-0000-7000-8000-000000000003';
const idOf = (kind: number, number: number): string =>
  `01890000-0000-7000-8000-${(kind * 1_000 + number).toString(16).padStart(12, '0')}`;

/** A history of allocations, notes, receipts and voids, on the product's books and on the model. */
class AllocationHistory {
  readonly faults: string[] = [];
  private readonly model = new AllocationModel();
  private readonly random: () => number;
  private documents: OwedInvoice[] = [];
  private payments: KeptPayment[] = [];
  /** Bases that notes took, by document. */
  private readonly noted = new Map<string, TaxGroup[]>();

  constructor(
    seed: number,
    private readonly rules: AllocationRules,
    readonly counts: Map<string, number>,
  ) {
    this.random = randomOf(seed);
  }

  private below(end: number): number {
    return Math.floor(this.random() * end);
  }

  run(): void {
    for (let steps = 8 + this.below(16); steps > 0 && this.faults.length === 0; steps -= 1) {
      const acts = [
        () => this.issue(),
        () => this.collect(),
        () => this.collect(),
        () => this.receipt(),
        () => this.note(),
      ];
      (acts[this.below(acts.length + 1)] ?? (() => this.void()))();
      this.compare();
    }
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  private issue(): void {
    if (this.documents.length >= 5) return;
    const groups = RATES.filter(() => this.below(2) === 0).map((rates) => ({
      ...rates,
      base: BigInt(1 + this.below(this.below(6) === 0 ? 9 : 2_000_000_000)),
    }));
    const cents = groups.reduce(
      (all, { base, transferred, ivaWithheld, isrWithheld }) =>
        all + (base * (MILLION + transferred - ivaWithheld - isrWithheld)) / MILLION,
      0n,
    );
    const total = Number(cents / 10_000n) + 1;
    const id = idOf(1, this.documents.length);
    const tripId = this.below(3) === 0 ? idOf(2, this.below(2)) : undefined;
    const given = { status: 'VALID', total: total / 100, documentTotal: total, ledgerVersion: 1 } as const;
    const record = storedInvoice(id, AT, { ...given, clientId: CLIENT, ...(tripId && { tripId }) });
    this.documents.push({ ...record, allocated: 0 });
    this.model.documents.push({
      id,
      total,
      groups: groups.map(({ base, ...rates }) => ({ rates: Object.values(rates).join(), base })),
      notes: [],
    });
    this.noted.set(id, []);
    this.groups.set(id, groups);
    this.count('documents');
  }

  private readonly groups = new Map<string, TaxGroup[]>();

  /** One transaction. Trips are left out: the random histories of the handlers check them. */
  private write(work: (books: Books) => void): void {
    const documents = this.documents.map(({ tripId: _, ...record }) => record);
    const books = new Books(TEAM, { documents, payments: this.payments });
    work(books);
    const tripOf = new Map(this.documents.map(({ id, tripId }) => [id, tripId]));
    this.documents = documents.map(({ id }) => {
      const tripId = tripOf.get(id);
      return { ...books.document(id), ...(tripId && { tripId }) };
    });
    this.payments = books.payments().filter(({ record }) => record.voidedAt === undefined);
    // A transaction names each record once.
    const keys = books
      .steps()
      .map(({ write }) =>
        JSON.stringify(
          Object.values(write('t')).map((one) => Object(one).Key ?? [Object(one).Item?.pk, Object(one).Item?.sk]),
        ),
      );
    if (new Set(keys).size < keys.length) this.faults.push('a transaction writes a record twice');
  }

  private collect(): void {
    const amount = 1 + this.below(this.below(3) === 0 ? 300 : 400_000);
    const expected = this.model.spread(amount);
    const wanted = this.rules.spread(amount, this.documents);
    const shown = wanted.map(({ invoiceId, cents }) => `${invoiceId} ${cents}`);
    if (shown.join() !== expected.map(({ document, cents }) => `${document} ${cents}`).join())
      this.faults.push('an amount is spread otherwise');
    const parts = partsOf(amount, wanted, this.documents, undefined);
    if (parts.reduce((sum, { cents }) => sum + cents, 0) !== amount) this.faults.push('the parts are not the amount');
    const trips = parts.map(({ tripId }) => tripId);
    if (new Set(trips).size < trips.length) this.faults.push('two parts of a collection have one trip');
    const number = this.model.collections.length;
    const id = idOf(3, number);
    const at = { id, paidAt: AT };
    this.write((books) => {
      books.setPayment(at, { amount: amount / 100, clientId: CLIENT, registeredBy: CLIENT, createdAt: AT });
      for (const { invoiceId, cents } of wanted) books.allocate(id, invoiceId, cents);
    });
    this.model.collections.push({
      id,
      amount,
      parts: expected.map((part) => ({ ...part, isReceipted: false })),
      isVoided: false,
    });
    this.count('collections');
    if (wanted.length > 1) this.count('collections over several documents');
  }

  /** Confirms a part of a collection. */
  private receipt(): void {
    const parts = this.model.collections.flatMap((collection) =>
      collection.isVoided
        ? []
        : collection.parts.filter((part) => !part.isReceipted).map((part) => ({ collection, part })),
    );
    const chosen = parts[this.below(parts.length)];
    if (chosen === undefined) return;
    const { collection, part } = chosen;
    const { document: id, cents: paid } = part;
    const record = this.documents.find((one) => one.id === id);
    const groups = this.groups.get(id) ?? [];
    const notes = this.noted.get(id) ?? [];
    const taken = [
      ...notes,
      ...this.model.lines
        .filter(({ document }) => document === id)
        .flatMap(({ bases }) => groups.map((group, at) => ({ ...group, base: bases[at] ?? 0n }))),
    ];
    const [line] = this.rules.numberedLines(
      [{ paidAt: AT, invoiceId: id, paid }],
      [
        {
          id,
          total: record?.total ?? 0,
          documentTotal: record?.documentTotal,
          credited: record?.credited,
          receipted: record?.receipted,
          receiptCount: record?.receiptCount,
          groups,
          taken,
        },
      ],
    );
    const byNotes = groups.map((group) =>
      notes
        .filter((one) => one.transferred === group.transferred && one.ivaWithheld === group.ivaWithheld)
        .reduce((all, { base }) => all + base, 0n),
    );
    const expected = this.model.receipt(id, paid, byNotes);
    const seen = groups.map(
      (group) =>
        line?.bases.find((one) => one.transferred === group.transferred && one.ivaWithheld === group.ivaWithheld)
          ?.base ?? 0n,
    );
    if (line?.installment !== expected.number || line.lastBalance !== expected.last)
      this.faults.push('a line is numbered otherwise');
    if (seen.join() !== expected.bases.join()) this.faults.push(`bases ${seen}, and the model ${expected.bases}`);
    part.isReceipted = true;
    this.payments = this.payments.map((payment) =>
      payment.at.id === collection.id
        ? {
            ...payment,
            record: {
              ...payment.record,
              allocations: (payment.record.allocations ?? []).map((one) =>
                one.invoiceId === id ? { ...one, receiptId: idOf(4, 0) } : one,
              ),
            },
          }
        : payment,
    );
    this.write((books) => {
      const { credited, receipted = 0, receiptCount = 0 } = books.document(id);
      books.changeLedger(id, { credited, receipted: receipted + paid, receiptCount: receiptCount + 1 });
    });
    this.count('lines of receipts');
    if (expected.last === paid) this.count('lines that settle');
  }

  /** Takes a part of the document back, and of each base. */
  private note(): void {
    const document = this.documents[this.below(this.documents.length)];
    if (document === undefined) return;
    const charged = this.model.charged(document.id);
    const cents = 1 + this.below(charged);
    if (charged <= 1 || cents >= charged) return;
    const left = (this.groups.get(document.id) ?? []).map((group, at) => {
      const lines = this.model.lines.filter((line) => line.document === document.id);
      const taken = lines.reduce((all, { bases }) => all + (bases[at] ?? 0n), 0n);
      const noted = (this.noted.get(document.id) ?? []).filter(
        (one) => one.transferred === group.transferred && one.ivaWithheld === group.ivaWithheld,
      );
      return { group, rest: noted.reduce((all, { base }) => all - base, group.base - taken) };
    });
    const took = left.flatMap(({ group, rest }) =>
      rest > 1n ? [{ ...group, base: rest / BigInt(2 + this.below(3)) }] : [],
    );
    this.noted.set(document.id, [...(this.noted.get(document.id) ?? []), ...took.filter(({ base }) => base > 0n)]);
    this.model.note(document.id, cents);
    this.write((books) => {
      const { credited = 0, receipted, receiptCount } = books.document(document.id);
      books.changeLedger(document.id, { credited: credited + cents, receipted, receiptCount });
    });
    this.write((books) => this.cutBack(books, document.id));
    this.count('credit notes');
  }

  /** As `settleLedger` does: the newest payment without a receipt gives back first. */
  private cutBack(books: Books, id: string): void {
    for (const { at, record } of [...books.payments()].reverse()) {
      const beyond = -open(books.document(id));
      const own = (record.allocations ?? []).find((one) => one.invoiceId === id && one.receiptId === undefined);
      if (beyond <= 0 || own === undefined) continue;
      const cents = Math.round(own.amount * 100);
      books.release(at.id, (one) => one.invoiceId === id && one.receiptId === undefined);
      if (cents > beyond) books.allocate(at.id, id, cents - beyond);
      this.count('allocations cut back');
    }
  }

  private void(): void {
    const live = this.model.collections.filter(
      ({ isVoided, parts }) => !isVoided && parts.every((part) => !part.isReceipted),
    );
    const chosen = live[this.below(live.length)];
    if (chosen === undefined) return;
    chosen.isVoided = true;
    chosen.parts = [];
    this.write((books) => {
      books.release(chosen.id, () => true);
      books.voidPayment(chosen.id, AT);
    });
    this.count('voids');
  }

  private compare(): void {
    const { model } = this;
    for (const record of this.documents) {
      if (record.allocated !== model.allocated(record.id)) this.faults.push('a document is allocated otherwise');
      if (open(record) !== model.open(record.id)) this.faults.push('the open amount is another one');
      if ((record.receipted ?? 0) !== model.receipted(record.id)) this.faults.push('a document is receipted otherwise');
    }
    const rest = this.payments.reduce((sum, { record }) => sum + restOfPayment(record), 0);
    if (rest !== model.onAccount()) this.faults.push('the credit on account is another one');
    const beyond = this.documents.reduce((sum, record) => sum + receiptedBeyond(record), 0);
    if (beyond !== model.creditOfNotes()) this.faults.push('the credit of notes is another one');
    const owed = this.documents.reduce((sum, record) => sum + Math.max(0, open(record)), 0);
    const billed = model.documents.reduce((sum, { id }) => sum + model.charged(id), 0);
    const collected = model.collections.reduce((sum, one) => sum + (one.isVoided ? 0 : one.amount), 0);
    if (billed - collected !== owed - rest - beyond) this.faults.push('billed − collected is not owed − credits');
  }
}

/** The violations of one history. */
export function allocationFaults(seed: number, rules = RULES, counts = new Map<string, number>()): readonly string[] {
  const history = new AllocationHistory(seed, rules, counts);
  history.run();
  return [...new Set(history.faults)];
}

/** Random histories, and how often each kind of record occurred. */
export function proveAllocations(histories: number, from = 1): boolean {
  const began = Date.now();
  const counts = new Map<string, number>();
  let failed = 0;
  for (let seed = from; seed < from + histories; seed += 1) {
    const faults = allocationFaults(seed, RULES, counts);
    if (faults.length === 0) continue;
    failed += 1;
    if (failed <= 20) console.log(`seed ${seed}: ${faults.join('; ')}`);
  }
  for (const [what, count] of [...counts].sort()) console.log(`${String(count).padStart(9)}  ${what}`);
  console.log(`${histories} histories in ${Math.round((Date.now() - began) / 1000)} s: ${failed} violations.`);
  console.log(failed === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return failed === 0;
}
