/** Something that happens at an instant of the virtual clock. */
interface Event {
  readonly at: number;
  /** Of two at one instant the one that was planned first comes first: the same seed gives the same run. */
  readonly order: number;
  readonly happen: () => void;
}

/** A clock that stands still until everything that is under way waits for it, and then leaps to the next event. */
export class VirtualTime {
  private heap: Event[] = [];
  private planned = 0;
  /** What has happened, in number. */
  happened = 0;
  private readonly cancelled = new Set<number>();

  constructor(private instant: number) {}

  /** Calls to something real, for whose answer the clock stands still. */
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

  /** Plans something; answers a number by which it can be called off. */
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

  /** Lets everything happen that is planned up to an instant, each after all that the one before set off. */
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
 * Calls back after all that promises have to do: a tick that is asked for by a microtask comes when Node has emptied their queue. Far cheaper
 * than a turn of the event loop, which nothing that the saga does needs.
 */
const afterPromises = (happen: () => void): void => void kept.then(() => process.nextTick(happen));
const kept = Promise.resolve();

/** Puts the virtual clock in the place of the process's timers: the product's own deadlines run by it. Answers how to undo that. */
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
