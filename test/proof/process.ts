import { longestCallMs } from '../../shared/platform/runtime/aws-client';
import type { Outbound, Runtime } from '../../shared/platform/runtime/context';
import { tableClient } from '../../shared/platform/table/client';
import type { MakeStampingSdk, StampingSdk } from '../../shared/stamping/provider/sdk';
import { stampingSdk } from '../../shared/stamping/provider/sdk';
import type { Chance } from '../load/chance';
import { cancelled, connectionReset } from '../support/faults';
import type { MemoryTable } from '../support/memory-table';
import { FacturapiError, type MemoryProvider } from './memory-provider';
import { count, type Tally } from './tally';
import type { VirtualTime } from './virtual-time';

/** The frequency of each fault per thousand calls. */
export interface Faults {
  readonly tableLoses: number;
  readonly providerLoses: number;
  readonly dies: number;
  /** Calls that take seconds. */
  readonly dawdles: number;
}

interface Surroundings {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly table: MemoryTable;
  readonly provider: MemoryProvider;
  readonly newId: () => string;
  readonly tableName: string;
  readonly tally: Tally;
}

/** The longest time of an HTTP function. */
const FUNCTION_SECONDS = 28;
const never = <T>(): Promise<T> => new Promise(() => {});

/**
 * One execution of a function. It may die at any call, and dies at its timeout. After that, no other part of the run sees a call or an
 * answer of it.
 */
export class Process {
  private isAlive = true;
  private readonly end: number;
  readonly runtime: Runtime;

  constructor(
    private readonly around: Surroundings,
    private readonly faults: () => Faults,
    clients: Runtime['clients'] = new Map(),
    seconds = FUNCTION_SECONDS,
  ) {
    const { time, newId, chance, table, tableName } = around;
    this.end = time.now() + seconds * 1000;
    time.after(seconds * 1000, () => {
      this.isAlive = false;
    });
    this.runtime = {
      environment: {
        TABLE_NAME: tableName,
        STAMPING_PROVIDER_URL: 'http://proof',
        STAMPS_PER_DAY: '500',
        STAMPING_CALLS_PER_SECOND: '5',
      },
      now: () => new Date(time.now()),
      newId,
      randomBytes: (size) => Uint8Array.from({ length: size }, () => chance.below(256)),
      sleep: (milliseconds) => this.pause(milliseconds),
      uptime: () => 0,
      outbound: this.outbound,
      longestCallMs,
      log: () => {},
      clients: clients.set(tableClient, table).set(stampingSdk, this.sdk),
    };
  }

  readonly remaining = (): number => this.end - this.around.time.now();

  get isDead(): boolean {
    return !this.isAlive;
  }

  /** Ends the execution at once. */
  kill(): void {
    this.isAlive = false;
  }

  private async pause(milliseconds: number): Promise<void> {
    await this.around.time.sleep(milliseconds);
    if (!this.isAlive) await never();
  }

  /** Ends the execution at a call. The call may have acted. */
  private async die<T>(callee: 'table' | 'provider', act: () => Promise<unknown>): Promise<T> {
    const hasActed = this.around.chance.below(2) === 0;
    this.meet(`execution died ${hasActed ? 'after' : 'before'} a call to the ${callee}`);
    if (hasActed) await act().catch(() => {});
    this.isAlive = false;
    return never();
  }

  private meet(fault: string): void {
    count(this.around.tally.counts, fault);
  }

  private readonly outbound: Outbound = async (call, send) => {
    if (!this.isAlive) return never();
    this.around.tally.calls += 1;
    if (call.resource === 'stampingProvider') return send();
    return this.toTable(call.action, send);
  };

  private async toTable<T>(action: string, send: () => Promise<T>): Promise<T> {
    const { chance } = this.around;
    const { tableLoses, dies } = this.faults();
    await this.pause(this.latency());
    const fate = chance.below(1000);
    if (fate < dies) return this.die('table', send);
    if (fate >= dies + tableLoses) return this.answered(await send());
    switch (chance.below(4)) {
      case 0:
        this.meet('table: request lost');
        throw connectionReset();
      case 1:
        this.meet('table: answer lost');
        await send();
        throw connectionReset();
      case 2:
        if (action !== 'TransactWriteItems') return this.answered(await send());
        this.meet('table: transaction in conflict');
        throw cancelled('TransactionConflict');
      default:
        this.meet('table: request sent twice');
        // The SDK sends a request again when it receives no answer.
        await send();
        await this.pause(this.latency());
        return this.answered(await send());
    }
  }

  private async answered<T>(answer: T): Promise<T> {
    if (this.around.chance.below(4) === 0) await this.pause(this.latency());
    return answer;
  }

  private latency(): number {
    const { chance } = this.around;
    const kind = chance.below(1000);
    if (kind < this.faults().dawdles) return chance.below(15_000);
    return kind > 900 ? chance.below(500) : 1 + chance.below(20);
  }

  private readonly sdk: MakeStampingSdk = (secret, address, signal) => {
    const real = this.around.provider.makeSdk(secret, address, signal);
    const { invoices } = real;
    const wired: StampingSdk['invoices'] = {
      ...invoices,
      create: (body) =>
        this.toProvider(
          () => invoices.create(body),
          (milliseconds) => this.around.provider.createLater(secret, body, milliseconds),
        ),
      list: (filter) => this.toProvider(() => invoices.list(filter)),
      retrieve: (id) => this.toProvider(() => invoices.retrieve(id)),
      updateStatus: (id) => this.toProvider(() => invoices.updateStatus(id)),
      updateDraft: (id, body) => this.toProvider(() => invoices.updateDraft(id, body)),
      stampDraft: (id) =>
        this.toProvider(
          () => invoices.stampDraft(id),
          this.later(() => invoices.stampDraft(id)),
        ),
      cancel: (id, motive) => this.toProvider(() => invoices.cancel(id, motive)),
    };
    return { ...real, invoices: wired };
  };

  private later(act: () => Promise<unknown>): (milliseconds: number) => void {
    return (milliseconds) => this.around.time.after(milliseconds, () => void act().catch(() => {}));
  }

  private async toProvider(act: () => Promise<unknown>, actLater?: (milliseconds: number) => void): Promise<unknown> {
    const { chance } = this.around;
    const { providerLoses, dies } = this.faults();
    await this.pause(20 + chance.below(400));
    const fate = chance.below(1000);
    if (fate < dies) return this.die('provider', act);
    if (fate < dies + providerLoses) return this.goesWrong(act, actLater);
    const answer = await act().catch((failure: unknown) => ({ failure }));
    await this.pause(20 + chance.below(2_000));
    if (isFailure(answer)) throw answer.failure;
    return answer;
  }

  /** One of the faults that a request can meet. */
  private async goesWrong(act: () => Promise<unknown>, actLater?: (milliseconds: number) => void): Promise<unknown> {
    const { chance } = this.around;
    const kind = chance.below(actLater ? 10 : 7);
    const acts = kind !== 0 && kind < 7 && (kind % 2 === 1 || chance.below(2) === 0);
    this.meet(`provider: ${wrongAnswer(kind, acts)}`);
    if (acts) await act().catch(() => {});
    if (kind >= 7) actLater?.(chance.below(50 * 60_000));
    await this.pause(chance.below(1_000));
    if (kind <= 2) throw new TypeError('fetch failed');
    if (kind === 3) throw new FacturapiError(502, undefined);
    if (kind === 4) return { pages: 'that say nothing' };
    if (kind === 5) throw new FacturapiError(chance.below(2) === 0 ? 408 : 409, undefined);
    if (kind === 6) throw new FacturapiError(429, undefined);
    return never();
  }
}

/** The name of a fault of {@link Process.goesWrong}. */
function wrongAnswer(kind: number, acts: boolean): string {
  if (kind <= 2) return acts ? 'answer lost' : 'request lost';
  const names = ['answer 502', 'answer without a document', 'answer 408 or 409', 'answer 429'];
  return names[kind - 3] ?? 'acts after the timeout';
}

const isFailure = (answer: unknown): answer is { failure: unknown } =>
  typeof answer === 'object' && answer !== null && 'failure' in answer;
