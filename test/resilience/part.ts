/** How far a part goes, and what its chance begins with: the same settings try the same things. */
export interface Settings {
  readonly form: 'short' | 'long';
  readonly seed: number;
  /** The instant at which a part that is not through ends with what it has found; never, unless somebody has no more time. */
  readonly until: number;
  /** Whoever looks into one thing tries what is called so, and nothing else: see {@link isInFocus}. A part whose tries have no names pays no heed. */
  readonly focus?: string;
  /** Tells who watches how far it has come. */
  progress(line: string): void;
}

/** Whether what is called so is to be tried: it begins as the focus does, and has what stands after each `…` in it. */
export function isInFocus(name: string, focus = ''): boolean {
  const [beginning = '', ...others] = focus.split('…');
  return name.startsWith(beginning) && others.every((other) => name.includes(other));
}

/** One promise of the service, tried many times. Every folder beside this file has one, which its `part.ts` exports as `part`. */
export interface HardPart {
  readonly id: string;
  readonly title: string;
  run(settings: Settings): Promise<Findings>;
}

export interface Row {
  readonly tried: string;
  readonly times: number;
  /** What held, in words: a figure that was measured belongs here. */
  readonly held: string;
}

/** Rows become the tables of docs/reliability.md; failures are sentences that say what replays them. */
export interface Findings {
  readonly rows: readonly Row[];
  readonly failures: readonly string[];
  readonly passed: number;
}
