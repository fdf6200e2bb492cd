import { type AnyRow, STATE_MACHINES, type StateMachine } from './state-machines';

/** The state machines as a page, printed from the tables that the stores interpret. */
export const statesPage = (): string =>
  [
    '# States and transitions',
    '',
    '<!-- Written by `npm run docs` from the tables `shared/*/*-states.ts`. Change those, not this page. -->',
    '',
    ...STATE_MACHINES.flatMap(section),
  ].join('\n');

const section = ({ title, text, statuses, rows }: StateMachine): string[] => [
  `## ${title}`,
  '',
  ...text,
  '',
  '| From | To | By | Effects |',
  '| --- | --- | --- | --- |',
  ...rows.map(
    (row) =>
      `| ${fromOf(row, statuses)} | ${toOf(row, statuses)} | ${byOf(row.by)} | ${row.effects.map(({ says }) => says).join('; ')} |`,
  ),
  '',
];

function fromOf({ from }: AnyRow, statuses: readonly string[]): string {
  if (from.length === 0) return '(new)';
  return from.length === statuses.length ? 'any' : from.join(', ');
}

/** The new status in words. When it depends on the record, the text names each case. */
function toOf({ to }: AnyRow, statuses: readonly string[]): string {
  if (typeof to !== 'function') return String(to);
  const [used, unused] = [to({ everActive: true }), to({ everActive: false })];
  if (used !== unused) return `${used} if the app was ever used, else ${unused}`;
  const moved = statuses.filter((status) => to({ status }) !== status);
  return `${moved.map((status) => `${to({ status })} from ${status}`).join(', ')}, else unchanged`;
}

const ROLES: Readonly<Record<string, string>> = {
  MEMBER: 'a member from MEMBER up',
  ADMIN: 'a member from ADMIN up',
};

function byOf(by: unknown): string {
  if (typeof by === 'string') return ROLES[by] ?? by;
  if (typeof by !== 'object' || by === null || !('driver' in by && 'member' in by)) return '';
  return `${by.driver === true ? 'its driver, ' : ''}${ROLES[String(by.member)]}`;
}
