import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { makeApp, stacksIn } from '../stack/synthesis';
import { PRODUCTION } from '../support/production';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['settings', 'docs/examples/settings'];
const Values = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));

/** The context that a stage gets from its file of settings. */
interface SettingsFile {
  readonly file: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Each file of settings in the repository, in use or to copy. */
const settingsFiles = (): SettingsFile[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => {
      const values = v.parse(Values, JSON.parse(readFileSync(join(ROOT, folder, name), 'utf8')));
      const texts = Object.entries(values).map(([setting, value]) => [setting, String(value)] as const);
      return { file: `${folder}/${name}`, context: { ...Object.fromEntries(texts), stage: basename(name, '.json') } };
    }),
  );

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';

/** What no file of settings turns on: resources that only a template with these settings has. */
const EVERY_SETTING: SettingsFile = {
  file: 'every setting',
  context: {
    ...PRODUCTION,
    defaultDomains: 'no',
    domainName: 'api.fleet.example',
    certificateArn,
    assetsDomainName: 'assets.fleet.example',
    assetsCertificateArn: certificateArn,
    edge: 'true',
    backupRegion: 'us-west-2',
    mailRegion: 'us-east-2',
    tableName: 'fleet-restored',
    tracing: 'active',
  },
};

/** The templates of each file of settings, without bundles. Returns their folders. */
export const synthesizeFiles = (): string[] =>
  [...settingsFiles(), EVERY_SETTING].map(({ context }) => {
    const app = makeApp();
    stacksIn(app, context);
    return app.synth().directory;
  });
