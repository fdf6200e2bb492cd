import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../shared/platform/runtime/env';
import { checkCertificateFiles } from '../../shared/stamping/provider/certificate';
import { isIssuedBySat } from '../../shared/stamping/provider/sat-authorities';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';
import { EXPIRED_SEAL, FIEL, SEAL, SELF_SIGNED_SEAL, type SealFilesSent } from '../support/seals';

const FIRST = '2023-05-18T11:43:51.000Z';
const LAST = '2027-05-18T11:43:51.000Z';

function check(
  given: SealFilesSent,
  at = '2026-03-02T15:00:00.000Z',
  rfc?: string,
  environment: Environment = ENVIRONMENT,
) {
  const testContext = makeTestContext({ environment });
  testContext.pass(Date.parse(at) - testContext.now().getTime());
  return testContext.use(checkCertificateFiles)(given, rfc);
}

function refusalOf(given: SealFilesSent, at?: string, rfc?: string) {
  try {
    check(given, at, rfc);
  } catch (failure) {
    return Object(failure);
  }
  throw new Error('It was taken.');
}

test('a seal tells whose it is, its number and its last instant', () => {
  expect(check(SEAL)).toMatchObject({ sealName: 'ESCUELA KEMPER URGATE' });
  expect(check(SEAL)).toMatchObject({ rfc: 'EKU9003173C9', csdSerial: '30001000000500003416', csdExpiresAt: LAST });
  expect(check(SEAL, undefined, 'EKU9003173C9').certificate).toHaveLength(1460);
});

test.each([FIRST, LAST])('it is valid at %s', (at) => {
  expect(check(SEAL, at).rfc).toBe('EKU9003173C9');
});

const encoded = (text: string) => Buffer.from(text).toString('base64');
const cut = (base64: string) => Buffer.from(base64, 'base64').subarray(0, 700).toString('base64');

interface Wrong {
  readonly what: string;
  readonly given: SealFilesSent;
  readonly words: string;
  readonly at?: string;
  readonly rfc?: string;
}

const wrong = (what: string, given: SealFilesSent, words: string, more: Pick<Wrong, 'at' | 'rfc'> = {}): Wrong => ({
  what,
  given,
  words,
  ...more,
});

const WRONG: readonly Wrong[] = [
  wrong('a certificate that is text', { ...SEAL, cerFile: encoded('garbage') }, 'cerFile is not a certificate'),
  wrong('a certificate that is cut', { ...SEAL, cerFile: cut(SEAL.cerFile) }, 'cerFile is not a certificate'),
  wrong('a key for a certificate', { ...SEAL, cerFile: SEAL.keyFile }, 'cerFile is not a certificate'),
  wrong('a FIEL', FIEL, 'e.firma (FIEL)'),
  wrong('a key that is text', { ...SEAL, keyFile: encoded('garbage') }, 'keyFile is not an encrypted private key'),
  wrong('a certificate for a key', { ...SEAL, keyFile: SEAL.cerFile }, 'keyFile is not an encrypted private key'),
  wrong('a wrong password', { ...SEAL, password: '12345678b' }, 'password does not open'),
  wrong('no password', { ...SEAL, password: '' }, 'password does not open'),
  wrong('a key that is cut', { ...SEAL, keyFile: cut(SEAL.keyFile) }, 'password does not open'),
  wrong('another certificate’s key', { ...SEAL, keyFile: EXPIRED_SEAL.keyFile }, 'does not belong to the certificate'),
  wrong('another taxpayer’s seal', SEAL, 'belongs to EKU9003173C9, but the organization’s RFC is ABC010101AB1', {
    rfc: 'ABC010101AB1',
  }),
  wrong('tax M3: a self-signed certificate', SELF_SIGNED_SEAL, 'is self-signed', { at: '2027-01-01T00:00:00.000Z' }),
  wrong('an expired seal', EXPIRED_SEAL, 'expired on 2023-06-17'),
  wrong('a seal a second after its end', SEAL, 'expired on 2027-05-18', { at: '2027-05-18T11:43:52.000Z' }),
  wrong('a seal a second too early', SEAL, 'not valid before 2023-05-18', { at: '2023-05-18T11:43:50.000Z' }),
];

test.each(WRONG)('$what is refused in its own words', ({ given, words, at, rfc }) => {
  const refusal = refusalOf(given, at, rfc);
  expect(refusal).toMatchObject({ code: 'PROVIDER_ERROR', message: expect.stringContaining(words) });
  const told = `${refusal.message}${refusal.stack}${refusal.cause}`;
  for (const secret of [given.password || 'no password', given.keyFile.slice(0, 40), given.cerFile.slice(0, 40)]) {
    expect(told).not.toContain(secret);
  }
});

test('every wrong password is told as one, whatever OpenSSL makes of it', () => {
  for (let number = 0; number < 300; number += 1) {
    expect(refusalOf({ ...SEAL, password: `wrong-${number}` }).message).toContain('password does not open');
  }
});

describe('doors 23: the issuer of a signing certificate', () => {
  /** A certificate that the SAT's authority signed: that of its own OCSP service. */
  const ofSat = (file: string) => readFileSync(join(__dirname, '..', 'support', 'authorities', file));

  /** The certificate with one bit of its signature changed. Names, serial number and key stay. */
  function withOtherSignature(certificate: Buffer): Buffer {
    const forged = Buffer.from(certificate);
    const last = forged.length - 1;
    forged[last] = (forged[last] ?? 0) ^ 1;
    return forged;
  }

  test.each(['ocsp_ac4_sat.cer', 'ocsp_ac5_sat.cer'])('is an authority of the SAT by its signature: %s', (file) => {
    expect(isIssuedBySat(new X509Certificate(ofSat(file)))).toBe(true);
    expect(isIssuedBySat(new X509Certificate(withOtherSignature(ofSat(file))))).toBe(false);
  });

  test('is not proven by its name: a certificate with the same names and another signature is refused', () => {
    const cerFile = withOtherSignature(Buffer.from(SEAL.cerFile, 'base64')).toString('base64');
    expect(refusalOf({ ...SEAL, cerFile })).toMatchObject({
      code: 'PROVIDER_ERROR',
      message: expect.stringContaining('The SAT did not issue this certificate'),
    });
  });

  test('tax M3: is the test authority only where the stage accepts test certificates', () => {
    const strict = { ...ENVIRONMENT, ACCEPT_TEST_SEALS: 'false' };
    expect(() => check(SEAL, undefined, undefined, strict)).toThrow('This is a test certificate of the SAT.');
    expect(check(SEAL)).toMatchObject({ rfc: 'EKU9003173C9' });
  });
});
