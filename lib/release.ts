import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { bundleFunctions } from './bundle';
import { mapFile, nameLine, newestMapFile, releasedName } from './bundling/released-name';
import { writeStart } from './bundling/start';

const ROOT = resolve(__dirname, '..');

/** The folders of a release. The bundles are deployed, the maps are not. */
interface ReleaseFolders {
  readonly bundles: string;
  readonly maps: string;
}

/**
 * Bundles all functions for a deploy, and keeps a source map of each bundle. The last line of a bundle sets its name. V8 writes this name into
 * each stack frame, and the map has the same name, so `npm run trace` finds it (docs/decisions/0034). Maps of earlier releases are kept. The newest
 * map of each function has a second name without the release, for tools that know the function alone. What a function loads later has a name and a
 * map of its own.
 */
export async function bundleRelease({ bundles, maps }: ReleaseFolders): Promise<void> {
  const options = { sourcemap: 'external', sourcesContent: false, write: false } as const;
  const { outputFiles = [] } = await bundleFunctions(bundles, options);
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  for (const [path, code] of texts) {
    if (path.endsWith('.map')) continue;
    const hash = createHash('sha256').update(code).digest('hex');
    const file = relative(bundles, dirname(path)).replaceAll('\\', '/');
    const name = releasedName(file, hash);
    write(path, code + nameLine(name));
    const map = join(maps, mapFile(name));
    write(map, keptMap(texts.get(`${path}.map`), dirname(path)));
    if (basename(path) !== 'index.cjs') continue;
    linkTo(map, join(maps, newestMapFile(file)));
    writeStart(dirname(path));
  }
}

const SourceMap = v.looseObject({ sources: v.array(v.string()) });

/** Writes source paths relative to the repository, and embeds our own sources: the map stays readable when these files change later. */
function keptMap(text: string | undefined, folder: string): string {
  const map = v.parse(SourceMap, JSON.parse(text ?? 'null'));
  const sources = map.sources.map((source) =>
    source.startsWith('function:') ? source : relative(ROOT, resolve(folder, source)).replaceAll('\\', '/'),
  );
  const sourcesContent = sources.map((source) => (isOurs(source) ? readFileSync(join(ROOT, source), 'utf8') : null));
  return JSON.stringify({ ...map, sources, sourcesContent });
}

const isOurs = (source: string): boolean =>
  /^(functions|shared)\/.*\.ts$/.test(source) && existsSync(join(ROOT, source));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A hard link: the second name needs no space. */
function linkTo(path: string, link: string): void {
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  linkSync(path, link);
}
