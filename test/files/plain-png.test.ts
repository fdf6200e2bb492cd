import { plainPng } from '../../shared/files/plain-png';
import { pngChunk, pngOf } from '../support/png';

const MOST = 1_000_000;
const text = (length?: number) => pngChunk('tEXt', Buffer.from('Comment without its end'), length);

describe('road 4: a PNG before it is embedded', () => {
  it('road 4: keeps the chunks alone that make the picture', () => {
    const animated = [pngChunk('acTL', Buffer.alloc(8)), text()];
    const plain = plainPng(pngOf({ more: animated }), MOST);
    expect(plain).toEqual({ bytes: pngOf(), pixels: 4 });
  });

  it('road 4: is not unpacked with more pixels, and is with as many', () => {
    const wide = pngOf({ width: 1_000, height: 1_000, depth: 1, color: 0 });
    expect(plainPng(wide, MOST)?.pixels).toBe(MOST);
    expect(plainPng(wide, MOST - 1)).toBeUndefined();
    const bomb = pngOf({ width: 20_000, height: 20_000, depth: 1, color: 0 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(plainPng(bomb, MOST)).toBeUndefined();
  });

  it('road 4: may be interlaced, in each depth', () => {
    // The seven passes of 8 × 1 pixels have four lines of one byte each, with a byte before it.
    expect(
      plainPng(pngOf({ width: 8, height: 1, depth: 1, color: 0, interlace: 1, data: Buffer.alloc(8) }), 8),
    ).toBeDefined();
    const data = Buffer.alloc(16 * 16 * 4 + 30);
    expect(plainPng(pngOf({ width: 16, height: 16, interlace: 1, data }), MOST)?.pixels).toBe(256);
  });

  it.each([
    ['data that unpack to more than its pixels', pngOf({ data: Buffer.alloc(10_000_000) })],
    ['no pixels', pngOf({ width: 0 })],
    ['an unknown colour', pngOf({ color: 5 })],
    ['an unknown depth', pngOf({ depth: 64 })],
    ['an unknown interlace', pngOf({ interlace: 2 })],
    ['a chunk that is longer than the file', pngOf({ more: [text(4_000_000_000)] })],
    ['a second header', pngOf({ more: [pngChunk('IHDR', Buffer.alloc(13))] })],
    ['an end in its data', pngOf().subarray(0, -20)],
    ['no last chunk', pngOf().subarray(0, -12)],
    ['nothing after its signature', pngOf().subarray(0, 8)],
    ['another chunk than the header first', Uint8Array.from([...pngOf().subarray(0, 8), ...pngOf().subarray(33)])],
  ])('road 4: is not embedded with %s', (_, bytes) => {
    expect(plainPng(bytes, MOST)).toBeUndefined();
  });
});
