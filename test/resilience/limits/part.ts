import { Chance } from '../../load/chance';
import { type Findings, type HardPart, isInFocus, type Row, type Settings } from '../part';
import { type Alike, compare } from './alike';
import { GUESSES, type Guess, uncovered } from './guesses';
import { tryRevoked } from './revoked';
import { openStack, type Stack } from './stack';
import { ofAddress, ofAll, ofAVictim, ofOne, type Tried } from './tries';

/** For each kind of guess, the number of pairs to compare: one guess at an existing account, one at an unknown account. */
const PAIRS = { short: 6, long: 120 };
/** The approximate number of kinds of guesses that the short form tries from many addresses. */
const SHORT_DRAWN = 3;

/** Guesses at every secret, and uses revoked tokens. */
export const part: HardPart = {
  id: 'limits',
  title: 'Guessing is limited, and ended access stays ended',
  async run(settings): Promise<Findings> {
    const stack = await openStack();
    try {
      const tried = await tryGuesses(stack, settings);
      settings.progress('guessed');
      const alike = await compare(stack, PAIRS[settings.form], settings);
      settings.progress('compared');
      const revoked = await tryRevoked(stack, settings);
      const missing = uncovered().map((file) => `${file} counts attempts and has no entry in guesses.ts: add one.`);
      const rows = [...tried.map(({ row }) => row), alikeRow(alike), ...revoked.map(revokedRow)];
      const failures = [
        ...missing,
        ...tried.flatMap((one) => one.failures),
        ...alike.flatMap((one) => one.failures),
        ...revoked.flatMap(({ way, failures: wrong }) => wrong.map((one) => `After “${way}” ${one}.`)),
      ];
      return { rows, failures, passed: rows.reduce((sum, { times }) => sum + times, 0) - failures.length };
    } finally {
      await stack.stop();
    }
  },
};

interface Found {
  readonly row: Row;
  readonly failures: readonly string[];
}

/** Tries all limits of all guesses. The short form tries the limits over many addresses only for some guesses, drawn at random. */
async function tryGuesses(stack: Stack, { form, seed, focus }: Settings): Promise<Found[]> {
  const chance = new Chance(seed);
  const isWhole = form === 'long' || focus !== undefined;
  const chosen = GUESSES.filter(({ what }) => isInFocus(what, focus));
  const drawn = chosen.filter(() => isWhole || chance.below(GUESSES.length) < SHORT_DRAWN);
  const each = async (guesses: readonly Guess[], how: typeof ofOne): Promise<Tried[]> => {
    const all: Tried[] = [];
    for (const guess of guesses) all.push(await how(guess, stack));
    return all;
  };
  const withAddress = isWhole ? chosen.filter((guess) => guess.ofAddress !== undefined) : [];
  return [
    rowOf(
      `guesses at one account from one address, of ${chosen.length} kinds: passwords, codes, recoveries, resets, join codes`,
      await each(chosen, ofOne),
    ),
    rowOf('guesses at one account from many addresses at once', await each(drawn, ofAll)),
    rowOf('guesses at many accounts from one address', await each(withAddress, ofAddress)),
    rowOf(
      'wrong passwords for one account from strangers and from its own network',
      isInFocus(A_VICTIM, focus) ? [await ofAVictim(stack)] : [],
      'its owner could still sign in from home, and a new user of that network from elsewhere',
    ),
  ];
}

const A_VICTIM = 'a victim';

function rowOf(tried: string, all: readonly Tried[], more?: string): Found {
  const sum = (of: (one: Tried) => number) => all.reduce((total, one) => total + of(one), 0);
  const refused = sum((one) => one.refused);
  const held = `exactly the allowed number passed; ${refused} times 429 with Retry-After${more ? `; ${more}` : ''}`;
  return { row: { tried, times: sum(({ tries }) => tries), held }, failures: all.flatMap(({ failures }) => failures) };
}

function alikeRow(alike: readonly Alike[]): Row {
  const medians = alike.map(({ what, known, unknown }) => `${what} ${known.toFixed(0)} and ${unknown.toFixed(0)} ms`);
  return {
    tried: 'pairs of guesses, one at an existing account and one at an unknown one, beyond the limit',
    times: alike.reduce((sum, { pairs }) => sum + pairs, 0),
    held: `the same status, words and calls; medians: ${medians.join(', ')}`,
  };
}

const revokedRow = ({ way, tried, letIn }: Awaited<ReturnType<typeof tryRevoked>>[number]): Row => ({
  tried: `every operation of its pool with a live access token after “${way}”`,
  times: tried,
  held: `${letIn} allowed, exactly those in docs/security.md`,
});
