/** The parts of a queue that are needed to send it. */
interface Sendable {
  readonly flush: () => Promise<unknown>;
  readonly dueIn: () => Promise<number | undefined>;
  readonly subscribe: (listener: () => void) => () => void;
}

type Listen = (type: 'online' | 'storage', listener: () => void) => void;

/** Browsers tell when the network is back, and when another tab changed the local storage. */
declare const addEventListener: Listen | undefined;
declare const removeEventListener: Listen | undefined;

/** The pause after a failure of the storage. */
const LONGEST_MS = 5 * 60_000;

/**
 * Sends a queue whenever something can be sent: after each record, when an item has waited long enough, when the browser is online again,
 * and after a failure when its pause is over. Returns a function that ends it.
 */
export function keepSending(queue: Sendable): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const runIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(run, milliseconds);
  };
  const runWhenDue = async () => {
    const due = await queue.dueIn().catch(() => LONGEST_MS);
    if (due !== undefined) runIn(due);
  };
  const run = async () => {
    await queue.flush().catch(() => undefined);
    await runWhenDue();
  };
  const runNow = () => runIn(0);
  const forget = queue.subscribe(runWhenDue);
  if (typeof addEventListener !== 'undefined') {
    addEventListener('online', runNow);
    // Another tab can be closed before it has sent what it recorded.
    addEventListener('storage', runWhenDue);
  }
  runNow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    forget();
    if (typeof removeEventListener === 'undefined') return;
    removeEventListener('online', runNow);
    removeEventListener('storage', runWhenDue);
  };
}
