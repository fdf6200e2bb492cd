const CONCURRENCY = 10;

/** Runs the work for each entry, ten at the same time, and returns the results in the order of the entries. The first failure ends it. */
export async function tenAtATime<Entry, Result>(
  all: readonly Entry[],
  work: (one: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < all.length; start += CONCURRENCY)
    results.push(...(await Promise.all(all.slice(start, start + CONCURRENCY).map((one) => work(one)))));
  return results;
}
