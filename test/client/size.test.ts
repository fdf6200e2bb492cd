import { basename, join } from 'node:path';
import { build } from 'esbuild';

const SRC = join(__dirname, '..', '..', 'client', 'src');

/** The bytes that each file of an entry of the client has in a front end's minified bundle. */
async function minified(entry = 'index.ts'): Promise<ReadonlyMap<string, number>> {
  const { metafile } = await build({
    entryPoints: [join(SRC, entry)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    external: ['openapi-fetch'],
  });
  const [output] = Object.values(metafile.outputs);
  const bytes = new Map([['all', output?.bytes ?? Number.NaN]]);
  for (const [file, { bytesInOutput }] of Object.entries(output?.inputs ?? {}))
    bytes.set(basename(file), bytesInOutput);
  return bytes;
}

describe('the minified client', () => {
  // What is written by hand must stay small. The table grows with each operation of the service.
  test('desk 6.4: its own code has at most 9 kB', async () => {
    const bytes = await minified();
    expect((bytes.get('all') ?? Number.NaN) - (bytes.get('contract.ts') ?? 0)).toBeLessThanOrEqual(9_000);
  });

  test('desk 6.4: its generated table has at most 35 bytes for an operation', async () => {
    const { TREE } = await import('../../client/src/contract');
    const { OPERATIONS } = await import('../../client/src/methods-of');
    expect(TREE.length / OPERATIONS.length).toBeLessThanOrEqual(35);
  });

  test('the offline queue has at most 12.2 kB beside what it shares with the client', async () => {
    const bytes = await minified('driver.ts');
    const shared = ['contract.ts', 'errors.ts', 'members.ts', 'tell.ts'].map((file) => bytes.get(file) ?? Number.NaN);
    const own = (bytes.get('all') ?? Number.NaN) - shared.reduce((sum, one) => sum + one, 0);
    expect(own).toBeLessThanOrEqual(12_200);
  });

  test('the offline queue is in the bundles alone that ask for it', async () => {
    expect([...(await minified()).keys()].filter((file) => /queue|driver|uuid7|exclusive/.test(file))).toEqual([]);
  });
});
