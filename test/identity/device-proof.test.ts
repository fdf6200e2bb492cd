import { deviceCookie, deviceCookieOf, deviceOf, newDeviceProof } from '../../shared/identity/device-proof';
import { newTemporaryPassword, temporaryPasswordDigest } from '../../shared/identity/temporary-password';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';

const { runtime, context, now } = makeTestContext();
const DAY_MS = 86_400_000;
const proof = newDeviceProof(runtime, 'driver', 'Jose.Perez');
const [nonce = '', digest = ''] = proof.split('.');
const nonceOf = (
  account: string,
  sent = proof,
  kind: 'driver' | 'staff' = 'driver',
  at = now(),
  environment = ENVIRONMENT,
) => deviceOf(environment, kind, account, sent, at);

describe('doors 7: a device proof', () => {
  it('holds for its account, capitals or not, for ninety days', () => {
    expect(nonceOf('jose.PEREZ')).toBe(nonce);
    expect(nonceOf('jose.perez', proof, 'driver', new Date(now().getTime() + 90 * DAY_MS - 1))).toBe(nonce);
    expect(nonceOf('jose.perez', proof, 'driver', new Date(now().getTime() + 90 * DAY_MS))).toBeUndefined();
  });

  it('of another account, pool, stage or nonce is refused', () => {
    const other = newDeviceProof(runtime, 'driver', 'otro.chofer');
    expect(nonceOf('otro.chofer')).toBeUndefined();
    expect(nonceOf('jose.perez', other)).toBeUndefined();
    expect(nonceOf('jose.perez', proof, 'staff')).toBeUndefined();
    expect(nonceOf('jose.perez', proof, 'driver', now(), { ...ENVIRONMENT, STAGE_KEY: 'another' })).toBeUndefined();
    expect(nonceOf('jose.perez', `${other.split('.')[0]}.${digest}`)).toBeUndefined();
  });

  it.each(['', '.', 'x.y', `${nonce}`, `${nonce}.`, `${proof}.`, ` ${proof}`, 'x'.repeat(10_000)])(
    'that is %j is none',
    (sent) => {
      expect(nonceOf('jose.perez', sent)).toBeUndefined();
    },
  );

  it('stands in a cookie that only this host sets, out of reach of scripts', () => {
    const cookie = deviceCookie({ ...ENVIRONMENT, COOKIE_SAME_SITE: 'Strict' }, 'driver', proof);
    expect(cookie).toBe(`__Host-device-driver=${proof}; Path=/; Max-Age=7776000; HttpOnly; Secure; SameSite=Strict`);
    const cookies = ['a=b', `__Host-device-staff=of-staff`, `__Host-device-driver=${proof}`];
    expect(deviceCookieOf({ cookies, headers: {} }, 'driver')).toBe(proof);
    expect(deviceCookieOf({ headers: { cookie: cookies.join('; ') } }, 'staff')).toBe('of-staff');
    expect(deviceCookieOf({ headers: {} }, 'staff')).toBeUndefined();
  });
});

describe('doors 7: a temporary password', () => {
  const password = newTemporaryPassword(context, 'Jose.Perez');
  const digestFor = (account: string, sent = password) => temporaryPasswordDigest(ENVIRONMENT, account, sent);

  it('proves itself for its account, and does not contain the password in its digest', () => {
    expect(digestFor('jose.perez')).toMatch(/^[\w-]{43}$/);
    expect(digestFor('jose.perez')).toBe(digestFor('JOSE.PEREZ'));
  });

  it('of another account, or with another letter anywhere, does not', () => {
    expect(digestFor('otro.chofer')).toBeUndefined();
    for (let place = 0; place < password.length; place += 1) {
      const letter = password[place] === 'a' ? 'b' : 'a';
      const other = `${password.slice(0, place)}${letter}${password.slice(place + 1)}`;
      expect(digestFor('jose.perez', other)).toBeUndefined();
    }
    expect(digestFor('jose.perez', 'Camino-Largo-77')).toBeUndefined();
  });
});
