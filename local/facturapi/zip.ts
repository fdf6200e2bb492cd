import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** ASCII. */
  readonly name: string;
  readonly content: Buffer;
  readonly at: Date;
}

const DEFLATED = 8;
const VERSION = 20;

/** A zip of small files, all in memory: neither encryption nor ZIP64. Source: APPNOTE.TXT 6.3, 4.3.7, 4.3.12 and 4.3.16. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, at } of entries) {
    const packed = deflateRawSync(content);
    const facts = Buffer.concat([
      numbers(2, VERSION, 0, DEFLATED, ...dosTime(at)),
      numbers(4, crc32(content), packed.length, content.length),
      numbers(2, name.length, 0),
    ]);
    const file = Buffer.concat([numbers(4, 0x04034b50), facts, Buffer.from(name, 'latin1'), packed]);
    files.push(file);
    directory.push(
      Buffer.concat([
        numbers(4, 0x02014b50),
        numbers(2, VERSION),
        facts,
        numbers(2, 0, 0, 0),
        numbers(4, 0, offset),
        Buffer.from(name, 'latin1'),
      ]),
    );
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = [numbers(4, 0x06054b50), numbers(2, 0, 0, entries.length, entries.length)];
  return Buffer.concat([...files, listed, ...end, numbers(4, listed.length, offset), numbers(2, 0)]);
}

/** Little-endian numbers of `size` bytes. */
function numbers(size: 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) buffer.writeUIntLE(value, index * size, size);
  return buffer;
}

/** Time and date of MS-DOS, in steps of two seconds. */
function dosTime(at: Date): [number, number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}
