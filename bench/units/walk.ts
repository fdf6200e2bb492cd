import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../scenarios/api';
import { present, succeed, tokensOf } from '../../scenarios/expect';
import { CARTA_PORTE } from '../../scenarios/freight';
import { readsOf } from '../../scenarios/operations';
import {
  allocate,
  closeReservation,
  collect,
  pay,
  rentBox,
  reportReceivables,
  voidCollection,
  voidPayment,
} from '../../scenarios/steps/books';
import type { Desk } from '../../scenarios/steps/desk';
import { listFiles } from '../../scenarios/steps/files';
import { hireDriver, listDrivers } from '../../scenarios/steps/fleet';
import {
  createInvoice,
  editInvoice,
  listInvoices,
  readInvoice,
  stamp,
  validateInvoice,
} from '../../scenarios/steps/invoices';
import { listAlerts } from '../../scenarios/steps/teams';
import { listTrips, planTrip, readBalance, setTripStatus } from '../../scenarios/steps/trips';
import type { Ground } from '../../scenarios/walk/ground';
import { FREIGHT, newGround } from '../../scenarios/walk/new-ground';
import { walk } from '../../scenarios/walk/walk';

export const OWNER = 'owner@demo.mx';

export interface Measured {
  readonly api: Api;
  readonly url: string;
  readonly fault: (fault: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly send: (request: Request) => Promise<Response>;
  readonly owner: Desk;
  /** The number of the team's invoices. It differs between walks of one team, so it makes names unique. */
  readonly size: number;
}

/** The team's records were inserted one minute apart. This range contains 31 of them. */
const RANGE = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T00:30:00Z' };

/**
 * Measures the walk, all reads, and operations with several figures: lists with each filter, and stamps. `client` is a client with a tenth of
 * the invoices.
 */
export async function measureWalk(measured: Measured, client: string): Promise<void> {
  const { api, url, send, owner } = measured;
  const ground = await newGround(api, owner, `-${measured.size}`);
  await listInvoicesBy(measured, client);
  const walked = await walk(api, ground, OWNER);
  const { teamId } = owner;
  const { driverId, vehicleId, tripId, clientId: clients, routeId: routes } = ground;
  const reads = readsOf({
    baseUrl: url,
    records: { ...walked, teamId, driverId, vehicleId, tripId, clients, routes, invoices: walked.invoiceId },
    tokens: { staff: tokensOf(owner.fleet).accessToken, drivers: tokensOf(ground.app).accessToken },
    queryOf: ({ id }) => (id === 'listPayments' || id === 'reportIncome' ? RANGE : {}),
  });
  for (const { request } of reads) await send(request);
  await listBy(measured, ground);
  await stampWithCartaPorte(measured, ground);
  await stampLater(measured, ground);
  await settleBooks(measured, ground, walked.boxId);
  await payDocuments(measured, ground);
}

async function listInvoicesBy({ api, owner }: Measured, clientId: string): Promise<void> {
  const list = (name: string, query: Parameters<typeof listInvoices>[1]) =>
    api.named(name, () => succeed(listInvoices(owner, { limit: 10, ...query })));
  const { pagination } = await list('a page of 10', {});
  await list('the last page', { page: Math.ceil(pagination.total / 10) });
  await list('by status', { status: 'VALID' });
  await list('by client', { clientId });
  // Ten clients have the name: the search reads as many as one call may.
  await list('by name', { q: 'cervecería bajío' });
}

async function listBy({ api, owner }: Measured, { driverId, clientId }: Ground): Promise<void> {
  // Each walk adds a driver of the same name, so that a search for that one would find one more in each larger team.
  const word = randomUUID().slice(0, 8);
  await succeed(hireDriver(owner, { name: `Zenón Cruz ${word}` }));
  const { count } = await api.named('by name', () => succeed(listDrivers(owner, { q: `cruz ${word}` })));
  if (count !== 1) throw new Error(`The search of drivers finds ${count} instead of one.`);
  await api.named('in the order of names', () => succeed(listDrivers(owner, { sort: 'name' })));
  await api.named('by status', () => succeed(listDrivers(owner, { status: 'BAJA' })));
  await api.named('by status', () => succeed(listTrips(owner, { status: 'NO_INICIADO' })));
  await api.named('by driver', () => succeed(listTrips(owner, { driverId })));
  await api.named('by client', () => succeed(listTrips(owner, { clientId })));
  await api.named('by status', () => succeed(listAlerts(owner, { status: 'OPEN', limit: 1 })));
  await api.named('of one record', () => succeed(listFiles(owner, { entityType: 'driver', entityId: driverId })));
}

async function stampWithCartaPorte({ api, owner }: Measured, ground: Ground): Promise<void> {
  const { driverId, vehicleId, clientId } = ground;
  const { id, invoiceId } = await succeed(
    planTrip(owner, { driverId, vehicleId, clientId, ...FREIGHT, cargoWeight: 27_400 }),
  );
  const invoice = present(invoiceId, 'draft');
  await succeed(editInvoice(owner, invoice, { cartaPorte: CARTA_PORTE }));
  await succeed(validateInvoice(owner, invoice));
  await api.named('with Carta Porte', () => succeed(stamp(owner, invoice)));
  await succeed(readInvoice(owner, invoice));
  for (const status of ['EN_PROCESO', 'CANCELADO'] as const) await succeed(setTripStatus(owner, id, status));
}

/** Registers and voids a payment of the trip, then rents and returns a box. The close writes a draft: the team has an organization now. */
async function settleBooks({ owner }: Measured, { tripId, clientId }: Ground, boxId: string): Promise<void> {
  const { paymentId } = await succeed(pay(owner, { tripId, amount: 10_000, method: 'TRANSFERENCIA' }));
  await succeed(readBalance(owner, tripId));
  await succeed(voidPayment(owner, paymentId));
  const { id } = await succeed(rentBox(owner, { boxId, clientId }));
  await succeed(closeReservation(owner, id));
}

/** Pays three stamped documents of one trip, and of three trips, and reads a page of open documents. */
async function payDocuments({ api, owner }: Measured, ground: Ground): Promise<void> {
  const { clientId } = ground;
  const planned = async () => (await succeed(planTrip(owner, { clientId, ...FREIGHT }))).id;
  const trips = [await planned(), await planned(), await planned()];
  const [first = ''] = trips;
  for (const tripId of [first, first, first]) await stampedDocument(owner, clientId, tripId);
  await api.named('three documents of one trip', () =>
    succeed(pay(owner, { tripId: first, amount: 6_000, method: 'EFECTIVO' })),
  );
  const invoices = [];
  for (const tripId of trips) invoices.push(await stampedDocument(owner, clientId, tripId));
  const allocations = invoices.map((invoiceId) => ({ invoiceId, amount: 2_000 }));
  const { id } = await api.named('three documents of three trips', () =>
    succeed(collect(owner, { clientId, amount: 6_000, method: 'TRANSFERENCIA', allocations })),
  );
  await succeed(allocate(owner, id, { allocations: allocations.slice(1) }));
  await succeed(voidCollection(owner, id));
  await api.named('a page', () => succeed(reportReceivables(owner, { limit: 50 })));
}

async function stampedDocument(owner: Desk, clientId: string, tripId: string): Promise<string> {
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const { id } = await succeed(createInvoice(owner, { clientId, tripId, items }));
  await succeed(stamp(owner, id));
  return id;
}

/** Measures a stamp to which the provider answers PENDING. Its webhook then makes the invoice VALID. */
async function stampLater({ api, owner, fault }: Measured, { clientId }: Ground): Promise<void> {
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const { id } = await succeed(createInvoice(owner, { clientId, items }));
  await fault({ fault: 'PENDING', seconds: 1, outcome: 'valid' });
  await api.named('answered later', () => succeed(stamp(owner, id)));
  for (let waited = 0; waited < 100; waited += 1) {
    if ((await succeed(readInvoice(owner, id))).status === 'VALID') return;
    await sleep(100);
  }
  throw new Error('The stamping stand-in did not settle its document.');
}
