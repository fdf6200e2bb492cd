import * as v from 'valibot';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { invalid, TableFailure } from './failure';
import type { Found, Page } from './reads';
import { isStored, type Stored } from './stored';
import type { Counted, Done, LocalTable } from './table';
import {
  BatchGetItem,
  BatchWriteItem,
  DeleteItem,
  GetItem,
  PutItem,
  Query,
  Scan,
  TransactWriteItems,
  UpdateItem,
} from './wire-requests';
import { itemToWire } from './wire-values';

/** An answer of DynamoDB's JSON protocol. */
export interface TableAnswer {
  readonly status: number;
  readonly text: string;
}

/** Answers one action of DynamoDB, such as `GetItem`, with its request as parsed JSON. */
export const answerOf = (table: LocalTable, action: string, request: unknown): TableAnswer =>
  answered(() => {
    const run = ACTIONS[action];
    if (run === undefined) throw new TableFailure('UnknownOperationException', `The local table has no ${action}.`);
    return run(table, request);
  });

/** The answer of an action, or its failure in the form of DynamoDB. */
export function answered(run: () => string): TableAnswer {
  try {
    return { status: 200, text: run() };
  } catch (failure) {
    if (!(failure instanceof TableFailure)) throw failure;
    const { name, message, more } = failure;
    const body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, Message: message, ...more };
    return { status: 400, text: JSON.stringify(body, asWire) };
  }
}

/** Errors can hold stored items. */
const asWire = (_name: string, value: unknown): unknown => (isStored(value) ? itemToWire(value.item()) : value);

const textOf = (found: Found): string => (isStored(found) ? found.text() : JSON.stringify(itemToWire(found)));

/** Members of an answer that are JSON already: an item is not parsed to be written again. */
const answer = (members: Readonly<Record<string, string | undefined>>): string =>
  `{${Object.entries(members)
    .flatMap(([name, text]) => (text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]))
    .join(',')}}`;
const list = (found: readonly Found[]): string => `[${found.map(textOf).join(',')}]`;

const capacity = (table: LocalTable, request: Counted, units: number): string | undefined =>
  JSON.stringify(table.consumed(request, units));
const capacities = (table: LocalTable, request: Counted, units: number) => {
  const one = capacity(table, request, units);
  return one && `[${one}]`;
};

/** An action with the schema of its request. */
function action<S extends v.GenericSchema>(
  schema: S,
  run: (table: LocalTable, request: v.InferOutput<S>) => string,
): (table: LocalTable, request: unknown) => string {
  return (table, request) => {
    const parsed = v.safeParse(schema, request);
    if (parsed.success) return run(table, parsed.output);
    const [issue] = parsed.issues;
    throw new TableFailure('SerializationException', `${v.getDotPath(issue)}: ${issue.message}`);
  };
}

const pageAnswer = (table: LocalTable, request: Counted, { found, count, scanned, last, units }: Page): string =>
  answer({
    Items: found && list(found),
    Count: String(count),
    ScannedCount: String(scanned),
    LastEvaluatedKey: last && JSON.stringify(itemToWire(last)),
    ConsumedCapacity: capacity(table, request, units),
  });

interface Single extends Counted {
  readonly ReturnValues?: string | undefined;
}

const writeAnswer = (table: LocalTable, request: Single, { change, units }: Done): string =>
  answer({
    Attributes: returnedOf(request.ReturnValues, change.before, change.after)?.text(),
    ConsumedCapacity: capacity(table, request, units),
  });

function returnedOf(wanted = 'NONE', before: Stored | undefined, after: Stored | undefined): Stored | undefined {
  if (wanted === 'NONE') return undefined;
  if (wanted === 'ALL_OLD') return before;
  if (wanted === 'ALL_NEW') return after;
  throw invalid(`The local table does not return ${wanted}: ask for ALL_OLD or ALL_NEW.`);
}

const ACTIONS: Readonly<Record<string, (table: LocalTable, request: unknown) => string>> = {
  GetItem: action(GetItem, (table, request) => {
    const { found, units } = table.get(request);
    return answer({ Item: found && textOf(found), ConsumedCapacity: capacity(table, request, units) });
  }),
  BatchGetItem: action(BatchGetItem, (table, request) => {
    const { found, unprocessed, units } = table.batchGet(request.RequestItems);
    const left = Object.entries(unprocessed).map(([name, { Keys }]) => [name, { Keys: Keys.map(itemToWire) }] as const);
    return answer({
      Responses: answer(Object.fromEntries(Object.entries(found).map(([name, items]) => [name, list(items)]))),
      UnprocessedKeys: JSON.stringify(Object.fromEntries(left)),
      ConsumedCapacity: capacities(table, request, units),
    });
  }),
  Query: action(Query, (table, request) => pageAnswer(table, request, table.query(request))),
  Scan: action(Scan, (table, request) => pageAnswer(table, request, table.scan(request))),
  PutItem: action(PutItem, (table, request) => writeAnswer(table, request, table.put(request))),
  UpdateItem: action(UpdateItem, (table, request) => writeAnswer(table, request, table.update(request))),
  DeleteItem: action(DeleteItem, (table, request) => writeAnswer(table, request, table.delete(request))),
  TransactWriteItems: action(TransactWriteItems, (table, request) => {
    const units = table.transact(request.TransactItems, request.ClientRequestToken);
    return answer({ ConsumedCapacity: capacities(table, request, units) });
  }),
  BatchWriteItem: action(BatchWriteItem, (table, request) => {
    const units = table.batchWrite(request.RequestItems);
    return answer({ UnprocessedItems: '{}', ConsumedCapacity: capacities(table, request, units) });
  }),
  DescribeTable: (table) => JSON.stringify({ Table: { TableStatus: 'ACTIVE', ...createTableInput(table.name) } }),
};
