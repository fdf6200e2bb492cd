/** Names and values that no row may keep: what signs in, signs, or opens. */
const SECRET_NAME = /password|secret|token|^apiKey$|privateKey|session|joinCode|cerFile|keyFile/i;
const SECRET_VALUE = /\beyJ[\w-]{10,}\.|\bsk_(user|test|live)_\w|X-Amz-Signature=|-----BEGIN/;

/** Where a value keeps a secret, by the names that lead there. */
export function secretsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return SECRET_VALUE.test(value) ? [`a secret at ${path}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(SECRET_NAME.test(name) && member !== null && member !== undefined ? [`${path}.${name}`] : []),
    ...secretsIn(member, `${path}.${name}`),
  ]);
}
