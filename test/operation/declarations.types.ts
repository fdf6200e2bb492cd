import * as v from 'valibot';
import { vehicleKey } from '../../shared/fleet/vehicle';
import type { Operation } from '../../shared/operation/define';
import { defineOperation } from '../../shared/operation/define';
import { capability } from '../../shared/platform/runtime/capability';

/** Declarations that the compiler must refuse. `tsc` compiles this file and it never runs: a missing error is itself an error. */

const count = capability({ table: ['GetItem'] }, () => async () => 1);
const common = { summary: 'Count', errors: [], uses: { count } } as const;
const staff = { pool: 'staff', team: 'path.teamId', keys: 'never' } as const;
const output = { status: 200, body: v.object({ counted: v.number() }) } as const;

export const rightOperation: Operation = defineOperation({
  ...common,
  id: 'rightOperation',
  route: 'GET /teams/{teamId}/things/{thingId}',
  auth: staff,
  input: { path: { thingId: v.pipe(v.string(), v.email()) } },
  output,
  entity: ({ path, caller }) => vehicleKey(caller.teamId, path.thingId),
  run: async ({ input, caller, deps, entity }) => {
    const texts: [string, string, string] = [input.path.thingId, caller.role, entity.plate];
    return { counted: (await deps.count()) + texts.length };
  },
});

export const capabilityNotInUses = defineOperation({
  ...common,
  id: 'capabilityNotInUses',
  route: 'GET /things',
  auth: 'public',
  output,
  // @ts-expect-error `uses` does not have this capability
  run: async ({ deps }) => ({ counted: await deps.erase() }),
});

export const pathSchemaOfNoParameter = defineOperation({
  ...common,
  id: 'pathSchemaOfNoParameter',
  route: 'GET /things/{thingId}',
  auth: 'public',
  // @ts-expect-error the route has no such parameter
  input: { path: { otherId: v.string() } },
  output,
  run: async ({ deps }) => ({ counted: await deps.count() }),
});

export const pathParameterOfNoRoute = defineOperation({
  ...common,
  id: 'pathParameterOfNoRoute',
  route: 'GET /things/{thingId}',
  auth: 'public',
  output,
  // @ts-expect-error the route has no such parameter
  run: async ({ input }) => ({ counted: input.path.otherId.length }),
});

export const outputThatDoesNotFit = defineOperation({
  ...common,
  id: 'outputThatDoesNotFit',
  route: 'GET /things',
  auth: 'public',
  output,
  // @ts-expect-error the output declares a number
  run: async () => ({ counted: 'one' }),
});

// @ts-expect-error `auth` has no default
export const withoutAuth = defineOperation({
  ...common,
  id: 'withoutAuth',
  route: 'GET /things',
  output,
  run: async () => ({ counted: 1 }),
});

export const roleWithoutTeam = defineOperation({
  ...common,
  id: 'roleWithoutTeam',
  route: 'GET /things',
  // @ts-expect-error `role` needs `team`
  auth: { pool: 'staff', role: 'ADMIN' },
  output,
  run: async () => ({ counted: 1 }),
});

export const driversWithoutStanding = defineOperation({
  ...common,
  id: 'driversWithoutStanding',
  route: 'GET /things',
  // @ts-expect-error `standing` has no default
  auth: { pool: 'drivers' },
  output,
  run: async () => ({ counted: 1 }),
});

export const callerOfNobody = defineOperation({
  ...common,
  id: 'callerOfNobody',
  route: 'GET /things',
  auth: 'public',
  output,
  // @ts-expect-error a public operation has no caller
  run: async ({ caller }) => ({ counted: caller.id.length }),
});

export const unknownError = defineOperation({
  ...common,
  id: 'unknownError',
  route: 'GET /things',
  auth: 'public',
  output,
  // @ts-expect-error the table of errors does not have this code
  errors: ['OUT_OF_LUCK'],
  run: async () => ({ counted: 1 }),
});

export const routeWithoutMethod = defineOperation({
  ...common,
  id: 'routeWithoutMethod',
  // @ts-expect-error a route is a method and a path
  route: '/things',
  auth: 'public',
  output,
  run: async () => ({ counted: 1 }),
});

// @ts-expect-error Scan is not a permission of a capability
export const scan = capability({ table: ['Scan'] }, () => async () => 1);
