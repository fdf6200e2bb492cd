import type { Findings } from './part';

/** The findings of a part's run, and the command to repeat it. */
export interface PartReport {
  readonly id: string;
  readonly title: string;
  /** Absent for a part without random choices. */
  readonly seed?: number;
  readonly date: string;
  readonly seconds: number;
  readonly findings: Findings;
}

const INTRODUCTION = `# Reliability

This page shows the results of the resilience tests: wrong callers, faults at every outbound call, bad input, repeated and concurrent requests, and kill −9
under load. Each row has the test, its count and its result. AWS was simulated, so the page proves nothing about AWS itself.

\`npm run test:resilience\` runs for hours and writes this page. \`-- --short\` makes the same checks fewer times, writes nothing and is part of \`.ci/run\`.
\`--only PART\` runs one part and rewrites its section. \`--seed N\` changes the random choices. \`npm run test:mutation\` rewrites the sections of mutation.
`;

/** The document with the sections of these reports replaced. The sections of other parts stay unchanged. */
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
