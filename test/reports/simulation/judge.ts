import * as v from 'valibot';
import { invoiceKey } from '../../../shared/invoices/invoice-record';
import { paymentsOf } from '../../../shared/payments/payment';
import type { SimDocument } from '../../receipts/simulation/provider';

/**
 * What clients owed, computed a second time from the documents at the provider and the stored payments. Of the product it imports keys
 * only. Amounts are cents.
 */

const Stored = v.object({
  id: v.string(),
  clientId: v.string(),
  type: v.optional(v.string(), 'I'),
  total: v.number(),
  tripId: v.optional(v.string()),
});
const Paid = v.object({
  sk: v.string(),
  amount: v.number(),
  clientId: v.optional(v.string()),
  tripId: v.optional(v.string()),
  voidedAt: v.optional(v.string()),
  allocations: v.optional(v.array(v.object({ invoiceId: v.string(), amount: v.number() })), []),
});
const Related = v.object({
  related_documents: v.optional(v.array(v.object({ relationship: v.string(), documents: v.array(v.string()) })), []),
});

type Item = Readonly<Record<string, unknown>>;
const cents = (pesos: number): number => Math.round(pesos * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

export class Judge {
  private readonly invoices = new Map<string, v.InferOutput<typeof Stored>>();
  private readonly payments: (v.InferOutput<typeof Paid> & { readonly paidAt: number })[];

  constructor(
    team: string,
    private readonly documents: readonly SimDocument[],
    items: readonly Item[],
  ) {
    const { pk } = paymentsOf(team);
    const byKey = new Map(items.map((item) => [`${item.pk}|${item.sk}`, item]));
    for (const { body } of documents) {
      const { pk: of, sk } = invoiceKey(team, String(body.external_id));
      const found = v.parse(Stored, byKey.get(`${of}|${sk}`));
      this.invoices.set(found.id, found);
    }
    this.payments = items
      .filter((item) => item.pk === pk)
      .map((item) => v.parse(Paid, item))
      .map((one) => ({ ...one, paidAt: Date.parse(one.sk.split('#')[0] ?? '') }));
  }

  /** In force at the SAT at an instant. */
  private isValid({ stampedAt, canceledAt = Number.POSITIVE_INFINITY }: SimDocument, at: number): boolean {
    return stampedAt <= at && at < canceledAt;
  }

  private related({ body }: SimDocument, types: readonly string[]): SimDocument | undefined {
    const uuids = v
      .parse(Related, body)
      .related_documents.flatMap(({ relationship, documents }) => (types.includes(relationship) ? documents : []));
    return this.documents.find(({ uuid }) => uuids.includes(uuid));
  }

  /** A document counts while it is in force, no substitute of it is, and the document of a note counts too. */
  private counts(document: SimDocument, at: number): boolean {
    if (!this.isValid(document, at)) return false;
    const isReplaced = this.documents.some(
      (one) => this.isValid(one, at) && this.related(one, ['04'])?.id === document.id,
    );
    const credited = document.body.type === 'E' ? this.related(document, ['01', '03', '07']) : undefined;
    return !isReplaced && (credited === undefined || this.counts(credited, at));
  }

  private invoiceOf({ body }: SimDocument) {
    const found = this.invoices.get(String(body.external_id));
    if (found === undefined) throw new Error('A document has no record.');
    return found;
  }

  /** The documents of a client less its credit notes. */
  owed(client: string, at: number): number {
    return sum(
      this.documents.map((document) => {
        const { clientId, type, total } = this.invoiceOf(document);
        if (clientId !== client || !this.counts(document, at)) return 0;
        return type === 'E' ? -cents(total) : cents(total);
      }),
    );
  }

  private live(at: number) {
    return this.payments.filter(
      ({ paidAt, voidedAt }) => paidAt <= at && (voidedAt === undefined || at < Date.parse(voidedAt)),
    );
  }

  /** What a client paid: for its documents, and what pays no document. */
  paid(client: string, at: number): number {
    return sum(
      this.live(at).map(({ amount, clientId, allocations }) => {
        const own = allocations.filter(({ invoiceId }) => this.invoices.get(invoiceId)?.clientId === client);
        const rest = cents(amount) - sum(allocations.map((one) => cents(one.amount)));
        return sum(own.map((one) => cents(one.amount))) + (clientId === client ? rest : 0);
      }),
    );
  }

  /** Money for trips without a document: it is in no credit of the report of receivables. */
  advances(at: number): number {
    const documented = new Set(
      this.documents.flatMap((document) => {
        const { type, tripId } = this.invoiceOf(document);
        return type === 'I' && tripId && this.counts(document, at) ? [tripId] : [];
      }),
    );
    return sum(
      this.live(at).map(({ tripId, amount, allocations }) =>
        tripId && !documented.has(tripId) ? cents(amount) - sum(allocations.map((one) => cents(one.amount))) : 0,
      ),
    );
  }
}
