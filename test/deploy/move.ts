import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetFunctionCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DEMO } from '../../local/seed/demo';
import { copyOfTree, ROOT, TREE } from './changed-tree';
import type { Cloud, DeployedEnvironment } from './cloud';
import { signInToBoth } from './deployed';
import { withFunctionsOf } from './kept-stack';
import type { Checks } from './progress';
import type { Fixtures } from './seed';
import { callSteadily } from './steady-calls';

/** An area of the second stack of functions, and one of its operations. */
const MOVED = { area: 'trips', id: 'listTrips', route: `/teams/${DEMO.team.id}/trips` };
const AREAS = 'lib/areas.ts';
const FIRST_OF_LIST = /(ACCESS_AREAS[^[]*\[)/;

/**
 * The tree of the first deploy. By default it differs from this one by one area, which is in the other stack of functions, and takes the
 * bundles of this tree's assembly: no function imports the list of areas. `EARLIER=COMMIT` takes the tree of a commit, so that the suite updates
 * a stage from that commit to this tree.
 */
export function earlierTree(directory: string, assembly: string): string {
  const tree = join(directory, 'tree-earlier');
  const commit = process.env.EARLIER;
  if (commit) return treeOf(commit, tree);
  const list = join(copyOfTree(tree), AREAS);
  const before = readFileSync(list, 'utf8');
  const after = before.replace(FIRST_OF_LIST, `$1'${MOVED.area}', `);
  assert.notEqual(after, before, `${AREAS} has no list of areas.`);
  writeFileSync(list, after);
  writeFileSync(join(tree, 'lib/release.ts'), takingBundlesOf(assembly));
  return tree;
}

/** A `lib/release.ts` that copies the bundles of an assembly. To bundle takes half a minute of processor time. */
const takingBundlesOf = (assembly: string): string =>
  `import { cpSync } from 'node:fs';
   export const bundleRelease = async ({ bundles }) => cpSync(${JSON.stringify(join(assembly, 'bundles'))}, bundles, { recursive: true });`;

function treeOf(commit: string, tree: string): string {
  mkdirSync(tree);
  const archive = execFileSync('git', ['archive', commit, ...TREE], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

interface MoveProps {
  readonly cloud: Cloud;
  readonly directory: string;
  readonly environment: DeployedEnvironment;
  readonly fixtures: Fixtures;
  /** The assembly that is deployed. */
  readonly earlier: string;
}

/** Updates the stage from the earlier tree to this one while an operation that moves to the other stack is called. */
export async function checkMove(
  checks: Checks,
  { cloud, directory, environment, fixtures, earlier }: MoveProps,
): Promise<void> {
  const lambda = new LambdaClient(environment.client);
  const isThere = (name: string): Promise<boolean> =>
    lambda.send(new GetFunctionCommand({ FunctionName: `fleet-dev-${name}` })).then(
      () => true,
      (failure: Error) => (failure.name === 'ResourceNotFoundException' ? false : Promise.reject(failure)),
    );
  const functions = async () => [await isThere(MOVED.id), await isThere(`work-${MOVED.id}`)];
  await checks.check(
    'production 4.0: an area moves to the other stack of functions, and each call of it answers 200',
    async () => {
      assert.deepEqual(await functions(), [true, false]);
      const { staff } = await signInToBoth(environment, fixtures);
      const url = `${environment.baseUrl}${MOVED.route}`;
      const { statuses, stop } = callSteadily(url, { authorization: `Bearer ${staff.accessToken}` });
      await cloud.deploy(withFunctionsOf(earlier, cloud.assembly, join(directory, 'assembly-both')));
      const between = await functions();
      await cloud.deploy();
      await stop();
      assert.deepEqual(
        [between, await functions()],
        [
          [true, true],
          [false, true],
        ],
      );
      assert.deepEqual([...statuses.keys()], [200]);
      assert.ok((statuses.get(200) ?? 0) >= 100, 'Too few calls.');
    },
  );
}
