/** At most so many tries of one thing in a window of time that the first of them opens. */
export interface AttemptLimit {
  /** Names what is counted: one counter stands for each. */
  readonly what: string;
  readonly most: number;
  readonly seconds: number;
}

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * The limits of recovering a sign-in (product.md §3.3): 5 an hour for the account from one address, 20 for the account, 50 from the address.
 * The owner can still recover from an address of their own while somebody else tries from another.
 */
export function recoveryLimits(email: string, sourceIp: string): readonly AttemptLimit[] {
  const address = networkOf(sourceIp);
  return [
    { what: `RECOVERY#${email}#${address}`, most: 5, seconds: HOUR_SECONDS },
    { what: `RECOVERY#${email}`, most: 20, seconds: HOUR_SECONDS },
    { what: `RECOVERY#${address}`, most: 50, seconds: HOUR_SECONDS },
  ];
}

/** Mails a day that tell an address that somebody registered with it again: nobody's mailbox is filled by others. */
export const noticeLimits = (email: string): readonly AttemptLimit[] => [
  { what: `NOTICE#${email}`, most: 3, seconds: DAY_SECONDS },
];

/** Tries of join codes: 20 an hour for one user. */
export const joinLimits = (userId: string): readonly AttemptLimit[] => [
  { what: `JOIN#${userId}`, most: 20, seconds: HOUR_SECONDS },
];

/**
 * Whose tries an address counts for. Of IPv6 the first 64 bits: the rest is its holder's to choose, at every request anew (RFC 4291 §2.5.4).
 * An IPv4 address stands for itself, written as IPv6 too (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
  const ipv4 = /(?:^|:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
