import { auditStep, type TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, type StillThere, stillThereSteps } from '../platform/table/deletions';
import { allOf } from '../platform/table/expression';
import { externalIdEdit, externalIdTaken } from '../platform/table/external-ids';
import { getItems } from '../platform/table/read';
import { interpret } from '../platform/table/state-machine';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { assertMatch, type IfMatch, mismatch, versionHeld } from '../platform/table/version';
import { readRelated } from './create-invoice';
import type { Invoice, InvoiceChanges } from './invoice';
import { editedInvoice, refuseUnfitChanges } from './invoice-changes';
import { invoiceCountSteps } from './invoice-counts';
import { type InvoiceRecord, invoiceIndexes, invoiceKey, invoiceOf, recordOf } from './invoice-record';
import { EDIT } from './invoice-states';
import type { Currency } from './invoice-type';
import { contentChange } from './invoice-writes';
import { taxIssuerKey } from './issuer';
import { detailKeys } from './read-invoice';

/** The currency of an edit is checked against the type of the record, and not stored. The key of another system is no content. */
type Sent = InvoiceChanges & {
  readonly currency?: Currency | undefined;
  readonly externalId?: string | null | undefined;
};

/** Writes to other records that follow from an edit, in its transaction. */
type FurtherSteps = (before: InvoiceRecord, after: InvoiceRecord) => Promise<Step[]>;

/**
 * Changes an invoice that is DRAFT or ERROR, and makes it DRAFT. Status and revision must be the ones that were read: the second of two edits
 * gets CONFLICT, and no edit changes an invoice during its stamp.
 */
export const editInvoice = capability(
  { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  (context) =>
    (
      actor: TeamActor,
      record: InvoiceRecord,
      sent: Sent,
      further: FurtherSteps = async () => [],
      ifMatch?: IfMatch,
    ): Promise<Invoice> =>
      namingRecords(context, (stillThere) => writeEdit(context, actor, record, { sent, further, ifMatch, stillThere })),
);

interface Edit {
  readonly sent: Sent;
  readonly further: FurtherSteps;
  readonly ifMatch: IfMatch | undefined;
  readonly stillThere: StillThere;
}

async function writeEdit(
  context: Context,
  actor: TeamActor,
  record: InvoiceRecord,
  { sent, further, ifMatch, stillThere }: Edit,
): Promise<Invoice> {
  assertMatch(ifMatch, record);
  const { currency, externalId, ...changes } = sent;
  const { details, ...parties } = await readForEdit(context, record, changes);
  const invoice = invoiceOf(record, details);
  if (!isEditable(record)) throw notEditable(record);
  refuseReason(record, changes);
  refuseUnfitChanges(invoice, changes, currency);
  const related = await readRelated(context, record.teamId, changes.relations);
  const external = externalIdEdit('INVOICE', record, { externalId }, externalIdTaken);
  const content = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const fields = [...content, ...(external.steps.length > 0 ? ['externalId'] : [])];
  if (fields.length === 0) return invoice;
  const moved = interpret(context, EDIT, record, undefined);
  const { status, errorMessage, revision, version } = moved.after;
  const updatedAt = context.now().toISOString();
  const moves = { status, errorMessage, updatedAt, version };
  const edited = {
    ...editedInvoice(invoice, changes, { ...parties, related }, moves),
    ...(externalId !== undefined && { externalId: externalId ?? undefined }),
  };
  // A key of another system is no edit of the content: the draft still follows its trip.
  const isTripDraft = content.length === 0 ? record.isTripDraft : undefined;
  const after = recordOf(edited, { revision, isTripDraft });
  const { change, steps } = contentChange({ record, details }, after);
  const { gsi1pk } = invoiceIndexes(after.record);
  const set = { ...change.set, status, errorMessage, updatedAt, gsi1pk, externalId: edited.externalId };
  const remove = [...(change.remove ?? []), ...(edited.externalId ? [] : ['externalId'])];
  await transact(context, [
    update(
      invoiceKey(record.teamId, record.id),
      { ...change, set, remove },
      [asRead(record), moved.condition].reduce(allOf, versionHeld(ifMatch, record)),
      (found) => mismatch(ifMatch, found) ?? refusedEdit(found),
    ),
    ...steps,
    ...moved.steps,
    ...stillThereSteps(record.teamId, stillThere, [changes.clientId]),
    ...external.steps,
    ...(await further(record, after.record)),
    ...invoiceCountSteps(record.teamId, record, after.record),
    auditStep(context, actor, {
      entityType: 'INVOICE',
      entityId: record.id,
      action: 'UPDATE',
      changes: { fields, ...movedStatus(record, after.record), ...changedReason(record, after.record) },
    }),
  ]);
  return edited;
}

/** The reason for having no Carta Porte is refused while the invoice keeps one. */
export function refuseReason(
  { hasCartaPorte }: InvoiceRecord,
  { cartaPorte, noCartaPorteReason }: InvoiceChanges,
): void {
  if (hasCartaPorte && cartaPorte === undefined && noCartaPorteReason)
    throw validationError('noCartaPorteReason', {
      en: 'This invoice has a Carta Porte. Send cartaPorte: null too, or leave the reason out.',
      es: 'Esta factura lleva Carta Porte. Envíe también cartaPorte: null, u omita el motivo.',
    });
}

/** Reads the details in one call, and the parties only if the amounts depend on them. */
export async function readForEdit(context: Context, record: InvoiceRecord, { items, clientId }: InvoiceChanges) {
  const { teamId } = record;
  const isPriced = items !== undefined || clientId !== undefined;
  const wanted = clientId === undefined ? record.clientId : clientId;
  const customerKey = (id: string | null) => (isPriced && id !== null ? clientKey(teamId, id) : undefined);
  const [detailItems, cartaPorte, payments, client, former, issuer] = await getItems(context, [
    ...detailKeys(record),
    customerKey(wanted),
    customerKey(record.clientId),
    isPriced && wanted !== null ? taxIssuerKey(teamId) : undefined,
  ]);
  if (clientId && client === undefined)
    throw validationError('clientId', {
      en: 'This team has no client with this id. Send the id of one of its clients.',
      es: 'Esta empresa no tiene un cliente con este id. Envíe el id de uno de sus clientes.',
    });
  return { details: { ...detailItems, ...cartaPorte, ...payments }, client, former, issuer };
}

/** False from the stamp on: the document has the content. */
export const isEditable = ({ status }: Pick<InvoiceRecord, 'status'>): boolean => EDIT.from.includes(status);

export const notEditable = ({ status }: Pick<InvoiceRecord, 'status'>): AppError =>
  new AppError('INVOICE_NOT_EDITABLE', {
    message: {
      en: `The invoice is ${status}. Only one that is DRAFT or ERROR can be changed or deleted.`,
      es: `La factura está ${status}. Solo se puede modificar o borrar una DRAFT o ERROR.`,
    },
  });

const asRead = ({ status, revision }: InvoiceRecord) => ({ equals: { status, revision } });

function refusedEdit(found: InvoiceRecord | undefined): AppError {
  if (found === undefined) return new AppError('NOT_FOUND');
  return isEditable(found) ? new AppError('CONFLICT') : notEditable(found);
}

/** The reason for having no Carta Porte is audited with its value: the tax authority asks who gave it. */
const changedReason = (before: InvoiceRecord, { noCartaPorteReason }: InvoiceRecord) =>
  (before.noCartaPorteReason ?? null) === noCartaPorteReason ? {} : { noCartaPorteReason };

const movedStatus = (before: InvoiceRecord, after: InvoiceRecord) =>
  before.status === after.status ? {} : { previousStatus: before.status, newStatus: after.status };
