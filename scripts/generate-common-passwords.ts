import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { commonPasswords } from '../shared/identity/passwords/common';
import { lettersOf } from '../shared/identity/passwords/letters';

/**
 * Packs the 3,000 commonest passwords, as letters only: `npx tsx scripts/generate-common-passwords.ts FILE`. FILE is the
 * `src/passwords.json` that shared/identity/passwords/README.md names: a list with the commonest password first.
 */
const OUTPUT = join(__dirname, '..', 'shared', 'identity', 'passwords', 'common.json');
const MOST = 3_000;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Pass the list: generate-common-passwords.ts FILE');
const list: string[] = JSON.parse(readFileSync(file, 'utf8'));
const entries = [...new Set(list.map(lettersOf).filter((letters) => letters !== ''))].slice(0, MOST).sort();
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const packed = brotliCompressSync(entries.join('\n'), { params }).toString('base64');
writeFileSync(OUTPUT, `${JSON.stringify({ packed })}\n`);
const kept = commonPasswords(packed);
if (kept.size !== MOST || entries.some((entry) => !kept.has(entry))) throw new Error('The packed list differs.');
console.log(`${OUTPUT}: ${entries.length} entries, ${packed.length} characters`);
