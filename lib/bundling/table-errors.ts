import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { withPlainKeys } from './s3-shapes';

/**
 * The errors of DynamoDB about whole tables, backups, exports, imports and replicas. No function sends a command that
 * raises them. The SDK would give such an error the base class of the client, with the error's own name.
 */
const OF_TABLES = [
  'BackupInUseException',
  'BackupNotFoundException',
  'ContinuousBackupsUnavailableException',
  'ExportConflictException',
  'ExportNotFoundException',
  'GlobalTableAlreadyExistsException',
  'GlobalTableNotFoundException',
  'ImportConflictException',
  'ImportNotFoundException',
  'IndexNotFoundException',
  'InvalidExportTimeException',
  'InvalidRestoreTimeException',
  'PointInTimeRecoveryUnavailableException',
  'PolicyNotFoundException',
  'ReplicaAlreadyExistsException',
  'ReplicaNotFoundException',
  'TableAlreadyExistsException',
  'TableInUseException',
  'TableNotFoundException',
];

const REGISTRATION = new RegExp(`^n0_registry\\.registerError\\((${OF_TABLES.join('|')})\\$, \\1\\);$`, 'gm');

/** Drops the errors that only commands on whole tables raise: their registration alone keeps them in each bundle. */
export const tableErrors: Plugin = {
  name: 'table-errors',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/]client-dynamodb[\\/].*[\\/]schemas_0\.js$/ }, async ({ path }) => ({
      contents: withPlainKeys(withoutTableErrors(await readFile(path, 'utf8'))),
      loader: 'js',
    }));
  },
};

/** The module without these registrations. Throws unless it registers each of them once. */
export function withoutTableErrors(source: string): string {
  const found = [...source.matchAll(REGISTRATION)].map(([, name]) => name);
  const absent = OF_TABLES.filter((name) => !found.includes(name));
  if (absent.length > 0) throw new Error(`The DynamoDB client does not register ${absent.join(', ')}.`);
  return source.replace(REGISTRATION, '');
}
