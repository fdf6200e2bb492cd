/** Case and accents folded, blanks single: what `q` is compared with. "  José   PÉREZ" is "jose perez". */
export const normalName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');

/** True when the name begins with what is searched for (`q` is a prefix of the normalised name). */
export const nameMatches = (name: string, q: string | undefined): boolean =>
  q === undefined || normalName(name).startsWith(normalName(q));
