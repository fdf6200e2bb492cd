import { readFileSync } from 'node:fs';

/** Runs a program and sets the exit code: its result, or 1 after printing the failure. */
export function runProgram(main: () => Promise<number>): void {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (failure: unknown) => {
      console.error(failure);
      process.exitCode = 1;
    },
  );
}

/** Runs a long step. Prints a line before it, and one after it with the seconds that it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  console.log(`  … ${title}`);
  const result = await work();
  console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${title}`);
  return result;
}

/** The end of a log file, for the message of a failure. */
export function tailOf(file: string, lines = 40): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Counts checks, and goes on after a failure, so that one failure does not hide the next. */
export class Checks {
  private passed = 0;
  private readonly failed: string[] = [];

  async check(title: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.passed += 1;
      console.log(`  ✓ ${title}`);
    } catch (failure) {
      this.failed.push(title);
      console.log(
        `  ✕ ${title}\n${String(failure instanceof Error ? failure.stack : failure).replace(/^/gm, '      ')}`,
      );
    }
  }

  /** Prints a summary line and returns the exit code. */
  report(): number {
    console.log(`\n${this.passed} passed, ${this.failed.length} failed`);
    return this.failed.length === 0 && this.passed > 0 ? 0 : 1;
  }
}
