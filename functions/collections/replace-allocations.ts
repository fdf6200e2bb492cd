import { defineOperation } from '../../shared/operation/define';
import { AllocationsBody, Collection } from '../../shared/payments/collection';
import { paymentPlaceKey } from '../../shared/payments/payment';
import { replaceAllocations } from '../../shared/payments/replace-allocations';

/** Replaces those allocations of a collection that no receipt of payment contains. The others stay. */
export const operation = defineOperation({
  id: 'replaceAllocations',
  summary: 'Allocate a collection',
  route: 'PUT /teams/{teamId}/collections/{collectionId}/allocations',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'collections:write' },
  input: { body: AllocationsBody },
  output: { status: 200, body: Collection },
  errors: ['CONFLICT', 'DOCUMENT_PENDING'],
  uses: { replaceAllocations },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.collectionId),
  run: ({ input, caller, deps }) => deps.replaceAllocations(caller, input.path.collectionId, input.body.allocations),
});
