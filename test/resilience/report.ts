import type { Findings } from './part';

/** What a run of one part found, and how to run it again. */
export interface PartReport {
  readonly id: string;
  readonly title: string;
  /** What a part without chance has none of. */
  readonly seed?: number;
  readonly date: string;
  readonly seconds: number;
  readonly findings: Findings;
}

const INTRODUCTION = `# Reliability

This page proves that the service kept its promises under the attacks below: wrong callers, faults at every outbound call, bad input, repeated and concurrent
requests, and kill −9 under load. Each row says what was tried, how often, and the result. It proves nothing about AWS itself, which was simulated.

\`npm run test:resilience\` generates it in hours; \`-- --short\` tries the same promises fewer times and is part of \`.ci/run\`. \`--only PART\` repeats one part
and renews its section; \`--seed N\` tries other things of the same kind. \`npm run test:mutation\` renews the sections of mutation.
`;

/** The document with the sections of these reports renewed; sections of parts that did not run stay as they are. */
export function renewed(document: string, parts: readonly string[], reports: readonly PartReport[]): string {
  const kept = new Map(
    document
      .split(/^(?=<!-- part )/m)
      .slice(1)
      .map((text) => [/^<!-- part (\S+) -->/.exec(text)?.[1] ?? '', text.trimEnd()]),
  );
  for (const report of reports) kept.set(report.id, section(report));
  const sections = parts.flatMap((id) => kept.get(id) ?? []);
  return `${[INTRODUCTION.trimEnd(), ...sections].join('\n\n')}\n`;
}

function section({ id, title, seed, date, seconds, findings: { rows, failures, passed } }: PartReport): string {
  return [
    `<!-- part ${id} -->`,
    `## ${title}`,
    '',
    `${date}, ${seed === undefined ? '' : `seed ${seed}, `}${seconds} s: ${grouped(passed)} passed, ${grouped(failures.length)} failed.`,
    '',
    '| Tried | Times | Held |',
    '|---|--:|---|',
    ...rows.map(({ tried, times, held }) => `| ${cell(tried)} | ${grouped(times)} | ${cell(held)} |`),
    ...(failures.length > 0 ? ['', 'Failed:', '', ...failures.map((failure) => `- ${failure}`)] : []),
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const grouped = (count: number): string => count.toLocaleString('en-US');
