import { type Context, makeContext, type RequestScope, type Runtime } from './context';
import type { EnvironmentKey } from './env';
import type { Permissions } from './permissions';

/**
 * Something an operation can do to the outside, with the rights that it needs for it. An operation lists the capabilities it uses;
 * its function's role is the union of their rights, and at run time a call outside them is refused before it leaves.
 */
export interface Capability<Do> {
  readonly permissions: Permissions;
  readonly make: (context: Context) => Do;
  /** Variables that it reads beside those of the resources it has rights on. */
  readonly environment?: readonly EnvironmentKey[];
}

export type Uses = Readonly<Record<string, Capability<unknown>>>;

export type Deps<U extends Uses> = { readonly [Name in keyof U]: U[Name] extends Capability<infer Do> ? Do : never };

export const capability = <Do>(
  permissions: Permissions,
  make: (context: Context) => Do,
  environment: readonly EnvironmentKey[] = [],
): Capability<Do> => ({ permissions, make, environment });

/** The variables that capabilities read beside those of their rights. */
export const environmentOfCapabilities = (all: readonly Capability<unknown>[]): EnvironmentKey[] =>
  all.flatMap(({ environment = [] }) => environment);

/** Makes the capabilities of one request, each bound to its own rights and no other's. */
export function makeDeps<U extends Uses>(uses: U, runtime: Runtime, scope: RequestScope): Deps<U> {
  const made = Object.entries(uses).map(([name, { permissions, make }]) => [
    name,
    make(makeContext(runtime, scope, permissions)),
  ]);
  return Object.fromEntries(made);
}
