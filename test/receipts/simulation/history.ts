import { operation as createCollection } from '../../../functions/collections/create-collection';
import { operation as voidCollection } from '../../../functions/collections/void-collection';
import { operation as cancelInvoice } from '../../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../../functions/invoices/create-credit-note';
import { operation as createInvoice } from '../../../functions/invoices/create-invoice';
import { operation as stampInvoice } from '../../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../../functions/invoices/substitute-invoice';
import { operation as createReceipt } from '../../../functions/receipts/create-receipt';
import { clientKey } from '../../../shared/clients/client';
import { type InvoiceRecord, invoiceKey } from '../../../shared/invoices/invoice-record';
import type { Operation } from '../../../shared/operation/define';
import { AppError } from '../../../shared/platform/errors';
import type { Uses } from '../../../shared/platform/runtime/capability';
import { type Context, makeContext, type Runtime } from '../../../shared/platform/runtime/context';
import { KEY_FAMILIES } from '../../../shared/platform/runtime/key-families';
import { tableClient } from '../../../shared/platform/table/client';
import { getItem } from '../../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import { STAMPING_SHARDS } from '../../../shared/platform/table/work-list';
import { stampingAccountKey } from '../../../shared/stamping/organization/organization';
import { recover } from '../../../shared/stamping/recover';
import { RECOVERY_USES } from '../../../shared/stamping/uses';
import { teamKey } from '../../../shared/teams/team';
import { creditNoteCreditKey } from '../../../shared/trips/receivable';
import { Chance } from '../../load/chance';
import { MemoryTable } from '../../support/memory-table';
import { storedClient, storedTeam } from '../../support/store-records';
import { judge } from './judge';
import { SimProvider } from './provider';

export const TEAM = '01890000-0000-7000-8000-000000000001';
const PERSON = '01890000-0000-7000-8000-000000000002';
export const CLIENT = '01890000-0000-7000-8000-000000000003';
export const START = Date.parse('2026-03-02T15:00:00.000Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

const CALLER = { pool: 'staff', id: PERSON, teamId: TEAM, role: 'OWNER', signedInAt: '', accessToken: '' } as const;
const REQUEST = {
  requestId: 'simulation',
  sourceIp: '192.0.2.1',
  publicUrl: 'http://simulation',
  refreshCookie: () => undefined,
  note: () => {},
  notePerson: () => {},
  userAgent: '',
  deviceCookie: () => undefined,
};
const KEY = { secret: 'sk_test_1', livemode: false, fingerprint: 'test' };

/** An execution that is killed is killed at one of so many calls. */
const MOST_CALLS = 16;

/** The process of this execution is gone. */
class Killed extends Error {}

/** The capabilities that a weakening replaces, by name. */
export type Weaken = (strong: Record<string, unknown>) => Record<string, unknown>;

export type Counts = Map<string, number>;

/** A history of one client's documents, collections, receipts and credit notes, over the operations. */
export class History {
  readonly counts: Counts = new Map();
  readonly violations: string[] = [];
  readonly provider: SimProvider;
  protected readonly chance: Chance;
  protected readonly table: MemoryTable;
  private readonly runtime: Runtime;
  protected readonly context: Context;
  protected clock = START;
  private made = 0;
  private isQuiet = false;
  /** The calls of this execution that are left before the process is killed. */
  private callsLeft = Number.POSITIVE_INFINITY;
  protected readonly ids: Record<'I' | 'E' | 'P' | 'collections', string[]> = { I: [], E: [], P: [], collections: [] };

  constructor(
    seed: number,
    private readonly weaken: Weaken = () => ({}),
    /** Whether processes are killed between two calls to the table or to the provider. */
    protected readonly isKilled = false,
  ) {
    this.chance = new Chance(Math.imul(seed, 2_654_435_761) ^ 0x2f);
    const tableName = `receipts-${seed}`;
    this.table = new MemoryTable(() => this.clock, tableName);
    this.provider = new SimProvider(
      () => this.clock,
      this.chance,
      () => `${this.newId().slice(0, 14)}4${this.newId().slice(15)}`,
    );
    this.runtime = {
      environment: { TABLE_NAME: tableName, STAMPS_PER_DAY: '100000', STAMPING_CALLS_PER_SECOND: '1000' },
      now: () => new Date(this.clock),
      newId: this.newId,
      randomBytes: (size) => new Uint8Array(size),
      sleep: async () => {},
      uptime: () => 0,
      outbound: (_, send) => this.mortal(send),
      longestCallMs: () => 60_000,
      log: () => {},
      clients: new Map<never, unknown>([[tableClient as never, this.table]]),
    };
    const scope = {
      requestId: 'simulation',
      remaining: () => 60_000,
      meter: { calls: 0, readUnits: 0, writeUnits: 0 },
    };
    const all = [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ] as const;
    const keys = [...KEY_FAMILIES];
    this.context = makeContext(this.runtime, scope, {
      ...{ table: [...all], tableKeys: keys, gsi1: ['Query'], gsi1Keys: keys, gsi2: ['Query'], gsi2Keys: keys },
    });
  }

  private readonly newId = (): string => {
    this.made += 1;
    const at = this.clock.toString(16).padStart(12, '0');
    return `${at.slice(0, 8)}-${at.slice(8)}-7000-9000-${this.made.toString(16).padStart(12, '0')}`;
  };

  async run(steps: number): Promise<readonly string[]> {
    await this.begin();
    this.provider.isReliable = false;
    for (let step = 0; step < steps; step += 1) {
      this.clock += 1 + this.chance.below(20 * MINUTE);
      await this.step();
    }
    this.provider.isReliable = true;
    this.isQuiet = true;
    // Until no document can appear any more.
    for (let hours = 0; hours < 90; hours += 10) await this.pass(10 * HOUR);
    this.violations.push(...(await this.judged()));
    return this.violations;
  }

  /** A killed process sends no further call. The call at which it is killed may still be done. */
  private async mortal<T>(send: () => Promise<T>): Promise<T> {
    if (this.callsLeft < 0) throw new Killed();
    this.callsLeft -= 1;
    if (this.callsLeft >= 0) return send();
    this.count('kills');
    if (this.chance.below(2) === 0) await send();
    throw new Killed();
  }

  /** Runs one execution, which may be killed at one of its first calls. */
  private async execute<T>(run: () => Promise<T>): Promise<T> {
    if (this.isKilled && !this.isQuiet && this.chance.below(3) === 0) this.callsLeft = this.chance.below(MOST_CALLS);
    try {
      return await run();
    } finally {
      if (this.callsLeft < 0) this.count('executions that were killed');
      this.callsLeft = Number.POSITIVE_INFINITY;
    }
  }

  protected async judged(): Promise<readonly string[]> {
    return judge(this.provider.documents, this.table.everything());
  }

  protected async begin(): Promise<void> {
    const team = storedTeam({ teamId: TEAM, ownerId: PERSON });
    const tax = { rfc: 'KIJ0906199R1', taxRegime: '601', zipCode: '28971', name: 'KERNEL INDUSTIA JUGUETERA' };
    const client = storedClient({ id: CLIENT, teamId: TEAM, ...tax });
    const at = new Date(START).toISOString();
    const account = {
      organizationId: 'organization',
      isProductionReady: true,
      pendingSteps: [],
      csdSerial: '30001000000500003416',
      csdExpiresAt: '2027-05-18T00:00:00.000Z',
      livemode: false,
      testKey: 'sealed',
      webhookToken: 'token',
      createdAt: at,
      updatedAt: at,
      ...{ teamId: TEAM, legalName: 'ESCUELA KEMPER URGATE', taxRegime: '601', zipCode: '64000', rfc: 'EKU9003173C9' },
    };
    const refused = unexpectedConflict('A record of the simulation');
    await transact(this.context, [
      put(teamKey(TEAM), team, {}, refused),
      put(clientKey(TEAM, CLIENT), client, {}, refused),
      put(stampingAccountKey(TEAM), account, {}, refused),
    ]);
  }

  protected async step(): Promise<void> {
    const acts = {
      issue: () => this.issue(),
      collect: () => this.collect(),
      compensate: () => this.compensate(),
      draft: () => this.draft(),
      note: () => this.note(),
      stamp: () => this.stampSome(),
      cancel: () => this.cancel(),
      void: () => this.void(),
      substitute: () => this.substitute(),
      pass: () => this.pass(this.chance.below(4) === 0 ? 20 * HOUR : this.chance.below(2 * HOUR)),
    };
    const weights = {
      issue: 14,
      collect: 22,
      compensate: 10,
      draft: 18,
      note: 8,
      stamp: 22,
      cancel: 8,
      void: 4,
      substitute: 3,
      pass: 9,
    };
    await acts[this.chance.oneOf(weights)]();
  }

  private async issue(): Promise<void> {
    const items = Array.from({ length: 1 + this.chance.below(3) }, () => this.item());
    const created = await this.operate(createInvoice, { body: { type: 'I', clientId: CLIENT, items } });
    if (created === undefined) return;
    this.ids.I.push(created);
    this.provider.isReliable = true;
    await this.stamp(created);
    this.provider.isReliable = false;
  }

  protected item() {
    const common = { description: 'Flete', productKey: '78101802', quantity: 1, unitKey: 'E48', taxObject: '02' };
    // Most is not taxed, and a base of some millionths is.
    if (this.chance.below(12) === 0)
      return {
        ...common,
        price: Number(`0.00000${2 + this.chance.below(4)}`),
        taxRate: 0.16,
        withholdingRate: 0,
        isrWithholdingRate: 0,
      };
    const isTaxed = this.chance.below(6) > 0;
    const price = Number(`${1 + this.chance.below(9_000)}.${String(this.chance.below(10 ** 6)).padStart(6, '0')}`);
    const taxRate = isTaxed ? this.chance.among([0.16, 0.16, 0]) : 0;
    const withholdingRate = taxRate > 0 ? this.chance.among([0, 0.04]) : 0;
    return { ...common, price, taxObject: isTaxed ? '02' : '01', taxRate, withholdingRate, isrWithholdingRate: 0 };
  }

  private async collect(): Promise<void> {
    const amount = (1 + this.chance.below(this.chance.below(3) === 0 ? 300 : 900_000)) / 100;
    const body = { clientId: CLIENT, amount, method: 'TRANSFERENCIA', paidAt: new Date(this.clock).toISOString() };
    const id = await this.operate(createCollection, { path: { teamId: TEAM }, body });
    if (id) this.ids.collections.push(id);
  }

  /** Pays with what credit notes left of documents with receipts: often all of it, sometimes a cent too much. */
  private async compensate(): Promise<void> {
    const credit = await getItem(this.context, creditNoteCreditKey(TEAM, CLIENT));
    const cents = (credit?.inFavour ?? 0) + this.chance.among([0, 0, 1, -1]);
    if (cents <= 0) return;
    const how = { method: 'OTRO', paymentForm: '17', paidAt: new Date(this.clock).toISOString() };
    const body = { clientId: CLIENT, amount: cents / 100, ...how };
    const id = await this.operate(createCollection, { path: { teamId: TEAM }, body });
    if (id === undefined) return;
    this.ids.collections.push(id);
    this.count('collections with credit of notes');
  }

  private async draft(): Promise<void> {
    const { collections } = this.ids;
    if (collections.length === 0) return;
    const some = new Set(Array.from({ length: 1 + this.chance.below(3) }, () => this.chance.among(collections)));
    const body = { clientId: CLIENT, collectionIds: [...some] };
    const team = await getItem(this.context, teamKey(TEAM));
    const id = await this.operate(createReceipt, { path: { teamId: TEAM }, body }, team);
    if (id === undefined) return;
    this.ids.P.push(id);
    if (this.chance.below(4) > 0) await this.stamp(id);
  }

  protected async note(): Promise<void> {
    if (this.ids.I.length === 0) return;
    const document = await this.record(this.chance.among(this.ids.I));
    const share = (1 + this.chance.below(60)) / 100;
    const body = { teamId: TEAM, relation: '01', paymentForm: '03', share };
    const id = await this.operate(createCreditNote, { path: { id: document?.id }, body }, document);
    if (id === undefined) return;
    this.ids.E.push(id);
    await this.stamp(id);
  }

  private async stampSome(): Promise<void> {
    const some = [...this.ids.P, ...this.ids.E];
    if (some.length > 0) await this.stamp(this.chance.among(some));
  }

  protected async stamp(id: string): Promise<void> {
    const record = await this.record(id);
    if (record === undefined || !['DRAFT', 'ERROR'].includes(record.status)) return;
    await this.operate(stampInvoice, { path: { id }, body: { teamId: TEAM } }, record);
  }

  private async cancel(): Promise<void> {
    const { I, E, P } = this.ids;
    const some = this.chance.below(4) === 0 ? I : [...E, ...P];
    if (some.length === 0) return;
    const record = await this.record(this.chance.among(some));
    if (record?.status !== 'VALID') return;
    const body = { teamId: TEAM, motive: '02' };
    await this.operate(cancelInvoice, { path: { id: record.id }, body }, record);
  }

  private async void(): Promise<void> {
    const { collections } = this.ids;
    if (collections.length === 0) return;
    const collectionId = this.chance.among(collections);
    await this.operate(voidCollection, { path: { teamId: TEAM, collectionId } });
  }

  private async substitute(): Promise<void> {
    if (this.ids.P.length === 0) return;
    const record = await this.record(this.chance.among(this.ids.P));
    if (record?.status !== 'VALID') return;
    const id = await this.operate(
      substituteInvoice,
      { path: { id: record.id }, body: { teamId: TEAM, notes: 'x' } },
      record,
    );
    if (id === undefined) return;
    this.ids.P.push(id);
    await this.stamp(id);
  }

  /** Time passes, and recovery runs twice: what it finds empty once it finds empty again. */
  protected async pass(milliseconds: number): Promise<void> {
    for (const part of [milliseconds, 21 * MINUTE]) {
      this.clock += part;
      if (!this.hasWork()) continue;
      const report = (failure: unknown) => this.unexpected(failure);
      try {
        const deps = () => this.depsOf(RECOVERY_USES);
        await this.execute(() => recover(deps(), report, deps));
      } catch (failure) {
        this.unexpected(failure);
      }
    }
    this.count('time passes');
  }

  /** A run of recovery without work changes nothing, and took a seventh of the time. */
  private hasWork(): boolean {
    return STAMPING_SHARDS.some((shard) => this.table.partition(shard).length > 0);
  }

  items(): Record<string, unknown>[] {
    return this.table.everything();
  }

  protected record(id: string): Promise<InvoiceRecord | undefined> {
    return getItem(this.context, invoiceKey(TEAM, id));
  }

  /** Runs an operation as its handler does. Returns the identifier of what it answers; a refusal is counted. */
  protected async operate(
    operation: Operation,
    { path, body }: { path?: object; body?: object },
    entity?: unknown,
  ): Promise<string | undefined> {
    try {
      const answer = await this.execute(() => this.answerOf(operation, { path, body }, entity));
      this.count(operation.id);
      return String(Object(answer).id);
    } catch (failure) {
      if (failure instanceof AppError) this.count(`${operation.id}: ${failure.code}`);
      this.unexpected(failure);
      return undefined;
    }
  }

  protected unexpected(failure: unknown): void {
    if (failure instanceof Killed || (failure instanceof AppError && failure.code !== 'INTERNAL')) return;
    const text =
      failure instanceof Error ? `${failure.message} ${failure.stack?.split('\n')[1] ?? ''}` : String(failure);
    this.violations.push(`a function failed: ${text}`);
  }

  protected count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  protected answerOf(
    operation: Operation,
    { path, query, body }: { path?: object | undefined; query?: object; body?: object | undefined },
    entity?: unknown,
  ): Promise<unknown> {
    const input = { path: { ...path }, query: { ...query }, body };
    const deps = this.depsOf(operation.uses);
    const run = operation.run as (given: object) => Promise<unknown>;
    return run({ input, caller: CALLER, deps, entity, once: undefined, ifMatch: undefined, request: REQUEST });
  }

  private calling<A extends unknown[], T>(call: (...given: A) => Promise<T>) {
    return (...given: A): Promise<T> => this.mortal(() => call(...given));
  }

  private depsOf<U extends Uses>(uses: U) {
    const made = Object.fromEntries(Object.entries(uses).map(([name, { make }]) => [name, make(this.context)]));
    const { provider } = this;
    const own: Record<string, unknown> = {
      openKeys: async () => ({ current: KEY, all: [KEY] }),
      createDocument: this.calling(provider.create),
      findDocuments: this.calling(provider.find),
      readDocument: this.calling(provider.read),
      askAuthority: this.calling(provider.ask),
      cancelDocument: this.calling(provider.cancel),
    };
    const strong = { ...made, ...Object.fromEntries(Object.entries(own).filter(([name]) => name in made)) };
    return { ...strong, ...this.weaken(strong) } as never;
  }
}
