import * as v from 'valibot';
import { type IndexKeys, type ItemKey, key, part, TIME_TO_LIVE } from '../platform/table/keys';
/** The maximum number of attempts in a time window, which the first attempt opens. */
export interface AttemptLimit {
  /** The counter's name. */
  readonly what: string;
  /** The account that the counter belongs to. All counters of an account have one partition. */
  readonly group?: string;
  readonly most: number;
  readonly seconds: number;
  /** Allows one more attempt after every `seconds`, instead of all at the end of the window. */
  readonly refills?: true;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Allowance = Omit<AttemptLimit, 'what' | 'group'>;

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
 * account locked (docs/decisions/0009).
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
  /** The nonce of a valid device proof. */
  readonly device?: string | undefined;
  /** The digest of a temporary password that proves itself. */
  readonly temporary?: string | undefined;
}

/**
 * A temporary password that this service made for the account, perhaps an old one. More attempts an hour would make
 * Cognito lock the account.
 */
const TEMPORARY = { most: 5, seconds: HOUR_SECONDS } satisfies Allowance;

/** The partition of an account's counters. */
export const counterGroup = (of: Guarded, account: string): string => `${of}#ACCOUNT#${folded(account)}`;

export const isOfDrivers = (of: Guarded): boolean => of === 'DRIVER_PASSWORD';

/** The key for an account and a network that it has signed in from. */
export const homeOf = ({ of, account, sourceIp }: Attempt): string =>
  `${isOfDrivers(of) ? 'DRIVER' : 'STAFF'}#${networkOf(sourceIp)}#${folded(account)}`;

/**
 * The limits of an attempt. A temporary password that proves itself, and a device that has signed in, are counted only
 * for themselves, from any network: strangers can use up neither. From a known network only the limit of account and network applies, so that attempts from
 * elsewhere, or by neighbours with other accounts, cannot use it up. From other networks the limits of the account and
 * of the network apply too.
 */
export function limitsOf(attempt: Attempt, isHome: boolean): readonly AttemptLimit[] {
  const { of, account, sourceIp, device, temporary } = attempt;
  const { here, elsewhere, network } = GUARDED[of];
  const limit = (where: string, allowance: Allowance): AttemptLimit => ({ what: `${of}#${where}`, ...allowance });
  if (temporary !== undefined) return [limit(`TEMPORARY#${temporary}`, TEMPORARY)];
  if (device !== undefined) return [limit(`DEVICE#${device}`, here)];
  const group = counterGroup(of, account);
  const ours = { ...limit(`HERE#${networkOf(sourceIp)}#${folded(account)}`, here), group };
  if (isHome) return [ours];
  return [
    ours,
    { ...limit(`ELSEWHERE#${folded(account)}`, elsewhere), group },
    limit(`NETWORK#${networkOf(sourceIp)}`, network),
  ];
}

/** The counters that a successful attempt clears: its own, and after a reset also those of the old password, of the device and of strangers. */
export function forgottenWith(right: Attempt): readonly AttemptLimit[] {
  const isProven = right.device !== undefined || right.temporary !== undefined;
  // Without the last one: the network's counter also counts other accounts.
  const own = isProven ? limitsOf(right, false) : limitsOf(right, false).slice(0, -1);
  if (right.of !== 'RESET') return own;
  const password = { ...right, of: 'PASSWORD' } as const;
  const ofDevice = right.device === undefined ? [] : forgottenWith(password);
  return [...own, ...ofDevice, ...forgottenWith({ ...password, device: undefined })];
}

/** The pools ignore case. Without folding, each spelling of an account would have its own counter. */
const folded = (account: string): string => account.toLowerCase();

/** The daily limit of notices about a second registration, so that others cannot fill a mailbox. */
export const noticeLimits = (email: string): readonly AttemptLimit[] => [
  { what: `NOTICE#${email}`, most: 3, seconds: DAY_SECONDS },
];

/** Mails with codes to one address, by all callers together: five an hour and ten a day. */
export const mailedCodeLimits = (email: string): readonly AttemptLimit[] => [
  { what: `MAILED_CODE#HOUR#${email}`, most: 5, seconds: HOUR_SECONDS },
  { what: `MAILED_CODE#DAY#${email}`, most: 10, seconds: DAY_SECONDS },
];

/**
 * Further mails with codes, for a person who asks from a network or a device of the account: two an hour and three a day. Strangers can use up
 * the mails of {@link mailedCodeLimits}.
 */
export const ownMailedCodeLimits = (email: string): readonly AttemptLimit[] => [
  { what: `OWN_MAILED_CODE#HOUR#${email}`, most: 2, seconds: HOUR_SECONDS },
  { what: `OWN_MAILED_CODE#DAY#${email}`, most: 3, seconds: DAY_SECONDS },
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

/**
 * Failed attempts and attempts in progress. `until`, in seconds, is the end of the failures' window; of a refilling limit,
 * the time at which the last failure is forgotten. `open` holds for each attempt in progress the instant, in
 * milliseconds, after which it counts as failed.
 */
export const AttemptCount = v.object({
  failures: v.number(),
  until: v.number(),
  open: v.optional(v.record(v.string(), v.number())),
  [TIME_TO_LIVE]: v.number(),
});
export type AttemptCount = v.InferOutput<typeof AttemptCount>;
export const attemptCountKey = ({ what, group = what }: Pick<AttemptLimit, 'what' | 'group'>) =>
  key(AttemptCount, `ATTEMPTS#${group}`, `COUNT#${what}`);
export const attemptCountsOf = (group: string) => part(AttemptCount, `ATTEMPTS#${group}`, 'COUNT#');

/** An account has signed in from this network. */
const HomeNetwork = v.object({ [TIME_TO_LIVE]: v.number() });
export const homeNetworkKey = (home: string) => key(HomeNetwork, `HOME_NETWORK#${home}`, 'HOME_NETWORK');

/** The pools whose accounts have rows about sign-ins. */
export type SignInPool = 'STAFF' | 'DRIVER';
const poolOf = (of: Guarded): SignInPool => (of === 'DRIVER_PASSWORD' ? 'DRIVER' : 'STAFF');

/** An account of either pool, as the index of its networks names it. */
export const signInName = (pool: SignInPool, account: string): string => `${pool}#${folded(account)}`;
export const signInNameOf = ({ of, account }: Attempt): string => signInName(poolOf(of), account);

/** The networks of an account. The erasure of the person finds them by this index. */
export const homesOfAccount = (account: string) => ({ gsi1pk: `HOME_NETWORK#${account}` }) as const;
export const homeNetworkIndexes = (account: string, network: string): IndexKeys => ({
  ...homesOfAccount(account),
  gsi1sk: network,
});

const isGuarded = (name: string): name is Guarded => name in GUARDED;

/** The groups of counters of an account of one pool. */
export const counterGroupsOf = (pool: SignInPool, account: string): string[] =>
  Object.keys(GUARDED)
    .filter(isGuarded)
    .filter((of) => poolOf(of) === pool)
    .map((of) => counterGroup(of, account));

/** The rows about sign-ins with a known key that name an account: its networks, and counters of mails to its address. */
export function signInRowsOf(pool: SignInPool, account: string, networks: readonly string[]): ItemKey[] {
  const of = pool === 'STAFF' ? 'PASSWORD' : 'DRIVER_PASSWORD';
  const mails = pool === 'STAFF' ? [noticeLimits, mailedCodeLimits, ownMailedCodeLimits] : [];
  const homes = networks.map((sourceIp) => homeNetworkKey(homeOf({ of, account, sourceIp })));
  return [...mails.flatMap((limits) => limits(folded(account))).map(attemptCountKey), ...homes];
}
