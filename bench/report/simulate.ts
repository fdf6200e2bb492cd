import { MAXIMUM_TRIES } from '../../shared/platform/table/retry';

/** A deterministic random generator: the linear congruential one of Numerical Recipes. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How long a transaction locks its items: about the duration of one at AWS. */
const HELD_MS = 10;
const BASE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;

interface Contention {
  readonly perSecond: number;
  /** Percentage of failed transactions. */
  readonly refused: number;
  /** Mean number of tries of a transaction. */
  readonly tries: number;
  /** Milliseconds within which 99 % of the transactions finish. */
  readonly p99: number;
}

const TRANSACTIONS = 4_000;

/**
 * Simulates transactions at random times that all change one counter. A transaction that starts while another one holds
 * the counter is cancelled with TransactionConflict. It retries with full jitter, like `platform/table/retry.ts`.
 */
export function contend(perSecond: number): Contention {
  const random = chance(perSecond);
  const waiting: { at: number; begun: number; tries: number }[] = [];
  let arrival = 0;
  for (let made = 0; made < TRANSACTIONS; made += 1) {
    arrival += (-Math.log(1 - random()) * 1000) / perSecond;
    waiting.push({ at: arrival, begun: arrival, tries: 1 });
  }
  const times: number[] = [];
  let tries = 0;
  let refused = 0;
  let heldUntil = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    tries += 1;
    if (next.at >= heldUntil) {
      heldUntil = next.at + HELD_MS;
      times.push(heldUntil - next.begun);
    } else if (next.tries >= MAXIMUM_TRIES) refused += 1;
    else {
      const pause = random() * Math.min(LONGEST_PAUSE_MS, BASE_MS * 2 ** next.tries);
      insert(waiting, { at: next.at + HELD_MS + pause, begun: next.begun, tries: next.tries + 1 });
    }
  }
  times.sort((one, other) => one - other);
  return {
    perSecond,
    refused: (100 * refused) / TRANSACTIONS,
    tries: tries / TRANSACTIONS,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function insert<T extends { readonly at: number }>(sorted: T[], one: T): void {
  const place = sorted.findIndex(({ at }) => at > one.at);
  sorted.splice(place < 0 ? sorted.length : place, 0, one);
}

/**
 * The maximum number of writes of one partition in one second, when all trucks of a carrier send their position within
 * the given seconds.
 */
export function hottestPartition(trucks: number, withinSeconds: number, shards: number): number {
  const random = chance(trucks + shards);
  const seen = new Map<string, number>();
  for (let truck = 0; truck < trucks; truck += 1) {
    // The last digit of the trip's identifier is random, and gives the shard. Each shard is one partition key.
    const cell = `${Math.floor(random() * withinSeconds)} ${Math.floor(random() * shards)}`;
    seen.set(cell, (seen.get(cell) ?? 0) + 1);
  }
  return Math.max(...seen.values());
}
