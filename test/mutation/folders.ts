/** A folder whose code is changed, and the tests that must notice: its own layer's, and those next above where the layer has none. */
export interface Folder {
  readonly name: string;
  /** Folders or files of tests. Those that loop over all operations or read the tree are left out: they take too long for each mutant. */
  readonly tests: readonly string[];
  /** How many of a hundred mutants tests must notice. Without it all, but those that explained.json explains. */
  readonly goal?: number;
  /** How many of its files are drawn by chance, where all would take too long. */
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

/** The folder's section of docs/reliability.md. */
export const sectionOf = ({ name }: Pick<Folder, 'name'>): string => `mutation-${name.replace('shared/', '')}`;

/** What chance is drawn by unless `--seed` says otherwise: it was chosen before the first run, and not by its result. */
export const SEED = 57;

/** What `--short` tries: money, in which a mistake is dearest, and the dates of everything. */
export const SHORT: readonly string[] = ['shared/platform/values/money.ts', 'shared/platform/values/calendar.ts'];
