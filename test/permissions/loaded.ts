import { join, relative } from 'node:path';
import * as v from 'valibot';
import type { Capability } from '../../shared/platform/runtime/capability';
import { FEATURES } from '../support/features';
import { withSlashes } from '../support/source-files';

/** The folder in which each test file records the rights that the code used. Without this variable, nothing is recorded. */
export const DIRECTORY_VARIABLE = 'EXERCISED_PERMISSIONS';

/** The suites in which capabilities act on a table, a storage and a provider: those of operations, and one for each feature. */
export const SUITES = ['operations', 'platform', ...FEATURES].map((folder) => `test/${folder}`);

/** That the code under a test needed one action on one resource, or one family of keys. */
export const Use = v.object({
  /** A name of {@link loadedCapabilities}. */
  capability: v.string(),
  resource: v.string(),
  action: v.string(),
});
export type Use = v.InferOutput<typeof Use>;

interface NamedCapability {
  /** For example `functions/trips/start-trip.ts operation.uses.start`: module, export and keys. Equal in each process. */
  readonly name: string;
  readonly capability: Capability<unknown>;
}

const ROOT = join(__dirname, '..', '..');
const PRODUCT = /^(functions|shared)\//;
/** `operation.uses.start` is the deepest place of a capability. */
const DEPTH = 3;

/** The capabilities that the loaded modules of the product export, by themselves or in a declaration. One may have many names. */
export function* loadedCapabilities(modules: NodeJS.Dict<NodeJS.Module>): Generator<NamedCapability> {
  for (const path of Object.keys(modules)) {
    const file = withSlashes(relative(ROOT, path));
    if (PRODUCT.test(file)) yield* within(modules[path]?.exports, file, ' ', DEPTH);
  }
}

function* within(value: unknown, name: string, separator: string, depth: number): Generator<NamedCapability> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (isCapability(value)) yield { name, capability: value };
  else if (depth > 0)
    for (const [key, part] of Object.entries(value)) yield* within(part, `${name}${separator}${key}`, '.', depth - 1);
}

const isCapability = (value: object): value is Capability<unknown> =>
  'permissions' in value && typeof value.permissions === 'object' && 'make' in value;
