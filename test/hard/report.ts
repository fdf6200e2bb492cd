import type { Findings } from './part';
import type { Unweakened } from './weakening';

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

/** What was seen of a part when guards of the product were left out. */
export interface ProofReport {
  readonly part: string;
  readonly date: string;
  readonly proven: readonly Proven[];
  /** All weakenings of the part by their titles; what the document tells of others than these falls away. */
  readonly titles: readonly string[];
  /** Those that this run tried; the document keeps what it tells of the others. */
  readonly tried: readonly string[];
  readonly unweakened: readonly Unweakened[];
}

export interface Proven {
  readonly guard: string;
  /** The weakening. */
  readonly title: string;
  /** What the part said of it. */
  readonly said: string;
}

/** The section that tells what turns a part red. */
export const proofOf = (part: string): string => `red-${part}`;

/** The document's text of a section, with its mark; empty where it has none. */
export const sectionIn = (document: string, id: string): string =>
  document.split(/^(?=<!-- part )/m).find((text) => text.startsWith(`<!-- part ${id} -->`)) ?? '';

/** What the document says that no run has seen yet. */
export const unseenIn = (document: string, part: string): string[] =>
  [...sectionIn(document, proofOf(part)).matchAll(/^- (.*)$/gm)].map(([, title = '']) => title);

/** Whether the document tells that a weakening turned the part red. */
export const tellsOf = (document: string, part: string, title: string): boolean =>
  sectionIn(document, proofOf(part)).includes(` | ${cell(title)} | `);

const INTRODUCTION = `# Reliability

This page proves that the service kept its promises under the attacks below: wrong callers, faults at every outbound call, bad input, repeated and concurrent
requests, and kill −9 under load. Each row says what was tried, how often, and the result; a row under "What turns it red" shows a deliberate
defect that the same check found. It proves nothing about AWS itself, which was simulated.

\`npm run test:hard\` generates it in hours; \`-- --short\` tries the same promises fewer times and is part of \`.ci/run\`. \`--only PART\` repeats one part
and renews its section; \`--seed N\` tries other things of the same kind. \`npm run test:mutation\` renews the sections of mutation.
`;

/** The document with the sections of these reports renewed; sections of parts that did not run stay as they are. */
export function renewed(
  document: string,
  parts: readonly string[],
  reports: readonly (PartReport | ProofReport)[],
): string {
  const kept = new Map(
    document
      .split(/^(?=<!-- part )/m)
      .slice(1)
      .map((text) => [/^<!-- part (\S+) -->/.exec(text)?.[1] ?? '', text.trimEnd()]),
  );
  for (const report of reports)
    if ('part' in report) kept.set(proofOf(report.part), proofSection(report, kept.get(proofOf(report.part)) ?? ''));
    else kept.set(report.id, section(report));
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

function proofSection({ part, date, proven, titles, tried, unweakened }: ProofReport, before: string): string {
  const rows = new Map(
    [...before.matchAll(/^\| .*? \| (.*?) \| .* \|$/gm)]
      .filter(([, title = '']) => !tried.some((one) => cell(one) === title))
      .map(([row, title = '']) => [title, row]),
  );
  for (const { guard, title, said } of proven)
    rows.set(cell(title), `| ${cell(guard)} | ${cell(title)} | ${cell(shortened(said))} |`);
  const noticed = titles.flatMap((title) => rows.get(cell(title)) ?? []);
  const unseen = titles.filter((title) => !rows.has(cell(title)));
  return [
    `<!-- part ${proofOf(part)} -->`,
    '### What turns it red',
    '',
    `${date}: ${grouped(noticed.length)} weakenings of the product noticed, ${grouped(unseen.length)} not seen yet.`,
    '',
    '| Guard | Weakened | What the part said |',
    '|---|---|---|',
    ...noticed,
    ...unweakened.map(({ guard, because }) => `| ${cell(guard)} | none | ${cell(because)} |`),
    ...(unseen.length > 0 ? ['', 'Not seen yet:', '', ...unseen.map((title) => `- ${title}`)] : []),
  ].join('\n');
}

const LONGEST = 120;

/** Identifiers are others in each run. */
function shortened(said: string): string {
  const text = said.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '…');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const grouped = (count: number): string => count.toLocaleString('en-US');
