/**
 * The place and status of each created or changed record. An attempt that was uncertain leaves other audit entries and alerts, so only
 * these outlines must be equal.
 */
export const outlines = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !/ \/ (EVENT|ALERT|ALERTED)#|^outbox /.test(line))
    .map((line) => `${line.split(' {')[0]} ${/"status":"\w+"/.exec(line)?.[0] ?? ''}`)
    .sort();

const isInvoice =
  (status: string) =>
  (line: string): boolean =>
    / \/ INVOICE#/.test(line) && line.includes(`"status":"${status}"`);

export const isOpenStamp = isInvoice('PENDING');
export const isFailedStamp = isInvoice('ERROR');
export const isOpenCancellation = isInvoice('CANCELLED_PENDING');
export const isDocument = (line: string): boolean => line.startsWith('facturapi-invoices + ');

/** The records of a draft: the invoice and its counts, with its audit entries and the document at the provider. */
const isOfDraft = (line: string): boolean => /^facturapi-invoices | \/ INVOICE(#|_COUNT)|#INVOICE#/.test(line);
const isInTable = (line: string): boolean => line.startsWith('table ');
const isNoticeOfDraft = (line: string): boolean =>
  / \/ ALERT#/.test(line) && line.includes('"type":"BOX_RENTAL_INVOICE_DRAFT_FAILED"');

/**
 * True when the close of a reservation gave up its draft as the interface says (docs/spec/interface.md, "best effort"): one alert reports it,
 * the table has no part of the draft, and everything else is there. The provider may have the draft, which has no fiscal value.
 */
export const isDraftGivenUp = (clean: readonly string[], present: readonly string[]): boolean =>
  present.filter(isNoticeOfDraft).length === 1 &&
  !present.some((line) => isInTable(line) && isOfDraft(line)) &&
  isSame(outlines(clean.filter(isNotOfDraft)), outlines(present.filter(isNotOfDraft)));
const isNotOfDraft = (line: string): boolean => !isOfDraft(line);

export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\n') === other.join('\n');
export const isPart = (some: readonly string[], all: readonly string[]): boolean => minus(some, all).length === 0;

function minus(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return some.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The lines that one request makes and that are missing, and the other way round. Of two similar lines, the part that differs. */
export function difference(wanted: readonly string[], present: readonly string[]): string {
  const missing = minus(wanted, present);
  const extra = minus(present, wanted);
  const told = [
    ...missing.map((line) => differing('lacks', line, extra)),
    ...extra.map((line) => differing('has', line, missing)),
  ];
  return told.slice(0, 6).join('; ');
}

const SHOWN = 160;

function differing(sign: string, line: string, others: readonly string[]): string {
  const place = line.split('{')[0] ?? '';
  const alike = others.find((other) => other.startsWith(place));
  const from = alike === undefined ? 0 : [...line].findIndex((letter, index) => letter !== alike[index]);
  return `${sign} ${place.slice(0, 120)}${from > place.length ? ' … ' : ''}${line.slice(Math.max(place.length, from - 40), Math.max(place.length, from) + SHOWN)}`;
}
