import { createHash } from 'node:crypto';
import { type DriverLog, type PrintedPart, printedHours } from '../hours/printed-hours';
import type { Context } from '../platform/runtime/context';
import { hasDocument, presignDocument, putDocument } from '../platform/storage/documents';
import { localDay } from '../platform/values/calendar';
import { HOURS_PREFIX } from './hours-files';
import { newPdf } from './pdf-page';

/** Raise it when the same text makes another PDF. */
const LAYOUT = 1;

/** The columns of the days, in points. */
const WIDTHS = [55, 55, 105, 65, 215];

/**
 * Returns the address of the PDF of a log. It is stored once, under the hash of the text that it shows; another text makes another PDF, and the
 * earlier PDF does not change. Two simultaneous first calls store it twice.
 */
export async function keepHoursPdf(
  context: Context,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  log: DriverLog,
): Promise<string> {
  const parts = printedHours(log);
  const hash = createHash('sha256')
    .update(JSON.stringify([LAYOUT, parts]))
    .digest('hex');
  const key = `${HOURS_PREFIX}${teamId}/${id}/${hash}.pdf`;
  if (!(await hasDocument.make(context)(key))) {
    const body = await hoursPdf(log, parts, context.now());
    await putDocument.make(context)({ key, body, contentType: 'application/pdf' });
  }
  return presignDocument.make(context)(key);
}

/** Writes the parts of a printed log as a PDF. JSON is the record; the PDF says that it was made from it, and on which day. */
export async function hoursPdf(
  { driverName, hours: { from, to, timeZone } }: DriverLog,
  parts: readonly PrintedPart[],
  madeAt: Date,
): Promise<Uint8Array> {
  const foot = { left: `Registro de apoyo · ${from} a ${to} · ${driverName}`, page: 'Página', of: 'de' };
  const pdf = await newPdf(`Registro de apoyo: horas de ${driverName}`, madeAt, foot);
  for (const part of parts) {
    if ('cells' in part) pdf[part.kind](part.cells, WIDTHS);
    else pdf[part.kind](part.text);
  }
  pdf.heading('Constancia');
  pdf.line(
    `Este PDF se generó el ${localDay(madeAt, timeZone)} a partir del registro del servicio, que es el documento original. Es un registro de apoyo.`,
  );
  return pdf.bytes();
}
