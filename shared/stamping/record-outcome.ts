import { auditStep, type TeamActor } from '../audit/audit';
import type { InvoiceContent, InvoiceStatus } from '../invoices/invoice';
import { invoiceCountSteps } from '../invoices/invoice-counts';
import { invoiceCartaPorteKey, invoiceIndexes, invoiceItemsKey, invoiceKey } from '../invoices/invoice-keys';
import { type InvoiceRecord, recordOf } from '../invoices/invoice-record';
import { headContent, invoiceAsRead } from '../invoices/invoice-writes';
import type { StampingState } from '../invoices/stamping-state';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { TableAction } from '../platform/runtime/rights';
import { getItems } from '../platform/table/read';
import { put, remove, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { CancelWork, StampWork } from './work-items';
import { cancelWorkKey, stampWorkKey } from './work-keys';

/** The invoice is no longer what was read: read it again and decide anew. */
export class Superseded extends Error {
  constructor(readonly found: InvoiceRecord | undefined) {
    super('The invoice changed meanwhile.');
  }
}

const MOVE: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** The invoice's head and its attempt, strongly consistent: what every step decides by. */
export const readStamping = capability(
  { table: ['BatchGetItem'] },
  (context) => async (teamId: string, invoiceId: string) => {
    const [record, work] = await getItems(context, [invoiceKey(teamId, invoiceId), stampWorkKey(invoiceId)]);
    return { record, work };
  },
);

export interface Lock {
  readonly stamping: StampingState;
  readonly work: StampWork;
}

/**
 * Takes the lock: DRAFT or ERROR becomes PENDING with its attempt and the content that was read, before the provider is asked for anything.
 * Of any number at once one wins. A refusal that finds our own lock is our own success, whose answer was lost.
 */
export const lockInvoice = capability(
  { table: ['PutItem', 'UpdateItem'] },
  (context) =>
    async (actor: TeamActor, record: InvoiceRecord, { stamping, work }: Lock): Promise<InvoiceRecord> => {
      const set = { stamping, errorMessage: null };
      const steps = [
        ...moveSteps(context, actor, record, { to: 'PENDING', set }),
        put(stampWorkKey(record.id), work, {}, () => new Superseded(undefined)),
      ];
      await transact(context, steps).catch((failure: unknown) => {
        if (failure instanceof Superseded && failure.found?.stamping?.lock === stamping.lock) return;
        throw failure;
      });
      return { ...record, ...set, status: 'PENDING' };
    },
);

/** What the provider says of the document that was stamped. */
export interface StampedDocument {
  readonly providerId: string;
  readonly folio: string | null;
  readonly series: string | null;
  readonly livemode: boolean;
  readonly issuedAt: string;
}

/** The document is there: VALID, with the content that was stamped where an edit has changed it since. */
export const recordStamped = capability(
  { table: MOVE },
  (context) =>
    async (
      actor: TeamActor,
      record: InvoiceRecord,
      document: StampedDocument,
      content: InvoiceContent | undefined,
    ): Promise<InvoiceRecord> => {
      const { stamping } = record;
      const set = { ...document, errorMessage: null, ...(stamping && { stamping: { ...stamping, isOpen: false } }) };
      const restored = content && restore(record, content, document);
      const to = 'VALID';
      await transact(context, [
        ...moveSteps(context, actor, record, { to, set: { ...restored?.set, ...set }, remove: restored?.remove }),
        ...(restored?.steps ?? []),
      ]);
      return { ...record, ...restored?.set, ...set, status: to };
    },
);

/** Back to somebody's hands. While the attempt stays open its number does, and its document is looked for. */
export const recordRefused = capability(
  { table: ['PutItem', 'UpdateItem'] },
  (context) =>
    async (
      actor: TeamActor,
      record: InvoiceRecord,
      errorMessage: string,
      { isOpen }: { isOpen: boolean },
    ): Promise<InvoiceRecord> => {
      const { stamping } = record;
      const set = { errorMessage, ...(stamping && { stamping: { ...stamping, isOpen } }) };
      await transact(context, moveSteps(context, actor, record, { to: 'ERROR', set }));
      return { ...record, ...set, status: 'ERROR' };
    },
);

/** What the provider says of a cancellation: CANCELLED, VALID again, or CANCELLED_PENDING with the work of asking again. */
export const recordCancellation = capability(
  { table: ['PutItem', 'UpdateItem'] },
  (context) =>
    async (
      actor: TeamActor,
      record: InvoiceRecord,
      to: InvoiceStatus,
      work: CancelWork | undefined,
    ): Promise<InvoiceRecord> => {
      await transact(context, [
        ...moveSteps(context, actor, record, { to, set: {} }),
        ...(work ? [put(cancelWorkKey(record.id), work, {}, () => new Superseded(undefined))] : []),
      ]);
      return { ...record, status: to };
    },
);

interface Move {
  readonly to: InvoiceStatus;
  readonly set: Partial<InvoiceRecord>;
  readonly remove?: readonly string[] | undefined;
}

/**
 * The head, the counters and the audit entry of one change of status. It happens only to the invoice that was read: by status, revision and
 * lock, so that what belonged to an earlier lock touches no later one, and what was edited since is not taken for what was sent.
 */
function moveSteps(context: Context, actor: TeamActor, record: InvoiceRecord, move: Move): Step[] {
  const { to, set, remove: removed = [] } = move;
  const after = { ...record, ...set, status: to };
  const change = {
    set: { ...set, status: to, updatedAt: context.now().toISOString(), ...invoiceIndexes(after) },
    remove: [...removed, ...(after.clientId === null ? ['gsi2pk', 'gsi2sk'] : [])],
  };
  const changes = { previousStatus: record.status, newStatus: to };
  return [
    update(invoiceKey(record.teamId, record.id), change, invoiceAsRead(record), (found) => new Superseded(found)),
    ...invoiceCountSteps(record.teamId, record, after),
    auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'STATUS', changes }),
  ];
}

/** Puts a content back over an edit that came after it was sent. */
function restore(record: InvoiceRecord, content: InvoiceContent, document: StampedDocument) {
  const { id, teamId } = record;
  const { record: head, beside } = recordOf(
    { ...record, ...content, series: document.series },
    { revision: record.revision + 1 },
  );
  const refused = () => new Superseded(undefined);
  const steps = [
    ...(beside.items ? [put(invoiceItemsKey(teamId, id), { items: [...beside.items] }, {}, refused)] : []),
    ...(beside.cartaPorte
      ? [put(invoiceCartaPorteKey(teamId, id), { cartaPorte: beside.cartaPorte }, {}, refused)]
      : record.hasCartaPorte
        ? [remove(invoiceCartaPorteKey(teamId, id), {}, refused)]
        : []),
  ];
  return { set: headContent(head), steps, remove: ['followsTrip', ...(head.items ? [] : ['items'])] };
}
