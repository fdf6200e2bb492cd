import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OPERATIONS } from '../../functions/catalog';
import { operationName, stackOf } from '../../lib/areas';
import { poolAuthOf, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { Chance } from '../load/chance';
import { assertSameButForOne, CHANGED, copyTree, takeRight } from './changed-tree';
import type { Cloud } from './cloud';
import type { Checks } from './progress';

const SEED = Number(process.env.SEED ?? Date.now() % 100_000);

interface UpdateProps {
  readonly cloud: Cloud;
  readonly directory: string;
  readonly baseUrl: string;
  /** Sends a valid caller's request to an operation and returns the status. */
  readonly statusOf: (operation: Operation) => Promise<number>;
  /** The fault lines of all functions, the oldest first. */
  readonly faults: () => Promise<readonly string[]>;
}

/**
 * Deploys again without a change; then with the code of one operation changed and one right removed from the role of another; then the
 * first version again. An update and a rollback do the same.
 */
export async function checkUpdates(
  checks: Checks,
  { cloud, directory, baseUrl, statusOf, faults }: UpdateProps,
): Promise<void> {
  const health = async () => Object(await (await fetch(`${baseUrl}/health`)).json()).status;
  const [file, poorer] = operationBySeed();
  const changed = join(directory, 'assembly-changed');

  await checks.check('a second deploy without changes has nothing to do', async () => {
    assert.ok((await cloud.deploy()).isUnchanged);
  });
  await checks.check(
    'a copy of the tree with one changed operation gives the same templates and assets, except for that operation',
    async () => {
      await cloud.synthesizeTree(copyTree(directory), changed);
      assertSameButForOne(cloud.assembly, changed);
    },
  );
  await checks.check(
    `its deploy, with a right removed from ${poorer.id} (SEED=${SEED}), runs the new code`,
    async () => {
      takeRight(changed, operationName({ stage: 'dev' }, file, poorer), 'dynamodb:BatchGetItem');
      assert.equal(await health(), CHANGED.before);
      assert.equal((await cloud.deploy(changed)).isUnchanged, false);
      assert.equal(await health(), CHANGED.after);
    },
  );
  await checks.check('an operation whose role lacks one right fails', async () => {
    assert.equal(await statusOf(poorer), 500);
  });
  await checks.check('npm run trace maps the fault that it logged', async () => {
    const logged = await faults();
    const [fault] = logged.toReversed();
    const traced = await tracedBy(join(changed, 'source-maps'), fault ?? assert.fail('The log has no fault.'));
    assert.match(traced, /at async batchGet \(shared\/platform\/table\/read\.ts:\d+\)/);
    assert.match(traced, /at async authoriseMember \(shared\/identity\/access\.ts:\d+\)/);
  });
  await checks.check('deploying the first version again reverts both changes', async () => {
    await cloud.deploy();
    assert.equal(await health(), CHANGED.before);
    assert.notEqual(await statusOf(poorer), 500);
  });
}

const ROOT = join(__dirname, '..', '..');

async function tracedBy(maps: string, fault: string): Promise<string> {
  const args = ['--import', 'tsx', 'scripts/trace.ts', '--maps', maps, fault];
  return (await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout;
}

/**
 * Picks an operation by the seed. It must read the caller's membership first, so that every request needs that right, and its path must
 * hold only identifiers, because `statusOf` can fill only those. It must be in the stack of the changed operation: the other nested template keeps its
 * address, and the CDK publishes nothing under an address that is there.
 */
function operationBySeed(): [file: string, operation: Operation] {
  const reading = Object.entries(OPERATIONS).filter(
    ([file, { auth, input }]) =>
      stackOf(file) === stackOf(CHANGED.area) &&
      poolAuthOf(auth)?.pool === 'staff' &&
      teamPlaceOf(auth) === 'path.teamId' &&
      input?.path === undefined,
  );
  const one = reading[new Chance(SEED).below(reading.length)];
  return one ?? assert.fail('No operation reads the caller’s membership.');
}
