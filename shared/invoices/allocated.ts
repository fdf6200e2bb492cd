import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { key } from '../platform/table/keys';
import { getItems } from '../platform/table/read';
import { put, type Step } from '../platform/table/steps';
import { Whole } from '../platform/values/fields';
import type { Cents } from '../platform/values/money';
import { detailsOf, type InvoiceRecord, invoiceKey } from './invoice-record';

/**
 * The sum of the live allocations of a document. It is a small item beside the summary: a payment writes it for each
 * document, and a summary with the address of the SAT is larger than a write unit. Absent before the first allocation.
 */
export const Allocated = v.object({ allocated: Whole, version: Whole });
export const allocatedKey = (teamId: string, invoiceId: string) =>
  key(Allocated, detailsOf(teamId, invoiceId), 'ALLOCATED');

/** An invoice with the sum of its allocations. */
export interface OwedInvoice extends InvoiceRecord {
  readonly allocated: Cents;
  /** The version of the sum. Absent before the first allocation. */
  readonly allocatedVersion?: number | undefined;
}

/** A document that was never allocated to. */
export const unallocated = (record: InvoiceRecord): OwedInvoice => ({ ...record, allocated: 0 });

/**
 * The invoices of these identifiers with their allocations. The sums are read first: a change of the summary that
 * concerns them raises their version too, so a write that requires this version was decided with a summary that is as new.
 */
export async function readOwed(context: Context, teamId: string, ids: readonly string[]): Promise<OwedInvoice[]> {
  const sums = await getItems(
    context,
    ids.map((id) => allocatedKey(teamId, id)),
  );
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
  );
  return records.flatMap((record, index) => {
    const sum = sums[index];
    if (record === undefined) return [];
    return [sum ? { ...record, allocated: sum.allocated, allocatedVersion: sum.version } : unallocated(record)];
  });
}

/** Writes the sum, if its version is the one that was read. Also an equal sum: it ends the writes that were decided before. */
export const allocatedStep = (before: OwedInvoice, allocated: Cents, changed: () => Error): Step =>
  put(
    allocatedKey(before.teamId, before.id),
    { allocated, version: (before.allocatedVersion ?? 0) + 1 },
    unchanged({ version: before.allocatedVersion }, ['version']),
    changed,
  );
