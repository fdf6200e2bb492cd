import { deflateSync } from 'node:zlib';

/** A chunk of a PNG. Its checksum is left out: no reader here compares it. */
export function pngChunk(type: string, content: Uint8Array, length = content.length): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  return chunk;
}

interface Made {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  /** The type of colour: 0 grey, 6 colours with transparency. */
  readonly color?: number;
  readonly interlace?: number;
  /** The bytes before they are packed. By default all are zero and as many as the pixels need. */
  readonly data?: Uint8Array;
  /** Chunks before the data. */
  readonly more?: readonly Uint8Array[];
}

/** A PNG of one colour. */
export function pngOf({ width = 2, height = 2, depth = 8, color = 6, interlace = 0, data, more = [] }: Made = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlace], 8);
  const line = Math.ceil((width * (color === 6 ? 4 : 1) * depth) / 8) + 1;
  const packed = deflateSync(data ?? Buffer.alloc(line * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const chunks = [pngChunk('IHDR', header), ...more, pngChunk('IDAT', packed), pngChunk('IEND', Buffer.alloc(0))];
  return Uint8Array.from(Buffer.concat([signature, ...chunks]));
}
