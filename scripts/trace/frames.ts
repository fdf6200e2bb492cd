import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import { mapFile, RELEASED_PLACE } from '../../lib/bundling/released-name';
import { enclosingFunction } from './enclosing';

const KeptMap = v.object({
  version: v.number(),
  file: v.optional(v.string(), ''),
  sources: v.array(v.string()),
  sourcesContent: v.array(v.nullable(v.string())),
  names: v.array(v.string()),
  mappings: v.string(),
  sourceRoot: v.optional(v.string(), ''),
});

interface ReadableMap {
  readonly map: SourceMap;
  readonly textOf: (source: string) => string | undefined;
}

/** Maps the frames of stacks by the maps that a release left in a folder; each map is read once. */
export function frameMapper(folder: string): (frame: string) => string {
  const maps = new Map<string, ReadableMap>();
  return (frame) => {
    const [, name, line, column] = RELEASED_PLACE.exec(frame) ?? [];
    if (name === undefined) return frame;
    const map = maps.get(name) ?? readMap(folder, name);
    maps.set(name, map);
    return mappedFrame(frame, map, Number(line) - 1, Number(column) - 1);
  };
}

export const isMappable = (frame: string): boolean => RELEASED_PLACE.test(frame);

function readMap(folder: string, name: string): ReadableMap {
  const path = join(folder, mapFile(name));
  if (!existsSync(path)) {
    throw new Error(
      `There is no map of the release ${name} in ${folder}. Name the folder of maps of that release with --maps.`,
    );
  }
  const payload = v.parse(KeptMap, JSON.parse(readFileSync(path, 'utf8')));
  return {
    map: new SourceMap({ ...payload, sourcesContent: [] }),
    textOf: (source) => payload.sourcesContent[payload.sources.indexOf(source)] ?? undefined,
  };
}

/** Our frames get the function's name and the text of the line; those of packages keep the method that V8 names. */
function mappedFrame(frame: string, { map, textOf }: ReadableMap, line: number, column: number): string {
  const entry = map.findEntry(line, column);
  if (!('originalSource' in entry)) return frame;
  const { originalSource, originalLine, originalColumn } = entry;
  const place = `${originalSource}:${originalLine + 1}`;
  const text = textOf(originalSource);
  const name = text === undefined ? methodIn(frame) : enclosingFunction(text, originalLine, originalColumn);
  const mapped = `    at ${/^\s+at async /.test(frame) ? 'async ' : ''}${name === undefined ? place : `${name} (${place})`}`;
  return text === undefined ? mapped : `${mapped}\n        ${text.split('\n')[originalLine]?.trim()}`;
}

/** The names of functions and classes are minified, those of methods are not. */
const methodIn = (frame: string): string | undefined => /\.(\w+)(?: \[as \w+\])? \(/.exec(frame)?.[1];
