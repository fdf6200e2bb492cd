/**
 * The name in the form in which `q` is compared: lower case, no accents, single blanks. " José PÉREZ" becomes "jose
 * perez".
 */
export const normalName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');

/** True without a wanted type, and for a record of that type; case and accents are ignored. */
export const isOfType = ({ type = '' }: { readonly type?: string | undefined }, wanted: string | undefined): boolean =>
  wanted === undefined || normalName(type) === normalName(wanted);
