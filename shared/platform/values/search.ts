/**
 * The name in the form in which `q` is compared: lower case, no accents, single blanks. " José PÉREZ" becomes "jose
 * perez".
 */
export const normalName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');

/** True when the normalised name begins with the normalised `q`. */
export const nameMatches = (name: string, q: string | undefined): boolean =>
  q === undefined || normalName(name).startsWith(normalName(q));
