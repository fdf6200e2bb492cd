/**
 * The name of a person or company as the SAT has it: Unicode NFC, trimmed, one space between words, in capitals
 * (CFDI40145). It contains no company form; {@link withoutCompanyForm} takes it off.
 */
export const legalNameOf = (text: string): string =>
  // Capitals can decompose a letter again, so the form is made last.
  text.trim().replace(/\s+/g, ' ').toUpperCase().normalize('NFC');

/** Whether two names are the same apart from accents, case and spaces. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => legalNameOf(text).normalize('NFD').replace(/\p{M}/gu, '');

/** The company forms at the end of a name, with an optional point or space after each letter: `S. A.`, `S.A.`, `SA`. */
/* The look-behind makes the search linear: it begins once in a run of blanks. */
const COMPANY_FORM =
  /(?<![ ,])[ ,]+(?:S\.? ?A\.? ?P\.? ?I\.?|S\.? ?A\.? ?[BS]?\.?|[SA]\.? ?C\.?|S\.? ?P\.? ?R\.?|S\.? EN C\.?|S\.? ?DE ?R\.? ?L\.?)(?:,? DE (?:C\.? ?V|R\.? ?[LI])\.?)?(?:,? (?:DE )?M\.? ?I\.?)?[.,]?$/;

/** The name without the company form at its end. A name that is nothing else is kept. */
export const withoutCompanyForm = (legalName: string): string => legalName.replace(COMPANY_FORM, '') || legalName;

export const hasCompanyForm = (legalName: string): boolean => withoutCompanyForm(legalName) !== legalName;
