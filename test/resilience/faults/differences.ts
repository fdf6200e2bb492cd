/**
 * What was made or changed, by its place and its status: an attempt that was uncertain meanwhile leaves another way behind it (entries of the
 * audit, alerts), and must lead to the same.
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

/** What one request makes and is not there, and the other way round; of two lines that are alike, where they differ. */
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
