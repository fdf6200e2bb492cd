import { Chance } from '../../load/chance';

/** Characters that a document must carry: accents, signs of XML, two code units, and spaces that are cleaned. */
const LETTERS = [...'abcdefghijklMNÑOPQáéíóúü0123456789.,-/()&<>"\'#%+=ñçß漢字🚚'];

/** Texts are parts of this list, because one random number for each character takes a quarter of the generator's time. */
const POOL = (() => {
  const chance = new Chance(1);
  return Array.from({ length: 4000 }, () => chance.among(LETTERS));
})();

export const isChosen = (chance: Chance, percent: number): boolean => chance.below(100) < percent;

/** The value, or undefined. */
export const perhaps = <T>(chance: Chance, percent: number, make: () => T): T | undefined =>
  isChosen(chance, percent) ? make() : undefined;

/** A text of `minimum` to `maximum` characters, mostly short, that is not blank. Some have spaces around them, which the product cleans. */
export function words(chance: Chance, minimum: number, maximum: number): string {
  const most = isChosen(chance, 5) ? maximum : Math.min(maximum, minimum + 30);
  const length = minimum + chance.below(most - minimum + 1);
  const begin = chance.below(POOL.length - length);
  const text = `A${POOL.slice(begin, begin + length - 1).join('')}`;
  return isChosen(chance, 20) ? ` ${text}  ` : text;
}

const SPACES = [' ', '  ', '\u00a0', '\u2003 '];

/** Words with spaces between them, which the product cleans. */
export const sentence = (chance: Chance, maximum: number): string =>
  maximum < 12
    ? words(chance, 1, maximum)
    : `${words(chance, 3, Math.floor(maximum / 3))}${chance.among(SPACES)}${words(chance, 1, Math.floor(maximum / 3))}`;

const CAPITALS = [...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ&'];
const SIGNS = [...'ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789'];

export const signs = (chance: Chance, minimum: number, maximum: number): string =>
  Array.from({ length: minimum + chance.below(maximum - minimum + 1) }, () => chance.among(SIGNS)).join('');

const two = (value: number): string => String(value).padStart(2, '0');

/** An RFC of a legal entity (3 letters) or a natural person (4). Its check digit is seldom right, which is a warning. */
export function rfcOf(chance: Chance, letters: 3 | 4): string {
  const name = Array.from({ length: letters }, () => chance.among(CAPITALS)).join('');
  const day = `${two(chance.below(100))}${two(1 + chance.below(12))}${two(1 + chance.below(28))}`;
  const rfc = `${name}${day}${signs(chance, 2, 2)}${chance.among([...'0123456789A'])}`;
  return isChosen(chance, 10) ? rfc.toLowerCase() : rfc;
}

/** A number from 1 to `most` units of the last decimal. */
export const decimal = (chance: Chance, most: number, decimals: number): number =>
  Number(`${1 + chance.below(most)}e-${decimals}`);
