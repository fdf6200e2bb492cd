import { type Context, makeContext, type Outbound, type RequestScope, type Runtime, restrictContext } from './context';
import type { EnvironmentKey } from './env';
import { type GrantedPermissions, type Permissions, unionOfPermissions, withKeyFamilies } from './permissions';

/**
 * An action on an external service, with the permissions that it needs. An operation lists the capabilities that it
 * uses. The role of its function is the union of their permissions. At run time a call without a declared permission
 * throws before it is sent.
 */
export interface Capability<Do> {
  readonly permissions: GrantedPermissions;
  readonly make: (context: Context) => Do;
  /** Variables that the capability reads in addition to those of its resources. */
  readonly environment?: readonly EnvironmentKey[];
}

export type Uses = Readonly<Record<string, Capability<unknown>>>;

export type Deps<U extends Uses> = { readonly [Name in keyof U]: U[Name] extends Capability<infer Do> ? Do : never };

const declare = <Do>(
  permissions: Permissions,
  make: (context: Context) => Do,
  environment: readonly EnvironmentKey[] = [],
): Capability<Do> => ({ permissions: withKeyFamilies(permissions), make, environment });

/**
 * One capability made of others. It has the permissions and variables of its parts. Each part keeps its own permissions at run time, and the
 * context beside them has none: a call of its own is a part too.
 */
const composeOf = <Parts extends Uses, Do>(
  parts: Parts,
  make: (deps: Deps<Parts>, context: Context) => Do,
): Capability<Do> => ({
  permissions: unionOfPermissions(Object.values(parts).map(({ permissions }) => permissions)),
  make: (context) =>
    make(
      makeEach(parts, (permissions) => restrictContext(context, permissions)),
      restrictContext(context, {}),
    ),
  environment: environmentOfCapabilities(Object.values(parts)),
});

export const capability = Object.assign(declare, { of: composeOf });

/** The additional variables that the capabilities read. */
export const environmentOfCapabilities = (all: readonly Capability<unknown>[]): EnvironmentKey[] =>
  all.flatMap(({ environment = [] }) => environment);

/** Makes the capabilities of one request. Each of them can use its own permissions only. */
export const makeDeps = <U extends Uses>(uses: U, runtime: Runtime, scope: RequestScope): Deps<U> =>
  makeEach(uses, (permissions) => makeContext(runtime, scope, permissions));

/** A part of the work of a run. */
export interface Part {
  /** The part ends after this time, or with the run. */
  readonly milliseconds: number;
  /** Changes how the calls of the part are sent. */
  readonly through: (outbound: Outbound) => Outbound;
}

/** Makes the capabilities of a part of a run: with its own deadline and its own time for calls without an answer. */
export const makePartDeps = <U extends Uses>(uses: U, runtime: Runtime, scope: RequestScope, part: Part): Deps<U> =>
  makeDeps(uses, ...partOf(runtime, scope, part));

/** The runtime and the scope of a part. */
export function partOf(runtime: Runtime, scope: RequestScope, part: Part): [Runtime, RequestScope] {
  const atStart = scope.remaining();
  const remaining = () => Math.min(scope.remaining(), part.milliseconds - (atStart - scope.remaining()));
  const limited = { ...scope, remaining, ...(scope.open && { open: scope.open.part() }) };
  return [{ ...runtime, outbound: part.through(runtime.outbound) }, limited];
}

function makeEach<U extends Uses>(uses: U, contextOf: (permissions: GrantedPermissions) => Context): Deps<U> {
  const made = Object.entries(uses).map(([name, { permissions, make }]) => [
    name,
    nameFunction(name, make(contextOf(permissions))),
  ]);
  return Object.fromEntries(made);
}

/**
 * Gives a function the name of its key, which V8 prints in each stack frame. The name in the source does not survive minification; a key
 * does (docs/decisions/0033).
 */
function nameFunction(name: string, made: unknown): unknown {
  if (typeof made === 'function') Object.defineProperty(made, 'name', { value: name });
  return made;
}
