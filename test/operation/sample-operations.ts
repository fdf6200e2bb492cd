import * as v from 'valibot';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { StaffSession } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import { capability } from '../../shared/platform/runtime/capability';
import type { SignedRequest } from '../../shared/platform/runtime/signed-request';
import { Line } from '../../shared/platform/values/fields';

/** Sample operations for the tests of the pipeline. Each has one property under test. */

export const renameToy = defineOperation({
  id: 'renameToy',
  summary: 'Have everything that can be refused',
  route: 'PUT /teams/{teamId}/toys/{toyId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { body: v.object({ name: Line(10, 1) }) },
  output: { status: 200, body: v.object({ name: v.string() }) },
  errors: ['CONFLICT'],
  uses: {},
  entity: ({ path, caller }) => vehicleKey(caller.teamId, path.toyId),
  run: async ({ input }) => {
    if (input.body.name === 'taken') throw new AppError('CONFLICT');
    return { name: input.body.name };
  },
});

export const echoToy = defineOperation({
  id: 'echoToy',
  summary: 'Answer the body',
  route: 'POST /toys',
  auth: 'public',
  input: { body: v.object({ name: v.optional(v.string()) }) },
  output: { status: 200, body: v.object({ name: v.optional(v.string()) }) },
  errors: [],
  uses: {},
  run: async ({ input }) => input.body,
});

export const createToy = defineOperation({
  id: 'createToy',
  summary: 'Answer what makes a creation happen once',
  route: 'POST /toys/mine',
  auth: { pool: 'staff', keys: 'never' },
  input: { body: v.object({ name: v.optional(v.string()) }) },
  output: { status: 201, body: v.object({ once: v.unknown() }) },
  errors: [],
  uses: {},
  idempotencyKey: true,
  run: async ({ once }) => ({ once: once ?? null }),
});

const tokens = { idToken: 'an-id', accessToken: 'an-access', refreshToken: 'a-refresh', expiresIn: 900 };
const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', email: 'ana@empresa.mx' };

const SIGNED_IN = { en: 'Signed in.', es: 'Sesión iniciada.' };

export const signInToy = defineOperation({
  id: 'signInToy',
  summary: 'Answer tokens, or a challenge',
  route: 'POST /auth/toys',
  auth: 'public',
  input: { body: v.object({ challenge: v.optional(v.boolean()) }) },
  output: {
    status: 200,
    body: v.union([StaffSession, v.object({ challenge: v.string() })]),
    setsSessionCookies: 'staff',
  },
  errors: [],
  uses: {},
  run: async ({ input }) => (input.body.challenge ? { challenge: 'A_CODE' } : { message: SIGNED_IN, tokens, user }),
});

export const cookieToy = defineOperation({
  id: 'cookieToy',
  summary: 'Answer the refresh cookie that came',
  route: 'POST /auth/toys/refresh',
  auth: 'public',
  output: { status: 200, body: v.object({ cookie: v.nullable(v.string()) }), setsSessionCookies: 'staff' },
  errors: ['FORBIDDEN'],
  uses: {},
  run: async ({ request }) => ({ cookie: request.refreshCookie('staff') ?? null }),
});

/** Throws the value that the test passes. */
export const failingToy = (failure: unknown) =>
  defineOperation({
    id: 'failingToy',
    summary: 'Fail',
    route: 'GET /toys/failing',
    auth: 'public',
    output: { status: 200, body: v.object({}) },
    errors: [],
    uses: {},
    run: () => Promise.reject(failure),
  });

export const pendingToy = defineOperation({
  id: 'pendingToy',
  summary: 'Answer that it is done, or that it is under way',
  route: 'POST /toys/pending',
  auth: 'public',
  input: { body: v.object({ isDone: v.boolean() }) },
  output: { status: 200, body: v.object({ isDone: v.boolean() }), acceptedOnly: ({ isDone }) => !isDone },
  errors: [],
  uses: {},
  run: async ({ input }) => input.body,
});

export const elsewhereToy = defineOperation({
  id: 'elsewhereToy',
  summary: 'Send the caller elsewhere',
  route: 'GET /toys/elsewhere',
  auth: 'public',
  output: { status: 302, body: v.object({ location: v.string() }) },
  errors: [],
  uses: {},
  run: async () => ({ location: 'https://elsewhere.example/toy' }),
});

export const tableToy = defineOperation({
  id: 'tableToy',
  summary: 'Answer a record, or a table',
  route: 'GET /toys/table',
  auth: 'public',
  output: { status: 200, body: v.object({ name: v.string() }), csv: ({ name }) => `name\r\n${name}\r\n` },
  errors: [],
  uses: {},
  run: async () => ({ name: 'Ñandú' }),
});

const TEAM_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

export const signedToy = defineOperation({
  id: 'signedToy',
  summary: 'Take what a service signed',
  route: 'POST /toys/signed',
  auth: {
    signature: capability(
      {},
      () =>
        async ({ rawBody, headers, query }: SignedRequest) =>
          headers.signature === `${query.team}:${Buffer.from(rawBody).toString('hex')}`
            ? { teamId: TEAM_ID }
            : undefined,
    ),
  },
  input: { body: v.object({ name: v.string() }) },
  output: { status: 200, body: v.object({ teamId: v.string(), name: v.string() }) },
  errors: [],
  uses: {},
  run: async ({ caller, input }) => ({ teamId: caller.teamId, name: input.body.name }),
});

/** Returns the values of a request's own context. */
const ofContext = capability({}, (context) => () => ({
  requestId: context.requestId,
  remaining: context.remaining(),
}));

export const memberToy = defineOperation({
  id: 'memberToy',
  summary: 'Answer what the request is',
  route: 'GET /toys/member',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'never' },
  input: { query: v.object({ page: v.optional(v.string()) }) },
  output: { status: 200, body: v.object({ requestId: v.string(), remaining: v.number() }) },
  errors: [],
  uses: { ofContext },
  run: async ({ deps }) => deps.ofContext(),
});

/** An operation with an entity. `seen` receives the caller. */
export const teamToy = (seen: (caller: unknown) => void, tells: { readonly tellsUnknownTeam?: true } = {}) =>
  defineOperation({
    id: 'teamToy',
    summary: 'Have an entity',
    route: 'GET /teams/{teamId}/toys/{toyId}',
    auth: { pool: 'staff', team: 'path.teamId', ...tells, keys: 'never' },
    output: { status: 200, body: v.object({}) },
    errors: [],
    uses: {},
    entity: ({ path, caller }) => {
      seen(caller);
      return vehicleKey(caller.teamId, path.toyId);
    },
    run: async () => ({}),
  });

/** Fails as a whole, without naming a field. */
export const NotOdd = v.pipe(
  v.object({ name: v.optional(v.string()) }),
  v.check(({ name }) => name !== 'odd'),
);

export const bodyTeamToy = defineOperation({
  id: 'bodyTeamToy',
  summary: 'Have its team in the body',
  route: 'POST /toys/team',
  auth: { pool: 'staff', team: 'body.teamId', keys: 'never' },
  input: { body: NotOdd },
  output: { status: 200, body: v.object({}) },
  errors: [],
  uses: {},
  run: async () => ({}),
});

export const driverToy = defineOperation({
  id: 'driverToy',
  summary: 'Be for drivers who are at work',
  route: 'PUT /toys/driver/{toyId}',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { body: v.object({ name: v.optional(v.string()) }) },
  output: { status: 200, body: v.object({}) },
  errors: [],
  uses: {},
  entity: ({ path, caller }) => vehicleKey(caller.teamId, path.toyId),
  run: async () => ({}),
});

export const writingToy = defineOperation({
  id: 'writingToy',
  summary: 'Be for drivers, whose standing its own writes check',
  route: 'POST /toys/driver',
  auth: { pool: 'drivers', check: 'onWrite', keys: 'never' },
  input: { body: v.object({ name: v.optional(v.string()) }) },
  output: { status: 200, body: v.object({}) },
  errors: [],
  uses: {},
  run: async () => ({}),
});

export const lateToy = (pass: () => unknown) =>
  defineOperation({
    id: 'lateToy',
    summary: 'Take its time',
    route: 'GET /toys/late',
    auth: 'public',
    output: { status: 200, body: v.object({}) },
    errors: [],
    uses: {},
    run: async () => {
      await pass();
      return {};
    },
  });

export const signOutToy = defineOperation({
  id: 'signOutToy',
  summary: 'Forget who is signed in',
  route: 'POST /auth/toys/out',
  auth: 'public',
  output: { status: 200, body: v.object({}), clearsSessionCookies: true },
  errors: [],
  uses: {},
  run: async () => ({}),
});
