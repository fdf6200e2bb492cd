/** An event at an instant of the virtual clock. */
interface Event {
  readonly at: number;
  /** Of two events at one instant, the one planned first runs first, so that the same seed gives the same run. */
  readonly order: number;
  readonly happen: () => void;
}

/** A clock that stands still while any code runs, and then moves to the next event. */
export class VirtualTime {
  private heap: Event[] = [];
  private planned = 0;
  /** The number of events so far. */
  happened = 0;
  private readonly cancelled = new Set<number>();

  constructor(private instant: number) {}

  /** Calls to a real service. The clock stands still until they are answered. */
  private held = 0;
  private resume: (() => void) | undefined;

  async holdFor<T>(work: () => Promise<T>): Promise<T> {
    this.held += 1;
    try {
      return await work();
    } finally {
      this.held -= 1;
      const { resume } = this;
      if (this.held === 0 && resume) {
        this.resume = undefined;
        afterPromises(resume);
      }
    }
  }

  now(): number {
    return this.instant;
  }

  /** Plans an event. Returns its id, with which it can be cancelled. */
  after(milliseconds: number, happen: () => void): number {
    this.planned += 1;
    this.push({ at: this.instant + Math.max(0, milliseconds), order: this.planned, happen });
    return this.planned;
  }

  callOff(order: number): void {
    this.cancelled.add(order);
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  /** Runs all events up to an instant. Each event starts after all effects of the one before. */
  runUntil(end: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = (): void => {
        if (this.held > 0) {
          this.resume = next;
          return;
        }
        try {
          const event = this.nextUntil(end);
          if (event === undefined) {
            this.instant = Math.max(this.instant, end);
            resolve();
            return;
          }
          this.instant = event.at;
          this.happened += 1;
          event.happen();
        } catch (failure) {
          reject(failure);
          return;
        }
        afterPromises(next);
      };
      afterPromises(next);
    });
  }

  private nextUntil(end: number): Event | undefined {
    for (let event = this.heap[0]; event && event.at <= end; event = this.heap[0]) {
      this.pop();
      if (this.cancelled.size === 0 || !this.cancelled.delete(event.order)) return event;
    }
    return undefined;
  }

  private push(event: Event): void {
    const { heap } = this;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const child = right && left && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, last)) break;
      heap[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    heap[index] = last;
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/**
 * Calls back when all pending promises have run: Node runs a tick that a microtask requests after it emptied the queue of microtasks. This
 * is much cheaper than a turn of the event loop, which the code under proof does not need.
 */
const afterPromises = (happen: () => void): void => void kept.then(() => process.nextTick(happen));
const kept = Promise.resolve();

/**
 * Replaces the process's timers with the virtual clock, so that the product's timeouts use it. Returns a function that restores the timers.
 */
export function takeTimers(current: () => VirtualTime | undefined): () => void {
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  const set = (happen: () => void, milliseconds = 0) => {
    const time = current();
    return time ? time.after(milliseconds, happen) : realSetTimeout(happen, milliseconds);
  };
  const clear = (timer: number) => (typeof timer === 'number' ? current()?.callOff(timer) : realClearTimeout(timer));
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  return () => {
    Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
  };
}
