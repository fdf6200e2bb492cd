import * as v from 'valibot';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { type OwedInvoice, readOwed } from '../../shared/invoices/allocated';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { receivableKey, receivableOf } from '../../shared/trips/receivable';
import { brokenPromises } from '../resilience/invariants/table';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';
import { LedgerModel, type ModelCollection } from './ledger-model';
import { randomOf } from './random-invoice';

/**
 * Random histories of documents, payments, collections, allocations, voids and cancellations through the handlers,
 * compared with a model that keeps no sums. `LEDGER_HISTORIES=20000` runs more of them; `LEDGER_SEED=7` runs one.
 */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? 5);
const ONLY = process.env.LEDGER_SEED;
const STEPS = 24;

const table = quickTable();
const world = accounts(table);
const Rows = v.array(v.record(v.string(), v.unknown()));

const pesos = (cents: number): number => Number((cents / 100).toFixed(2));
const centsOf = (amount: unknown): number => Math.round(Number(amount) * 100);

class History {
  readonly model = new LedgerModel();
  readonly counts = new Map<string, number>();
  private readonly random: () => number;
  private instant = Date.parse('2026-01-01T00:00:00Z');

  constructor(
    seed: number,
    private readonly office: Office,
    private readonly clients: readonly string[],
  ) {
    this.random = randomOf(seed);
  }

  async begin(): Promise<void> {
    for (const clientId of this.clients) {
      for (let number = 0; number < 2; number += 1) {
        const estimate = this.below(50_000) + 1;
        const isCancelled = this.below(3) === 0;
        const status = isCancelled ? ('CANCELADO' as const) : ('COMPLETADO' as const);
        const fields = { teamId: this.office.teamId, clientId, revenue: 1, estimate, status };
        const [trip] = await insertTrips(this.office.testContext, [
          { ...fields, actualEndDate: '2026-01-01T00:00:00.000Z' },
        ]);
        const row = trip && receivableOf(trip);
        if (row) await transact(this.office.testContext.context, [putItem(receivableKey(trip.teamId, trip.id), row)]);
        if (trip) this.model.trips.push({ id: trip.id, client: clientId, estimate, isCancelled });
      }
    }
  }

  async step(): Promise<void> {
    const acts = [
      () => this.issue(),
      () => this.pay(),
      () => this.collect(),
      () => this.collectNamed(),
      () => this.allocate(),
      () => this.void(),
      () => this.cancel(),
    ];
    const likely = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6];
    await acts[likely[this.below(likely.length)] ?? 0]?.();
  }

  async check(): Promise<void> {
    const { model, office } = this;
    for (const trip of model.trips) {
      const { body } = await office.send(getTripBalance, { path: { tripId: trip.id } });
      const { due, isEstimate } = model.due(trip);
      const paid = model.paid(trip.id);
      const of = { due: pesos(due), isEstimate, paid: pesos(paid), balance: pesos(due - paid) };
      expect(body).toMatchObject(of);
    }
    for (const document of model.documents) {
      const record = await this.record(document.id);
      expect(record.allocated).toBe(document.isCancelled ? 0 : model.allocated(document.id));
      expect(model.open(document)).toBeGreaterThanOrEqual(0);
    }
    for (const collection of model.collections) {
      const { body } = await office.send(getCollection, { path: { collectionId: collection.id } });
      if (collection.isVoided) {
        expect(body).toMatchObject({ voidedAt: expect.any(String), amount: pesos(collection.amount), allocations: [] });
        continue;
      }
      const allocations = v.parse(Rows, body.allocations);
      const sums = new Map<string, number>();
      for (const { invoiceId, amount } of allocations)
        sums.set(String(invoiceId), (sums.get(String(invoiceId)) ?? 0) + centsOf(amount));
      expect([...sums].sort()).toEqual([...collection.allocations].sort());
      expect(body).toMatchObject({ amount: pesos(collection.amount), unallocated: pesos(model.rest(collection)) });
    }
    const { body: report } = await office.send(reportReceivables);
    expect(report).toMatchObject({ total: pesos(model.receivables()), inFavour: pesos(model.inFavour()) });
    const payments = recordsOf(await office.send(listPayments), 'payments');
    const collected = model.live().reduce((sum, { amount }) => sum + amount, 0);
    expect(payments.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(collected);
  }

  private async issue(): Promise<void> {
    const client = this.among(this.clients);
    const trip = this.among([undefined, ...this.model.trips.filter((one) => one.client === client)])?.id;
    const total = this.below(40_000) + 1;
    const issuedAt = this.next();
    const { office } = this;
    const { id } = await insertInvoice(
      office.testContext,
      {
        teamId: office.teamId,
        clientId: client,
        status: 'VALID',
        uuid: someId(),
        total: pesos(total),
        issuedAt,
        ...(trip && { tripId: trip }),
      },
      { documentTotal: total },
    );
    await this.settle(id);
    this.model.addDocument({ id, client, trip, total, issuedAt, isCancelled: false });
    this.count('document');
  }

  private async pay(): Promise<void> {
    const trip = this.among(this.model.trips);
    const amount = this.below(30_000) + 1;
    const { status, body } = await this.office.send(createPayment, {
      body: { tripId: trip.id, amount: pesos(amount), paidAt: this.next(), method: 'EFECTIVO' },
    });
    expect(status).toBe(201);
    this.model.pay({ ...this.newCollection(body.id, trip.client, amount), forTrip: trip.id });
    this.count('payment');
  }

  private async collect(): Promise<void> {
    const clientId = this.among(this.clients);
    const amount = this.below(60_000) + 1;
    const answer = await this.office.send(createCollection, {
      body: { clientId, amount: pesos(amount), paidAt: this.next(), method: 'EFECTIVO' },
    });
    expect(answer.status).toBe(201);
    this.model.collect(this.newCollection(answer.body.id, clientId, amount));
    this.count('collection');
  }

  private async collectNamed(): Promise<void> {
    const clientId = this.among(this.clients);
    const amount = this.below(60_000) + 1;
    const allocations = this.someAllocations(clientId, amount, undefined);
    const body = {
      clientId,
      amount: pesos(amount),
      paidAt: this.next(),
      method: 'EFECTIVO',
      allocations: toBody(allocations),
    };
    const answer = await this.office.send(createCollection, { body });
    expect(answer.status).toBe(201);
    const collection = { ...this.newCollection(answer.body.id, clientId, amount), allocations };
    this.model.collections.push(collection);
    this.count('collection with allocations');
  }

  private async allocate(): Promise<void> {
    const live = this.model.live();
    if (live.length === 0) return;
    const collection = this.among(live);
    const allocations = this.someAllocations(collection.client, collection.amount, collection);
    const answer = await this.office.send(replaceAllocations, {
      path: { collectionId: collection.id },
      body: { allocations: toBody(allocations) },
    });
    expect(answer.status).toBe(200);
    collection.allocations = allocations;
    this.count('allocation');
  }

  private async void(): Promise<void> {
    const live = this.model.live();
    if (live.length === 0) return;
    const collection = this.among(live);
    const { status } = await this.office.send(voidCollection, { path: { collectionId: collection.id } });
    expect(status).toBe(200);
    collection.isVoided = true;
    this.count('void');
  }

  private async cancel(): Promise<void> {
    const valid = this.model.documents.filter(({ isCancelled }) => !isCancelled);
    if (valid.length === 0) return;
    const document = this.among(valid);
    const key = invoiceKey(this.office.teamId, document.id);
    const set = { status: 'CANCELLED' };
    await transact(this.office.testContext.context, [update(key, { set }, {}, () => new Error('gone'))]);
    await this.settle(document.id);
    this.model.cancel(document);
    this.count('cancellation');
  }

  /** Some open documents of a client, each up to what is open for the collection. */
  private someAllocations(client: string, amount: number, own: ModelCollection | undefined): Map<string, number> {
    const allocations = new Map<string, number>();
    let left = amount;
    for (const document of this.model.documents) {
      if (document.client !== client || document.isCancelled || this.random() < 0.4) continue;
      const open = this.model.open(document) + (own?.allocations.get(document.id) ?? 0);
      const most = Math.min(left, open);
      const cents = this.random() < 0.5 ? most : this.below(most + 1);
      if (cents > 0) allocations.set(document.id, cents);
      left -= cents;
    }
    return allocations;
  }

  private newCollection(id: unknown, client: string, amount: number): ModelCollection {
    return { id: String(id), client, amount, forTrip: undefined, allocations: new Map(), isVoided: false };
  }

  private async record(id: string): Promise<OwedInvoice> {
    const [record] = await readOwed(this.office.testContext.context, this.office.teamId, [id]);
    if (record === undefined) throw new Error('The invoice is gone.');
    return record;
  }

  private settle(id: string): Promise<void> {
    const { testContext, teamId, id: actorId } = this.office;
    return testContext.use(settleLedger)({ id: actorId, teamId }, id);
  }

  /** Instants ascend, so that the order of time is the order of the model's lists. */
  private next(): string {
    this.instant += 60_000;
    return new Date(this.instant).toISOString();
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private among<T>(all: readonly T[]): T {
    for (const one of all.slice(this.below(all.length))) return one;
    throw new Error('There is nothing to choose from.');
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

const toBody = (allocations: ReadonlyMap<string, number>) =>
  [...allocations].map(([invoiceId, cents]) => ({ invoiceId, amount: pesos(cents) }));

describe('tax 3.9: the ledger is the recount of a model', () => {
  const seeds = ONLY === undefined ? Array.from({ length: HISTORIES }, (_, index) => index + 1) : [Number(ONLY)];
  const totals = new Map<string, number>();

  test.each(seeds)('in history %i', async (seed) => {
    const office = await openOffice(world);
    const { teamId } = office;
    const clients = [];
    for (let number = 0; number < 2; number += 1) clients.push((await insertClient(office.testContext, { teamId })).id);
    const history = new History(seed, office, clients);
    await history.begin();
    for (let step = 0; step < STEPS; step += 1) {
      await history.step();
      if (step % 6 === 5) await history.check();
    }
    const own = (await table.everything()).filter(({ pk }) => String(pk).includes(teamId));
    expect(
      brokenPromises(own).filter((sentence) => /paid amount|keeps|balance|ledger|open amount/.test(sentence)),
    ).toEqual([]);
    for (const [what, count] of history.counts) totals.set(what, (totals.get(what) ?? 0) + count);
  });

  afterAll(() => {
    if (HISTORIES > 5) for (const [what, count] of totals) console.log(`${count}  ${what}`);
  });
});
