import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const text = readFileSync(join(ROOT, 'docs', 'examples', 'deploy.yml'), 'utf8');
const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** The jobs of the pipeline, by name. The file is indented by two spaces for each level. */
const jobs = new Map(
  (text.split(/^jobs:\n/m)[1] ?? '').split(/^(?= {2}\w+:$)/m).map((job) => [/^ {2}(\w+):/.exec(job)?.[1] ?? '', job]),
);
const job = (name: string): string => jobs.get(name) ?? '';

test('production 4.4: the pipeline builds once, and deploys that artefact to staging and then to production', () => {
  expect([...jobs.keys()]).toEqual(['build', 'staging', 'production', 'drift']);
  expect(job('staging')).toContain('needs: build');
  expect(job('production')).toContain('needs: staging');
  for (const [name, stage] of [
    ['staging', 'staging'],
    ['production', 'prod'],
  ] as const) {
    expect(job('build')).toContain(`npm run synth -- -c stage=${stage} --output out/${stage}\n`);
    expect(job(name)).toMatch(new RegExp(`npm run deploy -- -c stage=${stage} --app out/${stage} `));
    expect(job(name)).not.toContain('npm run synth');
    expect(readdirSync(join(ROOT, 'docs', 'examples', 'settings'))).toContain(`${stage}.json`);
  }
  expect(job('build')).toContain('npm test');
  // The journeys run by the client against the stage, before production.
  expect(job('staging').indexOf('npm run demo -- --url')).toBeGreaterThan(job('staging').indexOf('npm run deploy'));
});

test('production 4.4: production waits for an approval, and no key of AWS is stored', () => {
  expect(job('production')).toContain('environment: production');
  expect(text).toMatch(/permissions:\n {2}contents: read\n {2}id-token: write\n/);
  for (const name of ['staging', 'production', 'drift']) expect(job(name)).toContain('role-to-assume:');
  expect(text).not.toMatch(/secrets\.|access-key|AKIA/i);
});

test('production 4.5: the pipeline looks for drift of the outer stack and its nested ones each week, and opens a ticket', () => {
  expect(text).toMatch(/schedule:\n {4}- cron: '\d+ \d+ \* \* \d'/);
  expect(job('drift')).toContain('for stack in fleet-prod $nested');
  expect(job('drift')).toContain('detect-stack-drift --stack-name "$stack"');
  expect(job('drift')).toContain('gh issue create');
});

test('every script that the pipeline runs is there', () => {
  const run = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(run.length).toBeGreaterThan(4);
  for (const name of run) expect(Object.keys(scripts)).toContain(name);
});
