import type { DriverRecord } from '../../shared/fleet/driver';
import { teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import type { Role, Team } from '../../shared/teams/team';
import type { Accounts, Exchange } from './accounts';
import type { TestContext, TestContextOptions } from './engine-runtime';
import type { TestAnswer, TestRequest } from './http-event';
import { insertMembership, insertTeam, insertUser } from './store-fleet';

/** A caller that sends requests through the operations' handlers. Adds the team's id to each request that needs it. */
export interface Desk {
  readonly id: string;
  readonly send: (operation: Operation, request?: TestRequest) => Promise<TestAnswer>;
}

/** A new team, and one of its members as the caller. */
export interface Office extends Desk {
  readonly exchange: Exchange;
  readonly testContext: TestContext;
  readonly team: Team;
  readonly teamId: string;
  /** Adds another member. */
  readonly hire: (role: Role) => Promise<Desk>;
  /** A signed-in user outside the team. */
  readonly stranger: () => Promise<Desk>;
  /** A driver with app access. */
  readonly cab: (driver: DriverRecord) => Promise<Desk>;
}

/** Makes a team with one member, by default its owner. The options are those of its test context. */
export async function openOffice(
  world: Accounts,
  { role = 'OWNER', team: given = {} }: { role?: Role; team?: Partial<Team> } = {},
  options?: TestContextOptions,
): Promise<Office> {
  const exchange = world.begin(options);
  const { testContext } = exchange;
  const caller = await insertUser(testContext, { name: 'Ana Treviño' });
  const team = await insertTeam(testContext, { ...(role === 'OWNER' && { ownerId: caller.id }), ...given });
  const { teamId } = team;
  const join = ({ id: userId, email, name }: typeof caller, as: Role) =>
    insertMembership(testContext, { teamId, userId, email, role: as, ...(name && { name }) });
  await join(caller, role);
  const deskOf = async (id: string): Promise<Desk> => {
    const headers = await exchange.bearer(testContext.now(), id);
    return { id, send: (operation, request) => exchange.send(operation, inTeam(operation, teamId, headers, request)) };
  };
  return {
    ...(await deskOf(caller.id)),
    exchange,
    testContext,
    team,
    teamId,
    hire: async (as) => {
      const user = await insertUser(testContext);
      await join(user, as);
      return deskOf(user.id);
    },
    stranger: async () => deskOf((await insertUser(testContext)).id),
    cab: async (driver) => {
      const auth_time = Math.floor(testContext.now().getTime() / 1000);
      const claims = { sub: driver.sub ?? '', 'custom:teamId': driver.teamId, 'custom:driverId': driver.id, auth_time };
      const headers = { authorization: `Bearer ${await world.driverToken(claims)}` };
      return {
        id: driver.id,
        send: (operation, request) =>
          exchange.send(operation, { ...request, headers: { ...headers, ...request?.headers } }),
      };
    },
  };
}

function inTeam({ auth }: Operation, teamId: string, headers: TestRequest['headers'], request: TestRequest = {}) {
  const place = teamPlaceOf(auth);
  const { path, query, body } = request;
  return {
    ...request,
    headers: { ...headers, ...request.headers },
    ...(place === 'path.teamId' && { path: { teamId, ...path } }),
    ...(place === 'query.teamId' && { query: { teamId, ...query } }),
    ...(place === 'body.teamId' && { body: { teamId, ...(typeof body === 'object' ? body : {}) } }),
  };
}

/** Follows the cursors of a list to its end. Returns the records of each page. */
export async function pagesOf(
  { send }: Pick<Desk, 'send'>,
  operation: Operation,
  plural: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>[][]> {
  const pages = [];
  let cursor: unknown;
  do {
    const answer = await send(operation, { query: { ...query, ...(typeof cursor === 'string' && { cursor }) } });
    const records = recordsOf(answer, plural);
    const isWhole = cursor === undefined && answer.body.nextCursor === null;
    expect(Object.keys(answer.body).sort()).toEqual(
      [plural, 'count', 'nextCursor', ...(isWhole ? ['total'] : [])].sort(),
    );
    // desk 3.3: a page that has the whole list says how many there are.
    expect(answer.body.total).toBe(isWhole ? records.length : undefined);
    expect(answer.body.count).toBe(records.length);
    pages.push(records);
    cursor = answer.body.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** The records in the answer of a list. */
export function recordsOf({ status, body }: TestAnswer, plural: string): Record<string, unknown>[] {
  expect(status).toBe(200);
  const records = body[plural];
  if (!Array.isArray(records)) throw new Error(`There are no ${plural} in the answer.`);
  return records;
}
