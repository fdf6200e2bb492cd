import type { Runtime } from '../../../shared/platform/runtime/context';
import { tableClient } from '../../../shared/platform/table/client';

/** The environment variable that names the break of a world. */
export const BREAK_VARIABLE = 'RESILIENCE_BREAK';

/** A deliberate fault of the services behind a world. The part must report failures while it is in force. */
interface Break {
  readonly part: string;
  /** Names of requests that meet the fault, so that the run is short. */
  readonly focus?: string;
  readonly apply: (runtime: Runtime) => Runtime;
}

export const BREAKS: Readonly<Record<string, Break>> = {
  'the table answers a membership that does not exist': {
    part: 'callers',
    focus: 'getClient',
    apply: withTable((input, output) => {
      if (isRecord(input.RequestItems) && isRecord(output.Responses))
        addMemberships(input.RequestItems, output.Responses);
    }),
  },
  'the table ignores conditions': {
    part: 'callers',
    focus: 'pingLocation',
    apply: withTable((input) => {
      for (const write of writesOf(input)) {
        if (write.ConditionExpression === undefined) continue;
        write.ConditionExpression = 'attribute_exists(pk) OR attribute_not_exists(pk)';
        removeUnused(write, 'ExpressionAttributeNames', '#');
        removeUnused(write, 'ExpressionAttributeValues', ':');
      }
    }),
  },
  'the log has the input of each write': {
    part: 'secrets',
    apply: (runtime) => withTable((input) => runtime.log(JSON.stringify(input)))(runtime),
  },
};

/** Returns the runtime with the named break, or unchanged when there is no name. */
export function broken(runtime: Runtime, name: string | undefined): Runtime {
  if (name === undefined) return runtime;
  const found = BREAKS[name];
  if (found === undefined)
    throw new Error(`There is no break "${name}". Name one of ${Object.keys(BREAKS).join(', ')}.`);
  return found.apply(runtime);
}

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Adds a middleware to the table's client that sees each request before it leaves, and each answer before the caller does. */
function withTable(change: (input: Fields, output: Fields) => void) {
  return (runtime: Runtime): Runtime => {
    const client = tableClient();
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
    return { ...runtime, clients: new Map([...runtime.clients, [tableClient, client]]) };
  };
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
