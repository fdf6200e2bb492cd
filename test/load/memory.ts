import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../local/support/server';

/** The options of a server that reports its memory to the file. The file must be outside of the folders that the server makes. */
export const reportingMemory = (file: string) => ({
  nodeArgs: ['--expose-gc', '--require', join(__dirname, 'memory-report.cjs')],
  environment: { MEMORY_REPORT: file },
});

const WAITED_MS = 60_000;

/**
 * The memory that a server cannot release, at several times. The resident memory of a process shows less: V8 decides when it collects garbage and
 * when it returns pages, so the same requests gave from 20 to 75 MB.
 */
export class Memory {
  private asked = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly file: string,
  ) {
    writeFileSync(file, '');
  }

  /** Requests a measurement, which the server takes between two events. */
  measure(): void {
    this.asked += 1;
    process.kill(this.server.child.pid ?? 0, 'SIGUSR2');
  }

  /** Returns all measurements in MB, in order of time. Waits for those that are not there yet. */
  async measured(): Promise<number[]> {
    for (let waited = 0; waited < WAITED_MS; waited += 50) {
      const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
      if (lines.length === this.asked) return lines.map(Number);
      await sleep(50);
    }
    throw new Error(`The server did not answer ${this.asked} requests for its memory within ${WAITED_MS / 1000} s`);
  }
}
