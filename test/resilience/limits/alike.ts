import { isInFocus, type Settings } from '../part';
import { GUESSES, type Guess, type Target } from './guesses';
import { People, type Seen, type Stack } from './stack';
import { routeOf } from './tries';

/** A comparison of guesses at an existing account with guesses at an unknown one. */
export interface Alike {
  readonly what: string;
  readonly pairs: number;
  /** Medians, in milliseconds. */
  readonly known: number;
  readonly unknown: number;
  readonly failures: readonly string[];
}

/**
 * The largest allowed ratio of the two medians, unless their difference is too small to measure over a network. A small sample allows a
 * larger ratio.
 */
const LIKE_RATIO = { few: 4, many: 2 };
const MANY = 100;
const LIKE_MS = 5;
/** The two requests of a pair are not sent at the same instant. */
const LIKE_SECONDS = 5;

/** A registration is not compared: the creation of an account takes time, and this difference is documented (docs/decisions/0009). */
const COMPARED = GUESSES.filter(({ known, file }) => known !== undefined && file !== 'auth/register');

/**
 * Sends guesses in pairs, one at an existing account and one at an unknown one, each from an address of its own, until the limits refuse
 * them.
 */
export async function compare(
  stack: Stack,
  pairs: number,
  settings: Pick<Settings, 'until' | 'focus'>,
): Promise<Alike[]> {
  const found: Alike[] = [];
  for (const guess of COMPARED.filter(({ what }) => isInFocus(what, settings.focus)))
    found.push(await compareOne(guess, stack, pairs, settings));
  return found;
}

async function compareOne(
  guess: Guess,
  stack: Stack,
  pairs: number,
  { until }: Pick<Settings, 'until'>,
): Promise<Alike> {
  const people = new People(stack);
  const all: Pair[] = [];
  while (all.length < pairs && (all.length === 0 || Date.now() < until)) {
    const targets = {
      known: (await guess.known?.(people, stack)) ?? { name: '' },
      unknown: await (guess.unknown ?? guess.target)(people, stack),
    };
    const addresses = { known: stack.newAddress(), unknown: stack.newAddress() };
    const ask = (side: Side) => stack.ask(routeOf(guess), guess.wrong(targets[side]), addresses[side]);
    // Includes the first refused guess, whose answer is compared too.
    for (let nth = 0; nth <= guess.ofOne; nth += 1) all.push(await inTurns(ask, targets, all.length % 2 === 0));
  }
  const [known, unknown] = [median(all, 'known'), median(all, 'unknown')];
  const [less, more] = [Math.min(known, unknown), Math.max(known, unknown)];
  const isUnlike = more > less * LIKE_RATIO[all.length < MANY ? 'few' : 'many'] && more - less > LIKE_MS;
  const failures = [
    ...all.flatMap(({ difference }) => difference ?? []),
    ...(isUnlike ? [`${known.toFixed(1)} ms at a known account, ${unknown.toFixed(1)} ms at an unknown one.`] : []),
  ];
  return {
    what: guess.what,
    pairs: all.length,
    known,
    unknown,
    failures: failures.slice(0, 3).map((failure) => `${guess.what}: ${failure}`),
  };
}

type Side = 'known' | 'unknown';
type Pair = Readonly<Record<Side, Seen>> & { readonly difference: string | undefined };

/** Sends a pair of guesses, in alternating order. */
async function inTurns(
  ask: (side: Side) => Promise<Seen>,
  targets: Readonly<Record<Side, Target>>,
  isKnownFirst: boolean,
): Promise<Pair> {
  const first = isKnownFirst ? await ask('known') : undefined;
  const unknown = await ask('unknown');
  const known = first ?? (await ask('known'));
  const said = [told(known, targets.known), told(unknown, targets.unknown)];
  const apart = Math.abs(known.retryAfter - unknown.retryAfter);
  const isLike = said[0] === said[1] && apart <= LIKE_SECONDS;
  const difference = isLike ? undefined : `${said.join(' is not ')}, ${apart} s apart.`;
  return { known, unknown, difference };
}

/** The parts of an answer that must be equal: status, body, and the outbound calls. */
const told = ({ status, text, calls }: Seen, { name }: Target): string =>
  JSON.stringify([status, text.replaceAll(name, '<name>'), calls]);

const median = (pairs: readonly Pair[], side: Side): number =>
  pairs.map((pair) => pair[side].milliseconds).sort((one, other) => one - other)[pairs.length >> 1] ?? 0;
