/** One operation on an object, as who sent it saw it. */
export interface Event<S> {
  /** What was sent and answered, for who reads a failure. */
  readonly what: string;
  readonly began: number;
  /** Infinity where no answer came: it may have happened at any time since it began, or never. */
  readonly ended: number;
  /** The states that the object can be in after it, when it was in this one; none where the answer cannot be true of it. */
  readonly after: (state: S) => readonly S[];
}

/** More than this at once would take too long to try. */
export const MOST_EVENTS = 400;

/**
 * Whether one order of the events explains every answer, such that what ended before another began also comes before it. Answers the longest
 * explanation that there is when there is none. The search is Wing and Gong's, remembering states that led nowhere as Lowe's does: "Testing for
 * Linearizability", Concurrency and Computation 29, 2017.
 */
export function explain<S>(events: readonly Event<S>[], initial: S): Explanation {
  if (events.length > MOST_EVENTS) throw new Error(`A history of ${events.length} events is too long.`);
  return new Search(events.toSorted((one, other) => one.began - other.began)).from(initial);
}

export interface Explanation {
  readonly holds: boolean;
  /** The longest beginning of an order that explains its answers. */
  readonly longest: readonly string[];
  /** What could not follow on it, the first to end first. */
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

  /** Whether the events that are left can follow on this state. What was never answered need not have happened. */
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
