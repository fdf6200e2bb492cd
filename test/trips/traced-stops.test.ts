import { editStops } from '../../shared/trips/edit-stops';
import { START } from '../support/engine-runtime';
import { type Halt, haltsOf, metresApart, readTrace, startedAt, type TracePoint } from '../support/gpx';
import { factId, type Item, itemOf, stateOf, sync } from '../support/phone';
import { tripNow } from '../support/phone-stops';
import { quickTable } from '../support/quick-table';
import { seeded } from '../support/seeded';
import { insertFleet, insertTripUnderWay, moveAsOwner } from '../support/store-fleet';

const { randomInt } = seeded();

const table = quickTable();
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RADIUS_M = 200;

function later(hours: number) {
  const testContext = table.testContext();
  testContext.pass(hours * HOUR_MS);
  return testContext;
}

/** A place with what the trace says of it. */
interface Place {
  readonly lat: number;
  readonly lng: number;
  /** TRUE: a stop. PASSED: the way goes through it without a halt. FAR: the way never comes near. */
  readonly kind: 'TRUE' | 'PASSED' | 'FAR';
  /** When the halt began and ended. Absent for a waypoint, which has no time. */
  readonly halt?: Halt;
}

const isApart = (one: { lat: number; lng: number }, others: readonly { lat: number; lng: number }[], metres: number) =>
  others.every((other) => metresApart(one, other) > metres);

/** A point of the way between each two true stops that is far from all of them, and a place beside the way for each. */
function otherPlaces(points: readonly TracePoint[], stops: readonly Place[]): Place[] {
  const step = Math.floor(points.length / (stops.length + 1));
  const passed = stops.flatMap((_, index) => points[step * (index + 1)] ?? []);
  const far = stops.map(({ lat, lng }) => ({ lat: lat + 0.02, lng: lng + 0.02 }));
  return [
    ...passed
      .filter((one) => isApart(one, stops, 3 * RADIUS_M))
      .map(({ lat, lng }) => ({ lat, lng, kind: 'PASSED' as const })),
    ...far.filter((one) => isApart(one, points, 2 * RADIUS_M)).map((one) => ({ ...one, kind: 'FAR' as const })),
  ];
}

/** The speed over the last 20 to 40 seconds, as a phone sends it. */
function speedAt(points: readonly TracePoint[], index: number): number {
  const [now, before] = [
    points[index],
    points.slice(0, index).findLast(({ at }) => at <= (points[index]?.at ?? 0) - 20_000),
  ];
  return now && before ? (metresApart(now, before) / (now.at - before.at)) * 3_600 : 0;
}

interface Replay {
  readonly places: readonly Place[];
  readonly reached: readonly (string | undefined)[];
  readonly left: readonly (string | undefined)[];
}

/** Plans all places as stops, in their order on the way, and replays the trace as the phone of a driver. */
async function replay(points: readonly TracePoint[], places: readonly Place[]): Promise<Replay> {
  const fleet = await insertFleet(table.testContext());
  const trip = await insertTripUnderWay(table.testContext(), fleet);
  const nearest = ({ lat, lng }: Place) =>
    points.reduce(
      (best, point, index) =>
        metresApart(point, { lat, lng }) < metresApart(points[best] ?? point, { lat, lng }) ? index : best,
      0,
    );
  const ordered = places.toSorted((one, other) => nearest(one) - nearest(other));
  const stops = ordered.map(({ lat, lng, kind }, index) => ({ order: index, name: kind, lat, lng, radiusM: RADIUS_M }));
  await table.testContext().use(editStops)(fleet.actor, trip, { stopsRevision: 0, stops });
  const items: Item[] = points.map(({ lat, lng, at }, index) =>
    itemOf({ trip }, 'PING', { lat, lng, accuracyM: 10, speedKmh: speedAt(points, index) }, factId(at)),
  );
  for (let sent = 0; sent < items.length; ) {
    const batch = items.slice(sent, sent + randomInt(1, 20));
    await sync(later(30), fleet, batch);
    sent += batch.length;
  }
  await moveAsOwner(later(30), fleet, await tripNow(later(30), { trip }), 'COMPLETADO');
  const state = await stateOf(later(30), { trip });
  return {
    places: ordered,
    reached: state.stops.map(({ insideAt }) => insideAt),
    left: state.stops.map(({ leftAt }) => leftAt),
  };
}

/** Whether the halt of a true stop is within what was found. */
const isRightTime = ({ halt }: Place, reached: string | undefined, left: string | undefined): boolean =>
  halt === undefined ||
  (Date.parse(reached ?? '') <= halt.from + MINUTE_MS &&
    (left === undefined || Date.parse(left) >= halt.to - MINUTE_MS));

function report(name: string, { places, reached, left }: Replay) {
  const count = (kind: Place['kind'], isFound: boolean) =>
    places.filter((place, index) => place.kind === kind && (reached[index] !== undefined) === isFound).length;
  const rightTimes = places.filter(
    (place, index) =>
      place.kind === 'TRUE' && reached[index] !== undefined && isRightTime(place, reached[index], left[index]),
  ).length;
  const figures = {
    found: count('TRUE', true),
    missed: count('TRUE', false),
    rightTimes,
    falsePassed: count('PASSED', true),
    passed: count('PASSED', true) + count('PASSED', false),
    falseFar: count('FAR', true),
    far: count('FAR', true) + count('FAR', false),
  };
  console.info(`${name}: ${JSON.stringify(figures)}`);
  return figures;
}

describe('road 5: the stops of recorded traces', () => {
  test('road 5: of a ride of eleven hours, whose true stops follow from a dwell rule', async () => {
    const points = startedAt(readTrace('ragged-point-carmel.gpx').points, START + HOUR_MS);
    const stops = haltsOf(points).map((halt) => ({ ...halt, kind: 'TRUE' as const, halt }));
    const figures = report('ragged-point-carmel', await replay(points, [...stops, ...otherPlaces(points, stops)]));
    expect(figures).toEqual({
      found: 14,
      missed: 0,
      rightTimes: 14,
      falsePassed: 10,
      passed: 11,
      falseFar: 0,
      far: 14,
    });
  });

  test('road 5: of a way with two waypoints, which are the true stops', async () => {
    const trace = readTrace('visnjan.gpx');
    const points = startedAt(trace.points, START + HOUR_MS);
    const stops = trace.waypoints.map((place) => ({ ...place, kind: 'TRUE' as const }));
    const figures = report('visnjan', await replay(points, [...stops, ...otherPlaces(points, stops)]));
    expect(figures).toEqual({ found: 2, missed: 0, rightTimes: 2, falsePassed: 0, passed: 0, falseFar: 0, far: 2 });
  });

  test('road 5: of a walk with seven waypoints, of which most are far from the way', async () => {
    const trace = readTrace('cerknicko-jezero.gpx');
    const points = startedAt(trace.points, START + HOUR_MS);
    const places = trace.waypoints.map((place) => {
      const isOnWay = points.some((point) => metresApart(point, place) <= RADIUS_M);
      return { ...place, kind: isOnWay ? ('TRUE' as const) : ('FAR' as const) };
    });
    const figures = report('cerknicko-jezero', await replay(points, places));
    expect(figures).toEqual({ found: 3, missed: 0, rightTimes: 3, falsePassed: 0, passed: 0, falseFar: 0, far: 4 });
  });
});
