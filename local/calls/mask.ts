/** What stands in a secret's place. */
export const MASK = '••••••';

/** Members that carry a secret, or a capability to do something in another's name. */
const SECRET_NAMES = /password|token|secret|^session$|^otpauthUri$|^joinCode$|^(?:cer|key)File$|(?:test|live|data)Key/i;
/** A one-time code is one by its form: the codes of errors and catalogues are none. */
const ONE_TIME_CODE = /^\d{6}$/;
/** A signed token or the provider's key, wherever it stands. */
const SECRET_VALUES = /\beyJ[\w-]+\.[\w-]+\.[\w-]+|\bsk_(?:user|test|live)_\w+/g;
const SIGNED_ADDRESS = /^(https?:\/\/[^?]+)\?.*X-Amz-Signature=.*/s;
const SECRET_KEYS = /^(JOIN_CODE|WEBHOOK_TOKEN)#.*/s;

/** The same value without the secrets in it: by their names, and by their form where they stand under another. */
export function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return maskedText(value, name);
  if (value instanceof Uint8Array) return MASK;
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map((one) => masked(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return maskedMembers(value);
}

/** The members of an object or map, each under its own name. */
export const maskedMembers = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, masked(value, name)]));

function maskedText(text: string, name: string): string {
  if (text !== '' && (SECRET_NAMES.test(name) || (name === 'code' && ONE_TIME_CODE.test(text)))) return MASK;
  return text.replace(SIGNED_ADDRESS, `$1?${MASK}`).replace(SECRET_KEYS, `$1#${MASK}`).replace(SECRET_VALUES, MASK);
}
