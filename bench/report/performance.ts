import { rowsOf } from '../budgets';
import { budgetOf } from '../bundles/parts';
import { REQUESTS_PER_SECOND } from '../local/rate';
import type { Results } from '../results';
import { coldTable } from './cold';
import { figure, markdownTable, tableOf } from './table';

/** Generates `docs/performance.md` from the results alone. */
export function performanceDocument(results: Results): string {
  const { machine } = results;
  const sections = [
    `# Performance

This page proves that bundles, cold starts, request units and the local server stay within their budgets, or says which goal is missed. Times are ratios of
processor time within one run, in fresh processes that take turns; request units are the engine’s own \`ConsumedCapacity\`. No figure is from AWS itself.

\`npm run bench\` generates it from \`bench/results.json\`: ${machine.date}, Node ${machine.node}, ${machine.cores} shared cores, load average ${machine.load}. Do not edit it.
\`npm run bench -- --check\` is the short form of CI.

## Budgets

${tableOf(rowsOf(results))}

Decisions [30](decisions/0030-bundles-and-bench.md) and [35](decisions/0035-what-a-bundle-leaves-out.md) give the reason of each row that passes its goal.`,
    startsSection(results),
    coldSection(results),
    warmSection(results),
    unitsSection(results),
    localSection(results),
    bundlesSection(results),
  ];
  return `${sections.filter((one) => one !== undefined).join('\n\n')}\n`;
}

function startsSection({ starts }: Results): string | undefined {
  if (starts === undefined) return undefined;
  const rows = Object.entries(starts.variants).map(([name, one]) => [
    name,
    `${Math.round(one.bytes / 1000)} kB`,
    `**${figure(one.ratio.median)}**`,
    `${figure(one.ratio.low)}–${figure(one.ratio.high)}`,
    `**${figure(one.firstRatio.median)}**`,
    `${figure(one.init.median)} + ${figure(one.first.median)} ms`,
    `${figure(one.total.median)} ms`,
    `${figure(one.megabytes.median)} MB`,
  ]);
  const head = ['Built as', 'Bytes', 'Ratio', 'Quartiles', 'First call', 'Init + first call', 'Wall clock', 'Resident'];
  return `## Cold starts, compared with alternatives

![Cold starts](charts/starts.svg)

Each build contains the same declaration, \`${starts.operation}\`. Measured on Node ${starts.node}, the functions’ version, in ${starts.rounds} interleaved rounds: the processor
time of the init phase, which is the import of the module with its rehearsal, and that of the first call. Ratios are to the default build in the same
round. The table is an HTTPS stub. Only \`bench/peers/package.json\` installs the alternatives. No compile cache is used.

${markdownTable(head, rows)}`;
}

function coldSection({ cold }: Results): string | undefined {
  if (cold === undefined) return undefined;
  return `## Cold starts of a carrier’s month (model)

A simulation of the month of [cost](cost.md), with the same result at each run: calls at random minutes of the working hours, an idle life of 5 to 45 minutes (its logarithm is drawn
evenly), an age of 2 to 4 hours, eight deploys. “Before” is the build without rehearsal at 512 MB, and without calls that keep functions warm. The office’s calls are lists, records, sign-in and reports.
The times follow from [decision 41](decisions/0041-cold-starts.md)’s model. Nothing in this section was measured at AWS.

${coldTable(cold)}`;
}

function warmSection({ warm }: Results): string | undefined {
  if (warm === undefined) return undefined;
  const shares = Object.entries(warm.shares).toSorted(([, one], [, other]) => other - one);
  return `## Warm calls

A read of one trip through the handler takes ${figure(warm.handler.median)} µs of processor time; the same BatchGetItem with the SDK alone takes
${figure(warm.bare.median)} µs. The handler’s time by module, sampled by a profiler:

${markdownTable(
  ['In', 'Share'],
  shares.map(([group, share]) => [group, `${share} %`]),
)}`;
}

function unitsSection({ units }: Results): string | undefined {
  if (units === undefined) return undefined;
  const sizes = Object.keys(units.bySize);
  const names = [...new Set(sizes.flatMap((size) => Object.keys(units.bySize[size] ?? {})))].sort();
  const rows = names.map((name) => {
    const costs = sizes.map((size) => units.bySize[size]?.[name]).filter((cost) => cost !== undefined);
    const reads = costs.map(({ readUnits }) => figure(readUnits));
    const flat = new Set(reads).size === 1 ? reads[0] : reads.join(' → ');
    return [
      name,
      flat ?? '',
      [...new Set(costs.map(({ writeUnits }) => figure(writeUnits)))].join(' → '),
      figure(costs.at(-1)?.calls),
    ];
  });
  return `## Request units of each operation

![Request units](charts/units.svg)

Team sizes: ${sizes.map((size) => figure(Number(size))).join(', ')} invoices. For every 20 invoices, a team also has 10 payments, 10 audit entries, 5 trips, one alert and
one file. Other teams share the table. Calls pass through the handlers, permission checks included; of several calls, the most expensive counts.
Figures that differ by team size are in the order of the sizes. The cost of a list grows until its page is full (default 50 records).
Filters without an index read up to 1,000 records a page.

${markdownTable(['Call', 'RRU', 'WRU', 'Outbound calls'], rows)}`;
}

const largeSentence = ({ large }: NonNullable<Results['local']>): string =>
  large === undefined
    ? ''
    : ` On the data of ${figure(large.invoices)} invoices (${figure(large.fileMegabytes)} MB) it answers ${large.seconds.median.toFixed(1)} s after the command, and uses ${figure(large.megabytes.median)} MB.`;

function localSection({ local, suiteSeconds }: Results): string | undefined {
  if (local === undefined) return undefined;
  const suite = suiteSeconds === undefined ? '' : ` \`npm test\` takes ${suiteSeconds} s.`;
  const rate =
    local.perSecond >= 0.95 * REQUESTS_PER_SECOND
      ? ''
      : ` **The server did not reach ${REQUESTS_PER_SECOND} requests a second. If the machine was busy with other work, run \`-- --only local\` again.**`;
  return `## Local server

\`npm start\` answers ${figure(local.start.median)} ms after the command; bare Node starts in ${figure(local.node.median)} ms. Under ${figure(local.requests)} mixed
requests at ${figure(local.perSecond)} a second: ${local.failures.length} failures, half of them within ${figure(local.p50)} ms, 99 of 100 within ${figure(local.p99)} ms. The server then uses
${local.serverMegabytes} MB.${rate}${largeSentence(local)}${suite}`;
}

function bundlesSection({ bundles }: Results): string | undefined {
  if (bundles === undefined) return undefined;
  const rows = Object.entries(bundles.sizes)
    .toSorted(([, one], [, other]) => other.bytes - one.bytes)
    .map(([file, { bytes, parts }]) => {
      const { goal, fail } = budgetOf(parts);
      return [file, figure(bytes / 1000), figure(goal / 1000), figure(fail / 1000), parts.join(', ')];
    });
  return `## Bundle of each function

${markdownTable(['Function', 'kB', 'Goal', 'Fail past', 'Other parts'], rows)}`;
}
