import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { watchKey } from '../../shared/trips/road-watch';
import { START, someId, someIdEnding, type TestContext } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { openPhoneRoad, proof, sync } from '../support/phone';
import { laterOn, pingAt } from '../support/phone-track';
import { tripEnd } from '../support/phone-trip';
import { memoryTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { alertsAbout, runWatch, watchesOf } from '../support/watch-run';

/** `npm test` ends the process at one of three calls. */
const EACH = runs(3, 1);
const DAY = 24 * 60;
const WHEN = ['before', 'after'] as const;
type When = (typeof WHEN)[number];

/** A table of its own for each test, so that a run looks at the trip of the test alone. */
async function openAlone() {
  const table = memoryTable();
  const later = laterOn(table);
  const road = await openPhoneRoad(later(0));
  const run = (minute: number) => runWatch(later(minute));
  return { table, later, road, run };
}
type Alone = Awaited<ReturnType<typeof openAlone>>;

/** The process ends at a call: it is not sent, or its answer is lost, and no later call is sent. */
function killedAt(testContext: TestContext, last: number, when: When) {
  let calls = 0;
  const { runtime } = testContext;
  const outbound: typeof runtime.outbound = async (call, send) => {
    calls += 1;
    const isLast = calls === last;
    if (calls > last || (isLast && when === 'before')) throw connectionReset();
    const answer = await runtime.outbound(call, send);
    if (isLast) throw connectionReset();
    return answer;
  };
  return { killed: { ...testContext, runtime: { ...runtime, outbound } }, count: () => calls };
}

async function stateOf({ table, road }: Alone) {
  const alerts = [
    ...(await alertsAbout(table, 'TRIP_SILENT', road)),
    ...(await alertsAbout(table, 'PROOF_FILE_MISSING', road)),
  ];
  const watches = await watchesOf(table, road);
  return {
    alerts: alerts.map(({ type, status }) => [type, status]),
    watches: watches.map(({ watched, dueAt, since, alertId }) => [watched, dueAt, since, alertId !== undefined]),
  };
}

const photo = () => ({ files: [{ fileId: someId(), sha256: 'ab'.repeat(32), kind: 'PHOTO' }] });
const send = ({ later, road }: Alone, minute: number, ...items: object[]) => sync(later(minute), road.fleet, items);
const ping = (alone: Alone, minute: number) => send(alone, minute, pingAt(alone.road, minute));

/** Each case is what happened before a run, and the minute of the run. */
const CASES: readonly (readonly [string, (alone: Alone) => Promise<unknown>, number])[] = [
  ['a truck that sends', (alone) => ping(alone, 20), 30],
  ['a silent truck', (alone) => ping(alone, 2), 35],
  [
    'a truck that sends again',
    async (alone) => {
      await alone.run(30);
      await ping(alone, 31);
    },
    35,
  ],
  [
    'a trip that ended while its truck was silent',
    async (alone) => {
      await alone.run(30);
      await send(alone, 31, tripEnd(alone.road, 31));
    },
    35,
  ],
  [
    'a trip that ended with a file that has not come',
    async (alone) => {
      await send(alone, 3, proof(alone.road, 0, undefined, photo()));
      await send(alone, 20, tripEnd(alone.road, 20));
    },
    30,
  ],
  [
    'a file that is missing',
    async (alone) => {
      await send(alone, 3, proof(alone.road, 0, undefined, photo()));
      await send(alone, 20, tripEnd(alone.road, 20));
      await alone.run(30);
    },
    DAY + 30,
  ],
];

describe.each(CASES)('road 5: a run that finds %s', (_, before, minute) => {
  test('road 5: leaves after a kill at any call what a whole run leaves', async () => {
    const alone = await openAlone();
    await before(alone);
    const restore = alone.table.snapshot();
    const { killed: counted, count } = killedAt(alone.later(minute), Number.POSITIVE_INFINITY, 'before');
    await runWatch(counted);
    await alone.run(minute);
    const expected = await stateOf(alone);
    expect(count()).toBeGreaterThan(16);
    for (let last = 1; last <= count(); last += EACH) {
      for (const when of WHEN) {
        restore();
        const { killed } = killedAt(alone.later(minute), last, when);
        await runWatch(killed).catch(() => undefined);
        await alone.run(minute);
        expect({ last, when, ...(await stateOf(alone)) }).toEqual({ last, when, ...expected });
      }
    }
  });
});

test('road 5: a run that moves a watch keeps the alert that another run raises at the same moment', async () => {
  const alone = await openAlone();
  const meanwhile = async () => {
    await alone.run(30);
    await ping(alone, 30.5);
  };
  // This run reads the watch before the other one raises the alert, and the position after it has come.
  await runWatch(alone.later(31, [{ action: 'BatchGetItem', times: 1, meanwhile }]));
  expect((await stateOf(alone)).alerts).toEqual([['TRIP_SILENT', 'OPEN']]);
  await alone.run(33);
  const { alerts, watches } = await stateOf(alone);
  expect([alerts, watches.map(([, , , hasAlert]) => hasAlert)]).toEqual([[['TRIP_SILENT', 'RESOLVED']], [false]]);
});

describe('road 9: a run over a thousand trucks', () => {
  /** A thousand watches of one team whose trips have ended, due a second apart, and more than two pages of them in one partition. */
  async function openThousand() {
    const alone = await openAlone();
    const { teamId } = alone.road.trip;
    const watches = Array.from({ length: 1_000 }, (_, index) => {
      const dueAt = new Date(START + index * 1_000).toISOString();
      const tripId = index < 250 ? someIdEnding('0') : someId();
      return { teamId, tripId, watched: 'TRIP', dueAt, since: dueAt } as const;
    });
    for (let start = 0; start < watches.length; start += 25)
      await transact(
        alone.later(0).context,
        watches.slice(start, start + 25).map((watch) => putItem(watchKey(watch), watch)),
      );
    return alone;
  }

  test('road 9: looks at each once, page by page', async () => {
    const { later } = await openThousand();
    const testContext = later(29);
    expect(await runWatch(testContext)).toEqual({ looked: 1_000, silent: 0, failed: 0 });
    const actions = testContext.actions();
    expect(actions.filter((action) => action === 'BatchGetItem').length).toBeLessThanOrEqual(32);
    expect(await runWatch(later(29))).toEqual({ looked: 0, silent: 0, failed: 0 });
  });

  test('road 9: begins no page without time for it, and the next runs look at the others', async () => {
    const { later } = await openThousand();
    expect(await runWatch(later(29), 14_999)).toEqual({ looked: 0, silent: 0, failed: 0 });
    expect(await runWatch(later(29), 15_000)).toMatchObject({ looked: 1_000 });
  });
});
