import type { Context } from '../runtime/context';
import { allOf, type Change, type Condition } from './expression';
import type { Step } from './steps';

/** Something that is written together with a change of status, in the same transaction. `Given` is what the writer must know for it. */
export interface Effect<R, Given> {
  /** Its line in docs/states.md. */
  readonly says: string;
  /** Returns the refusal when the record does not allow the effect. Asked before anything is written. */
  readonly refuse?: (record: R, given: Given) => Error | undefined;
  /** Must hold of the stored record in addition to its status. */
  readonly condition?: (record: R) => Condition;
  /** Fields of the record. */
  readonly set?: (record: R, given: Given, now: string) => Partial<R>;
  /** Writes to other items; `after` is the record as it will be. */
  readonly steps?: (context: Context, given: Given, record: R, after: R) => Step[];
}

/** One row of a state machine. The table is the only place that says how a record may move; docs/states.md is printed from it. */
export interface Transition<Status extends string, R, Given, By = unknown> {
  readonly from: readonly Status[];
  readonly to: Status;
  /** Who or what moves it. */
  readonly by: By;
  readonly effects: readonly Effect<R, Given>[];
}

/** What a transition writes: the record after it, the condition on the stored record, the steps beside it. Throws an effect's refusal. */
export function interpret<R extends { readonly status: string }, Given>(
  context: Context,
  { to, effects }: Pick<Transition<string, R, Given>, 'to' | 'effects'>,
  record: R,
  given: Given,
): { after: R; change: Change; condition: Condition; steps: Step[] } {
  for (const { refuse } of effects) {
    const refusal = refuse?.(record, given);
    if (refusal) throw refusal;
  }
  const now = context.now().toISOString();
  const after: R = Object.assign({}, record, { status: to }, ...effects.map(({ set }) => set?.(record, given, now)));
  return {
    after,
    change: changeOf(record, after),
    condition: effects.reduce<Condition>((all, { condition }) => allOf(all, condition?.(record) ?? {}), {}),
    steps: effects.flatMap(({ steps }) => steps?.(context, given, record, after) ?? []),
  };
}

/** The fields of `after` that differ from `before`, as an update writes them. */
export function changeOf<R extends object>(before: R, after: R): Required<Pick<Change, 'set' | 'remove'>> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => old.get(field) !== value);
  return {
    set: Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
    remove: changed.flatMap(([field, value]) => (value === undefined ? [field] : [])),
  };
}
