import { auditStep, type TeamActor } from '../audit/audit';
import { newRecord } from '../audit/create-record';
import { readCrew } from '../fleet/crew';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, type Change, type Condition, unchanged } from '../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { FIRST_VERSION } from '../platform/table/version';
import { readRelated } from './create-invoice';
import { readForEdit, refuseReason } from './edit-invoice';
import { Invoice, type SubstituteBody } from './invoice';
import { editedInvoice, refuseUnfitChanges } from './invoice-changes';
import { newInvoicesCountSteps } from './invoice-counts';
import { type InvoiceRecord, invoiceKey, invoiceOf, receiptPaymentsKey, recordOf } from './invoice-record';
import { invoiceItemSteps, invoiceUnchanged, noteSteps, pointerSteps } from './invoice-writes';
import { assertNoLaterNotes } from './later-documents';

type Substitution = Omit<SubstituteBody, 'teamId' | 'exchange'>;

/**
 * Creates the draft that substitutes a VALID document: a copy with the changes, with relation 04. The old document stays
 * as it is until the draft is VALID (docs/decisions/0060). The write requires that the old document has no other
 * substitute, so that of two requests one succeeds.
 */
export const substituteInvoice = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'Query', 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, old: InvoiceRecord, sent: Substitution, once: Once | undefined) =>
    createOnce(context, once, Invoice, async () => {
      await refuseSubstitution(context, old);
      const { result, record, change, condition, steps } = await planSubstitute(context, actor, old, sent);
      return {
        result,
        steps: [
          ...steps,
          ...newInvoicesCountSteps(record.teamId, [record]),
          update(invoiceKey(old.teamId, old.id), change, condition, refusedSubstitution),
        ],
      };
    }),
);

/** A substitute that is not written yet. The caller counts `record` and adds the write of the old document. */
export interface PlannedSubstitute {
  readonly result: Invoice;
  readonly record: InvoiceRecord;
  /** The change of the old document and its condition. */
  readonly change: Change;
  readonly condition: Condition;
  readonly steps: readonly Step[];
}

/** The writes of a substitute. `adapt` changes the copied content. The caller checks with {@link refuseSubstitution} first. */
export async function planSubstitute(
  context: Context,
  actor: TeamActor,
  old: InvoiceRecord,
  sent: Substitution,
  adapt: (draft: Invoice) => Invoice = (draft) => draft,
): Promise<PlannedSubstitute> {
  const result = adapt(await draftOf(context, actor, old, sent));
  const { documentIds } = old;
  const { record, details } = recordOf(result, { revision: 0, ...(documentIds && { documentIds }) });
  // A receipt of payment keeps its lines, with their instalments and balances.
  const kept = old.type === 'P' ? await getItem(context, receiptPaymentsKey(old.teamId, old.id)) : undefined;
  return {
    result,
    record,
    change: { set: { replacedBy: record.id, updatedAt: record.createdAt } },
    condition: allOf(invoiceUnchanged(old), unchanged(old, ['replacedBy'])),
    steps: [
      ...invoiceItemSteps(record, { ...details, ...kept }),
      ...pointerSteps(record),
      ...noteSteps(record),
      auditStep(context, actor, {
        entityType: 'INVOICE',
        entityId: old.id,
        action: 'SUBSTITUTE',
        changes: { replacedBy: record.id },
      }),
      auditStep(context, actor, {
        entityType: 'INVOICE',
        entityId: record.id,
        action: 'CREATE',
        changes: { replaces: old.id },
      }),
    ],
  };
}

const refusedSubstitution = (found: InvoiceRecord | undefined): AppError =>
  found?.status === 'VALID' ? new AppError('CONFLICT') : notSubstitutable(found?.status ?? 'gone');

const notSubstitutable = (status: string): AppError =>
  new AppError('INVOICE_STATUS', {
    message: {
      en: `The invoice is ${status}. Only one that is VALID can be substituted.`,
      es: `La factura está ${status}. Solo se puede sustituir una VALID.`,
    },
  });

/** Throws INVOICE_STATUS, SUBSTITUTE_EXISTS or LATER_DOCUMENTS for an invoice that cannot be substituted now. */
export async function refuseSubstitution(context: Context, old: InvoiceRecord): Promise<void> {
  if (old.status !== 'VALID' || old.uuid === undefined) throw notSubstitutable(old.status);
  await assertReplaced(context, old);
  await assertNoSubstitute(context, old);
  await assertNoLaterNotes(context, old);
}

/** Throws INVOICE_STATUS while the document that this one substitutes is in force: each document has one successor. */
async function assertReplaced(context: Context, { teamId, replaces }: InvoiceRecord): Promise<void> {
  const before = replaces === undefined ? undefined : await getItem(context, invoiceKey(teamId, replaces));
  if (before === undefined || before.status === 'CANCELLED') return;
  throw new AppError('INVOICE_STATUS', {
    message: {
      en: `The invoice substitutes ${before.id}, which is ${before.status}. Cancel that one with motive 01 first.`,
      es: `La factura sustituye a ${before.id}, que está ${before.status}. Primero cancele esa con el motivo 01.`,
    },
  });
}

/** Throws SUBSTITUTE_EXISTS while a substitute of the invoice exists that is not cancelled. */
async function assertNoSubstitute(context: Context, { teamId, replacedBy }: InvoiceRecord): Promise<void> {
  const substitute = replacedBy === undefined ? undefined : await getItem(context, invoiceKey(teamId, replacedBy));
  if (substitute && substitute.status !== 'CANCELLED')
    throw new AppError('SUBSTITUTE_EXISTS', {
      message: {
        en: `The invoice has a substitute that is ${substitute.status}: ${substitute.id}. Stamp that one or delete its draft.`,
        es: `La factura tiene una sustituta ${substitute.status}: ${substitute.id}. Tímbrela o borre su borrador.`,
      },
    });
}

async function draftOf(context: Context, actor: TeamActor, old: InvoiceRecord, sent: Substitution): Promise<Invoice> {
  const { currency, driverId, vehicleId, ...changes } = sent;
  const { details, ...parties } = await readForEdit(context, old, changes);
  const copied = invoiceOf(old, details);
  refuseReason(old, changes);
  refuseUnfitChanges(copied, changes, currency);
  await readCrew(context, old.teamId, { driverId, vehicleId });
  const related = await readRelated(context, old.teamId, changes.relations);
  const origin = newRecord(context, actor);
  const moved = { status: 'DRAFT', errorMessage: null, updatedAt: origin.createdAt, version: FIRST_VERSION } as const;
  const edited = editedInvoice(copied, changes, { ...parties, related }, moved);
  const { livemode: _, issuedAt: __, replacedBy: ___, externalId: ____, ...content } = edited;
  return {
    ...content,
    ...origin,
    ...NOT_STAMPED,
    ...(driverId && { driverId }),
    ...(vehicleId && { vehicleId }),
    replaces: old.id,
    relations: [
      { type: '04', invoiceIds: [old.id], uuids: old.uuid === undefined ? [] : [old.uuid] },
      ...(edited.relations ?? []).filter(({ type }) => type !== '04'),
    ],
  };
}

/** The fields that only a stamp sets. */
const NOT_STAMPED = {
  providerId: null,
  folio: null,
  uuid: null,
  verificationUrl: null,
  cartaPorteUrl: null,
  pdfUrl: null,
  xmlUrl: null,
} as const;
