import { trigger as recovery } from '../../functions/triggers/recover-stamping';
import { clientKey } from '../../shared/clients/client';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { invoiceKey, invoicesOf } from '../../shared/invoices/invoice-record';
import { invoiceCreationSteps } from '../../shared/invoices/invoice-writes';
import { AppError } from '../../shared/platform/errors';
import type { Deps, Part, Uses } from '../../shared/platform/runtime/capability';
import { type Context, makeContext, type RequestScope } from '../../shared/platform/runtime/context';
import { KEY_FAMILIES } from '../../shared/platform/runtime/key-families';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import { recover } from '../../shared/stamping/recover';
import { RECOVERY_USES, WEBHOOK_USES } from '../../shared/stamping/uses';
import { takeNotice } from '../../shared/stamping/webhook';
import { Chance } from '../load/chance';
import { MemoryTable } from '../support/memory-table';
import { storedClient } from '../support/store-records';
import { type Character, characterOf } from './character';
import { lazyDeps, lazyPartDeps, weakened, worldClient } from './dependencies';
import { Judge } from './judge';
import { type MemoryDocument, MemoryProvider } from './memory-provider';
import { checkNotes } from './notes';
import { People } from './people';
import { Process } from './process';
import { checkReceipts, insertReceipts, PAID_DOCUMENT } from './receipts';
import { CARTA_PORTE, CLIENTS, isTransfer, storedInvoice, TEAM, TRANSFER } from './records';
import { checkSubstitutes } from './substitutes';
import { count, newTally, type Tally } from './tally';
import { takeTimers, VirtualTime } from './virtual-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-02T15:00:00.000Z');

/** Returns the capabilities that a weakening replaces, by name. A run with them must find a violation. */
export type Weaken = (deps: Record<string, unknown>, world: World) => object;

/** Users substitute documents, or they substitute documents and issue credit notes. */
export type Corrections = 'substitutes' | 'notes';

let running: VirtualTime | undefined;

/** One run: a few invoices of one team, users who stamp, edit and cancel them, a provider, and all faults. */
export class World {
  readonly time = new VirtualTime(START);
  readonly chance: Chance;
  readonly character: Character;
  readonly table: MemoryTable;
  readonly provider: MemoryProvider;
  readonly invoiceIds: string[];
  /** On the real engine, each run has its own table name. */
  readonly tableName: string;
  readonly tally: Tally = newTally();
  /** The violations of the run, in words. */
  readonly violations: string[] = [];
  /** True when the team stamps with its live key. */
  livemode = false;
  /** The shards whose lease the weakening without expiry holds. */
  readonly heldShards = new Set<string>();
  /** True in the last phase: no new operations and no faults, so that open work can complete. */
  isQuiet = false;
  private made = 0;
  private noticed = 0;

  constructor(
    private readonly seed: number,
    private readonly weaken?: Weaken,
    makeTable?: (time: VirtualTime) => MemoryTable,
    /** How users correct VALID documents. A run without corrections replays as before there were any. */
    readonly corrections?: Corrections,
    /** Whether all documents of the run are receipts of payment for one invoice. */
    readonly hasReceipts = false,
    isBusy = false,
  ) {
    this.tableName = `proof-${seed}`;
    this.chance = new Chance(Math.imul(seed, 2_654_435_761) ^ 0x5f356495);
    this.character = characterOf(this.chance, isBusy);
    this.table = makeTable?.(this.time) ?? new MemoryTable(() => this.time.now(), this.tableName);
    this.provider = new MemoryProvider(this.time, this.chance, this.character.temper);
    this.provider.onChange = (document) => this.notify(document);
    this.invoiceIds = Array.from({ length: this.character.invoices }, () => this.newId());
  }

  /** Runs to the end and returns the violations. */
  async run(): Promise<readonly string[]> {
    const [people, judge] = [new People(this), new Judge(this)];
    running = this.time;
    const giveBack = takeTimers(() => running);
    try {
      await this.insertInvoices();
      const { lasts, users } = this.character;
      for (let user = 0; user < users; user += 1) this.plan(this.chance.below(5 * MINUTE), () => people.user());
      this.planRecovery();
      await this.time.runUntil(START + lasts);
      this.isQuiet = true;
      await this.time.runUntil(START + lasts + 2 * HOUR);
      this.findCreated();
      judge.checkNothingPends();
      await this.time.runUntil(START + lasts + 78 * HOUR);
      judge.checkEnd();
      if (this.corrections) checkSubstitutes(this);
      if (this.hasReceipts) checkReceipts(this);
      if (this.corrections === 'notes') checkNotes(this);
      const doubled = this.invoiceIds.filter((id) => judge.isDoubled(id));
      for (const id of doubled) this.plan(0, () => people.refresh(id));
      await this.time.runUntil(this.time.now() + 5 * MINUTE);
      for (const id of doubled) judge.checkDuplicates(id);
      this.violations.push(...(await this.table.close()));
      return this.violations;
    } finally {
      running = undefined;
      giveBack();
    }
  }

  /** An invoice as stored. The product's code parses it at each read. */
  record(id: string): InvoiceRecord | undefined {
    return this.table.at(invoiceKey(TEAM, id)) as InvoiceRecord | undefined;
  }

  /** Finds the invoices that users created, also in functions that died before they answered. */
  findCreated(): void {
    if (this.corrections === undefined) return;
    const { pk, prefix } = invoicesOf(TEAM);
    for (const { sk } of this.table.partition(pk)) {
      const id = String(sk).slice(prefix.length);
      if (String(sk).startsWith(prefix) && id !== PAID_DOCUMENT && !this.invoiceIds.includes(id))
        this.invoiceIds.push(id);
    }
  }

  /** The mode in which the provider has the invoice's documents. */
  modeOf(id: string): boolean {
    const record = this.record(id);
    return record?.stamping?.livemode ?? record?.livemode ?? this.livemode;
  }

  readonly newId = (): string => {
    this.made += 1;
    const at = Math.floor(this.time.now()).toString(16).padStart(12, '0');
    const hex = (this.made * 7).toString(16).padStart(12, '0');
    // A prefix for each seed, because a real engine remembers the transaction tokens of other seeds.
    const seed = (this.seed & 0xffffff).toString(16).padStart(6, '0');
    return `${at.slice(0, 8)}-${at.slice(8)}-7${seed.slice(0, 3)}-9${seed.slice(3)}-${hex}`;
  };

  /** Plans an action after a delay. */
  plan(milliseconds: number, act: () => unknown): void {
    this.time.after(milliseconds, () => void act());
  }

  private faults() {
    return this.isQuiet ? NO_FAULTS : this.character.faults;
  }

  /** Runs one function in a process of its own. A refusal is the caller's answer; any other error must be a fault that was injected. */
  async call<U extends Uses>(
    name: string,
    uses: U,
    run: (deps: Deps<U>, part: (part: Part) => Deps<U>) => Promise<unknown>,
    seconds?: number,
  ): Promise<void> {
    this.tally.executions += 1;
    const process = new Process(this, () => this.faults(), new Map([[worldClient, this]]), seconds);
    const scope: RequestScope = {
      requestId: 'proof',
      remaining: process.remaining,
      meter: { calls: 0, readUnits: 0, writeUnits: 0 },
    };
    const depsOf = (strong: Record<string, unknown>) =>
      (this.weaken ? weakened(strong, this.weaken(strong, this)) : strong) as Deps<U>;
    const part = (of: Part) => depsOf(lazyPartDeps(uses, process.runtime, scope, of));
    try {
      await run(depsOf(lazyDeps(uses, process.runtime, scope)), part);
      count(this.tally.counts, `${name}: done`);
    } catch (failure) {
      count(this.tally.counts, `${name}: ${refusalOf(failure)}`);
      if (!isExpected(failure)) this.violations.push(`a function failed: ${describe(failure)}`);
    }
  }

  private async insertInvoices(): Promise<void> {
    const context = this.context();
    await transact(
      context,
      CLIENTS.map((id) =>
        put(clientKey(TEAM, id), storedClient({ id, teamId: TEAM }), {}, unexpectedConflict('A client')),
      ),
    );
    if (this.hasReceipts) return insertReceipts(context, this.invoiceIds, new Date(START).toISOString());
    for (const [index, id] of this.invoiceIds.entries()) {
      const isOfGoods = isTransfer(this.seed, index);
      const hasCartaPorte = this.chance.below(4) === 0 || isOfGoods;
      // Only rentals have a draft at the provider.
      const isDrafted = this.chance.below(3) === 0 && !isOfGoods;
      const providerId = isDrafted ? this.provider.addDraft(id, false).id : null;
      const type = isOfGoods && TRANSFER;
      const record = storedInvoice(id, new Date(START).toISOString(), { ...type, hasCartaPorte, providerId });
      await transact(context, invoiceCreationSteps(record, hasCartaPorte ? { cartaPorte: CARTA_PORTE } : {}));
    }
  }

  /** A context without faults. */
  private context(): Context {
    const { runtime } = new Process(this, () => NO_FAULTS);
    const quick = { ...runtime, outbound: <T>(_: unknown, send: () => Promise<T>) => send() };
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    const scope = { requestId: 'proof', remaining: () => 60_000, meter };
    return makeContext(quick, scope, {
      table: ['PutItem', 'UpdateItem', 'GetItem'],
      tableKeys: [...KEY_FAMILIES],
    });
  }

  private planRecovery(): void {
    const { lasts, recoversEvery: step } = this.character;
    for (let at = step; at < lasts; at += step) this.plan(at + this.chance.below(MINUTE), () => this.recover());
    for (const minutes of [48, 70, 92, 114])
      this.plan(lasts + minutes * MINUTE, () => this.isUrgent() && this.recover());
    for (const hours of [44, 75]) this.plan(lasts + hours * HOUR, () => this.recover());
  }

  /** True when recovery has open work. */
  hasWork(): boolean {
    return this.leftWork().length > 0;
  }

  /** True when some open work must complete within the bound. Other open work may wait for a later run. */
  private isUrgent(): boolean {
    return this.leftWork().some(
      ({ kind, invoiceId }) => kind !== 'STAMP' || this.record(String(invoiceId))?.status === 'PENDING',
    );
  }

  private async recover(): Promise<void> {
    if (!this.hasWork()) return;
    const report = (failure: unknown) => this.note(failure);
    await this.call('recovery', RECOVERY_USES, (deps, part) => recover(deps, report, part), recovery.seconds);
  }

  private note(failure: unknown): void {
    if (!isExpected(failure)) this.violations.push(`recovery met: ${describe(failure)}`);
  }

  private notify({ externalId }: MemoryDocument): void {
    const { tellsOf, tellsTwice, tellsLate } = this.character;
    if (this.chance.below(100) >= tellsOf) return;
    this.noticed += 1;
    const notice = { id: `event-${this.noticed}`, data: { object: { external_id: externalId } } };
    const times = this.chance.below(100) < tellsTwice ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      this.plan(this.chance.below(tellsLate), () =>
        this.call('webhook', WEBHOOK_USES, (deps) => takeNotice(deps, TEAM, notice)),
      );
    }
  }

  private leftWork() {
    return STAMPING_SHARDS.flatMap((shard) => this.table.partition(shard));
  }
}

const NO_FAULTS = { tableLoses: 0, providerLoses: 0, dies: 0, dawdles: 0 };

/** True for refusals and injected faults. */
function isExpected(failure: unknown): boolean {
  if (failure instanceof AppError) return true;
  if (!(failure instanceof Error)) return false;
  return failure.name === 'DeadlineExceeded' || ('code' in failure && failure.code === 'ECONNRESET');
}

const refusalOf = (failure: unknown): string => (failure instanceof AppError ? failure.code : 'cut off');

const describe = (failure: unknown): string =>
  failure instanceof Error
    ? `${failure.name} ${failure.message} ${failure.stack?.split('\n')[1] ?? ''}`
    : String(failure);
