import type { WrittenItem } from './written-items';

/** One run of a function, as a person looks back at it. */
export interface CallSummary {
  readonly requestId: string;
  readonly operation: string;
  /** Absent where no HTTP request set it off: a schedule, a queue, a user pool. */
  readonly route?: string;
  /** The user name or e-mail behind the token; absent for whoever sent none. */
  readonly caller?: string;
  readonly status: number;
  readonly error?: string;
  readonly at: string;
  readonly milliseconds: number;
  readonly tableCalls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly dollarsPerMillion: number;
}

/** One call that left the function: to the table, the user pools, the stamping provider… */
export interface Step {
  readonly resource: string;
  readonly action: string;
  readonly milliseconds: number;
  readonly failure?: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The same with all that went in and out, secrets masked. */
export interface CallDetail extends CallSummary {
  readonly request: {
    readonly method?: string;
    readonly path?: string;
    readonly query?: unknown;
    readonly body?: unknown;
  };
  readonly answer: { readonly headers?: unknown; readonly body?: unknown };
  readonly steps: readonly Step[];
  /** What it wrote to the table, in order; of a refused transaction nothing. */
  readonly items: readonly WrittenItem[];
}
