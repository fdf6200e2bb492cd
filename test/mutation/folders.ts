import { existsSync } from 'node:fs';
import { FEATURES } from '../support/features';

/** A folder whose code is changed, and the tests that must notice. */
export interface Folder {
  readonly name: string;
  /** Folders or files of tests. Suites that loop over all operations or read the tree take too long for each mutant. */
  readonly tests: readonly string[];
  /** The share of mutants, in percent, that tests must notice. Without it: all, except those that explained.json explains. */
  readonly goal?: number;
  /** The number of files that are drawn by chance, where all files would take too long. */
  readonly files?: number;
}

/** Features in which a mistake costs money or a tax document: every mutant must be noticed or explained. */
const EXACT: readonly string[] = ['carta-porte', 'stamping'];

/** A feature is judged by its own tests and by those of operations; the generated documents notice a changed schema. */
const testsOf = (feature: string): string[] =>
  [`test/${feature}`, 'test/operations', 'test/architecture/generated-documents.slow.ts'].filter((path) =>
    existsSync(path),
  );

export const FOLDERS: readonly Folder[] = [
  {
    name: 'shared/platform/values',
    tests: [
      'test/platform/values',
      'test/boxes/billing-days.test.ts',
      'test/carta-porte',
      'test/architecture/generated-documents.slow.ts',
      'test/expiry/document-expiry.test.ts',
      'test/fleet/driver.test.ts',
      'test/fleet/position.test.ts',
      'test/invoices/invoice.test.ts',
      'test/invoices/invoice-bounds.test.ts',
      'test/invoices/invoice-query.test.ts',
      'test/payments/aging.test.ts',
      'test/payments/income.test.ts',
      'test/teams/team.test.ts',
      'test/trips/trip.test.ts',
    ],
  },
  { name: 'shared/platform/runtime', tests: ['test/platform/runtime'], goal: 90 },
  {
    name: 'shared/platform/table',
    tests: ['test/platform/table', 'test/trips', 'test/invoices', 'test/audit', 'test/boxes'],
    goal: 90,
    files: 6,
  },
  ...FEATURES.map((feature) => ({
    name: `shared/${feature}`,
    tests: testsOf(feature),
    ...(!EXACT.includes(feature) && { goal: 90, files: 3 }),
  })),
  { name: 'shared/operation', tests: ['test/operation'] },
  {
    name: 'functions',
    tests: ['test/operations', 'test/architecture/generated-documents.slow.ts'],
    goal: 90,
    files: 16,
  },
];

/** The folder's section of docs/reliability.md. */
export const sectionOf = ({ name }: Pick<Folder, 'name'>): string =>
  `mutation-${name.replace('shared/', '').replace('/', '-')}`;

/** The seed of the draw unless `--seed` gives another. It was chosen before the first run. */
export const SEED = 57;

/** The files of `--short`: money, where a mistake costs most, and dates, which every feature uses. */
export const SHORT: readonly string[] = ['shared/platform/values/money.ts', 'shared/platform/values/calendar.ts'];
