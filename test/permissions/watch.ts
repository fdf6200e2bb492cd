import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyScope, Resource } from '../../shared/platform/runtime/permissions';
import { DECLARED_PERMISSIONS, type DeclaredPermission, DIRECTORY_VARIABLE } from './declared';

/** Suites that loop over the declarations. They use every declared right, so they do not show which rights are needed. */
const LOOPING = /test\/(every-operation|operation|stack)\//;

/**
 * Set up for every test file when rights are recorded (jest.config.js): records the declared rights that an outbound call checked, and
 * writes them to a file.
 */
const directory = process.env[DIRECTORY_VARIABLE];
const asked = new Set<string>();
if (directory !== undefined && !LOOPING.test(String(expect.getState().testPath))) {
  for (const capability of new Set(DECLARED_PERMISSIONS.map((right) => right.capability))) {
    const permissions = DECLARED_PERMISSIONS.filter((right) => right.capability === capability);
    // A copy, because capabilities may share an array of actions, and a use of one must not count for another.
    const watched = permissions.map((right) => [right.resource, watch(right.resource, permissions)]);
    Object.defineProperty(capability, 'permissions', { value: Object.fromEntries(watched) });
  }
  afterAll(() => writeFileSync(join(directory, `${randomUUID()}.json`), JSON.stringify([...asked])));
}

/** An array of the actions on a resource that records each check. */
function watch(resource: Resource | KeyScope, permissions: readonly DeclaredPermission[]): readonly string[] {
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
