import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import * as v from 'valibot';

const ROOT = join(__dirname, '..', '..');
const PACKAGES = join(ROOT, 'node_modules');
const FOLDERS = ['bin', 'lib', 'functions', 'shared', 'local', 'reference', 'scripts', 'scenarios', 'test/attacks'];

const { forbidden: RULES } = v.parse(
  v.object({ forbidden: v.array(v.object({ name: v.string() })) }),
  jest.requireActual('./dependency-rules.cjs'),
);

const Report = v.object({
  summary: v.object({
    totalCruised: v.number(),
    violations: v.array(v.object({ from: v.string(), to: v.string(), rule: v.object({ name: v.string() }) })),
  }),
});

/** Runs dependency-cruiser with our rules over a copy with the same layout as this repository. */
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
});

/**
 * For each rule, an import that the rule refuses. The imports for the order rules are derived from the declared features: each feature
 * imports the one above it.
 */
const FOLDER_RULE = / imports nothing above it$/;
const ordered = RULES.map(({ name }) => name).filter((name) => FOLDER_RULE.test(name));
const folders = ['bin', ...ordered.map((name) => name.replace(/\/ imports.*$/, ''))];

const REFUSED: readonly (readonly [string, string, string])[] = [
  ...ordered.map((name, index): readonly [string, string, string] => {
    const folder = folders[index + 1] ?? '';
    return [name, `${folder}/upwards.ts`, posix.relative(folder, `${folders[index]}/empty`)];
  }),
  ['no cycles', 'shared/platform/circle.ts', './circle'],
  ['every import exists', 'functions/b.ts', './nothing-of-that-name'],
  ['every folder of shared/ is a declared feature', 'shared/undeclared/a.ts', 'node:crypto'],
  ['the product imports neither the local cloud nor scripts nor tests', 'lib/b.ts', '../local/empty'],
  ['the reference is apart from the product', 'reference/a.ts', '../shared/empty'],
  ['scripts do not import the local cloud', 'scripts/a.ts', '../local/empty'],
  ['steps speak to the API alone, by the client', 'scenarios/steps/a.ts', '../empty'],
  ['attackers know the service by HTTP alone', 'test/attacks/a.ts', '../../local/empty'],
  ['the local cloud knows no scenario', 'local/a.ts', '../scenarios/empty'],
  ['only bin and lib know the CDK', 'functions/c.ts', 'aws-cdk-lib'],
  ['only adapters know an AWS SDK', 'shared/operation/b.ts', '@aws-sdk/client-dynamodb'],
  ['the table knows no feature', 'shared/platform/table/a.ts', '../../audit/empty'],
  ['what is deployed needs no development package', 'shared/stamping/a.ts', 'jose'],
];

test('each rule has an import that it refuses', () => {
  const tried = new Set(REFUSED.map(([rule]) => rule));
  expect(RULES.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});

describe('the rules', () => {
  const root = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  let broken: readonly string[] = [];

  beforeAll(() => {
    for (const folder of new Set([...FOLDERS, ...folders])) {
      write(`${folder}/empty.ts`, 'export {};\n');
    }
    for (const [, file, target] of REFUSED) write(file, `import '${target}';\n`);
    // On Windows a link to a file needs an administrator, and a junction to a folder needs none.
    for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(ROOT, file), join(root, file));
    symlinkSync(PACKAGES, join(root, 'node_modules'), 'junction');
    broken = cruise(root, FOLDERS).violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  });

  afterAll(() => rmSync(root, { recursive: true }));

  test.each(REFUSED)('"%s" is broken by %s that imports %s', (rule, file) => {
    expect(broken).toContain(`${rule}: ${file}`);
  });
});
