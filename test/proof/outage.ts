import { trigger } from '../../functions/triggers/recover-stamping';
import { invoiceCountKey, invoiceKey } from '../../shared/invoices/invoice-record';
import { invoiceCreationSteps } from '../../shared/invoices/invoice-writes';
import { AppError } from '../../shared/platform/errors';
import type { Deps, Part, Uses } from '../../shared/platform/runtime/capability';
import { makeContext, type Runtime } from '../../shared/platform/runtime/context';
import { KEY_FAMILIES } from '../../shared/platform/runtime/key-families';
import { transact } from '../../shared/platform/table/transact';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import { type Recovered, recover } from '../../shared/stamping/recover';
import { stamp } from '../../shared/stamping/stamp';
import { RECOVERY_USES, STAMP_USES } from '../../shared/stamping/uses';
import { Chance } from '../load/chance';
import { MemoryTable } from '../support/memory-table';
import { lazyDeps, lazyPartDeps, weakened, worldClient } from './dependencies';
import { LimitedProvider } from './limited-provider';
import { Process } from './process';
import { PERSON, storedInvoice, TEAM } from './records';
import { newTally } from './tally';
import { takeTimers, VirtualTime } from './virtual-time';

const MINUTE = 60_000;
const START = Date.parse('2026-03-02T06:00:00.000Z');
const DOWN_MS = 6 * 60 * MINUTE;
const RUNS_EVERY_MS = 15 * MINUTE;
const MOST_RUNS = 12;
const NO_FAULTS = { tableLoses: 0, providerLoses: 0, dies: 0, dawdles: 0 };

export interface OutageGiven {
  /** Invoices whose request made a document, but got no answer. */
  readonly documents: number;
  /** Invoices whose request made none. */
  readonly lost: number;
  /** The first run is stopped after this time. */
  readonly killedAfter?: number;
  /** The calls that the provider answers with 429, by number. */
  readonly refused?: readonly number[];
}

/** The figures of the recovery from an outage. */
export interface OutageResult {
  readonly runs: readonly (Recovered | 'killed')[];
  /** Minutes from the start of the first run until no invoice with a document, and no invoice at all, was PENDING. */
  readonly documentMinutes: number;
  readonly allMinutes: number;
  readonly valid: number;
  readonly failed: number;
  /** Open work after the last run. */
  readonly left: number;
  /** Documents after the first of their invoice, and invoices that the counters count twice or not at all. */
  readonly twice: number;
  readonly calls: number;
  readonly refused: number;
  /** The most calls that were sent within one second, and the calls beyond the provider's own limit. */
  readonly mostInASecond: number;
  readonly overLimit: number;
}

/** Runs an outage of six hours and the recovery from it in virtual time. */
export async function recoverFromOutage(given: OutageGiven): Promise<OutageResult> {
  const outage = new Outage(given);
  const giveBack = takeTimers(() => outage.time);
  try {
    return await outage.run();
  } finally {
    giveBack();
  }
}

class Outage {
  readonly time = new VirtualTime(START);
  readonly chance = new Chance(1);
  readonly table = new MemoryTable(() => this.time.now(), 'outage');
  readonly provider: LimitedProvider;
  readonly tableName = 'outage';
  readonly tally = newTally();
  private readonly sent: number[] = [];
  private readonly runs: (Recovered | 'killed')[] = [];
  private readonly failures: unknown[] = [];
  private made = 0;

  constructor(private readonly given: OutageGiven) {
    this.provider = new LimitedProvider(this.time, this.chance, given.refused ?? []);
  }

  readonly newId = (): string => {
    this.made += 1;
    return `01890000-0000-7000-a000-${this.made.toString(16).padStart(12, '0')}`;
  };

  async run(): Promise<OutageResult> {
    const { documents, lost, killedAfter } = this.given;
    const ids = Array.from({ length: documents + lost }, this.newId);
    // The invoices without a document are spread over the day as well.
    const isLost = (index: number) => lost > 0 && index % Math.floor(ids.length / lost) === 0;
    const withDocument = ids.filter((_, index) => !isLost(index));
    ids.forEach((id, index) => {
      const make = () => void this.stamp(id, !isLost(index)).catch((failure) => this.failures.push(failure));
      this.time.after((index * DOWN_MS) / ids.length, make);
    });
    await this.time.runUntil(START + DOWN_MS + MINUTE);
    if (this.pending(ids).length !== ids.length) throw new Error(`Not all are PENDING: ${String(this.failures[0])}`);
    this.provider.isLimited = true;
    const began = this.time.now();
    let [documentMinutes, allMinutes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let minutes = 0; minutes < (MOST_RUNS * RUNS_EVERY_MS) / MINUTE; minutes += 1) {
      if (minutes % (RUNS_EVERY_MS / MINUTE) === 0) this.recover(minutes === 0 ? killedAfter : undefined);
      await this.time.runUntil(began + (minutes + 1) * MINUTE);
      if (this.pending(withDocument).length === 0) documentMinutes = Math.min(documentMinutes, minutes + 1);
      if (this.pending(ids).length === 0) allMinutes = Math.min(allMinutes, minutes + 1);
    }
    await this.time.runUntil(this.time.now() + RUNS_EVERY_MS);
    if (this.failures.length > 0) throw new Error(`${this.failures.length} failed: ${String(this.failures[0])}`);
    return { ...this.result(ids), documentMinutes, allMinutes };
  }

  private pending(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => this.statusOf(id) === 'PENDING');
  }

  private statusOf(id: string) {
    return this.table.at(invoiceKey(TEAM, id))?.status;
  }

  private result(ids: readonly string[]): Omit<OutageResult, 'documentMinutes' | 'allMinutes'> {
    const count = (status: string) => ids.filter((id) => this.statusOf(id) === status).length;
    const [valid, failed] = [count('VALID'), count('ERROR')];
    const counted = this.table.at(invoiceCountKey(TEAM)) ?? {};
    const miscounted = Math.abs(Number(counted.VALID ?? 0) - valid) + Math.abs(Number(counted.ERROR ?? 0) - failed);
    const { documents } = this.provider;
    return {
      runs: this.runs,
      valid,
      failed,
      left: STAMPING_SHARDS.flatMap((shard) => this.table.partition(shard)).length,
      twice: documents.length - new Set(documents.map(({ externalId }) => externalId)).size + miscounted,
      calls: this.sent.length,
      refused: this.provider.refused,
      mostInASecond: mostInASecond(this.sent),
      overLimit: this.provider.overLimit,
    };
  }

  /** Makes the invoice and stamps it. The answer of the provider is lost. */
  private async stamp(id: string, makesDocument: boolean): Promise<void> {
    const [deps, , { runtime }] = this.execute(STAMP_USES);
    const record = storedInvoice(id, new Date(this.time.now()).toISOString());
    const scope = { requestId: 'outage', remaining: () => MINUTE, meter: { calls: 0, readUnits: 0, writeUnits: 0 } };
    const rights = { table: ['PutItem', 'UpdateItem'], tableKeys: [...KEY_FAMILIES] } as const;
    await transact(makeContext(runtime, scope, rights), invoiceCreationSteps(record, {}));
    const silent = {
      createDocument: async ({ secret }: { secret: string }, body: Record<string, unknown>) => {
        if (makesDocument)
          await this.provider.makeSdk(secret, 'http://outage', new AbortController().signal).invoices.create(body);
        return { kind: 'unknown', cause: 'no answer' };
      },
    };
    await stamp(weakened(deps, silent) as typeof deps, { id: PERSON, teamId: TEAM }, record);
  }

  private recover(killedAfter: number | undefined): void {
    const [deps, part, process] = this.execute(RECOVERY_USES, trigger.seconds);
    const number = this.runs.push('killed') - 1;
    const report = (failure: unknown) => {
      const isRefusal = failure instanceof AppError && failure.code === 'PROVIDER_ERROR';
      if (!process.isDead && !isRefusal) this.failures.push(failure);
    };
    void recover(deps, report, part).then(
      (figures) => {
        if (!process.isDead) this.runs[number] = figures;
      },
      (failure) => this.failures.push(failure),
    );
    if (killedAfter !== undefined) this.time.after(killedAfter, () => process.kill());
  }

  private execute<U extends Uses>(uses: U, seconds?: number): [Deps<U>, (part: Part) => Deps<U>, Process] {
    const clients: Runtime['clients'] = new Map([[worldClient, { livemode: false }]]);
    const process = new Process(this, () => NO_FAULTS, clients, seconds);
    const runtime: Runtime = {
      ...process.runtime,
      environment: { ...process.runtime.environment, STAMPS_PER_DAY: '100000' },
      outbound: (call, send) => {
        if (call.resource === 'stampingProvider') this.sent.push(this.time.now());
        return process.runtime.outbound(call, send);
      },
    };
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    const scope = { requestId: 'outage', remaining: process.remaining, meter };
    const part = (of: Part) => lazyPartDeps(uses, runtime, scope, of) as Deps<U>;
    return [lazyDeps(uses, runtime, scope) as Deps<U>, part, process];
  }
}

/** The most instants within any second. */
const mostInASecond = (instants: readonly number[]): number => {
  let first = 0;
  return instants.reduce((most, at, index) => {
    while (at - (instants[first] ?? at) >= 1000) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
};
