import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { listByDate } from '../../shared/invoices/list-by-date';
import { makeDeps } from '../../shared/platform/runtime/capability';
import type { Runtime } from '../../shared/platform/runtime/context';

const Found = v.object({
  sk: v.string(),
  teamId: v.optional(v.string(), ''),
  id: v.optional(v.string(), ''),
  uuid: v.optional(v.string()),
});

interface Undated {
  /** The documents that were not checked yet. */
  readonly documents: readonly { readonly teamId: string; readonly id: string }[];
  /** Documents whose folio fiscal is not known: a refresh reads it and lists them. */
  readonly unknown: number;
}

/** The documents of types I and E of which the pointer does not say that they are found by their date. It reads the whole table once. */
export async function undatedDocuments(client: DynamoDBDocumentClient, TableName: string): Promise<Undated> {
  const isDocument =
    'begins_with(#sk, :invoice) AND #status IN (:valid, :pending, :cancelled) AND (attribute_not_exists(#type) OR #type = :note)';
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: `(${isDocument}) OR (begins_with(#sk, :pointer) AND attribute_exists(#listed))`,
      ProjectionExpression: '#sk, #team, #id, #uuid',
      ExpressionAttributeNames: {
        '#sk': 'sk',
        '#status': 'status',
        '#type': 'type',
        '#team': 'teamId',
        '#id': 'id',
        '#uuid': 'uuid',
        '#listed': 'isDated',
      },
      ExpressionAttributeValues: {
        ':invoice': 'INVOICE#',
        ':pointer': POINTER,
        ':valid': 'VALID',
        ':pending': 'CANCELLED_PENDING',
        ':cancelled': 'CANCELLED',
        ':note': 'E',
      },
    },
  );
  const found: v.InferOutput<typeof Found>[] = [];
  for await (const { Items = [] } of pages) found.push(...v.parse(v.array(Found), Items));
  const listed = new Set(found.flatMap(({ sk }) => (sk.startsWith(POINTER) ? [sk.slice(POINTER.length)] : [])));
  const documents = found.filter(({ sk }) => !sk.startsWith(POINTER));
  return {
    documents: documents.flatMap(({ teamId, id, uuid }) => (uuid && !listed.has(uuid) ? [{ teamId, id }] : [])),
    unknown: documents.filter(({ uuid }) => uuid === undefined).length,
  };
}

const POINTER = 'INVOICE_UUID#';

/** The time for one document. */
const MILLISECONDS = 30_000;

/** Lists the documents by date. A failed document does not stop the others, and a repeated run changes nothing. Returns the number of failures. */
export async function listDates(
  runtime: Runtime,
  { documents }: Pick<Undated, 'documents'>,
  print: (line: string) => void,
): Promise<number> {
  let failed = 0;
  for (const { teamId, id } of documents) {
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    const scope = { requestId: `list-dates ${id}`, remaining: () => MILLISECONDS, meter };
    try {
      await makeDeps({ listByDate }, runtime, scope).listByDate(teamId, id);
    } catch (failure) {
      failed += 1;
      print(`${id} of team ${teamId}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  return failed;
}
