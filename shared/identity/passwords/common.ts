import { brotliDecompressSync } from 'node:zlib';
import { packed } from './common.json';

/** The 3,000 commonest passwords as letters only. README.md names the source and its licence. */
export const commonPasswords = (text = packed): ReadonlySet<string> =>
  new Set(brotliDecompressSync(Buffer.from(text, 'base64')).toString('utf8').split('\n'));
