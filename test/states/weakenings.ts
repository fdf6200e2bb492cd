import type { AnyEffect, AnyRow, StateMachine } from '../../scripts/state-machines';

/** One part of a table of states, left out. */
export interface Weakening {
  readonly name: string;
  /** Swaps the value in the imported table. */
  readonly apply: () => void;
}

const PARTS = ['refuse', 'condition', 'set', 'steps'] as const;

/** Every effect of every row, every part of an effect that has several, every status of `from`, and `from` as a whole. */
export function weakeningsOf({ name, statuses, rows }: StateMachine): Weakening[] {
  const seen = new Set<AnyEffect>();
  return rows.flatMap((row, index) => {
    const title = `${name} ${index + 1} (${row.from.length === statuses.length ? 'any' : row.from.join(', ')} → ${
      typeof row.to === 'function' ? 'by the record' : row.to
    })`;
    return [
      ...row.effects.map((effect, at) => ({
        name: `${title} without the effect "${effect.says}"`,
        apply: () => replace(row, 'effects', without(row.effects, at)),
      })),
      ...row.effects.flatMap((effect) => partsOf(title, effect, seen)),
      ...row.from.map((status, at) => ({
        name: `${title} not from ${status}`,
        apply: () => replace(row, 'from', without(row.from, at)),
      })),
      ...openedOf(row, statuses).map((from) => ({
        name: `${title} from any status`,
        apply: () => replace(row, 'from', from),
      })),
    ];
  });
}

/**
 * The statuses for a weakening in which the row starts from any other status. Empty for a row that creates a record, and for a row that
 * already starts from all other statuses.
 */
function openedOf(row: AnyRow, statuses: readonly string[]): (readonly string[])[] {
  const others = statuses.filter((status) => status !== row.to || row.from.includes(status));
  return row.from.length === 0 || others.length === row.from.length ? [] : [others];
}

/**
 * One weakening for each part of an effect. Empty for an effect with one part, because leaving out the whole effect is the same, and for an
 * effect of an earlier row.
 */
function partsOf(title: string, effect: AnyEffect, seen: Set<AnyEffect>): Weakening[] {
  const parts = PARTS.filter((part) => effect[part] !== undefined);
  if (parts.length < 2 || seen.has(effect)) return [];
  seen.add(effect);
  return parts.map((part) => ({
    name: `${title} without "${part}" of the effect "${effect.says}"`,
    apply: () => {
      if (!Reflect.deleteProperty(effect, part)) throw new Error(`The effect "${effect.says}" is frozen.`);
    },
  }));
}

const without = <T>(all: readonly T[], left: number): T[] => all.filter((_, at) => at !== left);

function replace<K extends keyof AnyRow>(row: AnyRow, field: K, value: AnyRow[K]): void {
  if (!Reflect.set(row, field, value)) throw new Error('The row is frozen.');
}
