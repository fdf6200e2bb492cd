import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../local/root';
import { changedSource } from '../support/weakened-copy';
import { PARTS } from './parts';
import { sectionIn, tellsOf, unseenIn } from './report';
import { weakeningsOf } from './weakening';

const document = readFileSync(join(projectRoot(), 'docs', 'reliability.md'), 'utf8');

/** What was tried, as the part's section of docs/reliability.md names it. */
function guardsOf(part: string): string[] {
  const section = sectionIn(document, part);
  return [...section.matchAll(/^\| (?!Tried|---)(.*?) \|/gm)].map(([, tried = '']) => tried);
}

describe.each(PARTS)('the weakenings of %s', (part) => {
  test('each still has something to change, and a name of its own', async () => {
    const { WEAKENINGS } = await weakeningsOf(part);
    expect(WEAKENINGS.length).toBeGreaterThan(0);
    for (const weakening of WEAKENINGS) expect(changedSource(weakening)).not.toBe('');
    expect(new Set(WEAKENINGS.map(({ title }) => title)).size).toBe(WEAKENINGS.length);
  });

  test('the document says of each what the part said, or that it was not seen yet', async () => {
    const { WEAKENINGS } = await weakeningsOf(part);
    const unseen = WEAKENINGS.filter(({ title }) => !tellsOf(document, part, title));
    expect(unseenIn(document, part)).toEqual(unseen.map(({ title }) => title));
  });

  test('no row of the document is without one, or without a word why', async () => {
    const { WEAKENINGS, UNWEAKENED } = await weakeningsOf(part);
    const named = [...WEAKENINGS, ...UNWEAKENED].map(({ guard }) => guard);
    const rows = guardsOf(part);
    expect(rows.filter((row) => !named.some((guard) => row.startsWith(guard)))).toEqual([]);
    const isThere = (guard: string): boolean => rows.some((row) => row.startsWith(guard));
    // A part that was not run in full yet has no rows.
    expect(rows.length > 0 ? named.filter((guard) => !isThere(guard)) : []).toEqual([]);
  });
});
