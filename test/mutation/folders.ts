/**
 * A folder whose code is mutated, and the tests that must notice: the folder's own tests and, for code without own tests, those of the
 * layer above.
 */
export interface Folder {
  readonly name: string;
  /**
   * Folders or files of tests. Tests that loop over all operations or read the source tree are left out, because they are too slow for each
   * mutant.
   */
  readonly tests: readonly string[];
  /** The percentage of mutants that tests must notice. Absent: all except those in explained.json. */
  readonly goal?: number;
  /** The number of files to sample, for a folder that takes too long as a whole. */
  readonly files?: number;
}

export const FOLDERS: readonly Folder[] = [
  { name: 'shared/domain', tests: ['test/domain', 'test/contract/generated-documents.test.ts'] },
  {
    name: 'shared/stamping',
    tests: [
      'test/stamping',
      'test/operations/stamp-invoice.test.ts',
      'test/operations/recover-stamping.test.ts',
      'test/operations/stamping-webhook.test.ts',
      'test/operations/organization.test.ts',
      'test/operations/rental-draft.test.ts',
      'test/operations/validate-invoice.test.ts',
    ],
  },
  { name: 'shared/operation', tests: ['test/operation'] },
  { name: 'shared/store', tests: ['test/store', 'test/operations', 'test/stamping'], goal: 90, files: 8 },
  { name: 'functions', tests: ['test/operations', 'test/contract/generated-documents.test.ts'], goal: 90, files: 16 },
  {
    name: 'shared/providers',
    tests: [
      'test/providers',
      'test/stamping',
      'test/operations/auth.test.ts',
      'test/operations/recovery.test.ts',
      'test/operations/revocation.test.ts',
      'test/operations/users.test.ts',
      'test/fleet/driver-access.test.ts',
    ],
    goal: 90,
    files: 6,
  },
  { name: 'shared/runtime', tests: ['test/runtime'], goal: 90 },
];

/** The id of the folder's section in docs/reliability.md. */
export const sectionOf = ({ name }: Pick<Folder, 'name'>): string => `mutation-${name.replace('shared/', '')}`;

/** The seed of the sample without `--seed`. It was fixed before the first run, not chosen by a result. */
export const SEED = 57;

/** The files of `--short`: money, where a mistake costs most, and dates, which every feature uses. */
export const SHORT: readonly string[] = ['shared/platform/values/money.ts', 'shared/platform/values/calendar.ts'];
