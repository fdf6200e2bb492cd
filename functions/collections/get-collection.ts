import { defineOperation } from '../../shared/operation/define';
import { Collection } from '../../shared/payments/collection';
import { paymentPlaceKey } from '../../shared/payments/payment';
import { readCollection } from '../../shared/payments/read-collection';

/** Reads a collection with its allocations, also a voided one. */
export const operation = defineOperation({
  id: 'getCollection',
  summary: 'Read a collection',
  route: 'GET /teams/{teamId}/collections/{collectionId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'collections:read' },
  output: { status: 200, body: Collection },
  errors: [],
  uses: { readCollection },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.collectionId),
  run: ({ input, caller, deps }) => deps.readCollection(caller.teamId, input.path.collectionId),
});
