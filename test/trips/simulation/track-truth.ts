import { correctedTime, statesWithin } from './attempt';
import type { FinalState } from './final';
import type { Recorded, SinglePing, TripState } from './record';

type Say = (violation: string) => void;
type State = Pick<FinalState, 'items' | 'answers' | 'record' | 'tripId' | 'state'>;

export const secondOf = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Decision 92: a point is named by driver, second of the identifier and second of recording. */
export const nameOf = ({ sent, driverId }: Recorded): string =>
  [driverId, secondOf(timeOfId(sent.id)), secondOf(Date.parse(sent.recordedAt))].join();

/** Compares the track: each accepted position stands in it once, with the time of one of its attempts, and nothing else does. */
export function compareTrack(final: State, say: Say): void {
  const { items, answers } = final;
  const positions = items.accepted.filter(({ sent }) => sent.kind === 'PING');
  const names = new Map(positions.map((one) => [nameOf(one), one]));
  const maybe = items.maybe.filter(({ sent }) => sent.kind === 'PING');
  const { track } = answers;
  if (track === undefined) {
    if (names.size > 1) say(`track: empty, and ${names.size} positions were accepted`);
    return;
  }
  const left = [...positions, ...maybe];
  for (const point of track) {
    const index = left.findIndex((one) => isPoint(one, point));
    if (index < 0) say('track: a point was never accepted, or stands twice');
    else left.splice(index, 1);
  }
  const shown = new Set(positions.filter((one) => !left.includes(one)).map(nameOf));
  for (const name of names.keys()) if (!shown.has(name)) say('track: an accepted position is not there');
  compareOrder(final, track, say);
}

type Point = NonNullable<FinalState['answers']['track']>[number];

/** Whether a position of the track is this one. */
export const isPoint = ({ sent, attempts }: Recorded, { lat, lng, at }: Point): boolean =>
  sent.lat === lat &&
  sent.lng === lng &&
  attempts.some((attempt) => secondOf(correctedTime(sent.recordedAt, attempt)) === secondOf(Date.parse(at)));

/** Without a driver of two legs the track has the legs one after the other, and each in the order of the identifiers. */
function compareOrder({ items, state }: State, track: readonly Point[], say: Say): void {
  const drivers = [...state.legs.map(({ driverId }) => driverId), state.driverId];
  if (new Set(drivers).size < drivers.length) return;
  const places = track.map((point) => items.accepted.find((one) => isPoint(one, point)));
  for (const [index, one] of places.entries()) {
    const next = places[index + 1];
    if (!one || !next) continue;
    const [leg, nextLeg] = [drivers.indexOf(one.driverId), drivers.indexOf(next.driverId)];
    const isAscending =
      leg < nextLeg || (leg === nextLeg && secondOf(timeOfId(one.sent.id)) <= secondOf(timeOfId(next.sent.id)));
    if (!isAscending) say('track: the order is not that of legs and identifiers');
  }
}

interface Candidate {
  readonly legs: readonly number[];
  readonly key: string;
  readonly lat: number | undefined;
  readonly lng: number | undefined;
  readonly isCertain: boolean;
}

/** Compares the last position: the one with the greatest leg and identifier. */
export function compareLast({ items, answers, record, tripId, state }: State, say: Say): void {
  const states = record.trips.get(tripId) ?? [];
  const all = [...items.accepted, ...items.maybe].filter(({ sent }) => sent.kind === 'PING');
  const candidates: Candidate[] = [
    ...all.map((item) => ofPosition(item, state, items.accepted.includes(item))),
    ...record.pings.filter((ping) => ping.tripId === tripId).map((ping) => ofPing(ping, states)),
    ...items.accepted.filter(({ sent }) => sent.kind === 'TRIP_START').map(ofStart),
  ];
  const { location } = answers;
  if (location === undefined) {
    if (candidates.some(({ isCertain, key }) => isCertain && key !== '')) say('last position: there is none');
    return;
  }
  const shown = candidates.filter(({ lat, lng }) => lat === location.lat && lng === location.lng);
  if (shown.length === 0) {
    say('last position: it was never accepted');
    return;
  }
  const isOutranked = (one: Candidate) =>
    candidates.some(
      (other) =>
        other.isCertain &&
        (Math.min(...other.legs) > Math.max(...one.legs) ||
          (Math.min(...other.legs) === Math.max(...one.legs) &&
            other.legs.length === 1 &&
            one.legs.length === 1 &&
            other.key > one.key)),
    );
  if (shown.every(isOutranked)) say('last position: another one has a greater leg and identifier');
}

/** The legs in which a driver may have recorded something. */
export function legsOf({ driverId, legs }: TripState, id: string): number[] {
  const all = [...legs.map((leg) => leg.driverId), driverId];
  return all.flatMap((one, index) => (one === id ? [index] : []));
}

const ofPosition = ({ sent, driverId }: Recorded, state: TripState, isCertain: boolean): Candidate => ({
  legs: legsOf(state, driverId),
  key: sent.id.replaceAll('-', ''),
  lat: sent.lat,
  lng: sent.lng,
  isCertain,
});

/** A single ping has the identifier that its time would have. */
function ofPing(
  { driverId, at, lat, lng, began, ended, isAnswered }: SinglePing,
  states: readonly TripState[],
): Candidate {
  const within = statesWithin(states, { began, ended }).filter((one) => one.driverId === driverId);
  const legs = [...new Set(within.map((one) => one.legs.length))];
  const key = `${at.toString(16).padStart(12, '0')}7000${'8'.padEnd(16, '0')}`;
  return { legs: legs.length > 0 ? legs : [0], key, lat, lng, isCertain: isAnswered && legs.length > 0 };
}

/** The place of a start by tap is the first position. Every other one comes after it. */
const ofStart = ({ sent }: Recorded): Candidate => ({
  legs: [0],
  key: '',
  lat: sent.lat,
  lng: sent.lng,
  isCertain: false,
});
