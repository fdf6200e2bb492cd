import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, StandardFonts } from 'pdf-lib';

/** A4 in points. */
const [WIDTH, HEIGHT] = [595, 842];
const MARGIN = 50;
const INNER = WIDTH - 2 * MARGIN;
const PICTURE_HEIGHT = 220;

/** Writes lines, rows and pictures from top to bottom, on as many pages as they need. */
export interface PdfWriter {
  readonly title: (text: string) => void;
  readonly heading: (text: string) => void;
  readonly line: (text: string) => void;
  /** A row of a table, with the widths of its columns in points. It stays on one page. */
  readonly row: (cells: readonly string[], widths: readonly number[]) => void;
  /** The head of a table. It stays on the page of the row that follows, and stands again on each page on which rows follow. */
  readonly head: (cells: readonly string[], widths: readonly number[]) => void;
  /** False when the bytes are no picture that a PDF can hold. */
  readonly picture: (bytes: Uint8Array, contentType: string) => Promise<boolean>;
  readonly bytes: () => Promise<Uint8Array>;
}

/** The words below each page, with which its number stands: `Página 1 de 3`. */
interface PdfFoot {
  /** It is cut where the number begins. */
  readonly left: string;
  readonly page: string;
  readonly of: string;
}

/** A font with the characters that it has. */
interface Typeface {
  readonly font: PDFFont;
  readonly characters: ReadonlySet<number>;
}

/** So many points below a heading stay on its page. */
const KEPT_BELOW_HEADING = 40;
const ROW_SIZE = 8.5;
const ROW_LINE = ROW_SIZE * 1.35;
const COLUMN_GAP = 8;
const FOOT_SIZE = 8;

export async function newPdf(title: string, madeAt: Date, foot?: PdfFoot): Promise<PdfWriter> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const normal = await typeface(document, StandardFonts.Helvetica);
  const bold = await typeface(document, StandardFonts.HelveticaBold);
  let page: PDFPage | undefined;
  let written: PDFFont | undefined;
  let y = 0;
  let head: (() => void) | undefined;
  /** Returns the page with room for so many points, and with so many below them. */
  const roomFor = (points: number, below = 0): PDFPage => {
    if (page === undefined || y - points - below < MARGIN) {
      page = document.addPage([WIDTH, HEIGHT]);
      written = undefined;
      y = HEIGHT - MARGIN;
    }
    y -= points;
    return page;
  };
  const draw = (target: PDFPage, text: string, { font }: Typeface, size: number, x: number, at: number): void => {
    // The library notes a font of the page anew for each text that names it.
    if (written !== font) target.setFont(font);
    written = font;
    target.drawText(text, { x, y: at, size });
  };
  const write = (text: string, face: Typeface, size: number, above: number, below = 0): void => {
    head = undefined;
    roomFor(above, below);
    for (const part of wrapped(shownBy(face, text), face.font, size))
      draw(roomFor(size * 1.35), part, face, size, MARGIN, y);
  };
  const writeRow = (cells: readonly string[], widths: readonly number[], face: Typeface, below = 0): void => {
    const columns = cells.map((text, column) =>
      wrapped(shownBy(face, text), face.font, ROW_SIZE, (widths[column] ?? 0) - COLUMN_GAP),
    );
    const height = Math.max(...columns.map(({ length }) => length)) * ROW_LINE;
    if (head && page && y - height - below < MARGIN) {
      page = undefined;
      head();
    }
    const target = roomFor(height, below);
    let x = MARGIN;
    for (const [column, lines] of columns.entries()) {
      for (const [index, part] of lines.entries())
        draw(target, part, face, ROW_SIZE, x, y + height - (index + 1) * ROW_LINE);
      x += widths[column] ?? 0;
    }
  };
  return {
    title: (text) => write(text, bold, 18, 0),
    heading: (text) => write(text, bold, 12, 12, KEPT_BELOW_HEADING),
    line: (text) => write(text, normal, 9.5, 0),
    row: (cells, widths) => writeRow(cells, widths, normal),
    head: (cells, widths) => {
      head = () => writeRow(cells, widths, bold);
      writeRow(cells, widths, bold, ROW_LINE);
    },
    picture: async (bytes, contentType) => {
      const image = await embedded(document, bytes, contentType);
      if (image === undefined) return false;
      const { width, height } = image.scaleToFit(INNER, PICTURE_HEIGHT);
      roomFor(height + 6).drawImage(image, { x: MARGIN, y, width, height });
      return true;
    },
    bytes: () => {
      if (foot) numberPages(document.getPages(), foot, normal);
      return document.save();
    },
  };
}

/** Writes the foot of each page. */
function numberPages(pages: readonly PDFPage[], { left, page, of }: PdfFoot, face: Typeface): void {
  for (const [index, target] of pages.entries()) {
    const number = shownBy(face, `${page} ${index + 1} ${of} ${pages.length}`);
    const width = face.font.widthOfTextAtSize(number, FOOT_SIZE);
    const [text = ''] = wrapped(shownBy(face, left), face.font, FOOT_SIZE, INNER - width - COLUMN_GAP);
    const y = MARGIN - 20;
    target.drawText(text, { x: MARGIN, y, size: FOOT_SIZE, font: face.font });
    target.drawText(number, { x: WIDTH - MARGIN - width, y, size: FOOT_SIZE });
  }
}

async function typeface(document: PDFDocument, name: StandardFonts): Promise<Typeface> {
  const font = await document.embedFont(name);
  return { font, characters: new Set(font.getCharacterSet()) };
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
function shownBy({ characters }: Typeface, text: string): string {
  const shown = [...text.normalize('NFC')].map((one) =>
    characters.has(one.codePointAt(0) ?? 0) ? one : isSpace(one) ? ' ' : '?',
  );
  return shown.join('');
}

const isSpace = (character: string): boolean => /\s/.test(character);

/** Breaks a text at its spaces, and a word that is too long for a line anywhere. */
function wrapped(text: string, font: PDFFont, size: number, width = INNER): string[] {
  const fits = (part: string) => font.widthOfTextAtSize(part, size) <= width;
  if (fits(text)) return [text];
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
