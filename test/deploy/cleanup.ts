/** Stops everything that was started, in reverse order: at the end, after a failure, and on Ctrl-C. */
export class Cleanup {
  private readonly endings: { title: string; end: () => Promise<void> }[] = [];
  private running: Promise<void> | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        console.log(`\n  ${signal}: removing what was started`);
        this.run().finally(() => process.exit(130));
      });
    }
  }

  add(title: string, end: () => Promise<void>): void {
    this.endings.unshift({ title, end });
  }

  /** Stops everything once. Goes on when one stop fails. */
  run(): Promise<void> {
    this.running ??= this.endAll();
    return this.running;
  }

  private async endAll(): Promise<void> {
    for (const { title, end } of this.endings) {
      await end().catch((failure: unknown) => console.log(`  ${title} failed: ${failure}`));
    }
  }
}
