import { poolAuthOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { CASES } from './cases';
import { bearer, type Forger, NO_ACCESS } from './unauthenticated';
import { admittedRequest, exchange, makeWorld, sampleStatus, succeeding, type World } from './world';

let world: World;

let forger: Forger;

beforeAll(async () => {
  world = await makeWorld();
  const { pools } = world;
  forger = {
    pools,
    accessToken: (pool, claims) => pools[pool].accessToken(claims),
    idToken: (pool) => pools[pool].idToken(),
  };
});

/** Each is made once for a pool: signing takes longer than what is tested. They are good for fifteen minutes, or were never. */
const made = new Map<string, Promise<Record<string, string>>>();
function headersOf(name: string, pool: 'staff' | 'drivers'): Promise<Record<string, string>> {
  const key = `${pool} ${name}`;
  const headers = made.get(key) ?? NO_ACCESS[name]?.(forger, pool) ?? Promise.reject(new Error(`${name} is not known`));
  made.set(key, headers);
  return headers;
}

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
    const { answer, testContext, ran } = await exchange(operation, world, request);
    expect(answer).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } });
    expect([testContext.calls, ran]).toEqual([[], []]);
  });
}

function testProtected(operation: Operation, pool: 'staff' | 'drivers'): void {
  test('is answered with an access token of its pool', async () => {
    const { answer, ran } = await exchange(succeeding(operation), world, await admittedRequest(operation, world));
    expect([answer.status, ran.length]).toEqual([sampleStatus(operation), 1]);
  });

  test.each(Object.keys(NO_ACCESS))('answers 401 to %s, and asks nobody', async (name) => {
    const request = { ...(await admittedRequest(operation, world)), headers: await headersOf(name, pool) };
    const { answer, testContext, ran } = await exchange(operation, world, request);
    expect(answer).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } });
    expect([testContext.calls, ran]).toEqual([[], []]);
  });

  test('answers 403 to an access token of the other pool, and asks nobody', async () => {
    const other = pool === 'staff' ? 'drivers' : 'staff';
    const request = {
      ...(await admittedRequest(operation, world)),
      headers: bearer(world.tokens[other]),
    };
    const { answer, testContext, ran } = await exchange(operation, world, request);
    expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect([testContext.calls, ran]).toEqual([[], []]);
  });
}
