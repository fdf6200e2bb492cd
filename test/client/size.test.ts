import { basename, join } from 'node:path';
import { build } from 'esbuild';

const SRC = join(__dirname, '..', '..', 'client', 'src');

/** The bytes that each file of the client has in a front end's minified bundle. */
async function minified(): Promise<ReadonlyMap<string, number>> {
  const { metafile } = await build({
    entryPoints: [join(SRC, 'index.ts')],
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
});
