import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExport } from './export';

/** What can become of an export between two buckets. */
const TAMPERINGS: Readonly<Record<string, (folder: string, file: string) => void>> = {
  'a file is cut': (folder, file) => {
    const path = join(folder, 'data', file);
    writeFileSync(path, readFileSync(path).subarray(0, -20));
  },
  'a byte of a file is another': (folder, file) => {
    const path = join(folder, 'data', file);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  },
  'a file is missing': (folder, file) => rmSync(join(folder, 'data', file)),
  'a file is missing in the manifest': (folder) => {
    const path = join(folder, 'manifest-files.json');
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(1).join('\n'));
  },
};

/** Which of them reading the export does not notice. */
export function acceptedTamperings(folder: string): { readonly times: number; readonly wrong: string[] } {
  const [file = ''] = readdirSync(join(folder, 'data'));
  const wrong = Object.entries(TAMPERINGS).flatMap(([what, tamper]) => {
    const copy = `${folder}-tampered`;
    cpSync(folder, copy, { recursive: true });
    tamper(copy, file);
    try {
      readExport(copy);
      return [what];
    } catch {
      return [];
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
  return { times: Object.keys(TAMPERINGS).length, wrong };
}
