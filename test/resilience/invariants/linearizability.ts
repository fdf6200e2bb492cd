/** One operation on an object, as its client saw it. */
export interface Event<S> {
  /** The request and the answer, for the message of a failure. */
  readonly what: string;
  readonly began: number;
  /** Infinity when no answer came: the operation may have happened at any time after its start, or never. */
  readonly ended: number;
  /** The possible states of the object after the operation, given the state before. Empty when the answer is impossible in that state. */
  readonly after: (state: S) => readonly S[];
}

/** A longer history would take too long to check. */
const MOST_EVENTS = 400;

/**
 * Searches for one order of the events that explains every answer and keeps the order of events that did not overlap. When no such order
 * exists, returns the longest partial explanation. The search is Wing and Gong's with Lowe's memory of dead ends: "Testing for
 * Linearizability", Concurrency and Computation 29, 2017.
 */
export function explain<S>(events: readonly Event<S>[], initial: S): Explanation {
  if (events.length > MOST_EVENTS) throw new Error(`A history of ${events.length} events is too long.`);
  return new Search(events.toSorted((one, other) => one.began - other.began)).from(initial);
}

interface Explanation {
  readonly holds: boolean;
  /** The longest order of events from the beginning that explains their answers. */
  readonly longest: readonly string[];
  /** The events that could not follow it, sorted by their end. */
  readonly stuck: readonly string[];
}

class Search<S> {
  private readonly deadEnds = new Set<string>();
  private readonly path: string[] = [];
  private longest: readonly string[] = [];
  private stuck: readonly Event<S>[] = [];

  constructor(private readonly events: readonly Event<S>[]) {}

  from(initial: S): Explanation {
    const holds = this.explains(this.events, initial);
    const stuck = this.stuck.toSorted((one, other) => one.ended - other.ended);
    const told = ({ what, began, ended }: Event<S>) => `${what} (${began.toFixed(0)} to ${ended.toFixed(0)})`;
    return { holds, longest: this.longest, stuck: stuck.map(told) };
  }

  /** True when the remaining events can follow this state. An event without an answer need not have happened. */
  private explains(left: readonly Event<S>[], state: S): boolean {
    if (this.longest.length === 0 || this.path.length > this.longest.length) {
      this.longest = [...this.path];
      this.stuck = left;
    }
    if (left.every(({ ended }) => ended === Number.POSITIVE_INFINITY)) return true;
    const place = `${left.map((event) => this.events.indexOf(event)).join()} ${JSON.stringify(state)}`;
    if (this.deadEnds.has(place)) return false;
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    const canBeNext = left.filter(({ began }) => began <= firstEnd);
    if (canBeNext.some((event) => this.explainsAfter(event, left, state))) return true;
    this.deadEnds.add(place);
    return false;
  }

  private explainsAfter(event: Event<S>, left: readonly Event<S>[], state: S): boolean {
    const rest = left.filter((other) => other !== event);
    return event.after(state).some((next) => {
      this.path.push(`${event.what} → ${JSON.stringify(next)}`);
      if (this.explains(rest, next)) return true;
      this.path.pop();
      return false;
    });
  }
}
