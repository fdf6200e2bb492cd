import { createHmac, randomBytes } from 'node:crypto';

const STEP_SECONDS = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 32 bytes in base 32, the form that AssociateSoftwareToken answers. */
export function newSecret(): string {
  return [...randomBytes(52)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** The six-digit code of a step of thirty seconds. Source: RFC 6238 and RFC 4226 §5.3. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** The step that the code belongs to: the present step or one of its neighbours, because the clock of a telephone may differ a little. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const present = stepOf(now);
  return [present, present - 1, present + 1].find((step) => codeAt(secret, step) === code);
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
