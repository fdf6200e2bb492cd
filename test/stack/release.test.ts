import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEAM_ID, withStage } from '../../bench/starts/stage';
import { context } from '../../cdk.json';
import { bundleFunctions, functionFiles } from '../../lib/bundle';
import { httpEvent } from '../support/http-event';
import { faultOf, withUnreadableQueries } from './faults';

const ROOT = join(__dirname, '..', '..');
const assembly = mkdtempSync(join(tmpdir(), 'fleet-release-'));
const maps = join(assembly, 'source-maps');
const bundleOf = (file: string): string => join(assembly, 'bundles', file, 'index.mjs');

const runTs = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...args], { cwd: ROOT, env });

/** The command as `npm run trace` runs it. */
const trace = async (...args: readonly string[]): Promise<string> => (await runTs('scripts/trace.ts', args)).stdout;

/** Runs the program that `cdk deploy` runs, without the CDK's check of the templates, which the deploy test has. */
beforeAll(async () => {
  const env = {
    ...process.env,
    CDK_OUTDIR: assembly,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    CDK_VALIDATION: 'false',
  };
  await runTs('bin/fleet.ts', [], env);
});
afterAll(() => rmSync(assembly, { recursive: true, force: true }));

describe('a release', () => {
  const filesBelow = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));

  test('deploys a bundle and the module that awaits it for each function, and no map', () => {
    const assets = readdirSync(assembly).filter((name) => name.startsWith('asset.'));
    const files = assets.flatMap((asset) =>
      filesBelow(join(assembly, asset)).map((file) => file.split(`${asset}/`)[1]),
    );
    expect(assets).toHaveLength(functionFiles().length);
    const later = ['keep-hours-pdf.cjs', 'keep-hours-pdf.cjs'];
    expect(files.sort()).toEqual([...assets.map(() => 'index.cjs'), ...assets.map(() => 'index.mjs'), ...later]);
  });

  test('deploys the bytes of a build without maps, and one line with the name of the map', async () => {
    const { outputFiles = [] } = await bundleFunctions(join(assembly, 'bundles'), { write: false });
    const named = outputFiles.map(({ path, text }) => {
      const deployed = readFileSync(path, 'utf8');
      expect(deployed.startsWith(text)).toBe(true);
      return deployed.slice(text.length);
    });
    const released = filesBelow(maps).filter((file) => !file.endsWith('/index.js.map'));
    const kept = released.map((file) => `//# sourceURL=${file.slice(maps.length + 1, -'.map'.length)}\n`);
    expect(named.sort()).toEqual(kept.sort());
    expect(Math.max(...named.map(({ length }) => length))).toBeLessThan(80);
  });
});

test('production 3.10: each function has a map below its own name, which is the map of its release', () => {
  for (const file of functionFiles()) {
    const [, name = ''] =
      /sourceURL=(.*)\n$/.exec(readFileSync(join(assembly, 'bundles', file, 'index.cjs'), 'utf8')) ?? [];
    const map = readFileSync(join(maps, file, 'index.js.map'), 'utf8');
    expect(map === readFileSync(join(maps, `${name}.map`), 'utf8')).toBe(true);
    expect(JSON.parse(map)).toMatchObject({ version: 3, sources: expect.arrayContaining([`functions/${file}.ts`]) });
  }
});

/** Returns file and line of a text. Fails unless the file contains the text exactly once. */
function placeOf(file: string, text: string): string {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  expect(found).toHaveLength(1);
  return `${file}:${found[0]}`;
}

/** Calls the function of `getTrip` without an environment variable that it needs. Returns the log line of the fault. */
const faultByEnvironment = () =>
  withStage(async ({ environment: { TABLE_NAME: _, ...environment }, event }) =>
    faultOf(bundleOf('trips/get-trip'), event, environment),
  );

describe('npm run trace', () => {
  test('production 3.10: finds the line that threw, and the functions that called it', async () => {
    const traced = await trace('--maps', maps, await faultByEnvironment());
    expect(traced.split('\n').slice(0, 7)).toEqual([
      'Request request-0001',
      'Error: The environment variable TABLE_NAME is not set. Deploy the stack again.',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source's own text
      `    at readEnvironment (${placeOf('shared/platform/runtime/env.ts', 'throw new Error(`The environment variable ${key}')})`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source's own text
      '        throw new Error(`The environment variable ${key} is not set. Deploy the stack again.`);',
      `    at env (${placeOf('shared/platform/runtime/context.ts', 'env: (key) =>')})`,
      '        env: (key) => readEnvironment(runtime.environment, key),',
      expect.stringMatching(/^ {4}at batchGet \(shared\/platform\/table\/read\.ts:\d+\)$/),
    ]);
    expect(traced).toContain(`at checkRight (${placeOf('shared/operation/serve.ts', 'await authorise(')})`);
  });

  test('finds the operation whose call of a service failed', async () => {
    const fault = await withStage(({ environment, tokens }) =>
      withUnreadableQueries(String(environment.AWS_ENDPOINT_URL), (AWS_ENDPOINT_URL) => {
        const headers = { authorization: `Bearer ${tokens.staff}` };
        const event = httpEvent('GET /clients', { query: { teamId: TEAM_ID }, headers });
        return faultOf(bundleOf('clients/list-clients'), event, { ...environment, AWS_ENDPOINT_URL });
      }),
    );
    const traced = await trace('--maps', maps, fault);
    expect(traced).toContain('SyntaxError: Unexpected token');
    expect(traced).toMatch(/at async queryItems \(shared\/platform\/table\/read\.ts:\d+\)/);
    expect(traced).toContain(
      `at async run (${placeOf('functions/clients/list-clients.ts', 'await deps.listClients(')})`,
    );
  });

  test('reads lines from the standard input, with what CloudWatch writes before them', async () => {
    const lines = `2026-03-01T08:30:00 stream {"level":"INFO"}\n2026-03-01T08:30:00 stream ${await faultByEnvironment()}\n`;
    const running = runTs('scripts/trace.ts', ['--maps', maps]);
    running.child.stdin?.end(lines);
    expect((await running).stdout).toContain('    at readEnvironment (shared/platform/runtime/env.ts:');
  });

  const without = (fault: string, change: (frame: string) => string): string =>
    fault.replace(/"stack":(\[.*?\])/g, (_, stack) => `"stack":${JSON.stringify(JSON.parse(stack).map(change))}`);

  test.each<[string, (fault: string) => string[], RegExp]>([
    ['nothing', () => [''], /^The input holds no fault line with a stack\. Give .*\n$/],
    [
      'a line without a stack',
      () => ['{"level":"INFO","status":200}'],
      /^The input holds no fault line with a stack\. /,
    ],
    [
      'a stack without frames',
      (fault) => [fault.replace(/"stack":\[.*?\]/g, '"stack":[]')],
      /^The input holds no fault/,
    ],
    [
      'a stack without a release',
      (fault) => [without(fault, (frame) => frame.replace(/[\w/-]+@\w+\.js/, '/var/task/index.js'))],
      /^No frame of the stack names a release\. .*\n$/,
    ],
    [
      'an unknown release',
      (fault) => ['--maps', maps, fault.replace(/@\w{12}\.js/g, '@000000000000.js')],
      /^There is no map of the release trips\/get-trip@000000000000 in .*\n$/,
    ],
    [
      'a folder without maps',
      (fault) => ['--maps', join(assembly, 'none'), fault],
      /^There is no map of the release .*\n$/,
    ],
  ])('says in one sentence what is wrong with %s', async (_, args, sentence) => {
    const failed = trace(...args(await faultByEnvironment()));
    await expect(failed).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  });
});
