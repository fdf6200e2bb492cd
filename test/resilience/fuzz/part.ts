import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { OPERATIONS } from '../../../functions/catalog';
import { poolAuthOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { bearer } from '../../every-operation/unauthenticated';
import { insertMembership } from '../../support/store-fleet';
import { type AttackedTeam, buildTeam } from '../attack/teams';
import { type AttackWorld, inWorld } from '../attack/world';
import { type Findings, type HardPart, isInFocus, type Settings } from '../part';
import { timeExpressions } from './expressions';
import { isAmbiguous, plan, requestFrom } from './mutations';
import { boundsOf, judgeOf } from './oracle';
import { sendOverHttp } from './over-http';

const SIZES = { short: { requests: 18_000, overHttp: 2_000 }, long: { requests: 480_000, overHttp: 20_000 } };
/** The memory that may remain in use after so many requests. The stand-ins keep every created record. */
const MOST_GROWTH_MB = 300;
/** Requests to one operation before the next operation's turn. */
const RUNS_OF_A_ROUND = 40;
/** Each world is replaced after some 60,000 requests, because it becomes slower as it fills: three times slower after 300,000. */
const ROUNDS_OF_A_WORLD = 13;
const FOREIGN = 'foreign7q';
/** The factor of requests with `--focus`. */
const LONGER_IN_FOCUS = 10;

/** Invalid input: the answer to any request is declared and contains no data of other teams. */
export const part: HardPart = {
  id: 'fuzz',
  title: 'Bad input is refused, and answers keep to their team',
  async run(settings: Settings): Promise<Findings> {
    const { requests, overHttp } = SIZES[settings.form];
    const fuzzed = await fuzzEvery(requests, settings);
    const http = await inWorld((world) => sendOverHttp(world.url, overHttp, settings));
    const timed = timeExpressions(settings);
    const failures = [...fuzzed.failures, ...http.failures, ...timed.failures];
    const { times, longest, megabytes, statuses, underOther } = fuzzed;
    const grown = megabytes > MOST_GROWTH_MB ? [`Memory grew by ${megabytes} MB.`] : [];
    return {
      rows: [
        {
          tried: 'requests made from each operation’s schema and then made invalid in up to three places',
          times,
          held: `no 5xx but refusals of the provider (${statuses}), only declared statuses, every validation error names a field of the schema; the longest took ${longest.toFixed(0)} ms; after a world’s first round memory grew by ${megabytes} MB at most`,
        },
        {
          tried: 'of these, answers to one team while every text of another team contains a marker',
          times: underOther,
          held: 'no marker in any of them',
        },
        {
          tried: 'raw requests through the gateway: broken escapes, repeated parameters, odd types, bodies of 10 MB',
          times: http.times,
          held: 'no 5xx, all answered within ten seconds',
        },
        {
          tried: 'texts of 100 kB against every regular expression of the sources',
          times: timed.times,
          held: `the slowest took ${timed.longest.toFixed(1)} ms; 10 are allowed`,
        },
      ],
      failures: [...failures, ...grown],
      passed: times + http.times + timed.times - failures.length,
    };
  },
};

/** The findings of all worlds so far. */
interface Found {
  times: number;
  longest: number;
  underOther: number;
  megabytes: number;
  readonly failures: string[];
  readonly statuses: Map<number, number>;
}

async function fuzzEvery(requests: number, settings: Settings) {
  const { until, focus } = settings;
  const all = Object.entries(OPERATIONS);
  const operations = all.flatMap(([file, operation]) => (isInFocus(file, focus) ? [operation] : []));
  const numRuns = Math.ceil(requests / all.length) * (focus === undefined ? 1 : LONGER_IN_FOCUS);
  const rounds = Array.from({ length: Math.ceil(numRuns / RUNS_OF_A_ROUND) }, (_, round) => ({
    seed: settings.seed + round,
    numRuns: Math.min(RUNS_OF_A_ROUND, numRuns - round * RUNS_OF_A_ROUND),
  }));
  const found: Found = { times: 0, longest: 0, underOther: 0, megabytes: 0, failures: [], statuses: new Map() };
  for (let from = 0; from < rounds.length && Date.now() < until; from += ROUNDS_OF_A_WORLD) {
    const ofWorld = rounds.slice(from, from + ROUNDS_OF_A_WORLD);
    await inWorld((world) => fuzzWorld(world, operations, ofWorld, settings, found));
  }
  const each = [...found.statuses].sort(([one], [next]) => one - next).map(([status, times]) => `${status}: ${times}`);
  return { ...found, statuses: each.join(', ') };
}

/** Fuzzes all operations in turn, in several rounds, in one world. */
async function fuzzWorld(
  world: AttackWorld,
  operations: readonly Operation[],
  rounds: readonly { readonly seed: number; readonly numRuns: number }[],
  { until, progress }: Settings,
  found: Found,
): Promise<void> {
  const mine = await buildTeam(world, 'Mine');
  const other = await buildTeam(world, FOREIGN.toUpperCase());
  // The first round makes values that stay: handlers, verifiers, clients. Growth after it comes from requests.
  let before: number | undefined;
  for (const round of rounds) {
    if (Date.now() >= until) break;
    for (const operation of operations) {
      const one = await fuzzOne(world, operation, mine, other, round, (status, milliseconds) => {
        found.times += 1;
        if (poolAuthOf(operation.auth)) found.underOther += 1;
        found.longest = Math.max(found.longest, milliseconds);
        found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
      });
      if (one !== undefined) found.failures.push(one);
    }
    before ??= usedMegabytes();
    progress(`${found.times} requests`);
  }
  if (before !== undefined) found.megabytes = Math.max(found.megabytes, usedMegabytes() - before);
}

/** Searches for a plan with a wrong answer and reduces it to the smallest one. */
async function fuzzOne(
  world: AttackWorld,
  operation: Operation,
  mine: AttackedTeam,
  other: AttackedTeam,
  parameters: { seed: number; numRuns: number },
  count: (status: number, milliseconds: number) => void,
): Promise<string | undefined> {
  const judge = judgeOf(operation, [FOREIGN]);
  const material = { own: mine.identifiers, foreign: other.identifiers, bounds: boundsOf(operation) };
  const pool = poolAuthOf(operation.auth)?.pool;
  const headers = bearer(pool ? await world.tokenOf(pool, claimsOf(mine, pool)) : 'none');
  const { teamId = '' } = mine.identifiers;
  // Makes the user the owner again, because earlier operations may have changed the role.
  await insertMembership(world.testContext, { teamId, userId: mine.owner, email: 'mine.owner@x.mx', role: 'OWNER' });
  const property = fc.asyncProperty(plan, async (chosen) => {
    const attack = requestFrom(operation, material, chosen);
    const answer = await world.send(operation, { ...attack, headers: { ...headers, ...attack.headers } });
    count(answer.status, answer.milliseconds);
    const fault = judge(answer);
    if (fault !== undefined) throw new Error(fault);
    // Operations without a body read none.
    if (answer.status < 400 && operation.input?.body && isAmbiguous(chosen, attack.body))
      throw new Error('a success for a body with one key twice');
    if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) throw new Error('the prototype was changed');
  });
  const result = await fc.check(property, parameters);
  if (!result.failed) return undefined;
  const smallest = JSON.stringify(result.counterexample)?.slice(0, 500);
  return `${operation.id}: ${String(result.errorInstance).slice(0, 500)}, for ${smallest} (seed ${result.seed}, path ${result.counterexamplePath})`;
}

const claimsOf = ({ owner, identifiers, drivers, subs }: AttackedTeam, pool: 'staff' | 'drivers') =>
  pool === 'staff'
    ? { sub: owner }
    : { sub: subs.assigned, 'custom:teamId': identifiers.teamId, 'custom:driverId': drivers.assigned };

/** The memory in use after a garbage collection. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
