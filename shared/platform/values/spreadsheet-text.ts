/** The first letters of a formula. A spreadsheet runs it. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
/** The text that a spreadsheet shows for a formula that fails, in English and in Spanish. It takes the same text for such a failure. */
export const FAILED_FORMULA =
  /^#(?:N\/[AD]|¡?(?:REF|NUM)!|(?:NULL|¡?NULO)!|(?:VALUE|¡?VALOR)!|¡?DIV\/0!|NAME\?|¿NOMBRE\?|ERROR!)$/i;
/** A spreadsheet writes a number of twelve digits or more as 5.28112E+11, and its digits are lost. It takes the text 5E+11 for such a number. */
export const SHORTENED = /^-?\d(?:[.,]\d+)?E[+-]\d{2,}$/i;

const isMisread = (text: string): boolean =>
  FORMULA.test(text) || FAILED_FORMULA.test(text.trim()) || SHORTENED.test(text.trim());

/** A text of which a spreadsheet makes something else, behind any number of apostrophes. */
function apostrophesBefore(text: string): number | undefined {
  const rest = text.replace(/^'+/, '');
  return isMisread(rest) ? text.length - rest.length : undefined;
}

/**
 * The text with an apostrophe before it, if a spreadsheet would make something else of it. A text that has apostrophes there gets one more, so that
 * {@link unguarded} returns each text as it was.
 */
export const guarded = (text: string): string => (apostrophesBefore(text) === undefined ? text : `'${text}`);

/** The text without the apostrophe of {@link guarded}. */
export const unguarded = (text: string): string => (apostrophesBefore(text) ? text.slice(1) : text);
