import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { auditOfTeam } from '../../../shared/audit/audit-event';
import { askingClient } from '../../../shared/platform/invoke/ask-function';
import { sqsClient } from '../../../shared/platform/queue/send-messages';
import { type Capability, type Deps, makeDeps, type Uses } from '../../../shared/platform/runtime/capability';
import type { Runtime } from '../../../shared/platform/runtime/context';
import { uuidPrefix, uuidVersion7 } from '../../../shared/platform/runtime/uuid';
import { secretsManagerClient } from '../../../shared/platform/secrets/secrets-manager';
import { tableClient } from '../../../shared/platform/table/client';
import { HIGHEST, LOWEST } from '../../../shared/platform/table/read';
import { DUE_SHARDS } from '../../../shared/webhook-endpoints/delivery';
import { type Outcome, type OutRequest, OutRequests } from '../../../shared/webhook-endpoints/outcome';
import { ENVIRONMENT } from '../../support/engine-runtime';
import { MemoryTable } from '../../support/memory-table';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const START = Date.UTC(2026, 2, 2);

/** A repeatable source of chance. */
export class Dice {
  constructor(private state: number) {}

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  upTo(most: number): number {
    return Math.floor(this.next() * most);
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.upTo(list.length)] ?? list[0];
  }
}

interface Action {
  readonly at: number;
  readonly order: number;
  readonly run: () => Promise<void>;
}

/** The code of a message that the queue refuses. */
const REFUSED = 'ServiceUnavailable';

/** Goes on after a batch of which the queue refused a part. Every other failure ends the function. */
export function rethrowUnlessRefused(failure: unknown): void {
  if (!(failure instanceof Error) || !failure.message.endsWith(REFUSED)) throw failure;
}

/** A due time, and the three identifiers of its row. */
const SHORTEST_DUE = 'YYYY-MM-DDTHH:MM:SS.sssZ'.length + 3 * '#'.length + 3 * 36;

const isPage = (answer: unknown): answer is { readonly Items: readonly Readonly<Record<string, unknown>>[] } =>
  typeof answer === 'object' && answer !== null && 'Items' in answer && Array.isArray(answer.Items);
const IndexPage = v.custom<{ readonly Items: readonly Readonly<Record<string, unknown>>[] }>(isPage);

/** The death of a function, or a call that failed. */
export class Killed extends Error {}

/**
 * Virtual time, the table, and stand-ins of the queue, of the secrets and of `sendOut`. An action runs at its instant; a call that takes time
 * lets the other actions of that time run in between, so that functions overlap.
 */
export class World {
  now = START;
  readonly dice: Dice;
  readonly table = new MemoryTable(() => 0);
  readonly violations: string[] = [];
  /** Takes the messages that a function puts on the queue, and returns how many it refused. It may throw. */
  onMessages: (bodies: readonly string[]) => number = () => 0;
  /** Answers the requests of `sendOut`. */
  onRequests: (requests: readonly OutRequest[]) => Promise<Outcome[]> = async () => [];
  /** Told of each due time that is written into a row. */
  onDue: (at: number) => void = () => {};
  private readonly actions: Action[] = [];
  private order = 0;
  private depth = 0;
  private readonly runtime: Runtime;
  private readonly tableStandIn = { send: (command: unknown) => this.sendToTable(command) };

  constructor(seed: number) {
    this.dice = new Dice(seed);
    this.runtime = {
      environment: { ...ENVIRONMENT, DELIVERY_QUEUE_URL: 'queue', SEND_OUT_FUNCTION: 'send-out' },
      now: () => new Date(this.now),
      newId: () => this.idAt(this.now),
      randomBytes: (size) => Uint8Array.from({ length: size }, () => this.dice.upTo(256)),
      sleep: async () => {},
      uptime: () => 0,
      outbound: (_call, send) => send(),
      longestCallMs: () => 60_000,
      log: () => {},
      clients: new Map<() => unknown, unknown>([
        [tableClient, this.tableStandIn],
        [sqsClient, { send: (command: unknown) => this.sendToQueue(command) }],
        [askingClient, { send: ({ input }: { input: { Payload: string } }) => this.sendOut(input.Payload) }],
        [secretsManagerClient, { send: async () => ({ SecretString: 'ab'.repeat(32), VersionId: 'v1' }) }],
      ]),
    };
  }

  idAt(milliseconds: number): string {
    return uuidVersion7(
      milliseconds,
      Uint8Array.from({ length: 10 }, () => this.dice.upTo(256)),
    );
  }

  deps<U extends Uses>(uses: U): Deps<U> {
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    return makeDeps(uses, this.runtime, { requestId: 'proof', remaining: () => 900_000, meter });
  }

  /** Whether the sweep would find a row. */
  isAnyDue(): boolean {
    const now = `${new Date(this.now).toISOString()}~`;
    return DUE_SHARDS.some((shard) => this.table.isAnyBetween('gsi2', shard, LOWEST, now));
  }

  /** Whether a team has an entry from one instant to another, also one that the index does not show yet. */
  hasEntries(teamId: string, from: string, to: string): boolean {
    const [low, high] = [uuidPrefix(new Date(from)), `${uuidPrefix(new Date(to))}${HIGHEST}`];
    return this.table.isAnyBetween('gsi1', auditOfTeam(teamId).gsi1pk, low, high);
  }

  use<Do>(capability: Capability<Do>): Do {
    return this.deps({ capability }).capability;
  }

  at(instant: number, run: () => Promise<void>): void {
    const action = { at: Math.max(instant, this.now), order: this.order, run };
    this.order += 1;
    let place = this.actions.length;
    while (place > 0 && isAfter(this.actions[place - 1], action)) place -= 1;
    this.actions.splice(place, 0, action);
  }

  after(milliseconds: number, run: () => Promise<void>): void {
    this.at(this.now + milliseconds, run);
  }

  /** Lets time pass, with everything that happens in it. Deep inside other functions only the clock moves. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    this.depth += 1;
    if (this.depth <= 3) await this.runUntil(end);
    this.depth -= 1;
    this.now = Math.max(this.now, end);
  }

  async runUntil(end: number): Promise<void> {
    for (let next = this.actions[0]; next !== undefined && next.at <= end; next = this.actions[0]) {
      this.actions.shift();
      this.now = Math.max(this.now, next.at);
      await next.run();
    }
  }

  private async sendToTable(command: unknown): Promise<unknown> {
    if (command instanceof UpdateCommand) {
      const values: unknown[] = Object.values(command.input.ExpressionAttributeValues ?? {});
      for (const value of values) {
        if (typeof value !== 'string' || value.length < SHORTEST_DUE) continue;
        const due = /^(\d{4}-[^#]+Z)#[0-9a-f-]{36}#[0-9a-f-]{36}#[0-9a-f-]{36}$/.exec(value);
        if (due) this.onDue(Date.parse(due[1] ?? ''));
      }
    }
    const answer = await this.table.send(command);
    return command instanceof QueryCommand ? this.lagging(command, answer) : answer;
  }

  /** Hides from an index what it does not show yet. */
  hidden: (position: string) => boolean = () => false;

  private lagging({ input }: QueryCommand, answer: unknown): unknown {
    const { IndexName } = input;
    if (IndexName === undefined) return answer;
    const page = v.parse(IndexPage, answer);
    return { ...page, Items: page.Items.filter((item) => !this.hidden(String(item[`${IndexName}sk`]))) };
  }

  private async sendToQueue(command: unknown): Promise<unknown> {
    if (!(command instanceof SendMessageBatchCommand)) throw new Error('The queue of the proof does not know this.');
    const refused = this.onMessages((command.input.Entries ?? []).map(({ MessageBody = '' }) => MessageBody));
    return { Failed: Array.from({ length: refused }, () => ({ Code: REFUSED })) };
  }

  private async sendOut(payload: string): Promise<unknown> {
    const { requests } = v.parse(OutRequests, JSON.parse(payload));
    const outcomes = await this.onRequests(requests);
    return { Payload: new TextEncoder().encode(JSON.stringify({ outcomes })) };
  }
}

const isAfter = (one: Action | undefined, other: Action): boolean =>
  one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order));
