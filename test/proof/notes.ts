import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import type { World } from './world';

const IN_FORCE: readonly string[] = ['VALID', 'CANCELLED_PENDING'];

/**
 * Checks each credited document at the end. Its ledger has the sum of the notes in force, each counted once. The notes
 * take no more than the document, and no note was stamped without its reservation. A note that a user made at the provider
 * has a total of its own and no reservation: it is told of. No document was cancelled or substituted while a note of it was stamped, unless a user
 * made the document or its substitute at the provider.
 */
export function checkNotes(world: World): void {
  const records = world.invoiceIds.flatMap((id) => world.record(id) ?? []);
  for (const record of records) if (record.type === undefined) checkDocument(world, record, records);
  for (const { type, entityId } of world.table.everything())
    if (type === 'RECEIPT_CONFLICT' && !isForeign(world, String(entityId)))
      world.violations.push('a note was stamped without its reservation');
}

function checkDocument(world: World, document: InvoiceRecord, records: readonly InvoiceRecord[]): void {
  const notes = records.filter((note) => note.type === 'E' && noteOf(note) === document.id);
  const counted = notes.filter(({ status, isReplaced }) => IN_FORCE.includes(status) && !isReplaced);
  const sum = counted.reduce((total, note) => total + centsOf(note), 0);
  if ((document.credited ?? 0) !== sum)
    world.violations.push('a document is credited with another amount than its notes have');
  if (document.documentPending !== undefined) world.violations.push('a document stays reserved');
  const isEnded = document.status === 'CANCELLED' || document.isReplaced;
  if (
    isEnded &&
    !isForeign(world, document.id) &&
    !isForeign(world, document.replacedBy ?? '') &&
    counted.some(({ id }) => !isForeign(world, id) && !isTold(world, id))
  )
    world.violations.push('a note is in force, and its document is not');
  if (sum > centsOf(document) && !counted.some(({ id }) => isForeign(world, id)))
    world.violations.push('credit notes take more than their document');
}

const noteOf = ({ relations = [] }: InvoiceRecord): string | undefined =>
  relations.find(({ type }) => type !== '04')?.invoiceIds[0];

const centsOf = ({ documentTotal, total }: InvoiceRecord): number => documentTotal ?? Math.round(total * 100);

/** Its document was released before it became VALID, so anything may have happened to it. */
const isTold = ({ table }: World, id: string): boolean =>
  table.everything().some(({ type, entityId }) => type === 'RECEIPT_CONFLICT' && entityId === id);

const isForeign = ({ provider }: World, id: string): boolean =>
  provider.documents.some((one) => one.externalId === id && one.isForeign);
