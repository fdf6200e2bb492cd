import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Runtime } from '../../../shared/platform/runtime/context';
import { tableClient } from '../../../shared/platform/table/client';

/** The environment variable that names the break of a world. */
export const BREAK_VARIABLE = 'RESILIENCE_BREAK';

/** A deliberate fault of the services behind a part. The part must report failures while it is in force. */
interface Break {
  readonly part: string;
  /** Names of requests that meet the fault, so that the run is short. */
  readonly focus?: string;
  /** Changes the requests to the table and its answers. A part without this table asks {@link isBroken}. */
  readonly table?: (input: Fields, output: Fields) => void;
  /** The table's requests are logged too. */
  readonly isLogged?: true;
}

export const BREAKS = {
  'the table answers a membership that does not exist': {
    part: 'callers',
    focus: 'getClient',
    table: (input, output) => {
      if (isRecord(input.RequestItems) && isRecord(output.Responses))
        addMemberships(input.RequestItems, output.Responses);
    },
  },
  'the table ignores conditions': {
    part: 'callers',
    focus: 'pingLocation',
    table: (input) => ignoreConditions(input, () => true),
  },
  'a conflict is answered as a failed condition': { part: 'conflicts', focus: 'invoices to one client' },
  'a transaction that is sent again is done again': {
    part: 'faults',
    focus: 'trips/update-trip-status',
    table: (input) => {
      // The SDK makes a new token for each request without one.
      delete input.ClientRequestToken;
    },
  },
  'the table throws on a long name': {
    part: 'fuzz',
    focus: 'clients/create-client',
    table: (input) => {
      if (writesOf(input).some(({ Item }) => isRecord(Item) && String(Item.name).length > LONG_NAME))
        throw new Error('The name is too long.');
    },
  },
  'the rows of idempotency keys ignore their conditions': {
    part: 'idempotency',
    focus: 'clients/create-client',
    table: (input) => ignoreConditions(input, (write) => /IDEMPOTENCY#/.test(JSON.stringify(write))),
  },
  'each read of a box is one read late': { part: 'invariants' },
  'the counters of attempts ignore their conditions': {
    part: 'limits',
    focus: 'a recovery',
    table: (input) => ignoreConditions(input, (write) => /ATTEMPTS#/.test(JSON.stringify(write))),
  },
  'an import loses every hundredth item': { part: 'restore' },
  'the log has the input of each write': { part: 'secrets', isLogged: true },
} satisfies Readonly<Record<string, Break>>;

type BreakName = keyof typeof BREAKS;

/** Longer than the names of the records that a part makes before its attacks. */
const LONG_NAME = 60;

/** True while this break is in force. */
export const isBroken = (name: BreakName): boolean => process.env[BREAK_VARIABLE] === name;

/** Returns the runtime with the break that is in force, if any. */
export function broken(runtime: Runtime): Runtime {
  const client = tableClient();
  return attachBreak(client, runtime.log)
    ? { ...runtime, clients: new Map([...runtime.clients, [tableClient, client]]) }
    : runtime;
}

/** Adds the break that is in force to a client of the table. Returns false when no break changes the table. */
export function attachBreak(client: DynamoDBDocumentClient, log: Runtime['log'] = () => {}): boolean {
  const name = process.env[BREAK_VARIABLE];
  if (name === undefined) return false;
  const found: Break | undefined = new Map<string, Break>(Object.entries(BREAKS)).get(name);
  if (found === undefined)
    throw new Error(`There is no break "${name}". Name one of ${Object.keys(BREAKS).join(', ')}.`);
  const change = found.isLogged ? (input: Fields) => log(JSON.stringify(input)) : found.table;
  if (change !== undefined) addToTable(client, change);
  return change !== undefined;
}

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Adds a middleware to the table's client that sees each request before it leaves, and each answer before the caller does. */
function addToTable(client: DynamoDBDocumentClient, change: (input: Fields, output: Fields) => void): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const input: unknown = args.input;
      if (isRecord(input)) change(input, {});
      const answer = await next(args);
      const output: unknown = answer.output;
      if (isRecord(input) && isRecord(output)) change(input, output);
      return answer;
    },
    { step: 'serialize', priority: 'high', name: 'break' },
  );
}

/** Gives the chosen writes a condition that always holds. */
function ignoreConditions(input: Fields, isChosen: (write: Fields) => boolean): void {
  for (const write of writesOf(input)) {
    if (write.ConditionExpression === undefined || !isChosen(write)) continue;
    write.ConditionExpression = 'attribute_exists(pk) OR attribute_not_exists(pk)';
    removeUnused(write, 'ExpressionAttributeNames', '#');
    removeUnused(write, 'ExpressionAttributeValues', ':');
  }
}

/** Fills each membership that was asked for and not found with one of a member. */
function addMemberships(requested: Fields, responses: Fields): void {
  for (const [table, request] of Object.entries(requested)) {
    const items = responses[table];
    if (!isRecord(request) || !Array.isArray(request.Keys) || !Array.isArray(items)) continue;
    for (const { pk, sk } of request.Keys) {
      const [, userId] = /^MEMBER#(.*)$/.exec(sk) ?? [];
      if (userId === undefined || items.some((item) => item.sk === sk)) continue;
      const teamId = pk.replace('TEAM#', '');
      const member = {
        teamId,
        userId,
        role: 'OWNER',
        email: 'nadie@example.com',
        joinedAt: '2026-01-01T00:00:00.000Z',
      };
      items.push({ pk, sk, ...member });
    }
  }
}

const writesOf = (input: Fields): Fields[] => [
  input,
  ...(Array.isArray(input.TransactItems)
    ? input.TransactItems.flatMap((item: Fields) => Object.values(item))
    : []
  ).filter(isRecord),
];

/** DynamoDB refuses a name or value that no expression uses. */
function removeUnused(write: Fields, list: string, mark: string): void {
  const placeholders = write[list];
  if (!isRecord(placeholders)) return;
  const used = Object.entries(placeholders).filter(([name]) =>
    new RegExp(`${mark}${name.slice(1)}\\b`).test(
      `${write.UpdateExpression} ${write.KeyConditionExpression} ${write.ProjectionExpression}`,
    ),
  );
  if (used.length > 0) write[list] = Object.fromEntries(used);
  else delete write[list];
}
