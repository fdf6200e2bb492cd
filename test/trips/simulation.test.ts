import type { Histories, Judged } from '../proof/histories';
import { share } from '../proof/share';
import { runs } from '../support/runs';
import { KINDS } from './simulation/kinds';
import { replaceRules } from './simulation/replace-rules';
import { KEPT_SEEDS } from './simulation/seeds';
import { WEAKENINGS } from './simulation/weakenings';
import type { NoticedWeakening, WeakeningTask } from './simulation/worker';

/** `npm run prove -- --road` runs more of them, and with `--weakenings` one rule less at a time. */
const SEEDS = runs(2, 25);
/** These are noticed within the first seeds. */
const QUICK = [
  'the last arrival overwrites',
  'early facts are refused permanently',
  'one refused item refuses its batch',
  'TRIP_END before its proof is refused permanently',
  'an arrival requires the proof of a skipped stop again',
  'only the newest point is judged',
];

const WEAKENED = runs(1, QUICK.length);

type Task = Histories | WeakeningTask;
type Done = Judged | NoticedWeakening;

let done: Promise<Done[]> | undefined;

/** One worker performs all tasks, so that the product is bundled once. */
async function results(): Promise<Done[]> {
  done ??= (async () => {
    const weakenings = QUICK.slice(0, WEAKENED).map((name) => WEAKENINGS.findIndex((one) => one.name === name));
    const tasks: Task[] = [
      { from: 1, histories: SEEDS },
      ...KEPT_SEEDS.map((from) => ({ from, histories: 1 })),
      ...weakenings.map((weakening) => ({ weakening, most: 60 })),
    ];
    const all: Done[] = [];
    const program = require.resolve('./simulation/worker.ts');
    await share(tasks.values(), 1, (one: Done) => all.push(one), program, [replaceRules]);
    return all;
  })();
  return done;
}

test(`road 10: ${SEEDS} random stories of phones, office and faults have no violation, and those that once found a fault neither`, async () => {
  const judged = (await results()).flatMap((one) => ('counts' in one ? [one] : []));
  expect(judged.flatMap(({ failures }) => failures)).toEqual([]);
  expect(judged).toHaveLength(1 + KEPT_SEEDS.length);
  const counts = new Map(judged.flatMap((one) => one.counts));
  for (const kind of [...Object.keys(KINDS), 'PING', 'TRIP_START', 'TRIP_END'])
    expect(counts.get(`${kind}: APPLIED`)).toBeGreaterThan(0);
}, 120_000);

test('road 10: a weak rule is noticed', async () => {
  const noticed = (await results()).flatMap((one) => ('weakening' in one ? [one] : []));
  expect(noticed.map(({ weakening, failure }) => [WEAKENINGS[weakening]?.name, failure !== undefined])).toEqual(
    QUICK.slice(0, WEAKENED).map((name) => [name, true]),
  );
}, 120_000);
