import { join } from 'node:path';
import { readSettings } from '../lib/settings';
import { withSettingsFile } from '../lib/settings-file';
import { awsCli } from './aws-cli';
import { contextOf } from './deploy/arguments';
import { preflight } from './preflight/checks';

/** Says what to request for the account before a stage is deployed: `npm run preflight -- -c stage=prod`. It refuses nothing. */
async function main(): Promise<void> {
  const context = contextOf(process.argv.slice(2));
  const settings = readSettings(withSettingsFile(join(__dirname, '..', 'settings'), (name) => context[name]));
  console.log((await preflight(awsCli, settings)).join('\n'));
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
