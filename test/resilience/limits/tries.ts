import { setTimeout } from 'node:timers/promises';
import { OPERATIONS } from '../../../functions/catalog';
import { GUESSES, type Guess, type Target } from './guesses';
import { PASSWORD, People, type Request, type Seen, type Stack } from './stack';

/** What a number of tries came to. */
export interface Tried {
  readonly tries: number;
  readonly refused: number;
  readonly failures: readonly string[];
}

/** Beyond each limit so many more are tried. */
const MORE = 3;

/** Guesses at one account from one address, one after the other. */
export async function ofOne(guess: Guess, stack: Stack): Promise<Tried> {
  const target = await guess.target(new People(stack), stack);
  const address = stack.newAddress();
  const seen: Seen[] = [];
  for (let nth = 0; nth < guess.ofOne + MORE; nth += 1)
    seen.push(await stack.ask(routeOf(guess), guess.wrong(target), address));
  const isInOrder = seen.every(({ status }, nth) => status === (nth < guess.ofOne ? guess.answered : 429));
  const wrong = isInOrder ? [] : [`One after the other: ${seen.map(({ status }) => status).join(' ')}.`];
  return judged(`${guess.what}, one account from one address`, guess, guess.ofOne, seen, wrong);
}

/** Guesses at one account at once, each from another address. */
export async function ofAll(guess: Guess, stack: Stack): Promise<Tried> {
  const target = await guess.target(new People(stack), stack);
  const most = guess.ofAll ?? guess.ofOne;
  const tries = Array.from({ length: most + MORE }, () => ({ target }));
  const seen = await toTheLimit(stack, guess, tries, most);
  return judged(`${guess.what}, one account from many addresses at once`, guess, most, seen);
}

/** Guesses from one address at accounts of which each has tries left. */
export async function ofAddress(guess: Guess, stack: Stack): Promise<Tried> {
  const most = guess.ofAddress ?? 0;
  const people = new People(stack);
  const address = stack.newAddress();
  const tries: Aimed[] = [];
  while (tries.length < most + MORE) {
    const target = await guess.target(people, stack);
    tries.push(...Array.from({ length: guess.ofOne }, () => ({ target, address })));
  }
  const seen = await toTheLimit(stack, guess, tries, most);
  return judged(`${guess.what}, many accounts from one address`, guess, most, seen);
}

/**
 * Strangers use up all that an account has for them, and neighbours all that its network has: its owner still comes in from there, and who is
 * new there from elsewhere.
 */
export async function ofAVictim(stack: Stack): Promise<Tried> {
  const [guess] = GUESSES;
  if (guess === undefined) throw new Error('There is nothing to guess.');
  const people = new People(stack);
  const [victim, other] = [await people.confirmed(), await people.confirmed()];
  const home = stack.newAddress();
  await people.signIn(victim, home);
  const strangers = Array.from({ length: guess.ofOne + MORE }, () => ({ target: { name: victim } }));
  const neighbours = Array.from({ length: Number(guess.ofAddress) + MORE }, () => ({
    target: { name: people.nobody() },
    address: home,
  }));
  const seen = await atOnce(stack, guess, [...strangers, ...neighbours]);
  // The strangers' last try has Cognito lock the account for a second.
  await setTimeout(LOCK_MS);
  const login = (email: string, address?: string) =>
    stack.ask(routeOf(guess), { body: { email, password: PASSWORD } }, address);
  const expected = [
    { who: 'the victim, from elsewhere', answer: await login(victim), status: 429 },
    { who: 'the victim, from home', answer: await login(victim, home), status: 200 },
    { who: 'who is new there, from there', answer: await login(other, home), status: 429 },
    { who: 'the same, from elsewhere', answer: await login(other), status: 200 },
  ];
  const wrong = expected.flatMap(({ who, answer, status }) =>
    answer.status === status ? [] : [`${who} is answered ${answer.status} instead of ${status}.`],
  );
  const limit = guess.ofOne + Number(guess.ofAddress);
  return judged('a victim and its neighbours', guess, limit, seen, wrong);
}

const LOCK_MS = 1_500;
const LANES = 8;

interface Aimed {
  readonly target: Target;
  readonly address?: string;
}

/** All but the last that may come through, and then the others, which meet at the limit itself. */
async function toTheLimit(stack: Stack, guess: Guess, tries: readonly Aimed[], most: number): Promise<Seen[]> {
  const before = await atOnce(stack, guess, tries.slice(0, most - 1));
  const last = tries.slice(most - 1);
  stack.meet(Math.min(last.length, LANES));
  return [...before, ...(await atOnce(stack, guess, last))];
}

/** Some at once, until all are sent. */
async function atOnce(stack: Stack, guess: Guess, tries: readonly Aimed[]): Promise<Seen[]> {
  const waiting = [...tries];
  const seen: Seen[] = [];
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      seen.push(await stack.ask(routeOf(guess), guess.wrong(one.target) satisfies Request, one.address));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return seen;
}

/** As many were let through as may be, and all others told when to come back. */
function judged(name: string, guess: Guess, most: number, seen: readonly Seen[], more: readonly string[] = []): Tried {
  const limited = seen.filter(({ status }) => status === 429);
  const through = seen.filter(({ status }) => status === guess.answered).length;
  const others = seen.filter(({ status }) => status !== 429 && status !== guess.answered);
  const failures = [
    ...(through === most ? [] : [`${through} of ${seen.length} came through, ${most} may.`]),
    ...others.slice(0, 1).map(({ status, text }) => `One was answered ${status} ${text}.`),
    ...(limited.every(({ retryAfter }) => retryAfter > 0) ? [] : ['A 429 has no Retry-After.']),
    ...more,
  ];
  return { tries: seen.length, refused: limited.length, failures: failures.map((failure) => `${name}: ${failure}`) };
}

export function routeOf({ file }: Guess): string {
  const operation = OPERATIONS[file];
  if (operation === undefined) throw new Error(`There is no ${file}.`);
  return operation.route;
}
