import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyOfTree } from './changed-tree';
import type { Cloud } from './cloud';
import { withFunctionsOf } from './kept-stack';
import type { Checks } from './progress';
import { callSteadily, PAUSE_MS } from './steady-calls';

/** A public operation that other operations do not need. */
const REMOVED = { id: 'getHealth', route: '/health', list: 'functions/index.ts', line: /^.*meta\/get-health'.*\n/m };

/** Removes one operation while it is called: on the emulator its route in one deploy and its function in the next (kept-stack.ts). */
export async function checkRemoval(checks: Checks, cloud: Cloud, directory: string, baseUrl: string): Promise<void> {
  const removed = join(directory, 'assembly-removed');
  const withoutRoute = join(directory, 'assembly-without-route');
  await checks.check(
    'production 4.3: an operation is removed while it is called, and no call answers 5xx',
    async () => {
      await cloud.synthesizeTree(treeWithout(directory), removed);
      withFunctionsOf(cloud.assembly, removed, withoutRoute);
      const { statuses, stop } = callSteadily(`${baseUrl}${REMOVED.route}`);
      await cloud.deploy(withoutRoute);
      await cloud.deploy(removed);
      await sleep(10 * PAUSE_MS);
      await stop();
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
