import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
/** At most so many tries of one thing in a window of time that the first of them opens. */
export interface AttemptLimit {
  /** Names what is counted: one counter stands for each. */
  readonly what: string;
  readonly most: number;
  readonly seconds: number;
  /** One more try comes back after every `seconds`, instead of all of them at the end of the window. */
  readonly refills?: true;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Allowance = Omit<AttemptLimit, 'what'>;

/** The limits of recovery: 5 an hour per account and address, 20 per account, 50 per address. Every other guess and mailed code has them too. */
const HOURLY = {
  here: { most: 5, seconds: HOUR_SECONDS },
  elsewhere: { most: 20, seconds: HOUR_SECONDS },
  network: { most: 50, seconds: HOUR_SECONDS },
} satisfies Record<string, Allowance>;

/**
 * Five passwords, and one more every 16 minutes. Cognito locks an account, for everybody, from the fifth wrong one on, for up to a quarter of
 * an hour, and forgets after 15 quiet minutes: who gets no more tries than these can keep nobody locked (docs/decisions/0009).
 */
const PASSWORDS = { most: 5, seconds: 16 * MINUTE_SECONDS, refills: true } satisfies Allowance;
const OF_PASSWORDS = { here: PASSWORDS, elsewhere: PASSWORDS, network: HOURLY.network };

/** What somebody who is not signed in may try only so often. A second factor is tried by who has the password. */
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

/** One try: of what, of whose, and from where. */
export interface Attempt {
  readonly of: Guarded;
  /** An address in lower case, or a driver's user name as it was typed. */
  readonly account: string;
  readonly sourceIp: string;
}

/** Names an account and a network that it has signed in from. */
export const homeOf = ({ of, account, sourceIp }: Attempt): string =>
  `${of === 'DRIVER_PASSWORD' ? 'DRIVER' : 'STAFF'}#${networkOf(sourceIp)}#${folded(account)}`;

/**
 * The limits of a try. From a network that the account has signed in from, only those of the two together: nobody elsewhere, and no neighbour
 * who tries other accounts, can use them up. All others share what the account, and what the network, has for strangers.
 */
export function limitsOf({ of, account, sourceIp }: Attempt, isHome: boolean): readonly AttemptLimit[] {
  const { here, elsewhere, network } = GUARDED[of];
  const limit = (where: string, allowance: Allowance): AttemptLimit => ({ what: `${of}#${where}`, ...allowance });
  const ours = limit(`HERE#${networkOf(sourceIp)}#${folded(account)}`, here);
  if (isHome) return [ours];
  return [ours, limit(`ELSEWHERE#${folded(account)}`, elsewhere), limit(`NETWORK#${networkOf(sourceIp)}`, network)];
}

/** What a right try forgets of the account's wrong ones: its own, and with a new password those of the old one. */
export function forgottenWith(right: Attempt): readonly AttemptLimit[] {
  // The last is the network's.
  const own = limitsOf(right, false).slice(0, -1);
  return right.of === 'RESET' ? [...own, ...forgottenWith({ ...right, of: 'PASSWORD' })] : own;
}

/** The pools tell no capitals apart, so no capital makes another account to count for. */
const folded = (account: string): string => account.toLowerCase();

/** Mails a day that tell an address that somebody registered with it again: nobody's mailbox is filled by others. */
export const noticeLimits = (email: string): readonly AttemptLimit[] => [
  { what: `NOTICE#${email}`, most: 3, seconds: DAY_SECONDS },
];

/** Tries of join codes: 20 an hour for one user, and 100 from where they come. */
export const joinLimits = (userId: string, sourceIp: string): readonly AttemptLimit[] => [
  { what: `JOIN#USER#${userId}`, most: 20, seconds: HOUR_SECONDS },
  { what: `JOIN#NETWORK#${networkOf(sourceIp)}`, most: 100, seconds: HOUR_SECONDS },
];

/** Codes of an authenticator app that a signed-in user sends to enrol it or to take it off. */
export const ownFactorLimits = (userId: string): readonly AttemptLimit[] => [
  { what: `OWN_FACTOR#${userId}`, most: 10, seconds: HOUR_SECONDS },
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
  const after = tail === undefined ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Tries of one thing since the first of them; over at `expires`, whether or not the row is gone by then. */
export const AttemptCount = v.object({ attempts: v.number(), [TIME_TO_LIVE]: v.number() });
export const attemptCountKey = (what: string) => key(AttemptCount, `ATTEMPTS#${what}`, 'WINDOW');

/** That an account has signed in from a network. */
export const HomeNetwork = v.object({ [TIME_TO_LIVE]: v.number() });
export const homeNetworkKey = (home: string) => key(HomeNetwork, `HOME_NETWORK#${home}`, 'HOME_NETWORK');
