import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Capability } from '../../shared/platform/runtime/capability';
import { keyEntries, permissionEntries } from '../../shared/platform/runtime/permissions';
import { withSlashes } from '../support/source-files';
import { DIRECTORY_VARIABLE, loadedCapabilities, SUITES, type Use } from './loaded';

/**
 * Set up for every test file when rights are recorded (jest.config.js): records the declared rights that an outbound call checked, and
 * writes them to a file. It imports no capability, which would take a second for each file: it watches those that the file has loaded.
 */
const directory = process.env[DIRECTORY_VARIABLE];
const file = withSlashes(relative(join(__dirname, '..', '..'), String(expect.getState().testPath)));
if (directory !== undefined && SUITES.some((folder) => file.startsWith(`${folder}/`))) {
  const uses = new Map<string, Use>();
  const watched = new Map<Capability<unknown>, PropertyDescriptor | undefined>();
  let modules = 0;
  const watchLoaded = (): void => {
    const loaded = Object.keys(require.cache).length;
    if (loaded === modules) return;
    modules = loaded;
    for (const { name, capability } of loadedCapabilities(require.cache)) {
      if (watched.has(capability)) continue;
      watched.set(capability, Object.getOwnPropertyDescriptor(capability, 'permissions'));
      watch(capability, (resource, action) =>
        uses.set([name, resource, action].join(' '), { capability: name, resource, action }),
      );
    }
  };
  beforeAll(watchLoaded);
  // Some tests import in their body.
  beforeEach(watchLoaded);
  afterAll(() => {
    // The next file of this worker has the same capabilities.
    for (const [capability, before] of watched) Object.defineProperty(capability, 'permissions', { ...before });
    writeFileSync(join(directory, `${randomUUID()}.json`), JSON.stringify([...uses.values()]));
  });
}

/** Gives a capability actions that report each check. Copies, because capabilities may share an array, and a use of one must not count for another. */
function watch(capability: Capability<unknown>, used: (resource: string, action: string) => void): void {
  const { permissions } = capability;
  const entries = [...permissionEntries(permissions), ...keyEntries(permissions)].map(([resource, actions]) => {
    const includes = (wanted: string): boolean => {
      const declared = actions.includes(wanted);
      if (declared) used(resource, wanted);
      return declared;
    };
    return [resource, Object.defineProperty([...actions], 'includes', { value: includes })];
  });
  Object.defineProperty(capability, 'permissions', { value: Object.fromEntries(entries) });
}
