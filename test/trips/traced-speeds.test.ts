import { readStops } from '../../shared/trips/read-stops';
import { START } from '../support/engine-runtime';
import { haltsOf, readTrace, type TracePoint } from '../support/gpx';
import { factId, itemOf, stateOf, sync } from '../support/phone';
import { tripNow } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { memoryTable } from '../support/quick-table';
import { insertStopRoute, openTrip } from '../support/stop-route';
import { insertFleet, moveAsOwner } from '../support/store-fleet';
import { runWatch } from '../support/watch-run';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 25;

const trace = readTrace('ragged-point-carmel.gpx').points;
/** The halts of five minutes and more, by the dwell rule. */
const halts = haltsOf(trace);

/** The ride again, so many times slower, from an instant on. */
const ridden = (factor: number, from: number): TracePoint[] =>
  trace.map((point) => ({ ...point, at: Math.round(from + (point.at - (trace[0]?.at ?? 0)) * factor) }));

async function openRide() {
  const table = memoryTable();
  const clock = laterOn(table);
  const at = (milliseconds: number) => clock((milliseconds - START) / MINUTE_MS);
  const fleet = await insertFleet(clock(0));
  const route = await insertStopRoute(clock(0), fleet, halts);

  /**
   * Rides the route. After each halt the stops are read. Returns the minutes by which the probable arrival at the next stop was wrong, how it was
   * computed, and the minutes of the way.
   */
  async function ride(points: readonly TracePoint[]) {
    const road = await openTrip(at((points[0]?.at ?? 0) - MINUTE_MS), fleet, route);
    const said: (string | undefined)[][] = [];
    const departures = halts.map(({ to }) => trace.findIndex((point) => point.at > to + 2 * MINUTE_MS));
    for (let sent = 0; sent < points.length; ) {
      const departure = departures.find((index) => index > sent) ?? points.length;
      const batch = points.slice(sent, Math.min(sent + BATCH, departure));
      const now = batch.at(-1)?.at ?? 0;
      const items = batch.map((point) =>
        itemOf(road, 'PING', { lat: point.lat, lng: point.lng, accuracyM: 9 }, factId(point.at)),
      );
      await sync(at(now), fleet, items);
      sent += batch.length;
      if (!departures.includes(sent)) continue;
      const { stops } = await at(now).use(readStops)(await tripNow(at(now), road));
      const next = stops.find(({ eta }) => eta !== undefined);
      if (next) said.push([next.id, next.eta, next.by, new Date(now).toISOString()]);
    }
    const end = (points.at(-1)?.at ?? 0) + MINUTE_MS;
    await moveAsOwner(at(end), fleet, await tripNow(at(end), road), 'COMPLETADO');
    await runWatch(at(end + HOUR_MS));
    const { stops } = await stateOf(at(end), road);
    return said.flatMap(([id, eta = '', by, from = '']) => {
      const { insideAt } = stops.find((stop) => stop.id === id) ?? {};
      if (insideAt === undefined || insideAt < from) return [];
      const minutes = (one: string, other: string) => (Date.parse(one) - Date.parse(other)) / MINUTE_MS;
      return [{ by, wrong: Math.abs(minutes(eta, insideAt)), way: minutes(insideAt, from) }];
    });
  }
  return { ride };
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;

test('road 5: after one recorded ride the probable arrivals of the next one are nearer to the true ones than at 60 km/h', async () => {
  const { ride } = await openRide();
  const first = await ride(ridden(1, START + HOUR_MS));
  const second = await ride(ridden(1.1, START + DAY_MS + HOUR_MS));
  const figures = (rides: typeof first) => ({
    ways: rides.length,
    meanWay: Math.round(mean(rides.map(({ way }) => way))),
    meanWrong: Math.round(10 * mean(rides.map(({ wrong }) => wrong))) / 10,
    greatestWrong: Math.round(Math.max(...rides.map(({ wrong }) => wrong))),
    own: rides.filter(({ by }) => by === 'OWN_MEAN').length,
  });
  console.info(
    `ragged-point-carmel: at 60 km/h ${JSON.stringify(figures(first))}, after one ride ${JSON.stringify(figures(second))}`,
  );
  expect(figures(first)).toMatchObject({ ways: 13, own: 0 });
  expect(figures(second)).toMatchObject({ ways: 13, own: 13 });
  // The second ride is a tenth slower: three minutes of a way of half an hour.
  expect(figures(second).meanWrong).toBeLessThan(figures(first).meanWrong / 4);
  expect(figures(second).greatestWrong).toBeLessThan(figures(first).greatestWrong / 4);
});
