import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as refreshInvoice } from '../../functions/invoices/refresh-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import type { InvoiceRecord } from '../../shared/domain/invoice-records';
import { Refusal } from '../../shared/domain/refusal';
import { invoiceTransition } from '../../shared/domain/stamping';
import type { Operation } from '../../shared/operation/define';
import { capability, type Deps, type Uses } from '../../shared/runtime/capability';
import type { Context, RequestScope, Runtime } from '../../shared/runtime/context';
import { makeContext } from '../../shared/runtime/context';
import { type GrantedRights, unionOfRights } from '../../shared/runtime/rights';
import type { PreparedInvoice } from '../../shared/stamping/deps';
import { recover } from '../../shared/stamping/recover';
import type { OpenKeys } from '../../shared/stamping/team-keys';
import { RECOVERY_USES, WEBHOOK_USES } from '../../shared/stamping/uses';
import { takeNotice } from '../../shared/stamping/webhook';
import { invoiceCreationSteps } from '../../shared/store/invoice-writes';
import { clientKey, invoiceCountKey, invoiceKey } from '../../shared/store/keys';
import { getItems } from '../../shared/store/read';
import { STAMPING_SHARDS } from '../../shared/store/stamping-keys';
import { neverRefused, put } from '../../shared/store/steps';
import { transact } from '../../shared/store/transact';
import { Chance } from '../load/chance';
import { storedClient } from '../support/store-records';
import { type Character, characterOf } from './character';
import { type MemoryDocument, MemoryProvider } from './memory-provider';
import { MemoryTable } from './memory-table';
import { Process, type Tally } from './process';
import { CARTA_PORTE, CLIENTS, PERSON, storedInvoice, TEAM } from './records';
import { takeTimers, VirtualTime } from './virtual-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-02T15:00:00.000Z');

/** What the saga is given instead, by name: a proof that nothing weaker would do. */
export type Weaken = (deps: Record<string, unknown>, world: World) => object;

const prepareInvoice = (): ((record: InvoiceRecord) => Promise<PreparedInvoice>) => async (record) => {
  const { clientId, clientName, series, subtotal, taxAmount, withheldAmount, total } = record;
  const { paymentForm, paymentMethod, cfdiUse, items = [], hasCartaPorte, notes } = record;
  return {
    content: {
      ...{ clientId, clientName, series, subtotal, taxAmount, withheldAmount, total },
      ...{ paymentForm, paymentMethod, cfdiUse, items: [...items], hasCartaPorte, notes },
      ...(hasCartaPorte && { cartaPorte: CARTA_PORTE }),
    },
    errors: [],
    bodyFor: ({ idempotencyKey }) => ({
      external_id: record.id,
      idempotency_key: idempotencyKey,
      items: notes,
    }),
  };
};

let running: VirtualTime | undefined;

/** One run: a few invoices of one team, people who stamp, edit and cancel them, a provider, and everything that can go wrong. */
export class World {
  readonly time = new VirtualTime(START);
  readonly chance: Chance;
  readonly character: Character;
  readonly table: MemoryTable;
  readonly provider: MemoryProvider;
  readonly invoiceIds: readonly string[];
  /** Each run's own, where the engine is real. */
  readonly tableName: string;
  readonly tally: Tally = { executions: 0, calls: 0, faults: 0 };
  /** What should not have happened, in words. */
  readonly violations: string[] = [];
  /** Whether the team stamps with its live key. */
  livemode = false;
  /** For the weakening that lets a lease never end. */
  isRunHeld = false;
  private isQuiet = false;
  private made = 0;
  private noticed = 0;
  private edits = 0;
  /** When something was last begun with an invoice. */
  private readonly busy = new Map<string, number>();

  constructor(
    private readonly seed: number,
    private readonly weaken?: Weaken,
    makeTable: (time: VirtualTime) => MemoryTable = (time) => new MemoryTable(() => time.now()),
  ) {
    this.tableName = `proof-${seed}`;
    this.chance = new Chance(Math.imul(seed, 2_654_435_761) ^ 0x5f356495);
    this.character = characterOf(this.chance);
    this.table = makeTable(this.time);
    this.provider = new MemoryProvider(this.time, this.chance, this.character.temper);
    this.provider.onChange = (document) => this.notify(document);
    this.invoiceIds = Array.from({ length: this.character.invoices }, () => this.newId());
  }

  /** Runs to the end, and answers what should not have happened. */
  async run(): Promise<readonly string[]> {
    running = this.time;
    const giveBack = takeTimers(() => running);
    try {
      await this.layInvoices();
      const { lasts, users } = this.character;
      for (let user = 0; user < users; user += 1) this.plan(this.chance.below(5 * MINUTE), () => this.user());
      this.planRecovery();
      await this.time.runUntil(START + lasts);
      this.isQuiet = true;
      await this.time.runUntil(START + lasts + 2 * HOUR);
      this.checkNothingPends();
      await this.time.runUntil(START + lasts + 78 * HOUR);
      this.checkEnd();
      const doubled = this.invoiceIds.filter((id) => this.isDoubled(id));
      for (const id of doubled) this.plan(0, () => this.refresh(id));
      await this.time.runUntil(this.time.now() + 5 * MINUTE);
      for (const id of doubled) this.checkDuplicates(id);
      this.violations.push(...(await this.table.close()));
      return this.violations;
    } finally {
      running = undefined;
      giveBack();
    }
  }

  /** An invoice as it lies in the table; it is parsed wherever the product reads it. */
  record(id: string): InvoiceRecord | undefined {
    return this.table.at(invoiceKey(TEAM, id)) as InvoiceRecord | undefined;
  }

  readonly newId = (): string => {
    this.made += 1;
    const at = Math.floor(this.time.now()).toString(16).padStart(12, '0');
    const hex = (this.made * 7).toString(16).padStart(12, '0');
    // A real engine remembers the identifiers of other seeds' transactions.
    const seed = (this.seed & 0xffffff).toString(16).padStart(6, '0');
    return `${at.slice(0, 8)}-${at.slice(8)}-7${seed.slice(0, 3)}-9${seed.slice(3)}-${hex}`;
  };

  private plan(milliseconds: number, act: () => unknown): void {
    this.time.after(milliseconds, () => void act());
  }

  private faults() {
    return this.isQuiet ? NO_FAULTS : this.character.faults;
  }

  /** Runs one function in a process of its own. What it refuses is its caller's; what it throws otherwise must be a fault that was put in. */
  async call<U extends Uses>(uses: U, run: (deps: Deps<U>) => Promise<unknown>): Promise<void> {
    this.tally.executions += 1;
    const process = new Process(this, () => this.faults(), new Map([[worldClient, this]]));
    const scope: RequestScope = {
      requestId: 'proof',
      remaining: process.remaining,
      meter: { calls: 0, readUnits: 0, writeUnits: 0 },
    };
    const strong = lazyDeps(uses, process.runtime, scope);
    const deps = (this.weaken ? weakened(strong, this.weaken(strong, this)) : strong) as Deps<U>;
    try {
      await run(deps);
    } catch (failure) {
      if (!isExpected(failure)) this.violations.push(`a function failed: ${describe(failure)}`);
    }
  }

  private async layInvoices(): Promise<void> {
    const context = this.context();
    await transact(
      context,
      CLIENTS.map((id) => put(clientKey(TEAM, id), storedClient({ id, teamId: TEAM }), {}, neverRefused('A client'))),
    );
    for (const id of this.invoiceIds) {
      const hasCartaPorte = this.chance.below(4) === 0;
      const isDrafted = this.chance.below(3) === 0;
      const providerId = isDrafted ? this.provider.addDraft(id, false).id : null;
      const record = storedInvoice(id, new Date(START).toISOString(), { hasCartaPorte, providerId });
      await transact(context, invoiceCreationSteps(record, hasCartaPorte ? { cartaPorte: CARTA_PORTE } : {}));
    }
  }

  /** A context to which nothing happens. */
  private context(): Context {
    const { runtime } = new Process(this, () => NO_FAULTS);
    const quick = { ...runtime, outbound: <T>(_: unknown, send: () => Promise<T>) => send() };
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    const scope = { requestId: 'proof', remaining: () => 60_000, meter };
    return makeContext(quick, scope, { table: ['PutItem', 'UpdateItem', 'GetItem'] });
  }

  private planRecovery(): void {
    const { lasts, recoversEvery: step } = this.character;
    for (let at = step; at < lasts; at += step) this.plan(at + this.chance.below(MINUTE), () => this.recover());
    for (const minutes of [48, 70, 92, 114])
      this.plan(lasts + minutes * MINUTE, () => this.isUrgent() && this.recover());
    for (const hours of [44, 75]) this.plan(lasts + hours * HOUR, () => this.recover());
  }

  private hasWork(): boolean {
    return this.leftWork().length > 0;
  }

  /** Whether something must come to its end within the bound; what else is open can wait for a later run, as it may have to. */
  private isUrgent(): boolean {
    return this.leftWork().some(
      ({ kind, invoiceId }) => kind !== 'STAMP' || this.record(String(invoiceId))?.status === 'PENDING',
    );
  }

  private async recover(): Promise<void> {
    if (!this.hasWork()) return;
    await this.call(RECOVERY_USES, (deps) => recover(deps, (failure) => this.note(failure)));
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
      this.plan(this.chance.below(tellsLate), () => this.call(WEBHOOK_USES, (deps) => takeNotice(deps, TEAM, notice)));
    }
  }

  /** Somebody at a screen: looks, does what suggests itself, and comes back. */
  private async user(): Promise<void> {
    if (this.isQuiet) return;
    const { pause } = this.character;
    this.plan(this.chance.below(4) === 0 ? this.chance.below(3_000) : this.chance.below(pause), () => this.user());
    const id = this.invoiceIds[this.chance.below(this.invoiceIds.length)];
    const status = id && this.record(id)?.status;
    if (!id || !status) return;
    const dice = this.chance.below(100);
    if (dice < 2) this.goLive();
    else if (dice < 3) this.provider.makeForeign(id, this.modeOf(id));
    else if (dice < 5) this.stampByHand(id);
    else if (dice < 14) this.often(id, (one) => this.refresh(one));
    else if (dice < 17) await this.stamp(id);
    else if (status === 'VALID' && dice < 30) await this.cancel(id);
    else if (invoiceTransition(status, 'stamp') && dice < 20) await this.remove(id);
    else if (invoiceTransition(status, 'stamp')) await this.stampAsItIs(id, dice);
  }

  private async stampAsItIs(id: string, dice: number): Promise<void> {
    if (dice < 45) await this.edit(id);
    this.often(id, (one) => this.stamp(one));
  }

  /** Not under our own feet: between our reading a draft and our deleting it nobody can help. */
  private stampByHand(id: string): void {
    if (this.time.now() - (this.busy.get(id) ?? 0) > MINUTE) this.provider.stampByHand(id);
  }

  /** Once, or several times nearly at once: two clicks, two people. */
  private often(id: string, act: (id: string) => Promise<void>): void {
    const times = this.chance.below(4) === 0 ? 3 : 1;
    for (let time = 0; time < times; time += 1) this.plan(this.chance.below(50), () => act(id));
  }

  private stamp = (id: string): Promise<void> => this.operate(stampInvoice, id, {});
  private refresh = (id: string): Promise<void> => this.operate(refreshInvoice, id, {});
  private cancel = (id: string): Promise<void> => this.operate(cancelInvoice, id, { motive: '02' });
  private remove = (id: string): Promise<void> => this.operate(deleteInvoice, id, {});

  /** Runs an operation as its wrapper does: the invoice is read with the caller's right, then the operation with its own capabilities. */
  private async operate(operation: Operation, id: string, body: object): Promise<void> {
    this.busy.set(id, this.time.now());
    await this.call(operation.uses, async (deps) => {
      const entity = await readEntity(deps, id);
      if (entity === undefined) throw new Refusal('NOT_FOUND');
      const input = { path: { id }, query: {}, body: { teamId: TEAM, ...body } };
      await operation.run({ input, caller: CALLER, deps, entity, once: undefined, request: REQUEST });
    });
  }

  private async edit(id: string): Promise<void> {
    this.edits += 1;
    const cartaPorte = [undefined, undefined, undefined, null, CARTA_PORTE][this.chance.below(5)];
    const clientId = [undefined, ...CLIENTS][this.chance.below(3)];
    await this.operate(editInvoice, id, { notes: `content ${this.edits}`, clientId, cartaPorte });
  }

  /** The mode of a team with a PENDING invoice stays. */
  private goLive(): void {
    const counts = this.table.at(invoiceCountKey(TEAM));
    if (Number(counts?.PENDING ?? 0) <= 0) this.livemode = true;
  }

  private checkNothingPends(): void {
    for (const id of this.invoiceIds) {
      if (this.record(id)?.status === 'PENDING') this.violations.push('an invoice was PENDING past the bound');
    }
  }

  private checkEnd(): void {
    for (const id of this.invoiceIds) this.checkInvoice(id);
    if (this.hasWork()) this.violations.push('work was left over');
    this.checkCounts();
  }

  private leftWork() {
    return STAMPING_SHARDS.flatMap((shard) => this.table.partition(shard));
  }

  private checkInvoice(id: string): void {
    const { violations } = this;
    const record = this.record(id);
    const real = this.provider.documents.filter(
      ({ externalId, status }) => externalId === id && (status === 'valid' || status === 'canceled'),
    );
    const own = real.filter(({ isForeign }) => !isForeign);
    if (!record && own.some(({ status }) => status === 'valid')) violations.push('a document has no invoice');
    if (own.length > 1) violations.push('an invoice has two documents');
    for (const { status, wasCancelAsked } of real) {
      if (status === 'canceled' && !wasCancelAsked) violations.push('a document was cancelled that nobody cancelled');
    }
    const [document] = own;
    if (real.length === 1 && document && record) this.checkPair(record, document);
    if (real.length === 0 && record && HAS_DOCUMENT.includes(record.status))
      violations.push(`an invoice is ${record.status} without a document`);
  }

  /** Whether an invoice has two documents where it is looked for: one may have been made by hand. */
  private isDoubled(id: string): boolean {
    const real = this.provider.documents.filter(
      ({ externalId, status, livemode }) =>
        externalId === id && (status === 'valid' || status === 'canceled') && livemode === this.modeOf(id),
    );
    return real.length > 1;
  }

  private checkDuplicates(id: string): void {
    if (this.record(id) && !this.hasAlert('INVOICE_DUPLICATE', id))
      this.violations.push('a second document was hidden');
  }

  private checkPair(record: InvoiceRecord, document: MemoryDocument): void {
    const expected =
      document.status === 'canceled'
        ? 'CANCELLED'
        : document.cancellation === 'pending'
          ? 'CANCELLED_PENDING'
          : 'VALID';
    if (record.status !== expected)
      this.violations.push(`a document is ${document.status} and its invoice ${record.status}`);
    else if (document.content !== undefined && record.notes !== document.content)
      this.violations.push('an invoice says something else than its document');
  }

  /** The mode in which an invoice's documents are looked for. */
  private modeOf(id: string): boolean {
    const record = this.record(id);
    return record?.stamping?.livemode ?? record?.livemode ?? this.livemode;
  }

  private hasAlert(type: string, entityId: string): boolean {
    return this.table.everything().some((item) => item.type === type && item.entityId === entityId);
  }

  private checkCounts(): void {
    for (const clientId of [undefined, ...CLIENTS]) {
      const counts = this.table.at(invoiceCountKey(TEAM, clientId)) ?? {};
      const records = this.invoiceIds.flatMap((id) => this.record(id) ?? []);
      const ours = records.filter((record) => clientId === undefined || record.clientId === clientId);
      const wrong = ['DRAFT', 'PENDING', 'VALID', 'ERROR', 'CANCELLED', 'CANCELLED_PENDING'].filter(
        (status) => Number(counts[status] ?? 0) !== ours.filter((record) => record.status === status).length,
      );
      if (wrong.length > 0) this.violations.push(`the counters are wrong: ${wrong.join(', ')}`);
    }
  }
}

const CALLER = { pool: 'staff', id: PERSON, teamId: TEAM, role: 'OWNER', signedInAt: '', accessToken: '' } as const;
const REQUEST = {
  requestId: 'proof',
  sourceIp: '192.0.2.1',
  publicUrl: 'http://proof',
  refreshCookie: () => undefined,
};

const readEntity = (deps: object, id: string): Promise<InvoiceRecord | undefined> =>
  (deps as { readEntity: (id: string) => Promise<InvoiceRecord | undefined> }).readEntity(id);

const NO_FAULTS = { tableLoses: 0, providerLoses: 0, dies: 0, dawdles: 0 };
const HAS_DOCUMENT: readonly string[] = ['VALID', 'CANCELLED', 'CANCELLED_PENDING'];
const TEST_KEY = { secret: 'sk_test_1', livemode: false, fingerprint: 'test' };
const LIVE_KEY = { secret: 'sk_live_1', livemode: true, fingerprint: 'live' };

/** The run that an execution belongs to, for the stubs: a client like any other. */
const worldClient = (): World => {
  throw new Error('An execution belongs to a run.');
};

/** The vault and the checks of the tax authority's rules, left out of what a function uses: they decide nothing here. */
const STUBS: Uses = {
  readEntity: capability({ table: ['BatchGetItem'] }, (context) => async (id: string) => {
    const [entity] = await getItems(context, [invoiceKey(TEAM, id)]);
    return entity;
  }),
  openKeys: capability({}, (context) => async (): Promise<OpenKeys> => {
    const { livemode } = context.client(worldClient);
    return { current: livemode ? LIVE_KEY : TEST_KEY, all: [TEST_KEY, LIVE_KEY] };
  }),
  prepareInvoice: capability({}, prepareInvoice),
};

interface Prototype {
  readonly rights: GrantedRights;
  readonly getters: object;
}
const prototypes = new Map<Uses, Prototype>();

/** A getter for each capability, which makes it when it is first wanted and keeps it: once for all executions of one function. */
function prototypeOf(given: Uses): Prototype {
  const known = prototypes.get(given);
  if (known) return known;
  const uses = { ...given, ...STUBS };
  const getters = {};
  for (const [name, { make }] of Object.entries(uses)) {
    const get = function (this: { readonly context: Context }) {
      const value = make(this.context);
      Object.defineProperty(this, name, { value });
      return value;
    };
    Object.defineProperty(getters, name, { get, enumerable: true });
  }
  const made = { rights: unionOfRights(Object.values(uses).map(({ rights }) => rights)), getters };
  prototypes.set(given, made);
  return made;
}

/**
 * As `makeDeps`, but each capability is made when it is first wanted, and all of one function share its rights: a run makes thousands, and
 * that each keeps to its own rights is tested elsewhere.
 */
function lazyDeps(uses: Uses, runtime: Runtime, scope: RequestScope): Record<string, unknown> {
  const { rights, getters } = prototypeOf(uses);
  return Object.create(getters, { context: { value: makeContext(runtime, scope, rights) } });
}

const weakened = (strong: object, weaker: object): object =>
  Object.create(strong, Object.getOwnPropertyDescriptors(weaker));

/** Refusals, and what was put in on purpose. */
function isExpected(failure: unknown): boolean {
  if (failure instanceof Refusal) return true;
  if (!(failure instanceof Error)) return false;
  return failure.name === 'DeadlineExceeded' || ('code' in failure && failure.code === 'ECONNRESET');
}

const describe = (failure: unknown): string =>
  failure instanceof Error
    ? `${failure.name} ${failure.message} ${failure.stack?.split('\n')[1] ?? ''}`
    : String(failure);
