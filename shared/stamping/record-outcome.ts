import { alertSteps } from '../alerts/alerts';
import { auditStep, type TeamActor } from '../audit/audit';
import { invoiceCountSteps, listedSteps } from '../invoices/invoice-counts';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { invoiceIndexes, invoiceKey } from '../invoices/invoice-record';
import type { InvoiceTransition } from '../invoices/invoice-states';
import { invoiceUnchanged } from '../invoices/invoice-writes';
import { keptAfter, ofTypes } from '../invoices/trip-alerts';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { TableAction } from '../platform/runtime/permissions';
import { AlreadyThere } from '../platform/table/already-there';
import { allOf, unchanged } from '../platform/table/expression';
import { type Once, rememberOnce } from '../platform/table/idempotency';
import { getItems } from '../platform/table/read';
import { againWhile } from '../platform/table/retry';
import { interpret } from '../platform/table/state-machine';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { withNextVersion } from '../platform/table/version';
import { pesosOf } from '../platform/values/money';
import type { Raised } from './alert-effects';
import {
  CANCELLATIONS,
  type Cancellation,
  type DocumentFacts,
  INVOICE_TRANSITIONS,
  type Lock,
  RecordChanged,
  type Refused,
  type Stamped,
  totalOf,
  uuidSteps,
} from './invoice-states';
import { type CountedStamp, nextStamp, StampCountChanged } from './stamp-quota';
import type { CancelWork } from './work-items';
import { stampWorkKey } from './work-keys';

const MOVE: readonly TableAction[] = ['PutItem', 'UpdateItem'];

/** Reads the invoice and its stamp attempt, strongly consistent. */
export const readStamping = capability(
  { table: ['BatchGetItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) => async (teamId: string, invoiceId: string) => {
    const [record, work] = await getItems(context, [invoiceKey(teamId, invoiceId), stampWorkKey(invoiceId)]);
    return { record, work };
  },
);

/**
 * Locks the invoice before the provider is called, and counts the stamp against the team's limit of the day. When several requests lock the invoice, one succeeds. A refusal that finds our own attempt
 * is a success whose answer was lost.
 */
export const lockInvoice = capability(
  { table: [...MOVE, 'GetItem', 'ConditionCheckItem'], tableKeys: ['CALLER#', 'STAMPING_WORK#', 'TEAM#'] },
  (context) =>
    async (actor: TeamActor, record: InvoiceRecord, lock: Lock, once?: Once): Promise<InvoiceRecord> => {
      const isOwnSuccess = (found: InvoiceRecord | undefined) => found?.stamping?.attemptId === lock.stamping.attemptId;
      return againWhile(
        context,
        (failure) => failure instanceof StampCountChanged || failure instanceof AlreadyThere,
        async () =>
          moveInvoice(context, actor, record, INVOICE_TRANSITIONS.stamp, lock, {
            isOwnSuccess,
            counted: await nextStamp(context, actor.teamId),
            first: rememberOnce(context, once),
          }),
      );
    },
  ['STAMPS_PER_DAY'],
);

interface StampedAlso extends Pick<Stamped, 'replaced' | 'ledgers' | 'payments'> {
  /** The documents of this note or receipt were released before, so another one may have been stamped meanwhile. */
  readonly isUnreserved?: boolean;
}

/** Makes the invoice VALID with its stamped document, and raises the alerts that the document is the cause of. */
export const recordStamped = capability(
  { table: [...MOVE, 'DeleteItem', 'ConditionCheckItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) =>
    (
      actor: TeamActor,
      record: InvoiceRecord,
      document: Stamped['document'],
      content: Stamped['content'],
      { isUnreserved = false, ...also }: StampedAlso = {},
    ) => {
      const raised = [
        ...otherTotal(context, { ...record, ...content }, document),
        ...(isUnreserved ? [{ type: 'RECEIPT_CONFLICT', id: context.newId() } as const] : []),
      ];
      return moveInvoice(context, actor, record, INVOICE_TRANSITIONS.stamped, { document, content, raised, ...also });
    },
);

/** The alert about a document whose total is not the invoice's. */
function otherTotal(
  context: Context,
  { total }: Pick<InvoiceRecord, 'total'>,
  { documentTotal }: DocumentFacts,
): Raised[] {
  if (documentTotal === undefined || pesosOf(documentTotal) === total) return [];
  const facts = { documentTotal: pesosOf(documentTotal), total };
  return [{ type: 'INVOICE_TOTAL_DIFFERS', id: context.newId(), facts }];
}

/** Writes what a stamped document says to an invoice that was stamped by an older release. */
export const recordFacts = capability(
  { table: MOVE },
  (context) =>
    async (actor: TeamActor, record: InvoiceRecord, facts: DocumentFacts): Promise<InvoiceRecord> => {
      const { teamId, id } = record;
      const raised = otherTotal(context, record, facts);
      const kept = keptAfter(
        record,
        ofTypes(),
        raised.map(({ type, id: alertId }) => ({ type, id: alertId })),
      );
      const change = { ...facts, ...totalOf(facts), ...kept, updatedAt: context.now().toISOString() };
      const asRead = allOf(invoiceUnchanged(record), unchanged(record, ['keptAlerts']));
      const fields = ['uuid', 'verificationUrl', 'cartaPorteUrl', 'total'];
      await transact(context, [
        update(invoiceKey(teamId, id), { set: change }, asRead, (found) => new RecordChanged(found)),
        ...raised.flatMap(({ id: alertId, ...cause }) =>
          alertSteps(context, teamId, { ...cause, entityId: id }, alertId),
        ),
        // A known folio fiscal has its pointer, which is listed by date or counted as not listed.
        ...(record.uuid === undefined ? [...uuidSteps(record, facts), ...listedSteps({ ...record, ...facts })] : []),
        auditStep(context, actor, { entityType: 'INVOICE', entityId: id, action: 'UPDATE', changes: { fields } }),
      ]);
      return withNextVersion({ ...record, ...change });
    },
);

/** Makes the invoice ERROR. An open attempt keeps its number, and recovery continues to look for its document. */
export const recordRefused = capability(
  { table: MOVE },
  (context) =>
    (
      actor: TeamActor,
      record: InvoiceRecord,
      message: string,
      refusal: Pick<Refused, 'isOpen' | 'ledgers' | 'payments'>,
    ) =>
      moveInvoice(context, actor, record, INVOICE_TRANSITIONS.refused, {
        message,
        draftAlert: context.newId(),
        ...refusal,
      }),
);

/** Moves the invoice to the status of its cancellation. */
export const recordCancellation = capability(
  { table: [...MOVE, 'DeleteItem', 'ConditionCheckItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) =>
    (
      actor: TeamActor,
      record: InvoiceRecord,
      to: keyof typeof CANCELLATIONS,
      work: CancelWork | undefined,
      also: Omit<Cancellation, 'work'> = {},
    ) =>
      moveInvoice(context, actor, record, CANCELLATIONS[to], { work, ...also }),
);

interface MoveOptions {
  /** Whether a refusal that found this invoice is a success whose answer was lost. */
  readonly isOwnSuccess?: (found: InvoiceRecord | undefined) => boolean;
  readonly counted?: CountedStamp;
  /** Steps whose refusal decides before that of the invoice. */
  readonly first?: readonly Step[];
}

/**
 * Writes one transition with its counters and its audit entry, in one transaction. Status, revision and lock must be the ones that were read,
 * so the result of an earlier lock cannot replace the result of a later one.
 */
async function moveInvoice<Given>(
  context: Context,
  actor: TeamActor,
  record: InvoiceRecord,
  row: InvoiceTransition<Given>,
  given: Given,
  { isOwnSuccess = () => false, counted, first = [] }: MoveOptions = {},
): Promise<InvoiceRecord> {
  if (!row.from.includes(record.status)) throw new RecordChanged(record);
  const { after, change, condition, steps } = interpret(context, row, record, given);
  const { teamId, id } = record;
  const indexes = invoiceIndexes(after);
  const set = { ...change.set, updatedAt: context.now().toISOString(), ...indexes };
  const noClient = 'gsi2pk' in indexes ? [] : ['gsi2pk', 'gsi2sk'];
  const changes = { previousStatus: record.status, newStatus: row.to };
  try {
    await transact(context, [
      ...first,
      update(
        invoiceKey(teamId, id),
        { set, remove: [...change.remove, ...noClient] },
        allOf(invoiceUnchanged(record), condition),
        (found) => new RecordChanged(found),
      ),
      ...invoiceCountSteps(teamId, record, after, counted?.count),
      ...(counted?.steps ?? []),
      auditStep(context, actor, { entityType: 'INVOICE', entityId: id, action: 'STATUS', changes }),
      ...steps,
    ]);
  } catch (failure) {
    if (!(failure instanceof RecordChanged && isOwnSuccess(failure.found))) throw failure;
  }
  return after;
}
