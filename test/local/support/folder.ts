import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of this test file's own, gone after its last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
