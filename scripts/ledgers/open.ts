import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { SYSTEM_ACTOR } from '../../shared/audit/audit-event';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { makeDeps } from '../../shared/platform/runtime/capability';
import type { Runtime } from '../../shared/platform/runtime/context';

const Unopened = v.object({ teamId: v.string(), id: v.string(), issuedAt: v.optional(v.string(), '') });
type Unopened = v.InferOutput<typeof Unopened>;

/** The documents of type I that a client owes and that have no ledger, or not all advances of their trip, the oldest first. It reads the whole table once. */
export async function unopenedDocuments(client: DynamoDBDocumentClient, TableName: string): Promise<Unopened[]> {
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression:
        'begins_with(#sk, :invoice) AND #status IN (:valid, :pending) AND (attribute_not_exists(#version) OR attribute_exists(#advances)) AND attribute_not_exists(#type) AND attribute_not_exists(#replaced)',
      ProjectionExpression: '#team, #id, #issued',
      ExpressionAttributeNames: {
        '#sk': 'sk',
        '#status': 'status',
        '#version': 'ledgerVersion',
        '#advances': 'takesAdvances',
        '#type': 'type',
        '#replaced': 'isReplaced',
        '#team': 'teamId',
        '#id': 'id',
        '#issued': 'issuedAt',
      },
      ExpressionAttributeValues: { ':invoice': 'INVOICE#', ':valid': 'VALID', ':pending': 'CANCELLED_PENDING' },
    },
  );
  const documents: Unopened[] = [];
  for await (const { Items = [] } of pages) documents.push(...v.parse(v.array(Unopened), Items));
  return documents.toSorted((one, other) => (one.issuedAt < other.issuedAt ? -1 : 1));
}

/** The time for one document. */
const MILLISECONDS = 30_000;

/**
 * Opens the ledgers, and allocates the payments of each document's trip to it. A failed document does not stop the
 * others. The step has no effect on a ledger that is open, so the run can be repeated. Returns the number of failures.
 */
export async function openLedgers(
  runtime: Runtime,
  documents: readonly Unopened[],
  print: (line: string) => void,
): Promise<number> {
  let failed = 0;
  for (const { teamId, id } of documents) {
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    const scope = { requestId: `open-ledgers ${id}`, remaining: () => MILLISECONDS, meter };
    try {
      await makeDeps({ settleLedger }, runtime, scope).settleLedger({ id: SYSTEM_ACTOR, teamId }, id);
    } catch (failure) {
      failed += 1;
      print(`${id} of team ${teamId}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  return failed;
}
