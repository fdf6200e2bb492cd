import type { Listing } from './listed';

/** How a catalogue differs from the version before. */
export interface Change {
  readonly name: string;
  readonly rows: number;
  readonly added: readonly string[];
  /** Keys that are not listed any more. */
  readonly gone: readonly string[];
  /** Keys with another first or last day. */
  readonly changedDates: readonly string[];
  /** Keys of which the rules now read something else, such as a hazard flag or the place of a postcode. */
  readonly changedData: readonly string[];
  /** Keys whose last day is before the day of the source, and was not before. */
  readonly ended: readonly string[];
}

/** Compares two versions, catalogue by catalogue. `date` is the day of the new source. */
export const changesBetween = (before: Listing, after: Listing, date: string): Change[] =>
  [...after].map(([name, keys]) => {
    const known = before.get(name) ?? new Map();
    const both = [...keys].flatMap(([key, now]) => {
      const then = known.get(key);
      return then ? [{ key, then, now }] : [];
    });
    return {
      name,
      rows: keys.size,
      added: [...keys.keys()].filter((key) => !known.has(key)),
      gone: [...known.keys()].filter((key) => !keys.has(key)),
      changedDates: both.filter(({ then, now }) => then.dates !== now.dates).map(({ key }) => key),
      changedData: both.filter(({ then, now }) => then.data !== now.data).map(({ key }) => key),
      ended: both
        .filter(({ then, now }) => hasEnded(now.dates, date) && !hasEnded(then.dates, date))
        .map(({ key }) => key),
    };
  });

function hasEnded(dates: string, date: string): boolean {
  const [, to = ''] = dates.split(',');
  return to !== '' && to < date;
}

export const isUnchanged = ({ added, gone, changedDates, changedData }: Change): boolean =>
  [added, gone, changedDates, changedData].every((keys) => keys.length === 0);

/** A table for the terminal: the counts, then the keys of each change that has at most ten. */
export function tableOf(changes: readonly Change[]): string {
  const lines = changes.map(({ name, rows, added, gone, changedDates, changedData }) =>
    [
      name.padEnd(20),
      ...[rows, added.length, gone.length, changedDates.length, changedData.length].map((count, index) =>
        String(count).padStart(WIDTHS[index] ?? 0),
      ),
    ].join(' '),
  );
  const heads = ['rows', 'added', 'gone', 'changed dates', 'changed data'];
  const head = ['catalogue'.padEnd(20), ...heads.map((text, index) => text.padStart(WIDTHS[index] ?? 0))].join(' ');
  return [head, ...lines, ...changes.flatMap(detailsOf)].join('\n');
}

const WIDTHS = [7, 7, 6, 13, 12];

const detailsOf = ({ name, added, gone, changedDates, changedData }: Change): string[] =>
  Object.entries({ added, gone, 'changed dates': changedDates, 'changed data': changedData })
    .filter(([, keys]) => keys.length > 0 && keys.length <= 10)
    .map(([what, keys]) => `${name}, ${what}: ${keys.join(', ')}`);
