import type { IMPORT_STATUSES } from '../shared/imports/import';

/** What the codes of imports mean. */
export const IMPORT_TEXTS = [
  {
    QUEUED: 'waits for its first rows',
    RUNNING: 'under way',
    DONE: 'every row has its result',
    FAILED: 'the service could not end it',
  } satisfies Readonly<Record<(typeof IMPORT_STATUSES)[number], string>>,
];
