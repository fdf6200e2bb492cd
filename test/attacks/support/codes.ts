import { createHmac } from 'node:crypto';
import { must, textAt, valueAt } from './http';
import type { Person, World } from './world';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const STEP_MS = 30_000;

/** The six digits of an authenticator app (RFC 6238: SHA-1, 30 seconds). */
export function totp(secret: string, at: number): string {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Enrols an authenticator app for the person. Answers its secret. */
export async function enrol(world: World, person: Person): Promise<string> {
  const { body } = await must(200, person.send('POST /users/me/mfa/setup', { password: person.password }));
  const secret = textAt(body, 'secret');
  await must(200, person.send('POST /users/me/mfa/confirm', { code: totp(secret, world.now()) }));
  return secret;
}

/** The code after the present one, because a code cannot be used twice. A clock may be one code ahead. */
export const nextCode = (world: World, secret: string): string => totp(secret, world.now() + STEP_MS);

/** True when the password alone signs the person in. */
export async function entersByPasswordAlone(world: World, { email, password }: Person): Promise<boolean> {
  return valueAt((await world.login(email, password)).body, 'tokens.accessToken') !== undefined;
}
