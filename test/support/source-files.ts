import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** A path with slashes, as documents and declarations write it. Windows separates folders by backslashes. */
export const withSlashes = (path: string, separator: string = sep): string => path.replaceAll(separator, '/');

/** The paths of the files and folders below a folder of the repository, relative to the repository. */
export const pathsBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${withSlashes(path)}`)
    .sort();
