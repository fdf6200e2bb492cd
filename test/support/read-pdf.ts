import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const Pages = v.array(
  v.object({
    text: v.string(),
    right: v.number(),
    top: v.number(),
    bottom: v.number(),
    pictures: v.array(v.tuple([v.number(), v.number()])),
  }),
);

/** Reads a PDF with another program than the one that writes it, in a process of its own. */
export function readPdf(bytes: Uint8Array): v.InferOutput<typeof Pages> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-pdf-'));
  try {
    const path = join(folder, 'one.pdf');
    writeFileSync(path, bytes);
    const said = execFileSync(process.execPath, [join(__dirname, 'pdf-pages.cjs'), path], { encoding: 'utf8' });
    return v.parse(Pages, JSON.parse(said));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Follows an answer that leads to a PDF and reads it. `key` is its key in the bucket. */
export async function followPdf(answer: {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}) {
  expect(answer.status).toBe(302);
  const location = String(answer.headers.location);
  const read = await fetch(location);
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pages = readPdf(new Uint8Array(await read.arrayBuffer()));
  const key = decodeURIComponent(new URL(location).pathname).split('/').slice(2).join('/');
  return { location, pages, key, text: pages.map(({ text }) => text).join('\n') };
}
