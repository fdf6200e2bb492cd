import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { OPERATIONS } from '../../../functions/catalog';
import { poolAuthOf } from '../../../shared/operation/caller';
import type { Operation } from '../../../shared/operation/define';
import { bearer } from '../../every-operation/no-access';
import { layMembership } from '../../support/store-fleet';
import { type AttackedTeam, buildTeam } from '../attack/teams';
import { type AttackWorld, openWorld } from '../attack/world';
import { type Findings, type HardPart, isInFocus, type Settings } from '../part';
import { timeExpressions } from './expressions';
import { plan, requestFrom } from './mutations';
import { boundsOf, judgeOf } from './oracle';
import { sendOverHttp } from './over-http';

const SIZES = { short: { requests: 18_000, overHttp: 2_000 }, long: { requests: 480_000, overHttp: 20_000 } };
/** What a process may keep of so many requests: the stand-ins keep what was made. */
const MOST_GROWTH_MB = 300;
const TOLD_EVERY = 5_000;
/** Requests to one operation before the next has its turn. */
const RUNS_OF_A_ROUND = 40;
const FOREIGN = 'foreign7q';
/** Who looks into one operation looks at it longer. */
const LONGER_IN_FOCUS = 10;

/** Bad input: whatever is sent, the answer is one that is declared, and it says nothing of others. */
export const part: HardPart = {
  id: 'fuzz',
  title: 'Bad input is refused, and answers keep to their team',
  async run(settings: Settings): Promise<Findings> {
    const { requests, overHttp } = SIZES[settings.form];
    const world = await openWorld();
    try {
      const fuzzed = await fuzzEvery(world, requests, settings);
      const http = await sendOverHttp(world.url, overHttp, settings);
      const timed = timeExpressions(settings);
      const failures = [...fuzzed.failures, ...http.failures, ...timed.failures];
      const { times, longest, megabytes, statuses, underOther } = fuzzed;
      const grown = megabytes > MOST_GROWTH_MB ? [`Memory grew by ${megabytes} MB.`] : [];
      return {
        rows: [
          {
            tried: 'requests made from each operation’s own schema and then spoilt in up to three places',
            times,
            held: `no 5xx but refusals of the provider (${statuses}), only declared statuses, every validation error names a field of the schema; the longest took ${longest.toFixed(0)} ms; after the first round memory grew by ${megabytes} MB`,
          },
          {
            tried: 'of them, answers to a team while every text of another team carries a marker',
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
    } finally {
      await world.stop();
    }
  },
};

async function fuzzEvery(world: AttackWorld, requests: number, { seed, until, focus, progress }: Settings) {
  const mine = await buildTeam(world, 'Mine');
  const other = await buildTeam(world, FOREIGN.toUpperCase());
  const all = Object.entries(OPERATIONS);
  const operations = all.flatMap(([file, operation]) => (isInFocus(file, focus) ? [operation] : []));
  const numRuns = Math.ceil(requests / all.length) * (focus === undefined ? 1 : LONGER_IN_FOCUS);
  const found = { times: 0, longest: 0, failures: [] as string[], underOther: 0 };
  const statuses = new Map<number, number>();
  let told = 0;
  // A first round makes what stays: handlers, verifiers, clients. What the others add is what requests leave behind.
  let before = 0;
  for (let round = 0; round * RUNS_OF_A_ROUND < numRuns && Date.now() < until; round += 1) {
    if (round === 1) before = usedMegabytes();
    const runs = Math.min(RUNS_OF_A_ROUND, numRuns - round * RUNS_OF_A_ROUND);
    for (const operation of operations) {
      const parameters = { seed: seed + round, numRuns: runs };
      const one = await fuzzOne(world, operation, mine, other, parameters, (status, milliseconds) => {
        found.times += 1;
        if (poolAuthOf(operation.auth)) found.underOther += 1;
        found.longest = Math.max(found.longest, milliseconds);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      if (one !== undefined) found.failures.push(one);
      if (found.times - told >= TOLD_EVERY) {
        told = found.times;
        progress(`${told} requests`);
      }
    }
  }
  const each = [...statuses].sort(([one], [next]) => one - next).map(([status, times]) => `${status}: ${times}`);
  return { ...found, megabytes: Math.max(0, usedMegabytes() - before), statuses: each.join(', ') };
}

/** Looks for a plan that the operation answers wrongly, and for the smallest of them. */
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
  // Whom the operations before it have demoted is its owner again.
  await layMembership(world.scene, { teamId, userId: mine.owner, email: 'mine.owner@x.mx', role: 'OWNER' });
  const property = fc.asyncProperty(plan, async (chosen) => {
    const attack = requestFrom(operation, material, chosen);
    const answer = await world.send(operation, { ...attack, headers: { ...headers, ...attack.headers } });
    count(answer.status, answer.milliseconds);
    const fault = judge(answer);
    if (fault !== undefined) throw new Error(fault);
    if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) throw new Error('the prototype is spoilt');
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

/** What is still in use after all else was let go. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
