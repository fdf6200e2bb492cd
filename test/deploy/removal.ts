import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { copyOfTree } from './changed-tree';
import type { Cloud } from './cloud';
import type { Checks } from './progress';

/** A public operation that other operations do not need. */
const REMOVED = { id: 'getHealth', route: '/health', list: 'functions/index.ts', line: /^.*meta\/get-health'.*\n/m };
const PAUSE_MS = 20;

/**
 * Removes one operation while it is called. CloudFormation deletes functions and routes in its clean-up phase, after both nested stacks have
 * been updated. The emulator (ministack 1.5.33) has no such phase: it deletes the functions of the first nested stack before it updates the
 * second one, so calls between the two would answer 500 there. So the test removes the route in one deploy and the function in the next.
 */
export async function checkRemoval(checks: Checks, cloud: Cloud, directory: string, baseUrl: string): Promise<void> {
  const removed = join(directory, 'assembly-removed');
  const withoutRoute = join(directory, 'assembly-without-route');
  await checks.check(
    'production 4.3: an operation is removed while it is called, and no call answers 5xx',
    async () => {
      await cloud.synthesizeTree(treeWithout(directory), removed);
      keepFunctions(cloud.assembly, removed, withoutRoute);
      const { statuses, stop } = callSteadily(`${baseUrl}${REMOVED.route}`);
      await cloud.deploy(withoutRoute);
      await cloud.deploy(removed);
      await sleep(10 * PAUSE_MS);
      await stop();
      console.log(`      ${JSON.stringify(Object.fromEntries(statuses))}`);
      assert.deepEqual([...statuses.keys()].sort(), [200, 404]);
      for (const count of statuses.values()) assert.ok(count >= 10, 'Too few calls before or after the removal.');
    },
  );
  await checks.check('a removed operation returns with the next deploy', async () => {
    await cloud.deploy();
    assert.equal((await fetch(`${baseUrl}${REMOVED.route}`)).status, 200);
  });
}

/** A copy of the tree in which the list of operations lacks one. */
function treeWithout(directory: string): string {
  const copy = copyOfTree(join(directory, 'tree-removed'));
  const list = join(copy, REMOVED.list);
  const before = readFileSync(list, 'utf8');
  const after = before.replace(REMOVED.line, '');
  assert.notEqual(after, before, `${REMOVED.list} has no line of ${REMOVED.id}.`);
  writeFileSync(list, after);
  return copy;
}

/** Counts the answers of one caller after another until `stop`. */
function callSteadily(url: string) {
  const statuses = new Map<number, number>();
  let isOver = false;
  const calling = (async () => {
    while (!isOver) {
      const { status } = await fetch(url);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  })();
  const stop = () => {
    isOver = true;
    return calling;
  };
  return { statuses, stop };
}

/** Copies an assembly, with the functions of another one: the API has one route less, and its function is still there. */
function keepFunctions(from: string, removed: string, to: string): void {
  cpSync(removed, to, { recursive: true });
  const file = readdirSync(from).find((name) => /Functions\w+\.nested\.template\.json$/.test(name)) ?? '';
  const [kept, gone] = [assetOf(from, file), assetOf(removed, file)];
  cpSync(join(from, file), join(to, file));
  replaceIn(join(to, ROOT_TEMPLATE), gone, kept);
  const text = readFileSync(join(to, ROOT_TEMPLATE));
  for (const name of [ASSETS, 'manifest.json']) {
    replaceIn(join(to, name), gone, kept);
    // The CDK uploads a template only under a name that the bucket does not have yet.
    replaceIn(join(to, name), assetOf(removed, ROOT_TEMPLATE), createHash('sha256').update(text).digest('hex'));
  }
}

const ROOT_TEMPLATE = 'fleet-dev.template.json';
const ASSETS = 'fleet-dev.assets.json';
const Assets = v.object({ files: v.record(v.string(), v.object({ source: v.object({ path: v.string() }) })) });

/** The name under which the CDK uploads a file of an assembly. */
function assetOf(assembly: string, path: string): string {
  const { files } = v.parse(Assets, JSON.parse(readFileSync(join(assembly, ASSETS), 'utf8')));
  const found = Object.entries(files).find(([, { source }]) => source.path === path);
  return found?.[0] ?? assert.fail(`${assembly} does not upload ${path}.`);
}

function replaceIn(file: string, before: string, after: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, after));
}
