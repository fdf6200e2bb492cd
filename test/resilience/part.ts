/** The form of a run (short or long), its seed and its limits. A run with the same settings tries the same cases. */
export interface Settings {
  readonly form: 'short' | 'long';
  readonly seed: number;
  /** The instant at which a part stops and reports its findings so far. Infinity when the time is not limited. */
  readonly until: number;
  /** Tries only cases whose name matches: see {@link isInFocus}. Parts whose cases have no names ignore it. */
  readonly focus?: string;
  /** Prints the progress. */
  progress(line: string): void;
}

/** True when the case must be tried: its name begins with the focus, and contains each text after a `…` of the focus. */
export function isInFocus(name: string, focus = ''): boolean {
  const [beginning = '', ...others] = focus.split('…');
  return name.startsWith(beginning) && others.every((other) => name.includes(other));
}

/** One promise of the service, tried many times. Every folder here has a `part.ts` that exports one as `part`. */
export interface HardPart {
  readonly id: string;
  readonly title: string;
  run(settings: Settings): Promise<Findings>;
}

export interface Row {
  readonly tried: string;
  readonly times: number;
  /** The result in words, with its measured figures. */
  readonly held: string;
}

/** Rows become the tables of docs/reliability.md. Failures are sentences with the command that repeats them. */
export interface Findings {
  readonly rows: readonly Row[];
  readonly failures: readonly string[];
  readonly passed: number;
}
