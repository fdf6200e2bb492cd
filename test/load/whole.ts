import type * as v from 'valibot';
import { alertKey } from '../../shared/alerts/alert';
import { eventsOf } from '../../shared/audit/audit-event';
import { clientsOf } from '../../shared/clients/client';
import { driversOf } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { normalPlate, plateKey, vehiclesOf } from '../../shared/fleet/vehicle';
import { invoiceCountKey, invoiceKey } from '../../shared/invoices/invoice-record';
import type { Context } from '../../shared/platform/runtime/context';
import type { ItemKey } from '../../shared/platform/table/keys';
import { allItems } from '../../shared/platform/table/lists';
import { getItem, getItems, queryIndex } from '../../shared/platform/table/read';
import { tripKey, tripsInStatus } from '../../shared/trips/trip';

/** All items of the partition whose sort key begins with this key's. */
const every = <S extends v.GenericSchema>(context: Context, { schema, pk, sk: prefix }: ItemKey<S>) =>
  allItems(context, { schema, pk, prefix });

/** Returns a sentence for each contradiction between a team's records. Empty when every transaction was stored completely. */
export async function halves(context: Context, team: string): Promise<{ trips: number; found: string[] }> {
  const trips = await every(context, tripKey(team, ''));
  const found = [
    ...(await busyHalves(context, team, trips)),
    ...(await invoiceHalves(context, team, trips)),
    ...(await plateHalves(context, team)),
    ...(await indexHalves(context, team, trips)),
  ];
  for (const trip of trips) found.push(...(await tripHalves(context, team, trip)));
  return { trips: trips.length, found };
}

type Trips = Awaited<ReturnType<typeof every<ReturnType<typeof tripKey>['schema']>>>;
type Trip = Trips[number];

/** Checks that exactly the drivers and vehicles of trips EN_PROCESO are EN_VIAJE. */
async function busyHalves(context: Context, team: string, trips: Trips): Promise<string[]> {
  const drivers = await allItems(context, driversOf(team));
  const vehicles = await allItems(context, vehiclesOf(team));
  const underWay = trips.filter(({ status }) => status === 'EN_PROCESO');
  const wanted = [
    ...underWay.map(({ id, driverId }) => `${driverId} for ${id}`),
    ...underWay.map(({ id, vehicleId }) => `${vehicleId} for ${id}`),
  ];
  const present = [...drivers, ...vehicles]
    .filter(({ status, tripId }) => status === 'EN_VIAJE' || tripId !== undefined)
    .map(({ id, status, tripId }) => (status === 'EN_VIAJE' ? `${id} for ${tripId}` : `${id} ${status} for ${tripId}`));
  return difference('EN_VIAJE', wanted, present);
}

/** Checks that each trip has its draft, each draft its trip, and each cancelled trip its alert, and that the counters are correct. */
async function invoiceHalves(context: Context, team: string, trips: Trips): Promise<string[]> {
  const invoices = await every(context, invoiceKey(team, ''));
  const alerts = await every(context, alertKey(team, ''));
  const counts = [undefined, ...(await allItems(context, clientsOf(team))).map(({ id }) => id)];
  const found = [
    ...difference(
      'draft',
      trips.map(({ id, invoiceId }) => `${invoiceId} of ${id}`),
      invoices.map(({ id, tripId }) => `${id} of ${tripId}`),
    ),
    ...difference(
      'alert',
      trips.filter(({ status }) => status === 'CANCELADO').map(({ invoiceId }) => invoiceId),
      alerts.map(({ entityId }) => entityId),
    ),
  ];
  for (const clientId of counts) {
    const count = await getItem(context, invoiceCountKey(team, clientId));
    const there = invoices.filter((invoice) => clientId === undefined || invoice.clientId === clientId).length;
    if (Number(count?.total ?? 0) !== there || Number(count?.DRAFT ?? 0) !== there) {
      found.push(`counter of ${clientId ?? 'the team'}: ${JSON.stringify(count)} where there are ${there}`);
    }
  }
  return found;
}

/** Checks that every vehicle holds its plate, and that every held plate belongs to a vehicle. */
async function plateHalves(context: Context, team: string): Promise<string[]> {
  const vehicles = await allItems(context, vehiclesOf(team));
  const plates = await every(context, plateKey(team, ''));
  const holders = await getItems(
    context,
    vehicles.map(({ plate }) => plateKey(team, normalPlate(plate))),
  );
  return [
    ...difference(
      'plate',
      vehicles.map(({ id }) => id),
      plates.map(({ vehicleId }) => vehicleId),
    ),
    ...vehicles.filter(({ id }, index) => holders[index]?.vehicleId !== id).map(({ id }) => `plate of ${id}`),
  ];
}

/** Checks that the index by status lists each trip under its status and start date. */
async function indexHalves(context: Context, team: string, trips: Trips): Promise<string[]> {
  const found: string[] = [];
  for (const status of ['NO_INICIADO', 'EN_PROCESO', 'COMPLETADO', 'CANCELADO'] as const) {
    const { positions } = await queryIndex(context, 'gsi1', tripsInStatus(team, status).gsi1pk, { limit: 1_000 });
    const there = trips.filter((trip) => trip.status === status).map(({ id, startDate }) => `${startDate}#${id}`);
    found.push(...difference(`index of ${status}`, there, positions));
  }
  return found;
}

/** Checks that the timeline has each change of status up to the present one, and that exactly a trip EN_PROCESO has a position item. */
async function tripHalves(context: Context, team: string, trip: Trip): Promise<string[]> {
  const events = await allItems(context, eventsOf(team, 'TRIP', trip.id));
  const way = events.filter(({ newStatus }) => newStatus !== undefined).toReversed();
  const isUnbroken = way.every(({ previousStatus }, index) => previousStatus === way[index - 1]?.newStatus);
  const statuses = way.map(({ newStatus }) => newStatus);
  const position = await getItem(context, positionKey(team, trip.id));
  return [
    ...(isUnbroken && statuses.at(-1) === trip.status && new Set(statuses).size === statuses.length
      ? []
      : [`timeline of ${trip.id}, ${trip.status}: ${statuses.join(', ')}`]),
    ...((trip.status === 'EN_PROCESO') === (position !== undefined)
      ? []
      : [`position of ${trip.id}, ${trip.status}: ${JSON.stringify(position)}`]),
  ];
}

/** Describes the entries that are in only one of two lists. */
function difference(what: string, wanted: readonly string[], present: readonly string[]): string[] {
  return [
    ...wanted.filter((one) => !present.includes(one)).map((one) => `no ${what}: ${one}`),
    ...present.filter((one) => !wanted.includes(one)).map((one) => `${what} too many: ${one}`),
    ...(wanted.length === present.length ? [] : [`${what}: ${present.length} where ${wanted.length} belong`]),
  ];
}
