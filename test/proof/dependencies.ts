import { creditFindings } from '../../shared/carta-porte/credit-rules';
import type { Finding } from '../../shared/carta-porte/findings';
import { relationFindings } from '../../shared/carta-porte/relation-rules';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { creditedId } from '../../shared/invoices/invoice-writes';
import { assertNoLaterNotes } from '../../shared/invoices/later-documents';
import { isOwed, ledgerChange, ledgerUnchanged } from '../../shared/invoices/ledger';
import { relatedIds } from '../../shared/invoices/relation';
import { BooksChanged } from '../../shared/payments/books';
import { onFreshBooks } from '../../shared/payments/fresh-books';
import { isLedgerDue } from '../../shared/payments/settle-ledger';
import { capability, type Part, partOf, type Uses } from '../../shared/platform/runtime/capability';
import { type Context, makeContext, type RequestScope, type Runtime } from '../../shared/platform/runtime/context';
import { type GrantedPermissions, unionOfPermissions } from '../../shared/platform/runtime/permissions';
import { getItem, getItems } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { readReceipt } from '../../shared/receipts/read-receipt';
import type { OpenKeys } from '../../shared/stamping/organization/open-keys';
import type { PreparedInvoice } from '../../shared/stamping/prepare';
import { CARTA_PORTE, contentOf, TEAM } from './records';
import type { World } from './world';

const TEST_KEY = { secret: 'sk_test_1', livemode: false, fingerprint: 'test' };
const LIVE_KEY = { secret: 'sk_live_1', livemode: true, fingerprint: 'live' };

const prepareInvoice =
  (context: Context) =>
  async (record: InvoiceRecord): Promise<PreparedInvoice> => {
    const receipt = record.type === 'P' ? await readReceipt.make(context)(record) : undefined;
    const content = { ...contentOf(record), ...(record.hasCartaPorte && { cartaPorte: CARTA_PORTE }) };
    const related = await getItems(
      context,
      relatedIds(record.type === 'E' ? record.relations : []).map(({ id }) => invoiceKey(TEAM, id)),
    );
    const found = related.filter((one) => one !== undefined);
    const credited = found.find(({ id }) => id === creditedId(record));
    const [replaced] = await getItems(context, [
      record.replaces && record.type !== 'P' ? invoiceKey(TEAM, record.replaces) : undefined,
    ]);
    if (replaced) await assertNoLaterNotes(context, replaced, record.id);
    return {
      content,
      ...(credited && { credited }),
      ...(record.type === undefined && { replaced }),
      ...(receipt && { receipt }),
      errors: record.type === 'E' ? noteFindings(content, found) : [],
      bodyFor: ({ idempotencyKey }) => ({
        external_id: record.id,
        idempotency_key: idempotencyKey,
        items: record.notes,
        type: record.type ?? 'I',
        ...(record.type === 'E' && { total: content.total }),
      }),
    };
  };

/** The rules that decide whether a credit note may be stamped. */
const noteFindings = (content: PreparedInvoice['content'], related: readonly InvoiceRecord[]): Finding[] => {
  const invoice = { ...content, type: 'E' } as const;
  const none = { client: undefined, driver: undefined, vehicle: undefined, organization: undefined };
  const given = { invoice, related, ...none, now: new Date(0), timeZone: 'America/Mexico_City' };
  return [...relationFindings(given), ...creditFindings(given)];
};

/** Gives the stubs access to the run of an execution. It is declared like any other client. */
export const worldClient = (): World => {
  throw new Error('This execution does not belong to a run.');
};

/**
 * Opens or closes the ledger of a document: its version alone, by which documents of one invoice notice each other. The amounts and allocations of
 * ledgers have a proof of their own: test/money/ledger.test.ts.
 */
const settleVersion =
  (context: Context) =>
  (_: unknown, invoiceId: string): Promise<void> =>
    onFreshBooks(context, async () => {
      const record = await getItem(context, invoiceKey(TEAM, invoiceId));
      if (record === undefined || !isLedgerDue(record)) return;
      const change = ledgerChange(record, { ...record, isLedgerClosed: isOwed(record) ? undefined : true });
      const changed = () => new BooksChanged('document');
      await transact(context, [update(invoiceKey(TEAM, invoiceId), change, ledgerUnchanged(record), changed)]);
    });

/** Stubs for the vault and the checks of the SAT's rules, which decide nothing in this proof. */
const STUBS: Uses = {
  readEntity: capability({ table: ['BatchGetItem'] }, (context) => async (id: string) => {
    const [entity] = await getItems(context, [invoiceKey(TEAM, id)]);
    return entity;
  }),
  openKeys: capability({}, (context) => async (): Promise<OpenKeys> => {
    const { livemode } = context.client(worldClient);
    return { current: livemode ? LIVE_KEY : TEST_KEY, all: [TEST_KEY, LIVE_KEY] };
  }),
  prepareInvoice: capability({ table: ['GetItem', 'BatchGetItem', 'Query'] }, prepareInvoice),
  settleLedger: capability({ table: ['GetItem', 'UpdateItem'] }, settleVersion),
};

interface Prototype {
  readonly permissions: GrantedPermissions;
  readonly getters: object;
}
const prototypes = new Map<Uses, Prototype>();

/** A prototype with one getter per capability. Each capability is made at its first use and shared by all executions of one function. */
function prototypeOf(given: Uses): Prototype {
  const known = prototypes.get(given);
  if (known) return known;
  const uses = { ...given, ...STUBS };
  const getters = {};
  for (const [name, { make }] of Object.entries(uses)) {
    const get = function (this: { readonly context: Context }) {
      const value = make(this.context);
      Object.defineProperty(this, name, { value });
      return value;
    };
    Object.defineProperty(getters, name, { get, enumerable: true });
  }
  const made = { permissions: unionOfPermissions(Object.values(uses).map(({ permissions }) => permissions)), getters };
  prototypes.set(given, made);
  return made;
}

/**
 * Replaces `makeDeps`: capabilities are made at their first use and share the rights of the function, because a run makes thousands of
 * them. Another test checks that each keeps to its own rights.
 */
export function lazyDeps(uses: Uses, runtime: Runtime, scope: RequestScope): Record<string, unknown> {
  const { permissions, getters } = prototypeOf(uses);
  return Object.create(getters, { context: { value: makeContext(runtime, scope, permissions) } });
}

/** Replaces `makePartDeps` in the same way. */
export const lazyPartDeps = (uses: Uses, runtime: Runtime, scope: RequestScope, part: Part): Record<string, unknown> =>
  lazyDeps(uses, ...partOf(runtime, scope, part));

/** Replaces some dependencies by weakened ones. */
export const weakened = (strong: object, weaker: object): object =>
  Object.create(strong, Object.getOwnPropertyDescriptors(weaker));
