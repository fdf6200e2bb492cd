import { makeVerifyToken } from '../../shared/identity/access-tokens';
import type { Runtime } from '../../shared/platform/runtime/context';
import { NO_ACCESS } from '../every-operation/unauthenticated';
import { makeTestContext } from '../support/engine-runtime';
import { environmentOf } from '../support/environment';
import {
  DRIVER_ID,
  DRIVER_SUB,
  STAFF_SUB,
  TEAM_ID,
  type TestPool,
  type TestPools,
  testPool,
  testPools,
} from '../support/user-pools';

let pools: TestPools;

beforeAll(async () => {
  pools = await testPools();
});

const runtime = (changes: Partial<Runtime> = {}): Runtime => ({
  ...makeTestContext({ environment: environmentOf(pools) }).runtime,
  ...changes,
});
const authenticate = (authorization: string | undefined, changes: Partial<Runtime> = {}) =>
  makeVerifyToken(runtime(changes))(authorization);

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };

test('a token of the staff tells who, and when the session began', async () => {
  const token = await pools.staff.accessToken({
    auth_time: 1_700_000_000,
    iat: 1_700_000_300,
    origin_jti: 'one-sign-in',
  });
  const signedInAt = new Date(1_700_000_000_000).toISOString();
  expect(await authenticate(`Bearer ${token}`)).toEqual({
    pool: 'staff',
    id: STAFF_SUB,
    signedInAt,
    sessionId: 'one-sign-in',
    accessToken: token,
  });
});

test('doors 11: a token of the client for self-service is none, although the staff pool signed it', async () => {
  const { STAFF_SELF_SERVICE_CLIENT_ID } = environmentOf(pools);
  const token = await pools.staff.accessToken({ client_id: STAFF_SELF_SERVICE_CLIENT_ID });
  await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject(UNAUTHENTICATED);
});

test('a token that does not say when the session began is as old as itself', async () => {
  const token = await pools.staff.accessToken({ auth_time: undefined, iat: 1_700_000_300 });
  expect(await authenticate(`bearer ${token}`)).toMatchObject({
    signedInAt: new Date(1_700_000_300_000).toISOString(),
  });
});

test('a token of a driver tells which record', async () => {
  const token = await pools.drivers.accessToken({ auth_time: 1_700_000_000, origin_jti: 'one-sign-in' });
  expect(await authenticate(`BEARER ${token}`)).toEqual({
    signedInAt: new Date(1_700_000_000_000).toISOString(),
    sessionId: 'one-sign-in',
    pool: 'drivers',
    id: DRIVER_ID,
    teamId: TEAM_ID,
    sub: DRIVER_SUB,
  });
});

test.each(['sub', 'custom:teamId', 'custom:driverId'])('a token of a driver without %s is none', async (claim) => {
  for (const value of [undefined, 'nobody']) {
    const token = await pools.drivers.accessToken({ [claim]: value });
    await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject(UNAUTHENTICATED);
  }
});

const kinds = Object.keys(NO_ACCESS).flatMap((kind) =>
  (['staff', 'drivers'] as const).map((pool) => [kind, pool] as const),
);

test.each(kinds)('%s is no access of %s', async (kind, pool) => {
  const forger = {
    pools,
    accessToken: (own: keyof TestPools, claims = {}) => pools[own].accessToken(claims),
    idToken: (own: keyof TestPools) => pools[own].idToken(),
  };
  const { authorization } = (await NO_ACCESS[kind]?.(forger, pool)) ?? {};
  await expect(authenticate(authorization)).rejects.toMatchObject(UNAUTHENTICATED);
});

test.each([(token: string) => `xBearer ${token}`, (token: string) => `Bearer  ${token}`, (token: string) => token])(
  'the scheme must be right: %s',
  async (write) => {
    await expect(authenticate(write(await pools.staff.accessToken()))).rejects.toMatchObject(UNAUTHENTICATED);
  },
);

/** A valid token of this length. Base 64 has no text whose length is one more than a multiple of four. */
async function tokenOf(length: number, pool: TestPool): Promise<string> {
  const bare = (await pool.accessToken({ pad: '' })).length;
  for (let size = Math.floor(((length - bare) * 3) / 4) - 3; ; size += 1) {
    const token = await pool.accessToken({ pad: 'x'.repeat(size) });
    if (token.length >= length) return token;
  }
}

test('a token of up to 8,192 characters is read', async () => {
  const accepted = await tokenOf(8_190, pools.staff);
  expect(accepted.length).toBeLessThanOrEqual(8_192);
  expect(await authenticate(`Bearer ${accepted}`)).toMatchObject({ id: STAFF_SUB });
  const refused = await tokenOf(8_193, pools.staff);
  await expect(authenticate(`Bearer ${refused}`)).rejects.toMatchObject(UNAUTHENTICATED);
});

test('what fails on the way to the keys is not the caller’s', async () => {
  const stranger = await testPool(pools.staff.poolId, { sub: STAFF_SUB }, 'a-key-of-nobody');
  const failure = new Error('cut off');
  const asked: unknown[] = [];
  const outbound: Runtime['outbound'] = (call) => {
    asked.push(call);
    return Promise.reject(failure);
  };
  const token = await stranger.accessToken();
  await expect(authenticate(`Bearer ${token}`, { outbound })).rejects.not.toMatchObject(UNAUTHENTICATED);
  expect(asked).toEqual([{ resource: 'jwks', action: 'GetJwks' }]);
});
