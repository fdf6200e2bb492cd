import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

const ROOT = join(__dirname, '..', '..');
const PACKAGES = join(ROOT, 'node_modules');
const FOLDERS = ['bin', 'lib', 'functions', 'shared', 'local', 'scripts', 'scenarios'];

const Report = v.object({
  summary: v.object({
    totalCruised: v.number(),
    violations: v.array(v.object({ from: v.string(), to: v.string(), rule: v.object({ name: v.string() }) })),
  }),
});

/** Runs dependency-cruiser with the rules over a tree that looks like this repository. */
function cruise(root: string, folders: readonly string[]) {
  const tool = join(PACKAGES, 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const rules = join(__dirname, 'dependency-rules.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [tool, '--config', rules, '--output-type', 'json', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === '') throw new Error(stderr);
  return v.parse(Report, JSON.parse(stdout)).summary;
}

test('every import points down', () => {
  const { violations, totalCruised } = cruise(ROOT, FOLDERS);
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`)).toEqual([]);
  expect(totalCruised).toBeGreaterThan(100);
}, 60_000);

/** For each rule an import that it is there to refuse. */
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['lib/ reads nothing above it', 'lib/a.ts', '../bin/empty'],
  ['functions/ reads nothing above it', 'functions/a.ts', '../lib/empty'],
  ['shared/operation/ reads nothing above it', 'shared/operation/a.ts', '../../functions/empty'],
  ['shared/(providers|store)/ reads nothing above it', 'shared/store/a.ts', '../operation/empty'],
  ['shared/runtime/ reads nothing above it', 'shared/runtime/a.ts', '../store/empty'],
  ['shared/domain/ reads nothing above it', 'shared/domain/a.ts', '../runtime/empty'],
  ['no cycles', 'shared/runtime/circle.ts', './circle'],
  ['every import is there', 'functions/b.ts', './nothing-of-that-name'],
  ['the product reads neither the local cloud nor scripts nor tests', 'lib/b.ts', '../local/empty'],
  ['scripts do not read the local cloud', 'scripts/a.ts', '../local/empty'],
  ['steps speak to the API alone, by the client', 'scenarios/steps/a.ts', '../empty'],
  ['the local cloud knows no scenario', 'local/a.ts', '../scenarios/empty'],
  ['only bin and lib know the CDK', 'functions/c.ts', 'aws-cdk-lib'],
  ['only store and providers know an AWS SDK', 'shared/operation/b.ts', '@aws-sdk/client-dynamodb'],
  ['the store does not know the providers, nor they the store', 'shared/store/b.ts', '../providers/empty'],
  ['how the table is read and written knows no record', 'shared/store/table/a.ts', '../empty'],
  ['the domain is pure: valibot and itself', 'shared/domain/b.ts', 'node:crypto'],
  ['what is deployed needs no development package', 'shared/providers/a.ts', 'jose'],
];

describe('the rules', () => {
  const root = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  let broken: readonly string[] = [];

  beforeAll(() => {
    for (const folder of [
      ...FOLDERS,
      ...['operation', 'providers', 'store', 'runtime'].map((one) => `shared/${one}`),
    ]) {
      write(`${folder}/empty.ts`, 'export {};\n');
    }
    for (const [, file, target] of REFUSED) write(file, `import '${target}';\n`);
    for (const file of ['package.json', 'tsconfig.json', 'node_modules'])
      symlinkSync(join(ROOT, file), join(root, file));
    broken = cruise(root, FOLDERS).violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  }, 60_000);

  afterAll(() => rmSync(root, { recursive: true }));

  test.each(REFUSED)('"%s" is broken by %s that imports %s', (rule, file) => {
    expect(broken).toContain(`${rule}: ${file}`);
  });
});
