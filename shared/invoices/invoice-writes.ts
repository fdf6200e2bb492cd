import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
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
} from './invoice-record';

const refused = unexpectedConflict('An invoice');

/** What makes an invoice: its head, what lies beside it, and the counters. Its trip and its audit entry are the caller's. */
export function invoiceCreationSteps(record: InvoiceRecord, { items, cartaPorte }: InvoiceDetails = {}): Step[] {
  const { teamId, id } = record;
  return [
    create(invoiceKey(teamId, id), record, refused, invoiceIndexes(record)),
    ...(items ? [create(invoiceItemsKey(teamId, id), { items: [...items] }, refused)] : []),
    ...(cartaPorte ? [create(invoiceCartaPorteKey(teamId, id), { cartaPorte }, refused)] : []),
    ...invoiceCountSteps(teamId, undefined, record),
  ];
}

/** What finds an invoice that was made by hand for a trip; the trip's own stands in the trip's record. */
export const pointerSteps = ({ teamId, id, tripId }: InvoiceRecord): Step[] =>
  tripId === undefined ? [] : [create(invoiceOfTripKey(teamId, tripId, id), { invoiceId: id }, refused)];

/** That nobody has touched an invoice: a stamp that came to nothing leaves status and revision as they were, but not its stamping. */
export const invoiceUnchanged = (record: InvoiceRecord): Condition =>
  unchanged(record, ['status', 'revision', 'stamping']);

interface Whole {
  readonly record: InvoiceRecord;
  readonly details: InvoiceDetails;
}

/** What of a head its content is: what an edit changes, and what a document that was stamped before puts back. */
export const summaryContent = (record: InvoiceRecord) => ({
  ...v.parse(HeadContent, record),
  items: record.items,
  revision: record.revision,
});

/**
 * What a new content writes over the one that was read: attributes of the head, its index of the client, and the items beside it. Items and a
 * Carta Porte that did not change are not written again: they may be long.
 */
export function contentChange(before: Whole, after: Whole): { change: Change; steps: Step[] } {
  const { record, details } = after;
  const { gsi2pk, gsi2sk } = invoiceIndexes(record);
  const set = { ...summaryContent(record), gsi2pk, gsi2sk };
  const gone = Object.entries({ items: record.items, gsi2pk, gsi2sk }).flatMap(([name, value]) =>
    value ? [] : [name],
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
