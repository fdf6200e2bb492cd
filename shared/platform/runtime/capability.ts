import { type Context, makeContext, type RequestScope, type Runtime } from './context';
import type { EnvironmentKey } from './env';
import type { Permissions } from './permissions';

/**
 * An action on an external service, with the permissions that it needs. An operation lists the capabilities that it
 * uses. The role of its function is the union of their permissions. At run time a call without a declared permission
 * throws before it is sent.
 */
export interface Capability<Do> {
  readonly permissions: Permissions;
  readonly make: (context: Context) => Do;
  /** Variables that the capability reads in addition to those of its resources. */
  readonly environment?: readonly EnvironmentKey[];
}

export type Uses = Readonly<Record<string, Capability<unknown>>>;

export type Deps<U extends Uses> = { readonly [Name in keyof U]: U[Name] extends Capability<infer Do> ? Do : never };

export const capability = <Do>(
  permissions: Permissions,
  make: (context: Context) => Do,
  environment: readonly EnvironmentKey[] = [],
): Capability<Do> => ({ permissions, make, environment });

/** The additional variables that the capabilities read. */
export const environmentOfCapabilities = (all: readonly Capability<unknown>[]): EnvironmentKey[] =>
  all.flatMap(({ environment = [] }) => environment);

/** Makes the capabilities of one request. Each of them can use its own permissions only. */
export function makeDeps<U extends Uses>(uses: U, runtime: Runtime, scope: RequestScope): Deps<U> {
  const made = Object.entries(uses).map(([name, { permissions, make }]) => [
    name,
    make(makeContext(runtime, scope, permissions)),
  ]);
  return Object.fromEntries(made);
}
