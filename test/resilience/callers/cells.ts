import { decodeJwt } from 'jose';
import { poolAuthOf, signatureOf, teamPlaceOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { hasRole, ROLES } from '../../../shared/teams/team';
import { bearer, type Forger, NO_ACCESS } from '../../every-operation/unauthenticated';
import { someId } from '../../support/engine-runtime';
import type { AttackedTeam } from '../attack/teams';
import type { AttackWorld } from '../attack/world';

/** Two teams, and the callers that attack the first: strangers, members of the second, and its own members without the right. */
export interface Ground {
  readonly world: AttackWorld;
  readonly mine: AttackedTeam;
  readonly other: AttackedTeam;
  /** The token in the address of the team's webhooks. */
  readonly webhookToken: string;
}

/** One kind of caller at one operation, with the expected refusal. */
export interface Cell {
  readonly operation: Operation;
  readonly caller: string;
  readonly headers: () => Promise<Record<string, string>>;
  readonly query?: Record<string, string>;
  readonly status: number;
  /** The table actions that are allowed before the refusal. */
  readonly actions: readonly string[];
}

const READS = ['BatchGetItem', 'GetItem'];
/** The condition that refuses a driver is part of the write, so these writes may be sent. */
const CONDITIONED = [...READS, 'UpdateItem', 'TransactWriteItems'];

type Row = Omit<Cell, 'operation'>;

/** Every kind of caller that the operation must refuse. An empty list is an error of this table. */
export function cellsOf(operation: Operation, ground: Ground): Cell[] {
  const asked = poolAuthOf(operation.auth);
  const rows = [
    ...(asked ? withoutAccess(asked.pool, ground) : []),
    ...(asked ? otherPool(asked.pool, ground) : []),
    ...(asked?.pool === 'staff' && teamPlaceOf(operation.auth) ? strangers(operation, ground) : []),
    ...(asked?.pool === 'drivers' ? drivers(operation, ground) : []),
    ...(signatureOf(operation.auth) ? unsigned(ground) : []),
  ];
  return rows.map((row) => ({ operation, ...row }));
}

const forgerOf = ({ world, mine }: Ground): Forger => {
  const good = {
    staff: { sub: mine.owner },
    drivers: driverClaims(mine.identifiers.teamId ?? '', mine.drivers.assigned, mine.subs.assigned),
  };
  return {
    pools: world.pools,
    accessToken: (pool, claims) => world.tokenOf(pool, { ...good[pool], ...claims }),
    // An ID token as Cognito makes it. Its audience is the client.
    idToken: async (pool) => {
      const { client_id: aud, ...claims } = decodeJwt<{ client_id: string }>(await world.tokenOf(pool, good[pool]));
      return world.pools[pool].sign({ ...claims, aud, token_use: 'id' });
    },
  };
};

const withoutAccess = (pool: 'staff' | 'drivers', ground: Ground): Row[] =>
  Object.entries(NO_ACCESS).map(([caller, make]) => ({
    caller,
    headers: () => make(forgerOf(ground), pool),
    status: 401,
    actions: [],
  }));

function otherPool(pool: 'staff' | 'drivers', ground: Ground): Row[] {
  const other = pool === 'staff' ? 'drivers' : 'staff';
  const headers = async () => bearer(await forgerOf(ground).accessToken(other));
  return [{ caller: 'a user of the other pool', headers, status: 403, actions: [] }];
}

const staff =
  ({ world }: Ground, sub: string, claims: object = {}) =>
  async () =>
    bearer(await world.tokenOf('staff', { sub, ...claims }));

function strangers({ auth }: Operation, ground: Ground): Row[] {
  const { mine, other } = ground;
  const needed = (poolAuthOf(auth)?.pool === 'staff' && Reflect.get(Object(auth), 'role')) || 'MEMBER';
  const row = (caller: string, sub: string): Row => ({
    caller,
    headers: staff(ground, sub),
    status: 403,
    actions: READS,
  });
  return [
    row('a user of no team', someId()),
    row("the other team's owner", other.owner),
    row("the other team's member", other.member),
    row('a removed administrator with a live token', mine.removed),
    ...ROLES.filter((role) => !hasRole(role, needed)).map((role) =>
      row(`a ${role} where ${needed} is needed`, role === 'MEMBER' ? mine.member : mine.admin),
    ),
    { ...row('a session that was ended', mine.ended), status: 401 },
  ];
}

const driverClaims = (teamId: string, driverId: string, sub: string) => ({
  sub,
  'custom:teamId': teamId,
  'custom:driverId': driverId,
});

function drivers({ auth, route }: Operation, { world, mine, other }: Ground): Row[] {
  const { teamId = '' } = mine.identifiers;
  const isOnWrite = Reflect.get(Object(auth), 'check') === 'onWrite';
  const actions = isOnWrite ? CONDITIONED : READS;
  const row = (caller: string, claims: object, status = 403): Row => ({
    caller,
    headers: async () => bearer(await world.tokenOf('drivers', { ...claims })),
    status,
    actions,
  });
  const { drivers: ids, subs } = mine;
  const ofATrip = route.includes('{tripId}');
  return [
    row('a disabled driver', driverClaims(teamId, ids.disabled, subs.disabled)),
    row('a driver who left', driverClaims(teamId, ids.gone, subs.gone)),
    row('a driver’s session that was ended', driverClaims(teamId, ids.ended, subs.ended), 401),
    row('a driver who took the attributes of a colleague', driverClaims(teamId, ids.assigned, subs.other)),
    row(
      'a driver who took the attributes of another team',
      driverClaims(other.identifiers.teamId ?? '', other.drivers.assigned, subs.other),
    ),
    // A condition of the write cannot tell a missing record from a closed one.
    row('a driver without a record', driverClaims(teamId, someId(), someId()), isOnWrite ? 403 : 404),
    ...(ofATrip
      ? [
          row('the driver of another trip', driverClaims(teamId, ids.other, subs.other)),
          row(
            "the other team's driver",
            driverClaims(other.identifiers.teamId ?? '', other.drivers.assigned, other.subs.assigned),
            404,
          ),
        ]
      : []),
  ];
}

const unsigned = ({ webhookToken }: Ground): Row[] => {
  const row = (caller: string, headers: Record<string, string>): Row => ({
    caller,
    headers: async () => headers,
    query: { team: webhookToken },
    status: 401,
    actions: [...READS, 'dataKey GetSecretValue'],
  });
  return [
    row('a service without a signature', {}),
    row('a service with an empty signature', { 'facturapi-signature': '' }),
    row('a service with a signature of its own', { 'facturapi-signature': '0'.repeat(64) }),
    row('a service with a signature of another form', { 'facturapi-signature': `t=1,v1=${'0'.repeat(64)}` }),
    row('a service with a signature that is too short', { 'facturapi-signature': '00' }),
  ];
};
