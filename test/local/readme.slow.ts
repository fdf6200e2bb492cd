import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './support/folder';
import { endServers, startServer } from './support/server';

const ROOT = resolve(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const execute = promisify(execFile);
const folder = temporaryFolder();
afterEach(endServers);

const LOCAL = 'http://127.0.0.1:4000';

/** The blocks of the README that call the running server, each with the answer that is shown below it. */
const calls = [...README.matchAll(/```sh\n([\s\S]*?)```(?:\n+```text\n([\s\S]*?)```)?/g)].flatMap(
  ([, commands = '', shown = '']) =>
    commands.includes('curl') && commands.includes(LOCAL) ? [{ commands, shown }] : [],
);

test('the curl lines of the README sign in as owner and as driver, and start a trip', async () => {
  const server = startServer(['--port', '0', '--data', join(folder, 'data')]);
  const url = await server.url();
  const [, screen = ''] = /^npm ci && npm start\n```[\s\S]*?```text\n([\s\S]*?)```/m.exec(README) ?? [];
  expect(screen).toContain(LOCAL);
  expect(server.output().stdout).toContain(screen.replaceAll(LOCAL, url));
  const pasted = calls.map(({ commands }) => commands.replaceAll(LOCAL, url)).join('\n');
  const { stdout } = await execute('bash', ['-euc', pasted], { cwd: folder });
  expect(calls).toHaveLength(3);
  const told = [
    '"userRole":"OWNER"',
    '"newStatus":"EN_PROCESO"',
    '"message":"Position received."',
    '"fault":"LOSE_ANSWER"',
  ];
  for (const wanted of told) {
    expect(stdout).toContain(wanted);
  }
  for (const { shown } of calls) {
    expect(shown).not.toBe('');
    for (const part of shown.split(/…|\n/)) expect(stdout).toContain(part);
  }
});

test('every npm command of the README is a script of the package', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const named = [...README.matchAll(/npm (?:run ([\w:]+)|(start|test))\b/g)].map(
    ([, script, short]) => script ?? short,
  );
  expect(named.length).toBeGreaterThan(5);
  for (const script of named) expect(Object.keys(scripts)).toContain(script);
});

/** The way in which each block of the README is tested. */
const RUN_BY: Readonly<Record<string, RegExp>> = {
  'the test above': /^curl|\ncurl/,
  'start.slow.ts, and every new developer': /^npm ci && npm start\n$/,
  '.ci/run': /^npm ci && npm test\n$/,
  'test/client': /pack:client|first-call|createFleet/,
  'test/deploy, against an emulator, because tests must not use a real account': /cdk bootstrap/,
};

test('every block of the README is run by a test', () => {
  const blocks = [...README.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)]
    // Diagrams and shown answers are not commands.
    .filter(([, language = '']) => !['mermaid', 'text'].includes(language))
    .map(([, , block = '']) => block);
  expect(blocks.length).toBeGreaterThan(8);
  const unknown = blocks.filter((block) => !Object.values(RUN_BY).some((pattern) => pattern.test(block)));
  expect(unknown).toEqual([]);
});
