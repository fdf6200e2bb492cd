// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is changed is quoted as it stands in the source.
import { instead } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

const CALLERS = 'every operation × every kind of caller';
const PLACES = 'the other team’s identifier at every place';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: CALLERS,
    title: 'the use of a token is not looked at',
    file: 'shared/identity/access-tokens.ts',
    change: instead(
      "clientId: env('STAFF_CLIENT_ID'), tokenUse: 'access'",
      "clientId: env('STAFF_CLIENT_ID'), tokenUse: null",
    ),
    focus: 'getTeam × an ID token',
    says: /getTeam × an ID token, 401 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'the client of a token is not looked at',
    file: 'shared/identity/access-tokens.ts',
    change: instead("clientId: env('STAFF_CLIENT_ID'), tokenUse: 'access'", "clientId: null, tokenUse: 'access'"),
    focus: 'getTeam × another client',
    says: /getTeam × another client's token, 401 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'tokens are good for an hour longer',
    file: 'shared/identity/access-tokens.ts',
    change: instead(
      "env('STAFF_CLIENT_ID'), tokenUse: 'access'",
      "env('STAFF_CLIENT_ID'), tokenUse: 'access', graceSeconds: 3600",
    ),
    focus: 'getTeam × an expired token',
    says: /getTeam × an expired token, 401 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'a token is read, and its signature not checked',
    file: 'shared/identity/access-tokens.ts',
    change: instead(
      'await verifier.verify(accessToken).catch(',
      "await Promise.resolve(JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())).catch(",
    ),
    focus: 'getTeam × a t',
    says: /getTeam × a tampered token, 401 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'the pool of a caller is not looked at',
    file: 'shared/identity/access.ts',
    change: instead("caller.pool === 'staff' && auth.pool === 'staff'", "auth.pool === 'staff'"),
    focus: 'listTeams × somebody',
    says: /listTeams × somebody of the other pool, 403 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'who has no membership is taken for the owner',
    file: 'shared/identity/access.ts',
    change: instead('const [membership, found] =', "const [membership = { role: 'OWNER' }, found] ="),
    focus: "getTeam × the other team's owner",
    says: /getTeam × the other team's owner, 403 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'whether the session was ended is not looked at',
    file: 'shared/identity/access.ts',
    change: instead(
      "    if (isSessionOver(caller.signedInAt, membership.sessionsValidFrom)) throw new Refusal('UNAUTHENTICATED');\n".slice(
        2,
      ),
      '',
    ),
    focus: 'getTeam × a session',
    says: /getTeam × a session that was ended, 401 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'the role that an operation asks for is not looked at',
    file: 'shared/identity/access.ts',
    change: instead('!hasRole(membership.role, role)', "!hasRole(membership.role, 'MEMBER')"),
    focus: 'updateTeam × a MEMBER',
    says: /updateTeam × a MEMBER where ADMIN is needed, 403 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'the app access of a driver is not looked at',
    file: 'shared/fleet/driver.ts',
    change: instead(
      "driver.status !== 'BAJA' && WORKING_ACCESS.includes(driver.appAccessStatus)",
      "driver.status !== 'BAJA'",
    ),
    focus: 'getOwnDriver × a disabled driver',
    says: /getOwnDriver × a disabled driver, 403 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'the status of a driver is not looked at',
    file: 'shared/fleet/driver.ts',
    change: instead("driver.status !== 'BAJA' && WORKING_ACCESS", 'WORKING_ACCESS'),
    focus: 'getOwnDriver × a driver who left',
    says: /getOwnDriver × a driver who left, 403 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'the claims of a driver’s token are believed, whatever account the record names',
    file: 'shared/fleet/driver.ts',
    change: instead('driver?.sub === sub && mayWork(driver)', 'driver !== undefined && mayWork(driver)'),
    focus: 'getOwnDriver × a driver who took',
    says: /getOwnDriver × a driver who took the attributes of a colleague, 403 expected: 200/,
  },
  {
    guard: CALLERS,
    title: 'whose trip it is, is no condition of the position that is written',
    file: 'shared/trips/record-ping.ts',
    change: instead('equals: { driverId: driver.id, sub: driver.sub, isOpen: true }', 'equals: { isOpen: true }'),
    focus: 'pingLocation × the driver of another trip',
    says: /pingLocation × the driver of another trip, 403 expected: 2/,
  },
  {
    guard: CALLERS,
    title: 'any signature of a webhook is right',
    file: 'shared/stamping/organization/check-signature.ts',
    change: instead('secret && isSignatureOf(secret, rawBody, given)', 'secret !== undefined'),
    focus: 'stamping × a service',
    says: /× a service with a signature of its own, 401 expected: 2/,
  },
  {
    guard: CALLERS,
    title: 'a request is noted before it is known whether its sender may',
    file: 'shared/identity/access.ts',
    change: instead(
      '  if (membership === undefined) throw',
      "  await context.call({ resource: 'table', action: 'UpdateItem', needs: [] }, async () => {});\n  if (membership === undefined) throw",
    ),
    focus: 'getTeam × a user of no team',
    says: /getTeam × a user of no team, 403 expected had it call UpdateItem/,
  },
  {
    guard: PLACES,
    title: 'a client’s key does not name its team',
    file: 'shared/store/table/keys.ts',
    change: instead(
      'key(Client, ofTeam(teamId), `CLIENT#${clientId}`)',
      "key(Client, 'CLIENTS', `CLIENT#${clientId}`)",
    ),
    focus: 'getClient ',
    says: /getClient path\.id answers 200/,
  },
  {
    guard: PLACES,
    title: 'a route’s key does not name its team, so that a trip can name another team’s',
    file: 'shared/store/table/keys.ts',
    change: instead('key(Route, ofTeam(teamId), `ROUTE#${routeId}`)', "key(Route, 'ROUTES', `ROUTE#${routeId}`)"),
    focus: 'createTrip ',
    says: /createTrip body\.routeId answers 201/,
  },
  {
    guard: PLACES,
    title: 'every operation tells whether there is such a team',
    file: 'shared/identity/access.ts',
    change: instead('notAMember(tellsUnknownTeam === true && found === undefined)', 'notAMember(found === undefined)'),
    focus: 'updateTeam ',
    says: /updateTeam path\.teamId answers 403/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [];
