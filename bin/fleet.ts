import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { makeFleet } from '../lib/fleet';
import { bundleRelease } from '../lib/release';
import { readSettings } from '../lib/settings';
import { withSettingsFile } from '../lib/settings-file';
import { writeReference } from '../reference/site';
import { authorityWarning } from '../shared/stamping/provider/authority-term';

const ROOT = join(__dirname, '..');
const SETTINGS = join(ROOT, 'settings');

/**
 * Writes the bundles below the CDK output directory, so that two concurrent syntheses with different outputs do not
 * overwrite each other's bundles.
 */
async function main(): Promise<void> {
  const app = new App();
  const warning = authorityWarning(new Date());
  if (warning) console.warn(warning);
  const bundles = join(app.outdir, 'bundles');
  rmSync(bundles, { recursive: true, force: true });
  await bundleRelease({ bundles, maps: join(app.outdir, 'source-maps') });
  const settings = readSettings(withSettingsFile(SETTINGS, (name) => app.node.tryGetContext(name)));
  makeFleet(app, {
    settings,
    operations: OPERATIONS,
    triggers: TRIGGERS,
    codeOf: (file) => Code.fromAsset(join(bundles, file)),
    reference: () => {
      const folder = join(app.outdir, 'reference');
      writeReference(ROOT, folder, `https://${settings.domainName}`);
      return folder;
    },
  });
  app.synth();
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
