import * as v from 'valibot';
import type { Identity } from '../../../shared/identity/access';
import { cognitoClient } from '../../../shared/identity/cognito/user-pool';
import type { Operation } from '../../../shared/operation/define';
import { makeTriggerHandler, type Trigger } from '../../../shared/operation/define-trigger';
import { openRequestLog } from '../../../shared/operation/request-log';
import { serve } from '../../../shared/operation/serve';
import { AppError } from '../../../shared/platform/errors';
import type { OutboundCall, Runtime } from '../../../shared/platform/runtime/context';
import { uuidVersion7 } from '../../../shared/platform/runtime/uuid';
import { tableClient } from '../../../shared/platform/table/client';
import { Chance } from '../../load/chance';
import { VirtualTime } from '../../proof/virtual-time';
import { ENVIRONMENT, START } from '../../support/engine-runtime';
import { httpEvent, lambdaContext } from '../../support/http-event';
import type { MemoryTable } from '../../support/memory-table';
import type { Base } from './base';
import { type Cause, History } from './history';
import type { PolicyState } from './record';

/** The process of this run is gone. */
class Killed extends Error {}

export interface Request {
  readonly identity: Identity;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly cause: Cause;
}

export type MakeTable = (time: VirtualTime) => MemoryTable;

/** What became of a run of a handler. */
export interface Ran {
  /** The runs of a story are numbered. */
  readonly number: number;
  readonly began: number;
  readonly ended: number;
  readonly beganAt: number;
  readonly endedAt: number;
  /** OK, the code of the refusal, or KILLED. */
  readonly code: string;
  readonly body: unknown;
}

interface Life {
  /** The calls until the process dies. */
  left: number;
  readonly isKilledBefore: boolean;
  isDead: boolean;
}

/** The runs of this process. The table remembers the tokens of transactions, so that no two runs may make the same identifiers. */
let runs = 0;

/** What a schedule counts. */
const Figures = v.object({ failed: v.number() });

/** A run that dies, dies at one of so many calls. */
const MOST_CALLS = [4, 12, 30];
const LONGEST_CALL_MS = 4_000;

/**
 * Runs the product's handlers in virtual time, from the check of the permission to the answer. Between two calls to the
 * table time passes, so that runs overlap there, and a run can die there. A token is not verified: the identity is given.
 */
export class World {
  readonly time = new VirtualTime(START);
  readonly chance: Chance;
  readonly violations: string[] = [];
  readonly counts = new Map<string, number>();
  readonly history: History;
  readonly base: Base;
  /** From here on no run dies and no request is lost. */
  isReliable = false;
  /** The number of the last call to the table. */
  number = 0;
  private made = 0;
  private ran = 0;
  private readonly runNumber: number;
  private readonly clients: Runtime['clients'];

  constructor(
    seed: number,
    base: Base,
    /** The road policy of the team at the beginning. */
    proof: PolicyState['proof'],
    /** Phones lose the network during each drive, and then send so many positions that the list cannot take them. */
    readonly isBacklogged: boolean,
    /** For a weakening: changes a command to the table. */
    rewrite: (command: unknown) => unknown = (command) => command,
    /** Makes the table of this run on a real engine, with the items of the base. */
    makeTable?: MakeTable,
  ) {
    runs += 1;
    // A real engine also remembers the tokens of other processes.
    this.runNumber = makeTable ? seed : runs;
    this.base = makeTable ? { ...base, table: makeTable(this.time) } : base;
    this.chance = new Chance(Math.imul(seed, 2_654_435_761) ^ 0x5d);
    const table = { send: (command: unknown) => this.base.table.send(rewrite(command)) };
    const accounts = { send: async () => ({}) };
    this.clients = new Map<never, unknown>([
      [tableClient as never, table],
      [cognitoClient as never, accounts],
    ]);
    this.history = new History(this.base, proof, (violation) => this.violate(violation));
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  violate(violation: string): void {
    if (!this.violations.includes(violation)) this.violations.push(violation);
  }

  /** True in so many of a hundred cases, and never while the world is reliable. */
  isFault(percent: number): boolean {
    return !this.isReliable && this.chance.below(100) < percent;
  }

  idAt(milliseconds: number): string {
    this.made += 1;
    const bytes = Buffer.alloc(10);
    bytes.writeUInt16BE(this.made % 0x1000, 0);
    bytes.writeUInt32BE(this.runNumber, 2);
    bytes.writeUInt32BE(this.made, 6);
    return uuidVersion7(milliseconds, bytes);
  }

  after(milliseconds: number, act: () => Promise<void> | void): void {
    this.time.after(milliseconds, () => {
      void Promise.resolve(act()).catch((failure: unknown) =>
        this.violate(`the simulation failed: ${failure instanceof Error ? (failure.stack ?? '') : failure}`),
      );
    });
  }

  async run(operation: Operation, request: Request): Promise<Ran> {
    const { time } = this;
    const life = this.someLife();
    const [began, beganAt] = [this.number, time.now()];
    const [code, body] = await this.answerOf(operation, request, life, beganAt);
    this.count(code === 'OK' ? operation.id : `${operation.id}: ${code}`);
    this.ran += 1;
    return { number: this.ran, began, beganAt, ended: this.number, endedAt: time.now(), code, body };
  }

  /** Runs a schedule once. */
  async runSchedule(trigger: Trigger): Promise<void> {
    const life = this.someLife();
    const handler = makeTriggerHandler(trigger, this.runtimeOf(life, { by: 'reader' }));
    const left = { getRemainingTimeInMillis: () => (trigger.seconds ?? 30) * 1_000 };
    try {
      const { failed } = readAs(Figures, await handler({}, { ...lambdaContext(), ...left }));
      if (failed > 0 && !life.isDead) this.violate(`${trigger.id} failed for ${failed} trips`);
    } catch (failure) {
      if (!life.isDead) this.violate(`${trigger.id} failed: ${textOf(failure)}`);
    }
    this.count(life.isDead ? `${trigger.id}: KILLED` : trigger.id);
  }

  private someLife(): Life {
    const { chance } = this;
    const isMortal = this.isFault(12);
    return {
      left: isMortal ? chance.below(chance.among(MOST_CALLS)) : Number.POSITIVE_INFINITY,
      isKilledBefore: chance.below(2) === 0,
      isDead: false,
    };
  }

  private async answerOf(
    operation: Operation,
    { identity, path = {}, query, headers = {}, body, cause }: Request,
    life: Life,
    beganAt: number,
  ): Promise<[string, unknown]> {
    const { time } = this;
    const runtime = this.runtimeOf(life, cause);
    const left = () => 29_000 - (time.now() - beganAt);
    const log = openRequestLog(operation.id, runtime, { ...lambdaContext(), getRemainingTimeInMillis: left }, false);
    const event = httpEvent(operation.route, { path, headers, ...(query && { query }) });
    try {
      const sent = { ...event, body, identity, sender: { address: '192.0.2.1' } };
      const answer = await serve(operation, runtime, sent, log);
      return ['OK', JSON.parse(answer.body ?? '{}')];
    } catch (failure) {
      if (life.isDead) return ['KILLED', undefined];
      if (failure instanceof AppError && failure.code !== 'INTERNAL') return [failure.code, undefined];
      this.violate(`${operation.id} failed: ${textOf(failure)}`);
      return ['INTERNAL', undefined];
    }
  }

  private runtimeOf(life: Life, cause: Cause): Runtime {
    const { time } = this;
    return {
      environment: { ...ENVIRONMENT, TABLE_NAME: this.base.table.tableName },
      now: () => new Date(time.now()),
      newId: () => this.idAt(time.now()),
      randomBytes: (size) => Uint8Array.from({ length: size }, () => this.chance.below(256)),
      // Identifiers have whole milliseconds.
      sleep: (milliseconds) => time.sleep(Math.ceil(milliseconds)),
      uptime: () => 0,
      outbound: (call, send) => this.outbound(call, send, life, cause),
      longestCallMs: () => 60_000,
      log: () => {},
      clients: this.clients,
    };
  }

  private async outbound<T>(call: OutboundCall, send: () => Promise<T>, life: Life, cause: Cause): Promise<T> {
    if (life.isDead) throw new Killed();
    await this.time.sleep(this.chance.below(40) === 0 ? this.chance.below(LONGEST_CALL_MS) : 1 + this.chance.below(30));
    const isLast = life.left === 0;
    life.left -= 1;
    if (isLast) {
      life.isDead = true;
      this.count(life.isKilledBefore ? 'kills before a call' : 'kills after a call');
      if (life.isKilledBefore) throw new Killed();
    }
    this.number += 1;
    const answer = await send();
    if (call.resource === 'table' && !READS.includes(call.action))
      this.history.note({ number: this.number, at: this.time.now(), cause, action: call.action });
    if (isLast) throw new Killed();
    return answer;
  }
}

const READS = ['GetItem', 'BatchGetItem', 'Query'];

const textOf = (failure: unknown): string =>
  failure instanceof Error
    ? `${failure.message} ${failure.stack?.split('\n').slice(1, 3).join(' ') ?? ''}`
    : String(failure);

/** The part of an answer that the simulation needs. */
export const readAs = <S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> => v.parse(schema, body);
