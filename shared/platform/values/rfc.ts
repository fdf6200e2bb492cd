/** RFC of a natural person (13 characters) or a legal entity (12), from the CFDI 4.0 schema (t_RFC). */
const RFC = /^[A-ZÑ&]{3,4}(\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/;

export const GENERIC_RFC = 'XAXX010101000';
export const FOREIGN_RFC = 'XEXX010101000';

const LEGAL_ENTITY_LENGTH = 12;
const NATURAL_PERSON_LENGTH = 13;

/** An RFC in the SAT's form: capitals without spaces, hyphens and points. Every comparison of an RFC uses this form. */
export const cleanRfc = (rfc: string): string =>
  rfc
    .normalize('NFC')
    .replace(/[\s.-]/g, '')
    .toUpperCase();

/** Whether the text has the form of an RFC. Its six digits must be a day of the calendar. */
export function isRfc(rfc: string): boolean {
  const [, year, month, day] = RFC.exec(cleanRfc(rfc)) ?? [];
  return year !== undefined && Number(day) <= daysOf(Number(year), Number(month));
}

/** An RFC has two digits of its year. 1900 had no 29 February and 2000 had one, so 00 has one. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export const isGenericRfc = (rfc: string): boolean => [GENERIC_RFC, FOREIGN_RFC].includes(cleanRfc(rfc));

export const isLegalEntity = (rfc: string): boolean => cleanRfc(rfc).length === LEGAL_ENTITY_LENGTH;

export const isNaturalPerson = (rfc: string): boolean => cleanRfc(rfc).length === NATURAL_PERSON_LENGTH;

/** The values of the characters for the check digit (Anexo 20): each stands at its value. */
const VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/**
 * Whether the last character fits the others (modulus 11). Some real RFCs fail, so the answer is good for a warning
 * only. The generic RFCs have no check digit.
 */
export function hasCheckDigit(rfc: string): boolean {
  if (isGenericRfc(rfc)) return true;
  const characters = [...cleanRfc(rfc).padStart(NATURAL_PERSON_LENGTH)];
  const given = characters.pop();
  const sum = characters.reduce((total, one, index) => total + VALUES.indexOf(one) * (13 - index), 0);
  const rest = (11 - (sum % 11)) % 11;
  return given === (rest === 10 ? 'A' : String(rest));
}
