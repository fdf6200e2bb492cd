/** The clocks of the phone, in milliseconds. */
export interface PhoneClocks {
  /** The wall clock. Default: `Date.now`. */
  readonly now?: () => number;
  /**
   * A clock that counts evenly, also while the phone sleeps, and that cannot be set. With it a change of the wall clock has no effect
   * after the first answer of the service. Default: `performance.now`, which stops while some phones sleep.
   */
  readonly monotonic?: () => number;
}

declare const performance: { now(): number } | undefined;

/** A phone that sleeps longer between two facts is rarer than a wall clock that is a day ahead. */
const LONGEST_SLEEP_MS = 86_400_000;

/**
 * The time of recording: when the service received the last call, and what a monotonic clock has counted since. Before the first answer it
 * is the wall clock. The service corrects a wrong one by the time of sending, which comes from here too.
 */
export class RecordingClock {
  readonly #wall: () => number;
  readonly #monotonic: (() => number) | undefined;
  /** Whether the monotonic clock may stand still while the phone sleeps. */
  readonly #mayStop: boolean;
  #answer: { readonly receivedAt: number; readonly wall: number; readonly ticks: number } | undefined;

  constructor({ now = Date.now, monotonic }: PhoneClocks) {
    this.#wall = now;
    this.#mayStop = monotonic === undefined;
    this.#monotonic = monotonic ?? (typeof performance === 'undefined' ? undefined : () => performance.now());
  }

  /** Takes the time of the service from an answer that just came. */
  set(receivedAt: string): void {
    const milliseconds = Date.parse(receivedAt);
    const ticks = this.#monotonic?.();
    if (ticks === undefined || Number.isNaN(milliseconds)) return;
    this.#answer = { receivedAt: milliseconds, wall: this.#wall(), ticks };
  }

  now(): number {
    if (this.#answer === undefined || this.#monotonic === undefined) return this.#wall();
    const { receivedAt, wall, ticks } = this.#answer;
    const ticked = this.#monotonic() - ticks;
    const walked = this.#wall() - wall;
    const slept = this.#mayStop && walked > ticked && walked - ticked < LONGEST_SLEEP_MS;
    return Math.round(receivedAt + (slept ? walked : ticked));
  }
}
