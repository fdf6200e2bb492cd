import { defineOperation } from '../../shared/operation/define';
import { Collection, NewCollectionBody } from '../../shared/payments/collection';
import { createCollection } from '../../shared/payments/collections';

/**
 * Registers money of a client. `allocations` name the VALID documents that it pays; without them it pays the client's
 * open documents, the oldest due date first. The rest is `unallocated`: a credit of the client. Default date: now.
 */
export const operation = defineOperation({
  id: 'createCollection',
  summary: 'Register a collection',
  route: 'POST /teams/{teamId}/collections',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'collections:write' },
  input: { body: NewCollectionBody },
  output: { status: 201, body: Collection },
  errors: ['CONFLICT'],
  uses: { createCollection },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createCollection(caller, input.body, once),
});
