import { capability } from '../../shared/platform/runtime/capability';
import { segmentPoints, writeSegments } from '../../shared/trips/track';
import { START, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();

const readPoints = capability(
  { table: ['Query'] },
  (context) => (teamId: string, tripId: string) => segmentPoints(context, teamId, tripId),
);

const pointAt = (minute: number) => {
  const second = START / 1000 + 60 * minute;
  return { leg: 0, sent: second, recorded: second, at: second, lat: 25 + minute, lng: -100 };
};

test('road 5: points in any order become one segment, which a read understands', async () => {
  const [teamId, tripId] = [someId(), someId()];
  const { context } = table.testContext();
  const [first, second, third] = [pointAt(1), pointAt(2), pointAt(3)];
  // The list begins with the last points at stops, in the order of the stops.
  await writeSegments(context, teamId, tripId, [second, first, third]);
  await writeSegments(context, teamId, tripId, [first, second, third]);
  expect(await table.testContext().use(readPoints)(teamId, tripId)).toMatchObject([first, second, third]);
});
