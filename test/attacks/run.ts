import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks';
import { type Attack, refusalOf } from './support/attack';
import { type Server, startServer } from './support/server';
import { brokenTree, isBefore, type Tree, treeOf, weakened } from './support/trees';
import { makeWorld, type World } from './support/world';

const ROOT = join(__dirname, '..', '..');
const LANES = 4;

/**
 * `npm run attacks`: plays people with a goal against the local server, by HTTP alone. Each attack must be stopped by the refusal that it
 * names, and the same steps by the rightful person must succeed.
 * - `--at COMMIT` plays them against the server of that commit, which had the holes: there each goal must be reached. It leaves out the
 *   attacks on holes that the commit no longer has, and those on doors that it did not have yet.
 * - `--on COMMIT` plays them against the server of that commit, which must stop them: a branch before it is merged.
 * - `--broken` plays those on new doors against a copy of the tree without the check: there each goal must be reached.
 * - `--only NAME` (repeatable) chooses attacks, `--list` prints them.
 * It sends from many addresses of 127.0.0.0/8, so it needs Linux.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      at: { type: 'string' },
      on: { type: 'string' },
      broken: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      list: { type: 'boolean' },
    },
  });
  const chosen = choose(values.only);
  if (values.list) {
    for (const { name, rule, goal } of chosen) console.log(`${name} (rule ${rule}): ${goal}`);
    return 0;
  }
  const { passed, failed } = await play(chosen, values);
  console.log(`\n${passed} passed, ${failed} failed`);
  return passed > 0 && failed === 0 ? 0 : 1;
}

function choose(only: readonly string[] | undefined): readonly Attack[] {
  const unknown = (only ?? []).filter((name) => !ATTACKS.some((attack) => attack.name === name));
  if (unknown.length > 0) throw new Error(`There is no attack ${unknown.join(', ')}: see npm run attacks -- --list`);
  return only === undefined ? ATTACKS : ATTACKS.filter(({ name }) => only.includes(name));
}

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** The verdict on one attack: undefined when it is as it must be, else what is wrong. */
type Judge = (attack: Attack, world: World) => Promise<string | undefined>;

function play(
  chosen: readonly Attack[],
  { at, on, broken }: { at?: string; on?: string; broken?: boolean },
): Promise<Count> {
  if (broken) return playBroken(chosen, on);
  if (on !== undefined) return inTree(treeOf(ROOT, on), (root) => playOn(root, chosen, isStopped));
  // Else a weakening whose check has changed would be noticed only by the next run with `--broken`.
  for (const { breaks } of chosen) if (breaks !== undefined) weakened(ROOT, breaks);
  if (at === undefined) return playOn(ROOT, chosen, isStopped);
  const open = chosen.filter((attack) => isOpenAt(attack, at));
  const left = chosen.filter((attack) => !open.includes(attack)).map(({ name }) => name);
  if (left.length > 0) console.log(`Left out, repaired there or on doors that it did not have: ${left.join(', ')}\n`);
  return inTree(treeOf(ROOT, at), (root) => playOn(root, open, isReached));
}

/** True when the commit has the hole of the attack. */
const isOpenAt = ({ seenAt }: Attack, commit: string): boolean =>
  seenAt !== undefined && isBefore(ROOT, commit, seenAt);

/** Each weakening has a copy and a server of its own, so that one of them cannot hide another. */
async function playBroken(attacks: readonly Attack[], commit: string | undefined): Promise<Count> {
  const counts: Count[] = [];
  for (const attack of attacks) {
    const { breaks } = attack;
    if (breaks !== undefined) {
      counts.push(await inTree(brokenTree(ROOT, breaks, commit), (root) => playOn(root, [attack], isReached)));
    }
  }
  return sum(counts);
}

async function inTree<T>(tree: Tree, use: (root: string) => Promise<T>): Promise<T> {
  try {
    return await use(tree.root);
  } finally {
    tree.remove();
  }
}

/** Plays the attacks against servers of a tree: one for each environment that an attack needs. */
async function playOn(root: string, attacks: readonly Attack[], judge: Judge): Promise<Count> {
  const counts: Count[] = [];
  for (const environment of new Set(attacks.map((attack) => attack.environment))) {
    const server = await startServer(root, environment);
    const own = attacks.filter((attack) => attack.environment === environment);
    try {
      counts.push(await playAt(server, own, judge));
    } finally {
      await server.stop();
    }
  }
  return sum(counts);
}

/** Plays several attacks at once, and afterwards one by one those that move the server's clock. */
async function playAt(server: Server, attacks: readonly Attack[], judge: Judge): Promise<Count> {
  const together = attacks.filter(({ alone }) => !alone);
  const counts = await Promise.all(lanesOf(together).map((lane) => playInTurn(server, lane, judge)));
  const moving = attacks.filter(({ alone }) => alone);
  return sum([...counts, await playInTurn(server, moving, judge)]);
}

const lanesOf = (attacks: readonly Attack[]): Attack[][] =>
  Array.from({ length: LANES }, (_, lane) => attacks.filter((_, index) => index % LANES === lane));

async function playInTurn(server: Server, attacks: readonly Attack[], judge: Judge): Promise<Count> {
  const world = makeWorld(server);
  let failed = 0;
  for (const attack of attacks) {
    const startedAt = Date.now();
    const wrong = await judge(attack, world).catch(
      (failure: unknown) => `the steps failed: ${failure instanceof Error ? failure.stack : failure}`,
    );
    if (wrong !== undefined) failed += 1;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${wrong === undefined ? 'ok    ' : 'FAILED'} ${attack.name} (rule ${attack.rule}, ${seconds} s)`);
    if (wrong !== undefined) console.log(`       ${attack.goal}\n       ${wrong}`);
  }
  return { passed: attacks.length - failed, failed };
}

const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((all, { passed }) => all + passed, 0),
  failed: counts.reduce((all, { failed }) => all + failed, 0),
});

/** The attack must be stopped, by the refusal that it names, and the rightful person must not be. */
const isStopped: Judge = async ({ play, stop, seenAt, breaks }, world) => {
  if (seenAt === undefined && breaks === undefined) return 'it names no code in which it was seen to succeed';
  const outcome = await play(world);
  const came = refusalOf(outcome.stop);
  if (outcome.reached) return `the goal was reached (${came})`;
  if (came !== stop) return `it was stopped by "${came}" instead of "${stop}"`;
  await outcome.rightful();
  return undefined;
};

const isReached: Judge = async ({ play }, world) => {
  const outcome = await play(world);
  return outcome.reached ? undefined : `the goal was not reached: ${refusalOf(outcome.stop)}`;
};

main().then(
  (code) => {
    process.exit(code);
  },
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
