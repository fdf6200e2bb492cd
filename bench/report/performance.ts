import { rowsOf } from '../budgets';
import { budgetOf } from '../bundles/parts';
import { REQUESTS_PER_SECOND } from '../local/rate';
import type { Results } from '../results';
import { figure, markdownTable, tableOf } from './table';

/** `docs/performance.md`: nothing in it but what the results say. */
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
    `${figure(one.processor.median)} ms`,
    `${figure(one.total.median)} ms`,
    `${figure(one.megabytes.median)} MB`,
  ]);
  const head = ['Built as', 'Bytes', 'Ratio', 'Quartiles', 'Processor', 'By the clock', 'Resident'];
  return `## Cold starts, beside what one would pick instead

![Cold starts](charts/starts.svg)

\`${starts.operation}\`, the same declaration in each: from the process’s beginning to its first answer, ${starts.rounds} interleaved rounds, the table a
stub on plain HTTP. What others build with is installed by \`bench/peers/package.json\` alone. Without a compile cache.

${markdownTable(head, rows)}`;
}

function warmSection({ warm }: Results): string | undefined {
  if (warm === undefined) return undefined;
  const shares = Object.entries(warm.shares).toSorted(([, one], [, other]) => other - one);
  return `## Warm calls

A read of one trip through the handler takes ${figure(warm.handler.median)} µs of the processor, the same BatchGetItem by the SDK alone
${figure(warm.bare.median)} µs. Where the handler’s time goes, by samples of a profile:

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
  return `## Request units of every operation

![Request units](charts/units.svg)

A team with ${sizes.map((size) => figure(Number(size))).join(', ')} invoices, and for each of them half a payment and half an audit entry, a quarter of a trip, a
twentieth of an alert and of a file; other teams beside it. Through the handlers, the caller’s right included; of several calls the dearest.
Where figures differ by size they stand in that order. What a list answers grows until its page is full (50 unless asked for otherwise), and
filters that no index serves examine up to 1,000 records a page.

${markdownTable(['Call', 'RRU', 'WRU', 'Calls that leave'], rows)}`;
}

function localSection({ local, suiteSeconds }: Results): string | undefined {
  if (local === undefined) return undefined;
  const suite = suiteSeconds === undefined ? '' : ` \`npm test\` takes ${suiteSeconds} s.`;
  const rate =
    local.perSecond >= 0.95 * REQUESTS_PER_SECOND
      ? ''
      : ` **It did not take the ${REQUESTS_PER_SECOND} a second that were meant; on a machine that was busy with other work, run \`-- --only local\` again.**`;
  return `## On one’s own machine

\`npm start\` answers ${figure(local.start.median)} ms after the command, where a bare Node takes ${figure(local.node.median)} ms. Under ${figure(local.requests)} mixed
requests at ${figure(local.perSecond)} a second: ${local.failures.length} failures, half of them within ${figure(local.p50)} ms, 99 of 100 within ${figure(local.p99)} ms; the server then holds
${local.serverMegabytes} MB, its engine ${local.engineMegabytes} MB.${rate}${suite}`;
}

function bundlesSection({ bundles }: Results): string | undefined {
  if (bundles === undefined) return undefined;
  const rows = Object.entries(bundles.sizes)
    .toSorted(([, one], [, other]) => other.bytes - one.bytes)
    .map(([file, { bytes, parts }]) => {
      const { goal, fail } = budgetOf(parts);
      return [file, figure(bytes / 1000), figure(goal / 1000), figure(fail / 1000), parts.join(', ')];
    });
  return `## Bundle of every function

${markdownTable(['Function', 'kB', 'Goal', 'Fail past', 'Beside the table'], rows)}`;
}
