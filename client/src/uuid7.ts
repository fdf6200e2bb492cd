/** A UUID of version 7 by RFC 9562 §5.7. `random` gives numbers from 0 to 1. */
export function uuid7(milliseconds: number, random: () => number): string {
  const digit = () => Math.floor(random() * 16);
  const digits = (count: number) => Array.from({ length: count }, () => digit().toString(16)).join('');
  const time = hex(milliseconds, 12);
  const [a, variant, b] = [digits(3), (8 + (digit() % 4)).toString(16), digits(3)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a}-${variant}${b}-${digits(12)}`;
}

/**
 * The identifier after another one: it is greater, also when the clock stands still or was set back (RFC 9562 §6.2). Then the last
 * 48 bits are a counter.
 */
export function uuid7After(last: string | undefined, milliseconds: number, random: () => number): string {
  const fresh = uuid7(milliseconds, random);
  if (last === undefined || fresh > last) return fresh;
  const count = Number.parseInt(last.slice(24), 16) + 1;
  return count < 2 ** 48 ? last.slice(0, 24) + hex(count, 12) : uuid7(millisecondsOf(last) + 1, random);
}

/** The instant in an identifier of version 7. */
export const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Whether a text is an identifier of version 7 as this file writes it: in lower case, so that texts compare as numbers. */
export const isUuid7 = (text: unknown): text is string =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(String(text));

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
