import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../shared/platform/runtime/permissions';
import { DECLARED_PERMISSIONS, type DeclaredPermission, DIRECTORY_VARIABLE } from './declared';

/** Suites that loop over the declarations: they ask for every right because it is declared, and so say nothing of what is needed. */
const LOOPING = /test\/(every-operation|operation|stack)\//;

/**
 * Set up for every test file when rights are watched (jest.config.js): notes which declared rights the choke point was asked for, and leaves
 * them in a file.
 */
const directory = process.env[DIRECTORY_VARIABLE];
const asked = new Set<string>();
if (directory !== undefined && !LOOPING.test(String(expect.getState().testPath))) {
  for (const capability of new Set(DECLARED_PERMISSIONS.map((right) => right.capability))) {
    const permissions = DECLARED_PERMISSIONS.filter((right) => right.capability === capability);
    // A copy: capabilities may share what they name their rights by, and one must not vouch for another.
    const watched = permissions.map((right) => [right.resource, watch(right.resource, permissions)]);
    Object.defineProperty(capability, 'permissions', { value: Object.fromEntries(watched) });
  }
  afterAll(() => writeFileSync(join(directory, `${randomUUID()}.json`), JSON.stringify([...asked])));
}

/** The actions on a resource, which note what they are asked for. */
function watch(resource: Resource, permissions: readonly DeclaredPermission[]): readonly string[] {
  const lines = new Map(
    permissions.filter((right) => right.resource === resource).map(({ action, line }) => [action, line]),
  );
  const actions = [...lines.keys()];
  const includes = (wanted: string): boolean => {
    const line = lines.get(wanted);
    if (line !== undefined) asked.add(line);
    return line !== undefined;
  };
  return Object.defineProperty(actions, 'includes', { value: includes });
}
