/** All characters but letters, digits, blanks and the punctuation of names. */
const NOT_IN_NAMES = /[^\p{L}\p{Nd} .,&'-]/gu;

/** A dot before a letter or digit, or "www." Mail programs make a link of such a word. */
const LINK = /\.[,&'-]*[\p{L}\p{Nd}]|www\./iu;

/** Single letters with a dot after each, such as S.A. in the name of a company. */
const INITIALS = /^[,&'-]*(?:\p{L}\.)+[,&'-]*$/u;

/** Six digits or more, also with blanks or punctuation between them. Mail programs make a link of a telephone number. */
const NUMBER = /\p{Nd}(?:[ .,&'-]*\p{Nd}){5,}/gu;

const MAXIMUM = 40;

/**
 * The parts of a user's text that can stand in our mails as a name: no link, no number to call, at most 40 characters.
 * NFKC comes first, because it turns other characters into dots and digits. Removed characters become blanks: without
 * them the text on both sides could join to a link.
 */
export function plainName(text: string): string {
  const words = text
    .normalize('NFKC')
    .replace(NOT_IN_NAMES, ' ')
    .replace(NUMBER, ' ')
    .split(' ')
    .filter((word) => word !== '' && (!LINK.test(word) || INITIALS.test(word)));
  return [...words.join(' ')].slice(0, MAXIMUM).join('').trim();
}
