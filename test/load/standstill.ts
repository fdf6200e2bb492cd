import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const REPORTER = join(__dirname, 'standstill-report.cjs');

/** The arguments of Node with which a server reports too. */
export const REPORTING = ['--require', REPORTER];

/**
 * How long the machine stood still, as a shared one may: no time for the process, a disk that does not answer, or a corrected clock. The service gives up
 * a call after ten seconds, so its answers in such a time say nothing of it.
 */
export class Standstill {
  constructor(private readonly file: string) {
    writeFileSync(file, '');
    process.env.STANDSTILL_REPORT = file;
    createRequire(__filename)(REPORTER);
  }

  /** The sum of all standstills of a second or more until now, in seconds. */
  seconds(): number {
    const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
    return lines.reduce((sum, line) => sum + Number(line), 0);
  }
}
