import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Cloud, startCloud } from '../../local/cloud';
import { temporaryFolder } from '../local/support/folder';

const ROOT = resolve(__dirname, '..', '..');
const execute = promisify(execFile);
const folder = temporaryFolder();

const blocksOf = (file: string, language: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

const GUIDES = readdirSync(join(ROOT, 'docs', 'guides')).map((file) => `docs/guides/${file}`);

/** Names that the examples of the client's README use without declaring them. */
const GIVEN = [
  'declare const email: string, password: string, code: string, teamId: string, driverId: string, tripId: string, invoiceId: string;',
  'declare const blob: Blob, stopId: string;',
  "declare const AsyncStorage: import('fleet-operations-client/driver').QueueStorage;",
  "declare const queue: import('fleet-operations-client/driver').DriverQueue;",
];

describe('what the pages tell a front-end engineer', () => {
  let cloud: Cloud;
  const project = join(folder, 'my-front-end');
  beforeAll(async () => {
    cloud = await startCloud({ seed: true });
  });
  afterAll(() => cloud.stop());

  test('README: from the packed client to the first call', async () => {
    const pack = blocksOf('README.md', 'sh').find((block) => block.includes('pack:client')) ?? '';
    mkdirSync(project);
    await execute('bash', ['-euc', pack.replaceAll('../my-front-end', project)], { cwd: ROOT });
    const [program = ''] = blocksOf('README.md', 'js');
    writeFileSync(join(project, 'first-call.mjs'), program.replace('http://127.0.0.1:4000', cloud.url));
    const trip = blocksOf('README.md', 'sh').find((block) => block.includes('/start -H')) ?? '';
    await execute('bash', ['-euc', trip.replaceAll('http://127.0.0.1:4000', cloud.url)], { cwd: project });
    const run = blocksOf('README.md', 'sh').find((block) => block.startsWith('node first-call')) ?? '';
    const { stdout } = await execute('bash', ['-euc', run], { cwd: project });
    const shown = blocksOf('README.md', 'text').find((block) => block.includes('already has that plate')) ?? '';
    expect(stdout).toBe(shown);
    const checked = blocksOf('README.md', 'sh').find((block) => block.includes('tsc --init')) ?? 'no such block';
    await execute('bash', ['-euc', checked], { cwd: project });
  });

  test('desk 6.3: each command of a guide is answered, with the code that the guide names', async () => {
    const commands = GUIDES.flatMap((guide) => blocksOf(guide, 'sh'));
    const answers = [];
    for (const command of commands) {
      const here = command.replaceAll('http://127.0.0.1:4000', cloud.url);
      const { stdout } = await execute('bash', ['-euc', here], { cwd: project });
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toEqual([
      expect.objectContaining({ teams: [expect.objectContaining({ userRole: 'OWNER' })] }),
      expect.objectContaining({ error: 'VALIDATION_FAILED', field: 'password' }),
    ]);
  });

  test('desk 6.3: client/README.md and the guides: every block compiles', async () => {
    const [first = '', ...own] = blocksOf('client/README.md', 'ts');
    const others = [...own, ...GUIDES.flatMap((guide) => blocksOf(guide, 'ts'))];
    expect(others.length).toBeGreaterThan(12);
    const inFunctions = others.map((block) => `void (async () => {\n${block}\n});`);
    writeFileSync(join(project, 'readme.mts'), [first, ...GIVEN, ...inFunctions].join('\n'));
    const strictest = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true };
    const compilerOptions = { ...strictest, target: 'es2022', lib: ['es2022', 'dom'], types: [], module: 'nodenext' };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, include: ['readme.mts'] }),
    );
    const { stdout } = await execute(join(ROOT, 'node_modules', '.bin', 'tsc'), [], { cwd: project }).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).toBe('');
  });
});
