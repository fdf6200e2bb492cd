import * as v from 'valibot';
import { operation as readStatement } from '../../../functions/clients/read-statement';
import { operation as createCollection } from '../../../functions/collections/create-collection';
import { operation as voidCollection } from '../../../functions/collections/void-collection';
import { operation as cancelInvoice } from '../../../functions/invoices/cancel-invoice';
import { operation as createInvoice } from '../../../functions/invoices/create-invoice';
import { operation as substituteInvoice } from '../../../functions/invoices/substitute-invoice';
import { operation as createPayment } from '../../../functions/payments/create-payment';
import { operation as reportReceivables } from '../../../functions/reports/report-receivables';
import { clientKey } from '../../../shared/clients/client';
import { ReceivablesReport } from '../../../shared/payments/aging';
import { getItem } from '../../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import { Statement } from '../../../shared/reports/statement';
import { teamKey } from '../../../shared/teams/team';
import { tripIndexes, tripKey } from '../../../shared/trips/trip';
import { CLIENT, History, MINUTE, START, TEAM } from '../../receipts/simulation/history';
import { storedClient, storedTrip } from '../../support/store-records';
import { Judge } from './judge';

const OTHER = '01890000-0000-7000-8000-000000000004';
const CLIENTS = [CLIENT, OTHER];
/** The first two trips are of the first client. */
const TRIPS = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'];
const RANGES = 6;

const differs = (what: string, seen: number, expected: number): string[] =>
  seen === expected ? [] : [`${what}: ${seen}, and the judge ${expected}`];
const cents = (pesos: number): number => Math.round(pesos * 100);

/** A history of two clients' documents, substitutes, credit notes, payments and voids, and their statements of account. */
export class BooksHistory extends History {
  private busyUntil = START + MINUTE;

  protected override async begin(): Promise<void> {
    await super.begin();
    const tax = { rfc: 'XIA190128J61', taxRegime: '601', zipCode: '76343', name: 'XENON INDUSTRIAL ARTICLES' };
    const refused = unexpectedConflict('A record of the simulation');
    await transact(this.context, [
      put(clientKey(TEAM, OTHER), storedClient({ id: OTHER, teamId: TEAM, ...tax }), {}, refused),
      ...TRIPS.map((id) => {
        const trip = storedTrip({ id, teamId: TEAM, clientId: CLIENT, status: 'EN_PROCESO', revenue: 1 });
        return put(tripKey(TEAM, id), trip, {}, refused, tripIndexes(trip));
      }),
    ]);
  }

  protected override async step(): Promise<void> {
    const acts = {
      invoice: () => this.invoice(),
      pay: () => this.pay(),
      take: () => this.take(),
      note: () => this.note(),
      cancelOne: () => this.cancelOne(),
      voidOne: () => this.voidOne(),
      replace: () => this.replace(),
      wait: () => this.pass(this.chance.below(120 * MINUTE)),
    };
    const weights = { invoice: 20, pay: 8, take: 18, note: 8, cancelOne: 8, voidOne: 5, replace: 10, wait: 6 };
    await acts[this.chance.oneOf(weights)]();
    this.busyUntil = this.clock + MINUTE;
  }

  private async invoice(): Promise<void> {
    // An invoice of a trip may be of another client than the trip.
    const clientId = this.chance.among(CLIENTS);
    const tripId = this.chance.below(3) === 0 ? this.chance.among(TRIPS) : undefined;
    const paymentMethod = this.chance.among(['PUE', 'PPD']);
    const paymentForm = paymentMethod === 'PUE' ? '03' : '99';
    const fields = { type: 'I', clientId, paymentMethod, paymentForm, items: [this.item(), this.item()] };
    const id = await this.operate(createInvoice, {
      body: { ...fields, ...(tripId && { tripId, noCartaPorteReason: 'LOCAL' }) },
    });
    if (id === undefined) return;
    this.ids.I.push(id);
    await this.stamp(id);
  }

  private async pay(): Promise<void> {
    const tripId = this.chance.among(TRIPS);
    const amount = (1 + this.chance.below(500_000)) / 100;
    const body = { tripId, amount, method: 'EFECTIVO', paidAt: this.past() };
    const team = await getItem(this.context, teamKey(TEAM));
    const id = await this.operate(createPayment, { path: { teamId: TEAM }, body }, team);
    if (id) this.ids.collections.push(id);
  }

  private async take(): Promise<void> {
    const amount = (1 + this.chance.below(900_000)) / 100;
    const body = { clientId: this.chance.among(CLIENTS), amount, method: 'TRANSFERENCIA', paidAt: this.past() };
    const id = await this.operate(createCollection, { path: { teamId: TEAM }, body });
    if (id) this.ids.collections.push(id);
  }

  /** Now, or a while ago: money is often registered later. */
  private past(): string {
    const earlier = this.chance.below(3) === 0 ? this.chance.below(600 * MINUTE) : 0;
    return new Date(Math.max(START, this.clock - earlier)).toISOString();
  }

  private async cancelOne(): Promise<void> {
    const some = [...this.ids.I, ...this.ids.E];
    const record = some.length > 0 ? await this.record(this.chance.among(some)) : undefined;
    if (record?.status !== 'VALID') return;
    await this.operate(cancelInvoice, { path: { id: record.id }, body: { teamId: TEAM, motive: '02' } }, record);
  }

  private async voidOne(): Promise<void> {
    const { collections } = this.ids;
    if (collections.length === 0) return;
    await this.operate(voidCollection, { path: { teamId: TEAM, collectionId: this.chance.among(collections) } });
  }

  private async replace(): Promise<void> {
    const some = [...this.ids.I, ...this.ids.E];
    const record = some.length > 0 ? await this.record(this.chance.among(some)) : undefined;
    if (record?.status !== 'VALID') return;
    const isOther = record.type === undefined && this.chance.below(2) === 0;
    const body = { teamId: TEAM, notes: 'x', ...(isOther && { items: [this.item()] }) };
    const id = await this.operate(substituteInvoice, { path: { id: record.id }, body }, record);
    if (id === undefined) return;
    this.ids[record.type === 'E' ? 'E' : 'I'].push(id);
    await this.stamp(id);
  }

  protected override async judged(): Promise<readonly string[]> {
    const judge = new Judge(TEAM, this.provider.documents, this.table.everything());
    const found: string[] = [];
    // After a kill a cancellation is known later than the provider did it: past statements have the later instant.
    if (this.isKilled) return this.judgedSums(judge);
    for (let range = 0; range < RANGES; range += 1) {
      const [one, other] = [this.instant(), this.instant()];
      const [from, to] = one < other ? [one, other] : [other, one];
      for (const client of CLIENTS) found.push(...(await this.judgedStatement(judge, client, from, to)));
    }
    return [...found, ...(await this.judgedSums(judge))];
  }

  private async judgedStatement(judge: Judge, client: string, from: number, to: number): Promise<string[]> {
    const { opening, closing, inFavour, entries } = await this.statement(client, from, to);
    const at = (when: number) => judge.owed(client, when) - judge.paid(client, when);
    const moved = entries.reduce((sum, { charge, payment }) => sum + cents(charge) - cents(payment), 0);
    this.count('entries of statements', entries.length);
    return [
      ...differs(`opening of ${client} at ${from}`, cents(opening), at(from - 1)),
      ...differs(`closing of ${client} at ${to}`, cents(closing), at(to)),
      ...differs('opening and entries', cents(opening) + moved, cents(closing)),
      ...differs('last balance', cents(entries.at(-1)?.balance ?? closing), cents(closing)),
      ...(inFavour < 0 ? ['less than nothing is in favour'] : []),
      // Within an instant documents change places; none may be owed twice.
      ...entries
        .filter(({ at: when, balance }) => cents(balance) > Math.max(at(Date.parse(when) - 1), at(Date.parse(when))))
        .map(({ at: when }) => `the balance of ${client} is too high at ${when}`),
    ];
  }

  /** All clients together, today: the report of receivables is another computation of the product, from sums that it keeps. */
  private async judgedSums(judge: Judge): Promise<string[]> {
    const now = this.clock;
    const closings = await Promise.all(CLIENTS.map((client) => this.statement(client, START, now)));
    const team = await getItem(this.context, teamKey(TEAM));
    const report = v.parse(ReceivablesReport, await this.answerOf(reportReceivables, {}, team));
    const rows = report.receivables.filter(({ isEstimate }) => !isEstimate);
    const open = rows.reduce((sum, { balance }) => sum + cents(balance), 0);
    const closing = closings.reduce((sum, one) => sum + cents(one.closing), 0);
    const favour = closings.reduce((sum, one) => sum + cents(one.inFavour), 0);
    return [
      ...differs('closings and receivables', closing, open - cents(report.inFavour) - judge.advances(now)),
      ...differs('in favour and credits', favour, cents(report.inFavour) + judge.advances(now)),
    ];
  }

  private instant(): number {
    return START + this.chance.below(this.busyUntil - START);
  }

  private async statement(id: string, from: number, to: number) {
    const query = { teamId: TEAM, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const client = await getItem(this.context, clientKey(TEAM, id));
    return v.parse(Statement, await this.answerOf(readStatement, { path: { id }, query }, client));
  }
}
