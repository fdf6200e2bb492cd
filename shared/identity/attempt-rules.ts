import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
/** The maximum number of attempts in a time window, which the first attempt opens. */
export interface AttemptLimit {
  /** The counter's name. */
  readonly what: string;
  readonly most: number;
  readonly seconds: number;
  /** Allows one more attempt after every `seconds`, instead of all at the end of the window. */
  readonly refills?: true;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Allowance = Omit<AttemptLimit, 'what'>;

/**
 * The limits for everything that can be guessed or mailed: `here` per account and network, `elsewhere` per account for
 * all unknown networks, `network` per network for all accounts.
 */
const HOURLY = {
  here: { most: 5, seconds: HOUR_SECONDS },
  elsewhere: { most: 20, seconds: HOUR_SECONDS },
  network: { most: 50, seconds: HOUR_SECONDS },
} satisfies Record<string, Allowance>;

/**
 * Five passwords, and one more every 16 minutes. From the fifth wrong password on, Cognito locks an account for
 * everyone for up to 15 minutes, and forgets after 15 quiet minutes. An attacker within this limit cannot keep an
 * account locked (docs/decisions/0097).
 */
const PASSWORDS = { most: 5, seconds: 16 * MINUTE_SECONDS, refills: true } satisfies Allowance;
const OF_PASSWORDS = { here: PASSWORDS, elsewhere: PASSWORDS, network: HOURLY.network };

/** The kinds of attempts before sign-in, with their limits. FACTOR is reached only with the right password. */
const GUARDED = {
  PASSWORD: OF_PASSWORDS,
  DRIVER_PASSWORD: OF_PASSWORDS,
  FACTOR: HOURLY,
  RECOVERY: HOURLY,
  RESET_MAIL: HOURLY,
  RESET: HOURLY,
  REGISTRATION: HOURLY,
  CONFIRMATION: HOURLY,
} satisfies Record<string, { here: Allowance; elsewhere: Allowance; network: Allowance }>;
export type Guarded = keyof typeof GUARDED;

/** One attempt: its kind, its account and its origin. */
export interface Attempt {
  readonly of: Guarded;
  /** An e-mail address in lower case, or a driver's user name as typed. */
  readonly account: string;
  readonly sourceIp: string;
}

/** The key for an account and a network that it has signed in from. */
export const homeOf = ({ of, account, sourceIp }: Attempt): string =>
  `${of === 'DRIVER_PASSWORD' ? 'DRIVER' : 'STAFF'}#${networkOf(sourceIp)}#${folded(account)}`;

/**
 * The limits of an attempt. From a known network only the limit of account and network applies, so that attempts from
 * elsewhere, or by neighbours with other accounts, cannot use it up. From other networks the limits of the account and
 * of the network apply too.
 */
export function limitsOf({ of, account, sourceIp }: Attempt, isHome: boolean): readonly AttemptLimit[] {
  const { here, elsewhere, network } = GUARDED[of];
  const limit = (where: string, allowance: Allowance): AttemptLimit => ({ what: `${of}#${where}`, ...allowance });
  const ours = limit(`HERE#${networkOf(sourceIp)}#${folded(account)}`, here);
  if (isHome) return [ours];
  return [ours, limit(`ELSEWHERE#${folded(account)}`, elsewhere), limit(`NETWORK#${networkOf(sourceIp)}`, network)];
}

/** The counters that a successful attempt deletes: its own, and after a reset also those of the old password. */
export function forgottenWith(right: Attempt): readonly AttemptLimit[] {
  // Without the last one: the network's counter also counts other accounts.
  const own = limitsOf(right, false).slice(0, -1);
  return right.of === 'RESET' ? [...own, ...forgottenWith({ ...right, of: 'PASSWORD' })] : own;
}

/** The pools ignore case. Without folding, each spelling of an account would have its own counter. */
const folded = (account: string): string => account.toLowerCase();

/** The daily limit of notices about a second registration, so that others cannot fill a mailbox. */
export const noticeLimits = (email: string): readonly AttemptLimit[] => [
  { what: `NOTICE#${email}`, most: 3, seconds: DAY_SECONDS },
];

/** Attempts with join codes: 20 an hour per user, and 100 per network. */
export const joinLimits = (userId: string, sourceIp: string): readonly AttemptLimit[] => [
  { what: `JOIN#USER#${userId}`, most: 20, seconds: HOUR_SECONDS },
  { what: `JOIN#NETWORK#${networkOf(sourceIp)}`, most: 100, seconds: HOUR_SECONDS },
];

/** Codes that a signed-in user sends to turn an authenticator app on or off. */
export const ownFactorLimits = (userId: string): readonly AttemptLimit[] => [
  { what: `OWN_FACTOR#${userId}`, most: 10, seconds: HOUR_SECONDS },
];

/**
 * The network that an address belongs to. For IPv6 its first 64 bits, because the customer can change the rest for
 * every request (RFC 4291 §2.5.4). An IPv4 address counts alone, also in its IPv6 form (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
  const ipv4 = /(?:^|:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Attempts since the window began. The window ends at `expires`, even if the row still exists. */
export const AttemptCount = v.object({ attempts: v.number(), [TIME_TO_LIVE]: v.number() });
export const attemptCountKey = (what: string) => key(AttemptCount, `ATTEMPTS#${what}`, 'WINDOW');

/** An account has signed in from this network. */
export const HomeNetwork = v.object({ [TIME_TO_LIVE]: v.number() });
export const homeNetworkKey = (home: string) => key(HomeNetwork, `HOME_NETWORK#${home}`, 'HOME_NETWORK');
