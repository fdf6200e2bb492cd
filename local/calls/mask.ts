/** Replaces a secret. */
export const MASK = '••••••';

/** Names of fields that hold a secret, or a credential that lets its holder act for the user. */
const SECRET_NAMES = /password|token|secret|^session$|^otpauthUri$|^joinCode$|^(?:cer|key)File$|(?:test|live|data)Key/i;
/** A one-time code is recognised by its form: no code of an error or a catalogue has six digits. */
const ONE_TIME_CODE = /^\d{6}$/;
/** A signed token, a key of the provider or an API key, under any field name. */
const SECRET_VALUES = /\beyJ[\w-]+\.[\w-]+\.[\w-]+|\bsk_(?:user|test|live)_\w+|\bfleet_[a-z\d-]+_[\dA-Za-z]{46}\b/g;
const SIGNED_ADDRESS = /^(https?:\/\/[^?]+)\?.*X-Amz-Signature=.*/s;
const SECRET_KEYS = /^(JOIN_CODE|WEBHOOK_TOKEN)#.*/s;

/** Returns the value with its secrets masked. Secrets are recognised by field name and, under other names, by their form. */
export function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return maskedText(value, name);
  if (value instanceof Uint8Array) return MASK;
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map((one) => masked(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return maskedMembers(value);
}

/** Masks each field of an object or map under its own name. */
export const maskedMembers = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, masked(value, name)]));

function maskedText(text: string, name: string): string {
  if (text !== '' && (SECRET_NAMES.test(name) || (name === 'code' && ONE_TIME_CODE.test(text)))) return MASK;
  return text.replace(SIGNED_ADDRESS, `$1?${MASK}`).replace(SECRET_KEYS, `$1#${MASK}`).replace(SECRET_VALUES, MASK);
}
