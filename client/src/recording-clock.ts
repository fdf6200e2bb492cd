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

/** The service takes a smaller difference of clocks for the time on the network. */
const TOLERATED_MS = 2 * 60_000;

/**
 * The time of recording: when the service received the last call, and what a monotonic clock has counted since. Before the first answer it
 * is the wall clock with the error that an earlier run of the app found. The service corrects what is still wrong by the time of sending, which comes
 * from here too.
 */
export class RecordingClock {
  readonly #wall: () => number;
  readonly #monotonic: (() => number) | undefined;
  /** Whether the monotonic clock may stand still while the phone sleeps. */
  readonly #mayStop: boolean;
  /** What is added to the wall clock: by an earlier run of the app, and then by the first answer. */
  #offset: number | undefined;
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
    const isFirst = this.#answer === undefined;
    this.#answer = { receivedAt: milliseconds, wall: this.#wall(), ticks };
    if (isFirst) this.#offset = this.found();
  }

  /** Begins with the error of the wall clock that an earlier run found, unless this one knows it. */
  begin(offset: number | undefined): void {
    this.#offset ??= offset;
  }

  /** The error of the wall clock at the last answer, in milliseconds; 0 for a small one. Undefined before an answer. */
  found(): number | undefined {
    if (this.#answer === undefined) return undefined;
    const error = this.#answer.receivedAt - this.#answer.wall;
    return Math.abs(error) < TOLERATED_MS ? 0 : error;
  }

  /** What this run adds to the wall clock for what was recorded before its first answer. */
  get offset(): number {
    return this.#offset ?? 0;
  }

  now(): number {
    if (this.#answer === undefined || this.#monotonic === undefined) return this.#wall() + this.offset;
    const { receivedAt, wall, ticks } = this.#answer;
    const ticked = this.#monotonic() - ticks;
    const walked = this.#wall() - wall;
    const slept = this.#mayStop && walked > ticked && walked - ticked < LONGEST_SLEEP_MS;
    return Math.round(receivedAt + (slept ? walked : ticked));
  }
}
