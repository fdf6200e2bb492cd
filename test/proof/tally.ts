/** How often each fault, outcome and kind of record occurred, by its name. */
export type Counts = Record<string, number>;

/** The figures of a run. */
export interface Tally {
  executions: number;
  /** Calls to the table and to the provider. */
  calls: number;
  readonly counts: Counts;
}

export const newTally = (): Tally => ({ executions: 0, calls: 0, counts: {} });

export function count(counts: Counts, what: string, times = 1): void {
  counts[what] = (counts[what] ?? 0) + times;
}

export function countsOf(names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) count(counts, name);
  return counts;
}

export function addCounts(one: Counts, other: Counts): Counts {
  const sum = { ...one };
  for (const [what, times] of Object.entries(other)) count(sum, what, times);
  return sum;
}

/** Every full run must meet these faults. They do not depend on the actions of its users. */
export const FAULTS = [
  ...['before', 'after'].map((when) => `execution died ${when} a call to the table`),
  ...['before', 'after'].map((when) => `execution died ${when} a call to the provider`),
  ...['request lost', 'answer lost', 'transaction in conflict', 'request sent twice'].map((what) => `table: ${what}`),
  ...['request lost', 'answer lost', 'answer 502', 'answer without a document', 'answer 408 or 409', 'answer 429'].map(
    (what) => `provider: ${what}`,
  ),
  'provider: acts after the timeout',
];

/** A full run has at least so many seeds or histories, and at least so many of each count. */
const [FULL, LEAST] = [200_000, 100];

/** Prints the counts, those that are expected too. Returns the names of those that are too rare in a full run to prove anything. */
export function tellCounts(counts: Counts, expected: readonly string[], runs: number): readonly string[] {
  const names = [...new Set([...expected, ...Object.keys(counts)])].sort();
  for (const name of names) console.log(`${String(counts[name] ?? 0).padStart(9)}  ${name}`);
  const rare = runs >= FULL ? names.filter((name) => (counts[name] ?? 0) < LEAST) : [];
  if (rare.length > 0) console.log(`Less than ${LEAST} times: ${rare.join(', ')}`);
  return rare;
}
