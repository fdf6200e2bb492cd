import type { Flush } from './queue.js';

/** The parts of a queue that are needed to send it. */
interface Sendable {
  readonly flush: () => Promise<Flush>;
  readonly dueIn: () => Promise<number | undefined>;
  readonly subscribe: (listener: () => void) => () => void;
}

type Listen = (type: 'online', listener: () => void) => void;

/** Browsers tell when the network is back. */
declare const addEventListener: Listen | undefined;
declare const removeEventListener: Listen | undefined;

const SHORTEST_MS = 2_000;
const LONGEST_MS = 5 * 60_000;

/**
 * Sends a queue whenever something can be sent: after each record, when an item has waited long enough, when the browser is online again,
 * and after a failure with pauses that grow to five minutes. Returns a function that ends it.
 */
export function keepSending(queue: Sendable, random: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = false;
  const runIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(run, milliseconds);
  };
  const run = async () => {
    const failed = await queue.flush().then(
      ({ error }) => error !== undefined,
      () => true,
    );
    failures = failed ? failures + 1 : 0;
    const due = await queue.dueIn().catch(() => 0);
    const pause = failed ? Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failures - 1)) * (0.5 + random() / 2) : 0;
    if (due !== undefined) runIn(Math.max(due, pause));
  };
  const runNow = () => runIn(0);
  const forget = queue.subscribe(() => {
    if (failures === 0) runNow();
  });
  if (typeof addEventListener !== 'undefined') addEventListener('online', runNow);
  runNow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    forget();
    if (typeof removeEventListener !== 'undefined') removeEventListener('online', runNow);
  };
}
