/** The situations in which operations are called. */
export const CALL_KINDS = [
  'well',
  'refused',
  'fault',
  'busy',
  'unanswered',
  'throttledSignIn',
  'throttledIndex',
  'provider',
  'hung',
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** The situations in which triggers are called. */
export const RUN_KINDS = ['well', 'throws', 'leaves', 'stuck', 'waits', 'recent', 'refused'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
