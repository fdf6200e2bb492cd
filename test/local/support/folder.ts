import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder for this test file, deleted after its last test. Tests leave journals open, as a kill does. Windows then keeps their names
 * until the process ends, and the folder with them.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-test-'));
  afterAll(() => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (failure) {
      if (process.platform !== 'win32') throw failure;
    }
  });
  return folder;
}
