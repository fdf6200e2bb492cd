import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Outbound } from '../../shared/platform/runtime/context';
import { inPreferredCoding } from '../content-coding';
import { FunctionTimeout, type Watch } from '../functions';
import { jsonAnswer, type Wire } from '../wire';
import type { CallDetail, CallSummary, Step } from './call';
import { dollarsPerMillion } from './prices';
import { answerView, requestView } from './request-view';
import { type WrittenItem, writtenItems } from './written-items';

const CALLS_KEPT = 200;
const ITEMS_KEPT = 200;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The data collected about a call while it runs, with the step that runs now. */
interface Notes {
  readonly steps: Step[];
  readonly items: WrittenItem[];
  readonly step?: Mutable<Step>;
}

/** Keeps the last calls of all functions with their input and output. */
export interface Recorder {
  readonly watch: Watch;
  /** Wraps all outbound calls, and records each under the call that makes it. */
  readonly outbound: (send: Outbound) => Outbound;
  /** Makes a client of the table report the items that its commands write. */
  readonly attach: (client: DynamoDBDocumentClient) => DynamoDBDocumentClient;
  readonly routes: Readonly<Record<string, Wire>>;
}

/** `nameOf` returns the user's name for the subject of a token. */
export function makeRecorder(now: () => Date, nameOf: (sub: string) => string | undefined): Recorder {
  const notes = new AsyncLocalStorage<Notes>();
  const calls: { readonly summary: CallSummary; readonly detail: string }[] = [];
  let sequence = 0;
  const keep = (call: CallDetail): void => {
    sequence += 1;
    // Kept as text: the parsed answers of 200 list calls need tens of megabytes.
    calls.unshift({ summary: summaryOf(call), detail: JSON.stringify(call) });
    if (calls.length > CALLS_KEPT) calls.pop();
  };

  const watch: Watch = async ({ id, requestId, event }, run) => {
    const own: Notes = { steps: [], items: [] };
    const at = now().toISOString();
    const startedAt = performance.now();
    const { route, sub, request } = requestView(event);
    const caller = sub && (nameOf(sub) ?? sub);
    const finish = (answered: ReturnType<typeof answerView>): void => {
      const { readUnits, writeUnits, tableCalls } = sums(own.steps);
      keep({
        requestId,
        operation: id,
        ...(route !== undefined && { route }),
        ...(caller !== undefined && { caller }),
        at,
        milliseconds: Math.round(performance.now() - startedAt),
        tableCalls,
        readUnits,
        writeUnits,
        dollarsPerMillion: dollarsPerMillion({ isHttp: route !== undefined, readUnits, writeUnits }),
        request,
        steps: own.steps,
        items: own.items.slice(0, ITEMS_KEPT),
        ...answered,
      });
    };
    try {
      const answer = await notes.run(own, run);
      finish(answerView(answer));
      return answer;
    } catch (failure) {
      const isLate = failure instanceof FunctionTimeout;
      finish({ status: isLate ? 503 : 500, answer: { body: String(failure) } });
      throw failure;
    }
  };

  const outbound =
    (send: Outbound): Outbound =>
    async (call, act) => {
      const own = notes.getStore();
      if (own === undefined) return send(call, act);
      const step: Mutable<Step> = { ...noted(call), milliseconds: 0, readUnits: 0, writeUnits: 0 };
      own.steps.push(step);
      const startedAt = performance.now();
      try {
        return await notes.run({ ...own, step }, () => send(call, act));
      } catch (failure) {
        step.failure = failure instanceof Error ? failure.name : String(failure);
        throw failure;
      } finally {
        step.milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
      }
    };

  const attach = (client: DynamoDBDocumentClient): DynamoDBDocumentClient => {
    // Priority `high`: the middleware runs before the document client converts the values to DynamoDB's form, and after it converts them
    // back.
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const answer = await next(args);
        const own = notes.getStore();
        const action = String(context.commandName).replace(/Command$/, '');
        if (own) note(own, ACTIONS[action] ?? action, args.input, answer.output);
        return answer;
      },
      { step: 'initialize', priority: 'high', name: 'recordWhatIsWritten' },
    );
    return client;
  };

  return {
    watch,
    outbound,
    attach,
    routes: {
      // Compressed, because each open page reads the list after each call, and 200 calls have 60 kB.
      'GET /_local/calls': ({ query, headers }) =>
        query.get('since') === String(sequence)
          ? jsonAnswer(200, { sequence })
          : inPreferredCoding(jsonAnswer(200, { sequence, calls: calls.map(({ summary }) => summary) }), headers),
      'GET /_local/calls/{requestId}': ({ path }) => {
        const found = calls.find(({ summary }) => summary.requestId === path.split('/').at(-1));
        return found
          ? jsonAnswer(200, JSON.parse(found.detail))
          : jsonAnswer(404, { error: 'NOT_FOUND', message: KEPT });
      },
    },
  };
}

const KEPT = `This call is not kept: the server keeps the last ${CALLS_KEPT} until it stops. Make the call again.`;

const noted = ({ resource, action }: { resource: string; action: string }) => ({ resource, action });

/** Names of the document client's commands that differ from DynamoDB's own. */
const ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  TransactWrite: 'TransactWriteItems',
};

const TABLE = ['table', 'apiKeyUses', 'gsi1', 'gsi2'];

function sums(steps: readonly Step[]) {
  const table = steps.filter(({ resource }) => TABLE.includes(resource));
  const total = (of: (step: Step) => number): number => table.reduce((sum, step) => sum + of(step), 0);
  return {
    tableCalls: table.length,
    readUnits: total(({ readUnits }) => readUnits),
    writeUnits: total(({ writeUnits }) => writeUnits),
  };
}

const Capacity = v.object({ CapacityUnits: v.optional(v.number(), 0) });
const Consumed = v.object({ ConsumedCapacity: v.optional(v.union([v.array(Capacity), Capacity]), []) });

function note(own: Notes, action: string, input: object, output: object): void {
  const isWrite = /Put|Update|Delete|Write/.test(action);
  const consumed = [v.parse(Consumed, output).ConsumedCapacity].flat();
  const units = consumed.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  if (own.step) own.step[isWrite ? 'writeUnits' : 'readUnits'] += units;
  own.items.push(...writtenItems(action, input));
}

function summaryOf({
  request: _request,
  answer: _answer,
  steps: _steps,
  items: _items,
  ...summary
}: CallDetail): CallSummary {
  return summary;
}
