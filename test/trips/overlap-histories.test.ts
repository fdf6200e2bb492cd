import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { Chance } from '../load/chance';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { TestAnswer } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertRoute, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const HOUR_MS = 60 * 60_000;
const START = Date.parse('2026-03-02T00:00:00.000Z');
/** Fewer trips than one answer compares. */
const MOST_TRIPS = 8;
const HISTORIES = Number(process.env.OVERLAP_HISTORIES ?? 25);
const STEPS = 16;

/** A trip as the model knows it: hours from START on, without product code. */
interface Modelled {
  readonly driver: number | undefined;
  readonly vehicle: number | undefined;
  readonly from: number;
  readonly end: number | undefined;
  readonly routed: boolean;
  readonly open: boolean;
}

const ROUTE_HOURS = 5;
const lastsTo = ({ from, end, routed }: Modelled): number => end ?? from + (routed ? ROUTE_HOURS : 24);
/** True when the half-open spans share an instant. A span without length is its first instant. */
function meet(one: Modelled, other: Modelled): boolean {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  return first.from === second.from || second.from < lastsTo(first);
}

function expectedFor(trips: ReadonlyMap<string, Modelled>, id: string, fields: readonly string[]): string[] {
  const own = trips.get(id);
  if (!own?.open) return [];
  return [...trips].flatMap(([other, trip]) => {
    if (other === id || !trip.open || !meet(own, trip)) return [];
    const same = [
      ...(own.driver !== undefined && own.driver === trip.driver ? ['driverId'] : []),
      ...(own.vehicle !== undefined && own.vehicle === trip.vehicle ? ['vehicleId'] : []),
    ];
    return same.filter((field) => fields.includes(field)).map((field) => `${other} ${field}`);
  });
}

function toldIn({ body: { warnings } }: TestAnswer): string[] {
  if (warnings === undefined) return [];
  expect(warnings).not.toEqual([]);
  return Array.isArray(warnings) ? warnings.map(({ tripId, field }) => `${tripId} ${field}`) : ['no list'];
}

interface World {
  readonly office: Office;
  readonly drivers: readonly string[];
  readonly vehicles: readonly string[];
  readonly routeId: string;
  readonly trips: Map<string, Modelled>;
  readonly chance: Chance;
}

const moment = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
const BOTH = ['driverId', 'vehicleId'];
const absentOr = (chance: Chance, count: number) => (chance.below(5) === 0 ? undefined : chance.below(count));

async function plan({ office, drivers, vehicles, routeId, trips, chance }: World): Promise<number> {
  const from = chance.below(72);
  const end = chance.below(2) === 0 ? undefined : from + chance.below(12);
  const [driver, vehicle, routed] = [absentOr(chance, 2), absentOr(chance, 2), chance.below(2) === 0];
  const body = {
    ...(driver !== undefined && { driverId: drivers[driver] }),
    ...(vehicle !== undefined && { vehicleId: vehicles[vehicle] }),
    ...(routed && { routeId }),
    ...{ startDate: moment(from), endDate: end === undefined ? undefined : moment(end) },
  };
  const answer = await office.send(createTrip, { body });
  expect(answer.status).toBe(201);
  const id = String(answer.body.id);
  trips.set(id, { driver, vehicle, from, end, routed, open: true });
  expect(toldIn(answer).sort()).toEqual(expectedFor(trips, id, BOTH).sort());
  return toldIn(answer).length;
}

async function change({ office, drivers, vehicles, trips, chance }: World, id: string, trip: Modelled) {
  const path = { tripId: id };
  const send = async (body: object, after: Modelled, fields: readonly string[]) => {
    const answer = await office.send(updateTrip, { path, body });
    expect(answer.status).toBe(200);
    trips.set(id, after);
    expect(toldIn(answer).sort()).toEqual(expectedFor(trips, id, fields).sort());
    return toldIn(answer).length;
  };
  const driver = chance.below(2);
  const vehicle = chance.below(2);
  const from = chance.below(72);
  const kind = trip.open ? chance.below(4) : 2;
  if (kind === 0) return send({ driverId: drivers[driver] }, { ...trip, driver }, ['driverId']);
  if (kind === 1) return send({ vehicleId: vehicles[vehicle] }, { ...trip, vehicle }, ['vehicleId']);
  if (kind === 2) {
    const end = chance.below(2) === 0 ? undefined : from + chance.below(12);
    const endDate = end === undefined ? null : moment(end);
    return send({ startDate: moment(from), endDate }, { ...trip, from, end }, BOTH);
  }
  return send({ notes: 'Sin cambio de horario' }, trip, []);
}

async function close({ office, trips, chance }: World, id: string, trip: Modelled) {
  const path = { tripId: id };
  if (trip.open && chance.below(2) === 0) {
    expect((await office.send(updateTripStatus, { path, body: { status: 'CANCELADO' } })).status).toBe(200);
    trips.set(id, { ...trip, open: false });
  } else if (trip.open) {
    expect((await office.send(deleteTrip, { path })).status).toBe(200);
    trips.delete(id);
  }
  return 0;
}

async function openWorld(chance: Chance): Promise<World> {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const both = async <T>(make: () => Promise<T>) => [await make(), await make()];
  const drivers = await both(async () => (await insertDriver(testContext, { teamId, sub: someId() })).id);
  const vehicles = await both(async () => (await insertVehicle(testContext, { teamId, plate: someId().slice(-9) })).id);
  const route = await insertRoute(testContext, { teamId, estimatedDuration: ROUTE_HOURS * 60 });
  return { office, drivers, vehicles, routeId: route.id, trips: new Map(), chance };
}

/** A step of a history. Returns the number of warnings. */
async function step(there: World): Promise<number> {
  const { trips, chance } = there;
  const [id, trip] = [...trips][chance.below(Math.max(1, trips.size))] ?? [];
  const kind = chance.below(5);
  if (id === undefined || trip === undefined || (kind < 3 && trips.size < MOST_TRIPS)) return plan(there);
  return kind === 4 ? close(there, id, trip) : change(there, id, trip);
}

test(`road 7: in ${HISTORIES} random histories each answer names the trips that a model finds, and no other`, async () => {
  const told: number[] = [];
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const there = await openWorld(new Chance(seed));
    for (let done = 0; done < STEPS; done += 1) told.push(await step(there));
  }
  const warned = told.filter((count) => count > 0).length;
  expect(warned).toBeGreaterThan(HISTORIES);
  expect(told.length - warned).toBeGreaterThan(HISTORIES);
}, 600_000);
