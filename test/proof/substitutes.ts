import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import type { MemoryDocument } from './memory-provider';
import type { World } from './world';

/** The document that an invoice names. A second one has its own alert, which the judge of all runs requires. */
const documentOf = (world: World, invoiceId: string): MemoryDocument | undefined => {
  const providerId = world.record(invoiceId)?.providerId;
  return world.provider.documents.find(({ id }) => id === providerId);
};

/**
 * Checks each substituted document at the end: it has one substitute at a time, it was cancelled for a substitute only
 * after that was VALID, and when both are in force the team was told.
 */
export function checkSubstitutes(world: World): void {
  const records = world.invoiceIds.flatMap((id) => world.record(id) ?? []);
  for (const record of records) {
    const { replaces } = record;
    const old = replaces === undefined ? undefined : world.record(replaces);
    if (old) checkPair(world, record, old);
  }
  for (const document of world.provider.documents) checkCancellation(world, document);
  checkOnlyOne(world, records);
}

function checkPair(world: World, substitute: InvoiceRecord, old: InvoiceRecord): void {
  const [now, before] = [documentOf(world, substitute.id), documentOf(world, old.id)];
  if (now?.status !== 'valid' || before?.status !== 'valid') return;
  if (!old.isReplaced) world.violations.push('a substitute is VALID and its old document is not marked');
  else if (!wasTold(world, old.id)) world.violations.push('two documents are in force and nothing told of it');
}

const wasTold = ({ table }: World, id: string): boolean =>
  table.everything().some(({ type, entityId }) => type === 'SUBSTITUTION_REJECTED' && entityId === id);

/** The provider was told which document is the substitute. */
function checkCancellation({ provider, violations }: World, { substitution, cancelAskedAt = 0 }: MemoryDocument): void {
  if (substitution === undefined) return;
  const substitute = provider.documents.find(({ id }) => id === substitution);
  if (substitute?.stampedAt === undefined || substitute.stampedAt > cancelAskedAt)
    violations.push('a document was cancelled for a substitute that was not VALID');
}

function checkOnlyOne(world: World, records: readonly InvoiceRecord[]): void {
  const inForce = records.flatMap(({ id, replaces }) =>
    replaces !== undefined && documentOf(world, id)?.status === 'valid' ? [replaces] : [],
  );
  if (new Set(inForce).size < inForce.length) world.violations.push('a document has two substitutes');
}
