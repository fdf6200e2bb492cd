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

/** The alternatives of a focus, which a `|` separates. */
export const alternativesOf = (focus: string): string[] => focus.split('|');

/** True when the case must be tried: its name begins with an alternative of the focus, and contains each text after a `…` of it. */
export const isInFocus = (name: string, focus = ''): boolean =>
  alternativesOf(focus).some((alternative) => {
    const [beginning = '', ...others] = alternative.split('…');
    return name.startsWith(beginning) && others.every((other) => name.includes(other));
  });

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
