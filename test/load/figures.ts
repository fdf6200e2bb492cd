/** The latencies of requests, by kind of request. */
export class Latencies {
  private readonly byKind = new Map<string, number[]>();

  add(kind: string, milliseconds: number): void {
    const known = this.byKind.get(kind);
    if (known) known.push(milliseconds);
    else this.byKind.set(kind, [milliseconds]);
  }

  /** Returns a line for all requests, then one line for each kind, sorted by p99 with the slowest first. */
  lines(): string[] {
    const kinds = [...this.byKind].sort(([, one], [, other]) => percentile(other, 0.99) - percentile(one, 0.99));
    return [line('all', [...this.byKind.values()].flat()), ...kinds.map(([kind, all]) => line(kind, all))];
  }
}

const line = (kind: string, all: readonly number[]): string =>
  `      ${kind.padEnd(14)} ${String(all.length).padStart(5)} requests   p50 ${show(all, 0.5)} ms   p99 ${show(all, 0.99)} ms`;

const show = (all: readonly number[], share: number): string => percentile(all, share).toFixed(0).padStart(5);

function percentile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
