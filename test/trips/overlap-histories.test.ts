import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { Chance } from '../load/chance';
import { accounts } from '../support/accounts';
import type { TestAnswer } from '../support/http-event';
import {
  bodyOfPlan,
  type ModelledPlan,
  meet,
  moment,
  openPlannedFleet,
  type PlannedFleet,
} from '../support/planned-hours';
import { quickTable } from '../support/quick-table';
import { runs } from '../support/runs';

const table = quickTable();
const world = accounts(table);
/** Fewer trips than one answer compares. */
const MOST_TRIPS = 8;
const HISTORIES = runs(6, 25);
const STEPS = 16;

/** A trip as the model knows it: hours from START on, without product code. */
interface Modelled extends ModelledPlan {
  readonly open: boolean;
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

interface World extends PlannedFleet {
  readonly trips: Map<string, Modelled>;
  readonly chance: Chance;
}

const BOTH = ['driverId', 'vehicleId'];
const absentOr = (chance: Chance, count: number) => (chance.below(5) === 0 ? undefined : chance.below(count));

async function plan(there: World): Promise<number> {
  const { office, trips, chance } = there;
  const from = chance.below(72);
  const end = chance.below(2) === 0 ? undefined : from + chance.below(12);
  const [driver, vehicle, routed] = [absentOr(chance, 2), absentOr(chance, 2), chance.below(2) === 0];
  const planned = { driver, vehicle, from, end, routed };
  const answer = await office.send(createTrip, { body: bodyOfPlan(there, planned) });
  expect(answer.status).toBe(201);
  const id = String(answer.body.id);
  trips.set(id, { ...planned, open: true });
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
  return { ...(await openPlannedFleet(world)), trips: new Map(), chance };
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
