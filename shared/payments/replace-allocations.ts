import type { TeamActor } from '../audit/audit';
import type { OwedInvoice } from '../invoices/allocated';
import { open } from '../invoices/ledger';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { type Cents, centsOf } from '../platform/values/money';
import { checkAllocations, refuseFreed } from './allocation-rules';
import { type Collection, collectionOf } from './collection';
import { wantedOf } from './collection-parts';
import { onFreshBooks } from './fresh-books';
import { documentsFor } from './payable-documents';
import type { AllocationInput } from './payment';
import { readDocuments } from './read-books';
import { readKept, refuseChanged, type Versions } from './read-collection';
import { rewriteCollection } from './rewrite-collection';

/** Replaces the allocations of a collection that no receipt contains. */
export const replaceAllocations = capability(
  { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'], gsi1: ['Query'] },
  (context) =>
    async (actor: TeamActor, id: string, allocations: readonly AllocationInput[]): Promise<Collection> => {
      const versions: Versions = new Map();
      return onFreshBooks(context, async () => {
        const { teamId } = actor;
        const { place, payments } = await readKept(context, teamId, id);
        const [first] = payments;
        if (place.voidedAt || first === undefined)
          throw new AppError('NOT_FOUND', { message: { en: 'It was voided before.', es: 'Ya se había anulado.' } });
        const { clientId = '', forTrip } = first.record;
        const now = collectionOf(teamId, payments);
        const asked = await documentsFor(context, actor, clientId, allocations);
        const known = new Set(asked.map((record) => record.id));
        const others = now.allocations.flatMap(({ invoiceId }) => (known.has(invoiceId) ? [] : [invoiceId]));
        const documents = [...asked, ...(await readDocuments(context, teamId, others))];
        refuseChanged(versions, documents);
        refuseFreed(now, allocations, documents);
        const own = (record: OwedInvoice): Cents =>
          now.allocations.reduce(
            (sum, one) => sum + (one.invoiceId === record.id && !one.receiptId ? centsOf(one.amount) : 0),
            0,
          );
        const receipted = now.allocations.reduce((sum, one) => sum + (one.receiptId ? centsOf(one.amount) : 0), 0);
        const total = centsOf(now.amount);
        checkAllocations(allocations, total - receipted, clientId, documents, (record) => open(record) + own(record));
        return rewriteCollection(
          context,
          actor,
          { id, place, payments, documents, forTrip },
          wantedOf(allocations),
          total,
        );
      });
    },
);
