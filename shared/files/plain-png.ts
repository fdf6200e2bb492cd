import { inflateSync } from 'node:zlib';

/** A picture with the chunks alone that make it. */
interface PlainPng {
  readonly bytes: Uint8Array;
  readonly pixels: number;
}

const SIGNATURE_BYTES = 8;
/** Length and type stand before the content of a chunk, and its checksum behind it. */
const BEFORE = 8;
const AROUND = 12;

/** All others hold text, times or an animation. The library that embeds a picture reads some of them without an end. */
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** The samples of a pixel, by the type of its colour (PNG specification, 11.2.2). */
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const DEPTHS = [1, 2, 4, 8, 16];

/**
 * Reads a PNG before it is unpacked: a megabyte can unpack to a gigabyte. Undefined when it has more pixels, when its data are longer than
 * its pixels, and when its chunks or data are broken.
 */
export function plainPng(bytes: Uint8Array, mostPixels: number): PlainPng | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(file);
  const [header, ...others] = chunks ?? [];
  if (header?.type !== 'IHDR' || header.content.length !== 13 || others.some(({ type }) => type === 'IHDR'))
    return undefined;
  const [width, height] = [header.content.readUInt32BE(0), header.content.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlace = 0] = header.content.subarray(8);
  const samples = SAMPLES.get(color);
  const pixels = width * height;
  if (samples === undefined || !DEPTHS.includes(depth) || interlace > 1) return undefined;
  if (pixels === 0 || pixels > mostPixels) return undefined;
  const line = Math.ceil((width * samples * depth) / 8) + 1;
  const data = Buffer.concat(others.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  // An interlaced picture has less than twice as many lines. Those of a small one end in the middle of a byte.
  const most = line * height * (1 + interlace) + 64 * interlace;
  if (!unpacksTo(data, most)) return undefined;
  const needed = [header, ...others].filter(({ type }) => NEEDED.includes(type)).map(({ whole }) => whole);
  return { bytes: Uint8Array.from(Buffer.concat([file.subarray(0, SIGNATURE_BYTES), ...needed])), pixels };
}

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
  readonly whole: Buffer;
}

/** The chunks up to the last one. Undefined when the file ends before it. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + AROUND <= file.length; ) {
    const end = at + AROUND + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    const whole = file.subarray(at, end);
    const type = whole.toString('latin1', 4, BEFORE);
    chunks.push({ type, content: whole.subarray(BEFORE, -4), whole });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}

/** True when the data are whole and unpack to no more bytes. */
function unpacksTo(data: Uint8Array, most: number): boolean {
  try {
    inflateSync(data, { maxOutputLength: most });
    return true;
  } catch {
    return false;
  }
}
