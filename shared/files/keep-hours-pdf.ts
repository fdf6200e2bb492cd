import { type DriverLog, type PrintedPart, printedHours } from '../hours/printed-hours';
import type { Context } from '../platform/runtime/context';
import { hasDocument, presignDocument, putDocument } from '../platform/storage/documents';
import { localDay } from '../platform/values/calendar';
import { HOURS_PREFIX } from './hours-files';
import { keptPdf } from './kept-pdf';
import { newPdf } from './pdf-page';

/** Raise it when the same text makes another PDF. */
const LAYOUT = 1;

/** The columns of the days, in points. */
const WIDTHS = [55, 55, 105, 65, 215];

/**
 * Returns the address of the PDF of a log, which is kept by its text.
 */
export async function keepHoursPdf(
  context: Context,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  log: DriverLog,
): Promise<string> {
  const parts = printedHours(log);
  const storage = {
    hasDocument: hasDocument.make(context),
    putDocument: putDocument.make(context),
    presignDocument: presignDocument.make(context),
  };
  return keptPdf(storage, `${HOURS_PREFIX}${teamId}/${id}`, [LAYOUT, parts], () => hoursPdf(log, parts, context.now()));
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
