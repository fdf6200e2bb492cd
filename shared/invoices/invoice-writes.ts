import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { StillThere } from '../platform/table/deletions';
import { type Change, type Condition, unchanged } from '../platform/table/expression';
import { create, deleteItem, put, type Step, unexpectedConflict } from '../platform/table/steps';
import { invoiceCountSteps } from './invoice-counts';
import {
  HeadContent,
  type InvoiceDetails,
  type InvoiceRecord,
  invoiceCartaPorteKey,
  invoiceIndexes,
  invoiceItemsKey,
  invoiceKey,
  invoiceOfTripKey,
  noteOfInvoiceKey,
  receiptPaymentsKey,
} from './invoice-record';

const refused = unexpectedConflict('An invoice');

/**
 * The steps that create an invoice: summary, details and counters. The caller adds the trip's pointer and the audit
 * entry. An invoice whose client or trip was only read has the condition that both are still there.
 */
export const invoiceCreationSteps = (
  record: InvoiceRecord,
  details?: InvoiceDetails,
  stillThere?: StillThere,
): Step[] => [
  ...invoiceItemSteps(record, details),
  ...invoiceCountSteps(record.teamId, undefined, record, stillThere && { add: {}, set: {}, ...stillThere }),
];

/** The steps that create summary and details of an invoice. The caller also adds the counters. */
export function invoiceItemSteps(record: InvoiceRecord, { items, cartaPorte, payments }: InvoiceDetails = {}): Step[] {
  const { teamId, id } = record;
  return [
    create(invoiceKey(teamId, id), withoutNulls(record), refused, invoiceIndexes(record)),
    ...(items ? [create(invoiceItemsKey(teamId, id), { items: [...items] }, refused)] : []),
    ...(cartaPorte ? [create(invoiceCartaPorteKey(teamId, id), { cartaPorte }, refused)] : []),
    ...(payments ? [create(receiptPaymentsKey(teamId, id), { payments: [...payments] }, refused)] : []),
  ];
}

/** An absent field is read as null. Its name would make the summary of a locked draft larger than a write unit. */
const withoutNulls = (record: InvoiceRecord) => ({
  ...record,
  providerId: record.providerId ?? undefined,
  folio: record.folio ?? undefined,
  series: record.series ?? undefined,
  notes: record.notes ?? undefined,
  conditions: record.conditions ?? undefined,
  noCartaPorteReason: record.noCartaPorteReason ?? undefined,
  errorMessage: record.errorMessage ?? undefined,
});

/** The step that creates the pointer from the trip to an invoice that a member created for it. */
export const pointerSteps = ({ teamId, id, tripId }: InvoiceRecord): Step[] =>
  tripId === undefined ? [] : [create(invoiceOfTripKey(teamId, tripId, id), { invoiceId: id }, refused)];

/** The document that a credit note takes from. Undefined for the other types. */
export const creditedId = ({ type, relations }: Pick<InvoiceRecord, 'type' | 'relations'>): string | undefined =>
  type === 'E' ? relations?.find((relation) => relation.type !== '04')?.invoiceIds[0] : undefined;

/** The documents of type I that a credit note takes from, or that a receipt of payment pays. */
export function documentIdsOf(record: Pick<InvoiceRecord, 'type' | 'relations' | 'documentIds'>): readonly string[] {
  if (record.type === 'P') return record.documentIds ?? [];
  const documentId = creditedId(record);
  return documentId === undefined ? [] : [documentId];
}

/** The steps that create the pointers from the documents to their credit note or receipt. */
export const noteSteps = (record: InvoiceRecord): Step[] =>
  documentIdsOf(record).map((documentId) =>
    create(noteOfInvoiceKey(record.teamId, documentId, record.id), { invoiceId: record.id }, refused),
  );

/** The invoice is unchanged. `stamping` is compared too: a failed stamp changes only that. */
export const invoiceUnchanged = (record: InvoiceRecord): Condition =>
  unchanged(record, ['status', 'revision', 'stamping']);

interface Whole {
  readonly record: InvoiceRecord;
  readonly details: InvoiceDetails;
}

/**
 * The content fields of the summary. An edit changes them, and a document that was stamped before the edit restores
 * them.
 */
export const summaryContent = (record: InvoiceRecord) => ({
  ...v.parse(HeadContent, record),
  items: record.items,
  revision: record.revision,
});

/**
 * The writes of a new content: fields of the summary, its client index, and the details. Items and Carta Porte that did
 * not change are not written again, because they may be long.
 */
export function contentChange(before: Whole, after: Whole): { change: Change; steps: Step[] } {
  const { record, details } = after;
  const { gsi2pk, gsi2sk } = invoiceIndexes(record);
  const set = { ...summaryContent(record), gsi2pk, gsi2sk };
  const gone = Object.entries({ items: record.items, relations: record.relations, gsi2pk, gsi2sk }).flatMap(
    ([name, value]) => (value ? [] : [name]),
  );
  return {
    change: { set, remove: [...gone, ...(record.isTripDraft ? [] : ['isTripDraft'])] },
    steps: [...itemsSteps(record, before.details, details), ...cartaPorteSteps(record, before.details, details)],
  };
}

function itemsSteps({ teamId, id }: InvoiceRecord, before: InvoiceDetails, { items }: InvoiceDetails): Step[] {
  const key = invoiceItemsKey(teamId, id);
  if (isDeepStrictEqual(before.items, items)) return [];
  return [items ? put(key, { items: [...items] }, {}, refused) : deleteItem(key, {}, refused)];
}

function cartaPorteSteps(
  { teamId, id }: InvoiceRecord,
  before: InvoiceDetails,
  { cartaPorte }: InvoiceDetails,
): Step[] {
  const key = invoiceCartaPorteKey(teamId, id);
  if (isDeepStrictEqual(before.cartaPorte, cartaPorte)) return [];
  return [cartaPorte ? put(key, { cartaPorte }, {}, refused) : deleteItem(key, {}, refused)];
}
