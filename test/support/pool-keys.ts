import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const VARIABLE = 'TEST_POOL_KEYS';
const SIZE = 2;

/** Jest's global setup: makes the pools' keys once for the whole run, because each takes a sixth of a second. */
export default async function makePoolKeys(): Promise<void> {
  const pairs = await Promise.all(Array.from({ length: SIZE }, () => makeKey()));
  process.env[VARIABLE] = JSON.stringify(pairs);
}

/** A private RSA key of 2048 bits, as Cognito uses, in PKCS #8 and PEM. */
export async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The keys of this run, from any folder in which Jest runs the test. */
export function poolKeys(): { readonly staff: string; readonly drivers: string } {
  const [staff, drivers]: string[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  if (staff === undefined || drivers === undefined) throw new Error('Jest has made no keys: see globalSetup.');
  return { staff, drivers };
}
