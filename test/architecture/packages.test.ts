import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      integrity: v.optional(v.string()),
      /** The address of a package that does not come from the registry. `.npmrc` leaves out those of the registry. */
      resolved: v.optional(v.string()),
      link: v.optional(v.boolean()),
      /** The package is a part of the archive of another one, whose digest covers it. */
      inBundle: v.optional(v.boolean()),
    }),
  ),
});

const Manifest = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
  optionalDependencies: v.record(v.string(), v.string()),
});

const parsed = (path: string): unknown => JSON.parse(readFileSync(join(__dirname, '..', '..', path), 'utf8'));
const { packages } = v.parse(Lock, parsed('package-lock.json'));
const { '': self, ...others } = packages;
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

test('the inventory names the version and the digest of every package', () => {
  expect(Object.keys(others).length).toBeGreaterThan(400);
  const unnamed = Object.entries(others).filter(
    ([, { version = '', integrity = '', inBundle }]) =>
      !EXACT.test(version) || !(integrity.startsWith('sha512-') || inBundle),
  );
  expect(unnamed).toEqual([]);
});

test('every package comes from the registry of npm: no address, repository or folder stands in the inventory', () => {
  const foreign = Object.entries(others).filter(([, { resolved, link }]) => resolved !== undefined || link);
  expect(foreign).toEqual([]);
});

test('the manifest pins one version of each package, and the inventory has exactly this one', () => {
  const { dependencies, devDependencies, optionalDependencies } = v.parse(Manifest, parsed('package.json'));
  const pinned = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const said = Object.keys(pinned).map((name) => [name, packages[`node_modules/${name}`]?.version]);
  expect(self).toBeDefined();
  expect(Object.fromEntries(said)).toEqual(pinned);
});
