import { fstatSync, ftruncateSync, writeSync } from 'node:fs';

/**
 * Appends a text to a file, or nothing. A full disk may take the beginning alone: without the cut the next text would follow it, and the file
 * would count as damaged.
 */
export function appendWhole(descriptor: number, text: string): void {
  const buffer = Buffer.from(text);
  let written = 0;
  try {
    while (written < buffer.length) written += writeSync(descriptor, buffer, written);
  } catch (failure) {
    ftruncateSync(descriptor, fstatSync(descriptor).size - written);
    throw failure;
  }
}
