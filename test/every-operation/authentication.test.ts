import { poolAuthOf } from '../../shared/operation/caller';
import type { Operation } from '../../shared/operation/define';
import { testPool } from '../support/user-pools';
import { CASES } from './cases';
import { admittedRequest, bearer, exchange, makeWorld, sampleStatus, succeeding, type World } from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const seconds = () => Math.floor(Date.now() / 1000);
const json = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** What may stand where an access token belongs, and is none. Each is made for the operation's own pool. */
const NO_ACCESS: Readonly<Record<string, (pool: 'staff' | 'drivers') => Promise<Record<string, string>>>> = {
  'no Authorization': async () => ({}),
  'an empty Authorization': async () => ({ authorization: '' }),
  'another scheme': async (pool) => ({ authorization: `Basic ${await world.pools[pool].accessToken()}` }),
  'a token with a trailer': async (pool) => bearer(`${await world.pools[pool].accessToken()} more`),
  'a malformed token': async () => bearer('not.a.token'),
  'an expired token': async (pool) => bearer(await world.pools[pool].accessToken({ exp: seconds() - 1 })),
  'a token that is not valid yet': async (pool) =>
    bearer(await world.pools[pool].accessToken({ nbf: seconds() + 600 })),
  'an ID token': async (pool) => bearer(await world.pools[pool].idToken()),
  'a refresh token': async () => bearer('eyJjdHkiOiJKV1QiLCJlbmMiOiJBMjU2R0NNIn0.a.b.c.d'),
  "another client's token": async (pool) => bearer(await world.pools[pool].accessToken({ client_id: 'another' })),
  "another pool's issuer": async (pool) =>
    bearer(await world.pools[pool].accessToken({ iss: `${world.pools[pool].issuer}x` })),
  'a token without a subject': async (pool) => bearer(await world.pools[pool].accessToken({ sub: 'nobody' })),
  'an unsigned token': async (pool) => bearer(await unsigned(pool)),
  'a tampered token': async (pool) => bearer(await tampered(pool)),
  'a token signed by somebody else under our key id': async (pool) => bearer(await selfSigned(pool)),
};

async function unsigned(pool: 'staff' | 'drivers'): Promise<string> {
  const [, payload] = (await world.pools[pool].accessToken()).split('.');
  return `${json({ alg: 'none', typ: 'JWT', kid: world.pools[pool].keyId })}.${payload}.`;
}

async function tampered(pool: 'staff' | 'drivers'): Promise<string> {
  const [header, payload = '', signature] = (await world.pools[pool].accessToken()).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return `${header}.${json({ ...claims, exp: claims.exp + 3600 })}.${signature}`;
}

async function selfSigned(pool: 'staff' | 'drivers'): Promise<string> {
  const { poolId, keyId, accessToken } = world.pools[pool];
  const [, payload = ''] = (await accessToken()).split('.');
  const other = await forger(poolId, keyId);
  return other.sign(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

/** Each is made once for a pool: signing takes longer than what is tested. They are good for fifteen minutes, or were never. */
const made = new Map<string, Promise<Record<string, string>>>();
function headersOf(name: string, pool: 'staff' | 'drivers'): Promise<Record<string, string>> {
  const key = `${pool} ${name}`;
  const headers = made.get(key) ?? NO_ACCESS[name]?.(pool) ?? Promise.reject(new Error(`${name} is not known`));
  made.set(key, headers);
  return headers;
}

const forgers = new Map<string, ReturnType<typeof testPool>>();
const forger = (poolId: string, keyId: string) => {
  const made = forgers.get(poolId) ?? testPool(poolId, {}, keyId);
  forgers.set(poolId, made);
  return made;
};

describe.each(CASES)('%s', (_, operation) => {
  const auth = poolAuthOf(operation.auth);
  if (auth) testProtected(operation, auth.pool);
  else if (operation.auth === 'public') testPublic(operation);
  else testSigned(operation);
});

function testPublic(operation: Operation): void {
  test('is answered without a token', async () => {
    const { answer, ran } = await exchange(succeeding(operation), world, await admittedRequest(operation, world));
    expect([answer.status, ran.length]).toEqual([sampleStatus(operation), 1]);
  });
}

function testSigned(operation: Operation): void {
  test('answers 401 without a right signature, and asks nobody', async () => {
    const request = { ...(await admittedRequest(operation, world)), headers: {} };
    const { answer, scene, ran } = await exchange(operation, world, request);
    expect(answer).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } });
    expect([scene.calls, ran]).toEqual([[], []]);
  });
}

function testProtected(operation: Operation, pool: 'staff' | 'drivers'): void {
  test('is answered with an access token of its pool', async () => {
    const { answer, ran } = await exchange(succeeding(operation), world, await admittedRequest(operation, world));
    expect([answer.status, ran.length]).toEqual([sampleStatus(operation), 1]);
  });

  test.each(Object.keys(NO_ACCESS))('answers 401 to %s, and asks nobody', async (name) => {
    const request = { ...(await admittedRequest(operation, world)), headers: await headersOf(name, pool) };
    const { answer, scene, ran } = await exchange(operation, world, request);
    expect(answer).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } });
    expect([scene.calls, ran]).toEqual([[], []]);
  });

  test('answers 403 to an access token of the other pool, and asks nobody', async () => {
    const other = pool === 'staff' ? 'drivers' : 'staff';
    const request = {
      ...(await admittedRequest(operation, world)),
      headers: bearer(world.tokens[other]),
    };
    const { answer, scene, ran } = await exchange(operation, world, request);
    expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect([scene.calls, ran]).toEqual([[], []]);
  });
}
