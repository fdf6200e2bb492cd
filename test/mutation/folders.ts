/** A folder whose code is changed, and the tests that must notice: its own layer's, and those next above where the layer has none. */
export interface Folder {
  readonly name: string;
  /** Folders or files of tests. Those that loop over all operations or read the tree are left out: they take too long for each mutant. */
  readonly tests: readonly string[];
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
];

/** The folder's section of docs/reliability.md. */
export const sectionOf = ({ name }: Pick<Folder, 'name'>): string => name.replace('shared/', 'mutation-');

/** What `--short` tries: money, in which a mistake is dearest, and the dates of everything. */
export const SAMPLE: readonly string[] = ['shared/domain/money.ts', 'shared/domain/calendar.ts'];
