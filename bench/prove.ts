import { Checks } from '../test/deploy/progress';
import { runInWeakenedCopy, type SourceChange } from '../test/support/weakened-copy';
import type { PartOfBench } from './options';
import { REQUIRE } from './starts/variants';

/** A change that makes the product dearer, and which row of the check must turn red for it. */
interface Regression extends SourceChange {
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
        .replace('plugins: [functionEntries, droppable, packageSettings, s3Shapes],', 'plugins: [functionEntries],'),
    part: 'bundles',
    red: '✕ largest bundle: table only',
  },
  {
    title: 'a Scan where a list is read',
    file: 'shared/platform/table/read.ts',
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
    file: 'shared/trips/record-ping.ts',
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

/** Applies each regression to a copy of the project, and expects the check to fail there, and to say why. */
export async function prove(): Promise<number> {
  const checks = new Checks();
  for (const regression of REGRESSIONS) {
    await checks.check(`${regression.title} turns the check red`, async () => turnsRed(regression));
  }
  return checks.report();
}

async function turnsRed(regression: Regression): Promise<void> {
  const { part, red } = regression;
  const { status, stdout, stderr } = await runInWeakenedCopy(regression, ['bench/main.ts', '--check', '--only', part]);
  if (status === 0 || !stdout.includes(red)) throw new Error(`The check stayed green: ${stdout.slice(-2000)}${stderr}`);
  const said = stdout.split('\n').filter((line) => line.startsWith('✕'));
  console.log(said.map((line) => `      ${line}`).join('\n'));
}
