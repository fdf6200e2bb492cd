import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for this test file, deleted after its last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
