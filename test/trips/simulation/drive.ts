import type { BaseTrip } from './base';
import { KINDS, proofOf, someWhere } from './kinds';
import type { Phone } from './phone';
import { around } from './places';
import type { World } from './world';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A drive of one driver on one trip. */
export interface Drive {
  readonly trip: BaseTrip;
  readonly from: number;
  readonly until: number;
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
}

const WEIGHTS = Object.fromEntries(Object.entries(KINDS).map(([kind, { weight }]) => [kind, weight]));

/** Plans what a driver records on a drive. The phone records nothing more of a trip that it left. */
export function planDrive(world: World, phone: Phone, { trip, from, until, hasStart, hasEnd }: Drive): void {
  const { chance, time } = world;
  const at = (instant: number, act: () => Promise<void> | void) =>
    world.after(instant - time.now(), () => (phone.left.has(trip.id) ? undefined : act()));
  const some = () => from + chance.below(until - from);
  const place = () => (chance.below(3) === 0 ? someWhere(chance) : {});
  const move = (kind: 'TRIP_START' | 'TRIP_END') => {
    if (chance.below(3) === 0) return phone.tap(kind, trip.id);
    phone.record(kind, trip.id, place());
    return undefined;
  };
  if (hasStart) at(from, () => move('TRIP_START'));
  // A second tap, and a start that the driver remembers late.
  if (hasStart && chance.below(5) === 0) at(from + chance.below(3 * MINUTE), () => move('TRIP_START'));
  if (hasEnd) at(until, () => move('TRIP_END'));
  if (hasEnd && chance.below(4) === 0) at(until + chance.below(12 * MINUTE), () => move('TRIP_END'));
  // A clock that is set between the end and the next call.
  if (chance.below(2) === 0) at(until + chance.below(12 * MINUTE), () => phone.clock.jump());
  for (let facts = 2 + chance.below(9); facts > 0; facts -= 1)
    at(some(), () => recordFact(world, phone, trip, place()));
  const isDense = chance.below(3) === 0 || world.isBacklogged;
  phone.mayLoseNetwork(from, until);
  for (let pings = isDense && hasStart ? 45 + chance.below(30) : chance.below(14); pings > 0; pings -= 1)
    at(some(), () => recordPosition(world, phone, trip.id));
  // The phone learns of the change late, so the driver goes on.
  for (let pings = chance.below(4); pings > 0; pings -= 1)
    at(until + chance.below(20 * MINUTE), () => recordPosition(world, phone, trip.id));
  if (chance.below(3) === 0) at(some(), () => phone.recordFlawed(trip.id));
  planStops(world, phone, { trip, from, until }, at);
}

/** Under `proof: ENFORCE` most drivers show what is required, some of them after the end. Some trucks visit a stop. */
function planStops(
  world: World,
  phone: Phone,
  { trip, from, until }: Pick<Drive, 'trip' | 'from' | 'until'>,
  at: (instant: number, act: () => void) => void,
): void {
  const { chance, history } = world;
  for (const [stopId, { requires, place }] of history.stateOf(trip.id).stops) {
    if (history.proof === 'ENFORCE' && requires.length > 0 && chance.below(5) > 0)
      at(from + chance.below(until - from + 20 * MINUTE), () => {
        phone.record('PROOF', trip.id, { ...proofOf(chance, requires), stopId });
      });
    if (place === undefined || chance.below(3) > 0) continue;
    let visitAt = from + chance.below(until - from);
    for (let left = 2 + chance.below(6); left > 0; left -= 1) {
      at(visitAt, () => void phone.record('PING', trip.id, around(chance, place)));
      visitAt += 20 * SECOND + chance.below(5 * MINUTE);
    }
  }
}

function recordFact(world: World, phone: Phone, trip: BaseTrip, place: object): void {
  const { chance, history } = world;
  const kind = chance.oneOf(WEIGHTS);
  const { atStop = 0, fields } = KINDS[kind] ?? {};
  // Most apps know the plan. Some have an old one, and one in many names a stop that never was.
  const known = chance.below(3) === 0 ? trip.stopIds : [...history.stateOf(trip.id).stops.keys()];
  const stopId = chance.below(40) === 0 || known.length === 0 ? world.idAt(world.time.now()) : chance.among(known);
  phone.record(kind, trip.id, { ...fields?.(chance), ...place, ...(chance.below(100) < atStop && { stopId }) });
}

function recordPosition(world: World, phone: Phone, tripId: string): Promise<void> | void {
  const { chance } = world;
  if (phone.clock.isRight && chance.below(12) === 0) return phone.ping(tripId);
  const measured =
    chance.below(3) === 0
      ? {}
      : { speedKmh: chance.below(110), heading: 2 * chance.below(180), accuracyM: chance.below(40) };
  phone.record('PING', tripId, { ...someWhere(chance), ...measured });
}
