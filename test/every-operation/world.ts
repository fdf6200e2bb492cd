import * as v from 'valibot';
import { DriverRecord, driverKey } from '../../shared/fleet/driver';
import { poolAuthOf, type TeamPlace, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { makeHandler } from '../../shared/operation/lambda';
import { pathParameters } from '../../shared/operation/validate';
import { capability } from '../../shared/platform/runtime/capability';
import type { ClientFactory } from '../../shared/platform/runtime/context';
import type { SignedRequest } from '../../shared/platform/runtime/signed-request';
import { seal } from '../../shared/platform/secrets/envelope';
import { tableClient } from '../../shared/platform/table/client';
import { Uuid } from '../../shared/platform/values/fields';
import { ErasedPerson, envelopeOwner } from '../../shared/privacy/erased-person';
import { stampingSdk } from '../../shared/stamping/provider/sdk';
import { DEFAULT_TIME_ZONE, Membership, membershipKey, type Role } from '../../shared/teams/team';
import { User, userKey } from '../../shared/teams/user';
import { makeTestContext, type TestContext, type TestContextOptions } from '../support/engine-runtime';
import { environmentOf } from '../support/environment';
import { send, type TestAnswer, type TestRequest } from '../support/http-event';
import { type Extent, sample } from '../support/sample';
import { mockServices, type Services } from '../support/services';
import { DATA_KEY, willingSdk } from '../support/stamping-sdk';
import { DRIVER_ID, DRIVER_SUB, STAFF_SUB, TEAM_ID, type TestPools, testPools } from '../support/user-pools';
import { bearer } from './unauthenticated';

export interface World {
  readonly pools: TestPools;
  readonly services: Services;
  /** A valid access token of each pool, made once because signing takes longer than the test. */
  readonly tokens: Readonly<Record<keyof TestPools, string>>;
}

export async function makeWorld(): Promise<World> {
  const pools = await testPools();
  const [staff, drivers] = await Promise.all([pools.staff.accessToken(), pools.drivers.accessToken()]);
  return { pools, services: await mockServices(pools), tokens: { staff, drivers } };
}

type Given = Parameters<Operation['run']>[0];

/** One request of a test to one operation, with everything that a test can check about it. */
export interface Exchange {
  readonly answer: TestAnswer;
  readonly testContext: TestContext;
  /** The inputs of `run`. Empty when the request was refused before it. */
  readonly ran: readonly Given[];
}

/** The client of all test contexts: its stand-in keeps nothing, and the SDK takes half a millisecond to make one. */
let keptTable: ReturnType<typeof tableClient> | undefined;

/** Sends a request to the operation in a new test context. */
export async function exchange(
  operation: Operation,
  { pools }: World,
  request: TestRequest,
  options: TestContextOptions = {},
): Promise<Exchange> {
  keptTable ??= tableClient();
  const clients: TestContextOptions['clients'] = new Map<ClientFactory<unknown>, unknown>([
    [stampingSdk, willingSdk],
    [tableClient, keptTable],
  ]);
  const testContext = makeTestContext({ environment: environmentOf(pools), clients, ...options });
  const ran: Given[] = [];
  const signed = 'signature' in Object(operation.auth) ? { ...operation, auth: { signature } } : operation;
  const observed = withRun(signed, (given) => {
    ran.push(given);
    return operation.run(given);
  });
  return { answer: await send(makeHandler(observed, testContext.runtime), operation.route, request), testContext, ran };
}

/** The operation with another `run`, for tests of the code around it. */
export const withRun = (operation: Operation, run: Operation['run']): Operation => ({ ...operation, run });

/** The operation with a `run` that always succeeds, with an answer made from the declaration. */
export const succeeding = (operation: Operation): Operation =>
  withRun(operation, async () => sample(operation.output.body));

/** All statuses with which the operation may succeed. */
export const successesOf = ({ output }: Operation): number[] => [output.status, ...(output.acceptedOnly ? [202] : [])];

/** The status of the answer that {@link succeeding} makes. */
export const sampleStatus = ({ output }: Operation): number =>
  output.acceptedOnly?.(v.parse(output.body, sample(output.body))) ? 202 : output.status;

export const teamPlace = ({ auth }: Operation): TeamPlace | undefined => teamPlaceOf(auth);

/** A valid request of an authorised caller, made from the operation's declaration. */
export async function validRequest(
  operation: Operation,
  world: World,
  extent: Extent = 'full',
): Promise<TestRequest & { readonly path: Record<string, string>; readonly body?: Record<string, unknown> }> {
  const { input, route, auth } = operation;
  const place = teamPlace(operation);
  const teamAt = (here: TeamPlace) => (place === here ? { teamId: TEAM_ID } : {});
  const path = pathParameters(route).map((name) => [name, String(sample(input?.path?.[name] ?? Uuid))]);
  const query = { ...(input?.query && textFields(sample(input.query, extent))), ...teamAt('query.teamId') };
  const body = { ...(input?.body && fields(sample(input.body, extent))), ...teamAt('body.teamId') };
  return {
    headers: headersFor(auth, world),
    path: { ...Object.fromEntries(path), ...teamAt('path.teamId') },
    query,
    ...(takesBody(operation) && { body }),
  };
}

function headersFor(auth: Operation['auth'], { tokens }: World): Record<string, string> {
  const asked = poolAuthOf(auth);
  if (asked) return bearer(tokens[asked.pool]);
  return auth === 'public' ? {} : SIGNED;
}

/** Replaces a valid signature. Other tests check real signatures. */
const SIGNED = { 'x-signed': 'yes' };
const signature = capability(
  {},
  () =>
    async ({ headers }: SignedRequest) =>
      headers['x-signed'] === 'yes' ? { teamId: TEAM_ID } : undefined,
);

export const takesBody = (operation: Operation): boolean =>
  operation.input?.body !== undefined || teamPlace(operation) === 'body.teamId';

export const fields = (value: unknown): Record<string, unknown> => v.parse(v.record(v.string(), v.unknown()), value);
const textFields = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields(value)).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])),
  );

/** A valid request, with the caller's rights and the entity already in the table. */
export async function admittedRequest(operation: Operation, world: World, extent: Extent = 'full') {
  const request = await validRequest(operation, world, extent);
  admit(operation, world, request.path);
  return request;
}

function admit(operation: Operation, { services }: World, path: Record<string, string>): void {
  const auth = poolAuthOf(operation.auth);
  services.reset();
  if (auth === undefined) return;
  if (auth.pool === 'staff') admitUser(services);
  const caller = auth.pool === 'staff' ? admitMember(services, auth.role ?? 'MEMBER') : admitDriver(services);
  putEntity(operation, services, path, caller);
}

/** Puts the operation's entity, if it declares one, into the caller's team. */
export function putEntity(
  { entity }: Operation,
  services: Services,
  path: Record<string, string>,
  caller: { readonly teamId: string },
): void {
  const key = entity?.({ path, caller });
  if (key === undefined) return;
  const sealed = key.schema === ErasedPerson && { envelope: envelopeFor(caller.teamId) };
  services.put(key, { ...fields(sample(key.schema)), ...sealed, teamId: caller.teamId, timeZone: DEFAULT_TIME_ZONE });
}

/** An envelope that the data key of the test services opens. */
const envelopeFor = (teamId: string): string =>
  seal(
    { version: 'version-1', bytes: Buffer.from(DATA_KEY, 'hex') },
    envelopeOwner(teamId, String(sample(ErasedPerson.entries.personId))),
    '{}',
    Buffer.alloc(12),
  );

/** Gives the staff caller a record, which an operation without a team reads. */
export function admitUser(services: Services, changes: Partial<User> = {}): void {
  const { sessionsValidFrom: _, ...user } = v.parse(User, sample(User));
  services.put(userKey(STAFF_SUB), { ...user, id: STAFF_SUB, ...changes });
}

/** Makes the staff caller a member of the team with this role. */
export function admitMember(services: Services, role: Role, changes: Partial<Membership> = {}) {
  const caller = memberCaller(TEAM_ID, role);
  const { sessionsValidFrom: _, ...membership } = v.parse(Membership, sample(Membership));
  services.put(membershipKey(TEAM_ID, caller.id), {
    ...membership,
    teamId: TEAM_ID,
    userId: caller.id,
    role,
    ...changes,
  });
  return caller;
}

/** The staff caller as a member of a team. The membership need not be stored. */
export const memberCaller = (teamId: string, role: Role) => ({
  pool: 'staff',
  id: STAFF_SUB,
  teamId,
  role,
  accessToken: '',
  signedInAt: new Date().toISOString(),
});

/** Puts the calling driver into the team, active unless the changes say otherwise. */
export function admitDriver(services: Services, changes: Partial<DriverRecord> = {}) {
  const record: DriverRecord = {
    ...v.parse(DriverRecord, sample(DriverRecord)),
    id: DRIVER_ID,
    teamId: TEAM_ID,
    sub: DRIVER_SUB,
    status: 'DISPONIBLE',
    appAccessStatus: 'ACTIVE',
    ...changes,
  };
  services.put(driverKey(TEAM_ID, DRIVER_ID), record);
  return { pool: 'drivers', id: DRIVER_ID, teamId: TEAM_ID, sub: DRIVER_SUB, record };
}

/** All calls except reads of items, which a refused request may also make. */
export const callsBesideReads = (testContext: TestContext): string[] =>
  testContext.actions().filter((action) => action !== 'GetItem' && action !== 'BatchGetItem');
