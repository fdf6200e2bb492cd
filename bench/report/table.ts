import type { Row } from '../budgets';

/** Formats a number with only the significant digits. */
export function figure(value: number | undefined): string {
  if (value === undefined) return '–';
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** The rows as a Markdown table, which is also readable in a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, unit, floor, goal, fail, value, spread, passed }) => [
    what,
    figure(floor),
    figure(goal),
    figure(fail),
    `**${figure(value)}** ${unit}`.trim(),
    spread ? `${figure(spread.low)}–${figure(spread.high)}` : '',
    verdict({ goal, value, passed }),
  ]);
  return markdownTable(['What', 'Floor', 'Goal', 'Fail past', 'Measured', 'Quartiles', ''], lines);
}

function verdict({ goal, value, passed }: Pick<Row, 'goal' | 'value' | 'passed'>): string {
  if (!passed) return 'FAIL';
  return value <= goal ? 'pass' : 'pass, past the goal';
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => '---'), ...rows];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
