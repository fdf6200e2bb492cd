import { recordPing } from '../../shared/trips/record-ping';
import { trackAnswer } from '../../shared/trips/track-answer';
import { START } from '../support/engine-runtime';
import { readTrace, startedAt, type TracePoint } from '../support/gpx';
import { factId, type Item, itemOf, openPhoneRoad, sync } from '../support/phone';
import { trackAt } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { seeded } from '../support/seeded';
import { asDriver, moveAsOwner } from '../support/store-fleet';

const { randomInt, shuffled } = seeded();

const HOUR_MS = 3_600_000;
/** The track keeps hundred-thousandths of a degree. */
const HALF_STEP = 0.000_005_1;

const table = quickTable();

/** The points of the trace, moved to the days of the test. */
const pointsOfTrace = () => startedAt(readTrace('cerknicko-jezero.gpx').points, START + HOUR_MS);

function later(hours: number) {
  const testContext = table.testContext();
  testContext.pass(hours * HOUR_MS);
  return testContext;
}

async function openReplay() {
  const points = pointsOfTrace();
  const road = await openPhoneRoad(table.testContext());
  const items = points.map(({ lat, lng, at }) => itemOf(road, 'PING', { lat, lng, accuracyM: 9 }, factId(at)));
  return { points, road, items };
}

/** Sends the items in the given order, in batches of random lengths, some of them twice. */
async function replay(road: Awaited<ReturnType<typeof openReplay>>['road'], items: readonly Item[], most: number) {
  for (let sent = 0; sent < items.length; ) {
    const batch = items.slice(sent, sent + randomInt(1, most));
    await sync(later(24), road.fleet, batch);
    if (randomInt(5) === 0) await sync(later(24), road.fleet, batch);
    sent += batch.length;
  }
}

function expectTrace(track: readonly TracePoint[], points: readonly TracePoint[]): void {
  expect(track.map(({ at }) => at * 1000)).toEqual(points.map(({ at }) => at));
  for (const [index, { lat, lng }] of track.entries()) {
    const point = points[index];
    expect(Math.abs(lat - (point?.lat ?? 0))).toBeLessThan(HALF_STEP);
    expect(Math.abs(lng - (point?.lng ?? 0))).toBeLessThan(HALF_STEP);
  }
}

describe('road 5: a recorded trace', () => {
  test('road 5: that is replayed point by point is the track', async () => {
    const { points, road, items } = await openReplay();
    expect(points).toHaveLength(296);
    for (const item of items) await sync(later(24), road.fleet, [item]);
    expectTrace(await trackAt(later(24), road), points);
  });

  test.each([
    ['in batches', (items: readonly Item[]) => items, 60],
    ['backwards', (items: readonly Item[]) => items.toReversed(), 60],
    ['in any order', shuffled, 40],
  ] as const)(
    'road 5: that is replayed %s is the same track, also after the end of the trip',
    async (_, orderOf, most) => {
      const { points, road, items } = await openReplay();
      await replay(road, orderOf(items), most);
      expectTrace(await trackAt(later(24), road), points);
      await moveAsOwner(later(24), road.fleet, road.trip, 'COMPLETADO');
      const track = await trackAt(later(24), road);
      expectTrace(track, points);
      expect(trackAnswer(track, { format: 'geojson' })).toMatchObject({ geometry: { type: 'LineString' } });
    },
  );

  test('ruling 12: with pings in between is the same track', async () => {
    const { points, road, items } = await openReplay();
    for (let sent = 0; sent < items.length; sent += 40) {
      await sync(later(24), road.fleet, items.slice(sent, sent + 40));
      await later(24).use(recordPing)(asDriver(road.fleet), road.trip.id, { lat: 1, lng: 1 });
    }
    expectTrace(await trackAt(later(24), road), points);
  });
});
