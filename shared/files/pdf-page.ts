import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, StandardFonts } from 'pdf-lib';

/** A4 in points. */
const [WIDTH, HEIGHT] = [595, 842];
const MARGIN = 50;
const INNER = WIDTH - 2 * MARGIN;
const PICTURE_HEIGHT = 220;

/** Writes lines and pictures from top to bottom, on as many pages as they need. */
export interface PdfWriter {
  readonly title: (text: string) => void;
  readonly heading: (text: string) => void;
  readonly line: (text: string) => void;
  /** False when the bytes are no picture that a PDF can hold. */
  readonly picture: (bytes: Uint8Array, contentType: string) => Promise<boolean>;
  readonly bytes: () => Promise<Uint8Array>;
}

export async function newPdf(title: string, madeAt: Date): Promise<PdfWriter> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const normal = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  let page: PDFPage | undefined;
  let y = 0;
  /** Returns the page with room for so many points. */
  const roomFor = (points: number): PDFPage => {
    if (page === undefined || y - points < MARGIN) {
      page = document.addPage([WIDTH, HEIGHT]);
      y = HEIGHT - MARGIN;
    }
    y -= points;
    return page;
  };
  const write = (text: string, font: PDFFont, size: number, above: number): void => {
    roomFor(above);
    for (const part of wrapped(shownBy(font, text), font, size)) {
      const target = roomFor(size * 1.35);
      target.drawText(part, { x: MARGIN, y, size, font });
    }
  };
  return {
    title: (text) => write(text, bold, 18, 0),
    heading: (text) => write(text, bold, 12, 12),
    line: (text) => write(text, normal, 9.5, 0),
    picture: async (bytes, contentType) => {
      const image = await embedded(document, bytes, contentType);
      if (image === undefined) return false;
      const { width, height } = image.scaleToFit(INNER, PICTURE_HEIGHT);
      roomFor(height + 6).drawImage(image, { x: MARGIN, y, width, height });
      return true;
    },
    bytes: () => document.save(),
  };
}

/** A file can begin as a picture and be none. */
async function embedded(document: PDFDocument, bytes: Uint8Array, contentType: string): Promise<PDFImage | undefined> {
  try {
    const image = contentType === 'image/png' ? await document.embedPng(bytes) : await document.embedJpg(bytes);
    return image.width > 0 && image.height > 0 ? image : undefined;
  } catch {
    return undefined;
  }
}

/** The text in the characters that the font has. */
function shownBy(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const shown = [...text.normalize('NFC')].map((one) =>
    known.has(one.codePointAt(0) ?? 0) ? one : isSpace(one) ? ' ' : '?',
  );
  return shown.join('');
}

const isSpace = (character: string): boolean => /\s/.test(character);

/** Breaks a text at its spaces, and a word that is too long for a line anywhere. */
function wrapped(text: string, font: PDFFont, size: number): string[] {
  const fits = (part: string) => font.widthOfTextAtSize(part, size) <= INNER;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      let end = 1;
      while (fits(line.slice(0, end + 1))) end += 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}
