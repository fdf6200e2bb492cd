import type { WireAnswer } from '../wire';
import type { InvoiceRecord } from './state';

const NOTICE = 'SIN VALIDEZ FISCAL';

/** The document as a file. Its content says that it is not a document of the SAT. */
export const fileOf = (invoice: InvoiceRecord, format: string): WireAnswer =>
  format === 'pdf'
    ? { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdfOf(invoice) }
    : { status: 200, headers: { 'content-type': 'application/xml' }, body: xmlOf(invoice) };

function xmlOf({ uuid, stampedAt, total, folio }: InvoiceRecord): string {
  const attributes = Object.entries({
    Leyenda: NOTICE,
    Folio: folio,
    Total: total.toFixed(2),
    UUID: uuid,
    Fecha: stampedAt,
  })
    .map(([name, value]) => `${name}="${value ?? ''}"`)
    .join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ComprobanteDePrueba ${attributes}/>\n`;
}

/** A PDF with one page of four lines, as small as a PDF can be. */
function pdfOf({ uuid, total, folio, livemode }: InvoiceRecord): Buffer {
  const lines = [
    NOTICE,
    `Folio ${folio ?? ''}`,
    `Total ${total.toFixed(2)} MXN`,
    `UUID ${uuid ?? ''}`,
    livemode ? 'live' : 'test',
  ];
  const content = `BT /F1 24 Tf 72 720 Td ${lines.map((line) => `(${line}) Tj 0 -36 Td`).join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}
