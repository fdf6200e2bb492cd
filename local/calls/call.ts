import type { WrittenItem } from './written-items';

/** One run of a function, as the console lists it. */
export interface CallSummary {
  readonly requestId: string;
  readonly operation: string;
  /** Absent when no HTTP request started the run: a schedule, a queue or a user pool did. */
  readonly route?: string;
  /** The user name or e-mail of the token's user. Absent when the request carried no token. */
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

/** One outbound call of the function, for example to the table, the user pools or the stamping provider. */
export interface Step {
  readonly resource: string;
  readonly action: string;
  readonly milliseconds: number;
  readonly failure?: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The summary plus all input and output, with secrets masked. */
export interface CallDetail extends CallSummary {
  readonly request: {
    readonly method?: string;
    readonly path?: string;
    readonly query?: unknown;
    readonly body?: unknown;
  };
  readonly answer: { readonly headers?: unknown; readonly body?: unknown };
  readonly steps: readonly Step[];
  /** The items that the call wrote, in order. A refused transaction wrote none. */
  readonly items: readonly WrittenItem[];
}
