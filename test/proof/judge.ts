import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { invoiceCountKey } from '../../shared/invoices/invoice-record';
import type { MemoryDocument } from './memory-provider';
import { CLIENTS, TEAM } from './records';
import type { World } from './world';

const STATUSES = ['DRAFT', 'PENDING', 'VALID', 'ERROR', 'CANCELLED', 'CANCELLED_PENDING'];
const HAS_DOCUMENT: readonly string[] = ['VALID', 'CANCELLED', 'CANCELLED_PENDING'];

/** Checks a run and reports violations. */
export class Judge {
  constructor(private readonly world: World) {}

  checkNothingPends(): void {
    for (const id of this.world.invoiceIds) {
      if (this.world.record(id)?.status === 'PENDING')
        this.world.violations.push('an invoice was PENDING past the bound');
    }
  }

  checkEnd(): void {
    for (const id of this.world.invoiceIds) this.checkInvoice(id);
    if (this.world.hasWork()) this.world.violations.push('work was left over');
    this.checkCounts();
    this.checkLists();
  }

  private checkInvoice(id: string): void {
    const { violations } = this.world;
    const record = this.world.record(id);
    const real = this.world.provider.documents.filter(
      ({ externalId, status }) => externalId === id && (status === 'valid' || status === 'canceled'),
    );
    const own = real.filter(({ isForeign }) => !isForeign);
    if (!record && own.some(({ status }) => status === 'valid')) violations.push('a document has no invoice');
    if (own.length > 1) violations.push('an invoice has two documents');
    for (const { status, wasCancelAsked } of real) {
      if (status === 'canceled' && !wasCancelAsked) violations.push('a document was cancelled without a request');
    }
    const [document] = own;
    if (real.length === 1 && document && record) this.checkPair(record, document);
    if (real.length === 0 && record && HAS_DOCUMENT.includes(record.status))
      violations.push(`an invoice is ${record.status} without a document`);
  }

  /** True when the invoice has two documents in its mode. A document made by hand may be one of them. */
  isDoubled(id: string): boolean {
    const real = this.world.provider.documents.filter(
      ({ externalId, status, livemode }) =>
        externalId === id && (status === 'valid' || status === 'canceled') && livemode === this.world.modeOf(id),
    );
    return real.length > 1;
  }

  checkDuplicates(id: string): void {
    if (this.world.record(id) && !this.hasAlert('INVOICE_DUPLICATE', id))
      this.world.violations.push('a second document was hidden');
  }

  private checkPair(record: InvoiceRecord, document: MemoryDocument): void {
    const expected =
      document.status === 'canceled'
        ? 'CANCELLED'
        : document.cancellation === 'pending'
          ? 'CANCELLED_PENDING'
          : 'VALID';
    if (record.status !== expected)
      this.world.violations.push(`a document is ${document.status} and its invoice ${record.status}`);
    else if (document.content !== undefined && (record.notes ?? null) !== document.content)
      this.world.violations.push('an invoice says something else than its document');
  }

  private hasAlert(type: string, entityId: string): boolean {
    return this.world.table.everything().some((item) => item.type === type && item.entityId === entityId);
  }

  /** Each list of the table has the invoice at its type and status. */
  private checkLists(): void {
    for (const { sk, gsi1pk, status, type } of this.world.table.everything()) {
      if (!String(sk).startsWith('INVOICE#')) continue;
      const list = `TEAM#${TEAM}#${LISTS[String(type)] ?? 'INVOICES'}#${status}`;
      if (gsi1pk !== list) this.world.violations.push(`an invoice of type ${type ?? 'I'} is in another list`);
    }
  }

  private checkCounts(): void {
    for (const clientId of [undefined, ...CLIENTS]) {
      const counts = this.world.table.at(invoiceCountKey(TEAM, clientId)) ?? {};
      const records = this.world.invoiceIds.flatMap((id) => this.world.record(id) ?? []);
      const ours = records.filter((record) => clientId === undefined || record.clientId === clientId);
      const expected = (name: string): number => ours.filter((record) => countOf(record) === name).length;
      const names = STATUSES.flatMap((status) => [status, `T_${status}`, `E_${status}`, `P_${status}`]);
      const wrong = names.filter((name) => Number(counts[name] ?? 0) !== expected(name));
      if (wrong.length > 0) this.world.violations.push(`the counters are wrong: ${wrong.join(', ')}`);
    }
  }
}

const LISTS: Readonly<Record<string, string>> = { T: 'TRANSFERS', E: 'CREDIT_NOTES', P: 'RECEIPTS' };

/** The counter of an invoice. The other types have counters of their own. */
const countOf = ({ type, status }: InvoiceRecord): string => (type === undefined ? status : `${type}_${status}`);
