import type { Context } from '../runtime/context';
import { allOf, type Change, type Condition } from './expression';
import type { Step } from './steps';
import { withNextVersion } from './version';

/** A write that belongs to a change of status, in the same transaction. `Given` is the input of that write beside the record. */
export interface Effect<R, Given> {
  /** The effect's line in docs/states.md. */
  readonly says: string;
  /** Returns the refusal when the record does not allow the effect. Runs before anything is written. */
  readonly refuse?: (record: R, given: Given) => Error | undefined;
  /** Must hold of the stored record in addition to its status. */
  readonly condition?: (record: R, given: Given) => Condition;
  /** Fields of the record. An undefined value removes the field. */
  readonly set?: (record: R, given: Given, now: string) => Partial<R>;
  /** Writes to other items; `after` is the record after the transition. */
  readonly steps?: (context: Context, given: Given, record: R, after: R) => Step[];
}

/** One row of a state machine. The stores interpret it and docs/states.md is printed from it. */
export interface Transition<Status extends string, R, Given, By = string, To = Status> {
  readonly from: readonly Status[];
  /** A function when the new status depends on the record. */
  readonly to: To;
  /** The cause of the transition: a role, a person or an event. */
  readonly by: By;
  readonly effects: readonly Effect<R, Given>[];
}

type Row<R, Given> = Pick<Transition<string, R, Given, unknown, string | ((record: R) => string)>, 'to' | 'effects'>;

/** What a transition writes. */
export interface Moved<R> {
  readonly after: R;
  readonly change: Required<Pick<Change, 'set' | 'remove'>>;
  readonly condition: Condition;
  readonly steps: Step[];
}

/** The row that leads from one status to the other. */
export const rowFor = <Status extends string, T extends { readonly from: readonly Status[]; readonly to: unknown }>(
  rows: readonly T[],
  from: Status,
  to: Status,
): T | undefined => rows.find((row) => row.to === to && row.from.includes(from));

/** The first refusal of the effects, or undefined. */
export function refusalOf<R, Given>(
  { effects }: Pick<Row<R, Given>, 'effects'>,
  record: R,
  given: Given,
): Error | undefined {
  for (const { refuse } of effects) {
    const refusal = refuse?.(record, given);
    if (refusal) return refusal;
  }
  return undefined;
}

/** The conditions of all effects. The condition on the status is the store's, because it decides what a refusal means. */
export const conditionOf = <R, Given>(
  { effects }: Pick<Row<R, Given>, 'effects'>,
  record: R,
  given: Given,
): Condition => effects.reduce<Condition>((all, { condition }) => allOf(all, condition?.(record, given) ?? {}), {});

/** The writes of a transition, without its refusals. `field` holds the status. */
export function writesOf<R extends object, Given>(
  context: Context,
  row: Row<R, Given>,
  record: R,
  given: Given,
  field = 'status',
): Moved<R> {
  const now = context.now().toISOString();
  const status = typeof row.to === 'function' ? row.to(record) : row.to;
  const sets = row.effects.map(({ set }) => set?.(record, given, now));
  const changed: R = Object.assign({}, record, { [field]: status }, ...sets);
  const { set, remove } = changeOf(record, changed);
  const after = withNextVersion(changed);
  return {
    after,
    // A row that keeps the status writes it all the same: an update without a change is refused by DynamoDB.
    change: { set: { ...set, [field]: status }, remove },
    condition: conditionOf(row, record, given),
    steps: row.effects.flatMap(({ steps }) => steps?.(context, given, record, after) ?? []),
  };
}

/** The writes of a transition. Throws the first refusal of its effects. */
export function interpret<R extends object, Given>(
  context: Context,
  row: Row<R, Given>,
  record: R,
  given: Given,
  field?: string,
): Moved<R> {
  const refusal = refusalOf(row, record, given);
  if (refusal) throw refusal;
  return writesOf(context, row, record, given, field);
}

/** The fields of `after` that differ from `before`, as an update writes them. */
function changeOf<R extends object>(before: R, after: R): Required<Pick<Change, 'set' | 'remove'>> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => old.get(field) !== value);
  return {
    set: Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
    remove: changed.flatMap(([field, value]) => (value === undefined ? [field] : [])),
  };
}
