import { fstatSync, truncateSync, writeSync } from 'node:fs';

/**
 * Appends a text to a file, or nothing. A full disk may take the beginning alone: without the cut the next text would follow it, and the file
 * would count as damaged. The cut names the file, because Windows cuts none through a descriptor that only appends.
 */
export function appendWhole(file: string, descriptor: number, text: string): void {
  const buffer = Buffer.from(text);
  let written = 0;
  try {
    while (written < buffer.length) written += writeSync(descriptor, buffer, written);
  } catch (failure) {
    truncateSync(file, fstatSync(descriptor).size - written);
    throw failure;
  }
}
