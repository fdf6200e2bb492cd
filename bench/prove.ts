import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Checks } from '../test/deploy/progress';
import type { PartOfBench } from './options';
import { REQUIRE } from './starts/variants';

/** A change that makes the product dearer, and which row of the check must turn red for it. */
interface Regression {
  readonly title: string;
  readonly file: string;
  readonly change: (source: string) => string;
  readonly part: PartOfBench;
  /** What the check must say. */
  readonly red: string;
}

const REGRESSIONS: readonly Regression[] = [
  {
    title: 'the default build: no substitutes, no marks, an ES module',
    file: 'lib/bundle.ts',
    change: (source) =>
      source
        .replace("format: 'cjs',", "format: 'esm',")
        .replace('alias: SUBSTITUTES,', `banner: { js: "${REQUIRE}" },`)
        .replace('plugins: [functionEntries, droppable, versionsAlone],', 'plugins: [functionEntries],'),
    part: 'bundles',
    red: '✕ largest bundle: table only',
  },
  {
    title: 'a Scan where a list is read',
    file: 'shared/store/read.ts',
    change: (source) => {
      const body = source.indexOf(
        '  const command = new QueryCommand',
        source.indexOf('export async function queryItems'),
      );
      const end = source.indexOf('\n}\n', body);
      return `import { ScanCommand } from '@aws-sdk/lib-dynamodb';\n${source.slice(0, body)}${SCAN}${source.slice(end)}`;
    },
    part: 'units',
    red: '✕ 50 available drivers',
  },
  {
    title: 'a second read in the ping',
    file: 'shared/store/positions.ts',
    change: (source) =>
      source.replace(
        'const now = context.now();',
        '$&\n    await getItems(context, [tripKey(driver.teamId, tripId)]);',
      ),
    part: 'units',
    red: '✕ location ping: reads',
  },
];

const SCAN = `  const found: Record<string, unknown>[] = [];
  let last: Record<string, unknown> | undefined;
  do {
    const command = new ScanCommand({ TableName: context.env('TABLE_NAME'), ExclusiveStartKey: last, ...COUNTED });
    const answer = await context.call({ resource: 'table', action: 'Query' }, () => context.client(tableClient).send(command));
    countRead(context.meter, answer.ConsumedCapacity);
    found.push(...(answer.Items ?? []));
    last = answer.LastEvaluatedKey;
  } while (last);
  const sign = ascending ? 1 : -1;
  const [low, high] = between ? [prefix + between.from, prefix + between.to] : [prefix, prefix + HIGHEST];
  const items = v
    .parse(Addresses, found)
    .filter((item) => item.pk === pk && item.sk >= low && item.sk <= high)
    .sort((one, other) => (one.sk < other.sk ? -sign : sign))
    .filter((item) => after === undefined || (item.sk > after === ascending && item.sk !== after));
  return { items: items.slice(0, limit), more: items.length > limit };`;

const ROOT = resolve(__dirname, '..');

/** Applies each regression to a copy of the project, and expects the check to fail there, and to say why. */
export async function prove(): Promise<number> {
  const checks = new Checks();
  for (const regression of REGRESSIONS) {
    await checks.check(`${regression.title} turns the check red`, async () => turnsRed(regression));
  }
  return checks.report();
}

function turnsRed({ file, change, part, red }: Regression): void {
  const copy = copyOfProject();
  try {
    const source = readFileSync(join(copy, file), 'utf8');
    const changed = change(source);
    if (changed === source) throw new Error(`${file} has no longer what the regression changes.`);
    writeFileSync(join(copy, file), changed);
    const args = ['tsx', 'bench/main.ts', '--check', '--only', part];
    const { status, stdout, stderr } = spawnSync('npx', args, { cwd: copy, encoding: 'utf8' });
    if (status === 0 || !stdout.includes(red))
      throw new Error(`The check stayed green: ${stdout.slice(-2000)}${stderr}`);
    console.log(
      stdout
        .split('\n')
        .filter((line) => line.startsWith('✕'))
        .map((line) => `      ${line}`)
        .join('\n'),
    );
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What git knows, as it lies here, with the packages of this folder. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fleet-regression-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) cpSync(join(ROOT, file), join(copy, file));
  // Each package by itself: what is cached beside them is each copy's own.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '.cache'))
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  return copy;
}
