import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const Pages = v.array(
  v.object({ text: v.string(), right: v.number(), pictures: v.array(v.tuple([v.number(), v.number()])) }),
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
