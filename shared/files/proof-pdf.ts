import { localDay } from '../platform/values/calendar';
import type { FileRecord } from './file';
import { newPdf, type PdfWriter } from './pdf-page';
import { plainPng } from './plain-png';
import type { Proof, TripProof } from './read-proof';

/** What the PDF of a proof is made from. */
interface ProofSource {
  readonly proof: TripProof;
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly timeZone: string;
  readonly madeAt: Date;
  /** The bytes of a picture. Undefined when it was deleted meanwhile. */
  readonly bytesOf: (file: FileRecord) => Promise<Uint8Array | undefined>;
}

/** The pictures of a PDF have at most so many bytes: they are in the memory of the function twice. */
const MOST_PICTURE_BYTES = 20 * 1024 * 1024;
/** Each picture is read from the storage by a call of its own, one after the other. */
const MOST_PICTURES = 200;
/** A PNG is unpacked to be embedded, to many times its size. */
const MOST_PNG_BYTES = 1024 * 1024;
/** Unpacking and packing a million pixels takes about half a second in the function, and eight bytes for each of them. */
const MOST_PIXELS = 8_000_000;
const MOST_PIXELS_TOGETHER = 3 * MOST_PIXELS;

const KINDS = { PHOTO: 'Foto', SIGNATURE: 'Firma', DOCUMENT: 'Documento' } as const;
const OUTCOMES = { DELIVERED: 'entregado', FAILED: 'no entregado' } as const;

/** Writes the record of a trip's proofs as a PDF in Spanish. JSON is the record; the PDF says that it was made from it, and when. */
export async function proofPdf(source: ProofSource): Promise<Uint8Array> {
  const { proof, timeZone, madeAt } = source;
  const { trip, stops, proofs, leftOut } = proof;
  const pdf = await newPdf(`Comprobante de entrega ${trip.id}`, madeAt);
  const at = instantsIn(timeZone);
  const pictures = pictureWriter(pdf, source);
  pdf.title('Comprobante de entrega');
  pdf.line(`Viaje ${trip.id} · ${trip.status}`);
  said(pdf, 'Cliente', trip.clientName);
  said(pdf, 'Ruta', trip.routeName);
  said(pdf, 'Operador', trip.driverName);
  said(pdf, 'Unidad', trip.vehiclePlate);
  said(pdf, 'Inicio', trip.actualStartDate && at(trip.actualStartDate));
  said(pdf, 'Fin', trip.actualEndDate && at(trip.actualEndDate));
  for (const [index, stop] of stops.entries()) {
    const { arrived, departed, skipped } = stop;
    pdf.heading(`Parada ${index + 1}: ${stop.name} (${stop.status})`);
    said(pdf, 'Dirección', stop.address);
    said(pdf, 'Llegada', arrived && at(arrived.at));
    said(pdf, 'Salida', departed && `${at(departed.at)}, ${OUTCOMES[departed.outcome]}`);
    said(pdf, 'Motivo', departed?.reason);
    said(pdf, 'Omitida', skipped && [at(skipped.at), skipped.reason].filter(Boolean).join(', '));
    for (const one of stop.proofs) await writeProof(pdf, one, at, pictures);
  }
  if (proofs.length > 0) pdf.heading('Del viaje completo');
  for (const one of proofs) await writeProof(pdf, one, at, pictures);
  if (leftOut) pdf.line(`Este documento omite ${leftOut} comprobantes más.`);
  pdf.heading('Constancia');
  pdf.line(
    `Este PDF se generó el ${localDay(madeAt, timeZone)} a partir del registro del servicio, que es el documento original. Cada archivo se identifica por el SHA-256 de su contenido.`,
  );
  return pdf.bytes();
}

type Pictures = (file: Proof['files'][number]) => Promise<void>;

async function writeProof(pdf: PdfWriter, proof: Proof, at: (instant: string) => string, pictures: Pictures) {
  const { id, receiverName, receiverRole, text, lat, lng, files } = proof;
  pdf.heading(`Entrega ${at(proof.at)}`);
  said(pdf, 'Recibió', [receiverName, receiverRole].filter(Boolean).join(', '));
  said(pdf, 'Lugar', lat !== undefined && lng !== undefined ? `${lat}, ${lng}` : undefined);
  said(pdf, 'Observaciones', text);
  pdf.line(`Registro ${id}`);
  for (const file of files) {
    pdf.line(`${KINDS[file.kind]}: ${stateOf(file)}`);
    pdf.line(`SHA-256 ${file.sha256}`);
    await pictures(file);
  }
}

function stateOf({ uploaded, verified }: Proof['files'][number]): string {
  if (!uploaded) return 'el archivo aún no se recibe';
  return verified
    ? 'archivo recibido, coincide con el SHA-256 reportado'
    : 'archivo recibido, sin coincidir con el SHA-256 reportado';
}

/** Embeds pictures until the PDF has enough of them. A file that does not have the reported hash is not shown as the proof. */
function pictureWriter(pdf: PdfWriter, { files, bytesOf }: ProofSource): Pictures {
  let left = MOST_PICTURE_BYTES;
  let pixelsLeft = MOST_PIXELS_TOGETHER;
  let picturesLeft = MOST_PICTURES;
  const embed = async (bytes: Uint8Array, contentType: string): Promise<boolean> => {
    if (contentType !== 'image/png') return pdf.picture(bytes, contentType);
    const png = plainPng(bytes, Math.min(pixelsLeft, MOST_PIXELS));
    pixelsLeft -= png?.pixels ?? 0;
    return png !== undefined && pdf.picture(png.bytes, contentType);
  };
  return async ({ fileId, verified }) => {
    const file = files.get(fileId);
    if (!verified || !file?.contentType.startsWith('image/')) return;
    const most = file.contentType === 'image/png' ? Math.min(left, MOST_PNG_BYTES) : left;
    const isRead = file.size <= most && picturesLeft > 0;
    if (isRead) picturesLeft -= 1;
    const bytes = isRead ? await bytesOf(file) : undefined;
    left -= bytes?.length ?? 0;
    if (bytes === undefined || !(await embed(bytes, file.contentType)))
      pdf.line('La imagen no se incluye en este PDF. Consúltela en el registro.');
  };
}

function said(pdf: PdfWriter, name: string, value: string | undefined): void {
  if (value) pdf.line(`${name}: ${value}`);
}

/** Writes an instant as the clock of the team shows it, with the name of the zone. */
function instantsIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => `${format.format(new Date(instant))} (${timeZone})`;
}
