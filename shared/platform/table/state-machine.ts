import type { Context } from '../runtime/context';
import { allOf, type Change, type Condition } from './expression';
import type { Step } from './steps';

/** A write in the same transaction as a change of status. `Given` is its input. */
export interface Effect<R, Given> {
  /** The effect's line in docs/states.md. */
  readonly says: string;
  /** Returns an error when the record does not allow the effect. Called before any write. */
  readonly refuse?: (record: R, given: Given) => Error | undefined;
  /** A condition on the stored record, in addition to its status. */
  readonly condition?: (record: R) => Condition;
  /** Changes of the record's own fields. */
  readonly set?: (record: R, given: Given, now: string) => Partial<R>;
  /** Writes to other items. `after` is the changed record. */
  readonly steps?: (context: Context, given: Given, record: R, after: R) => Step[];
}

/**
 * One row of a state machine. The table is the only source of the allowed changes of status; docs/states.md is
 * generated from it.
 */
export interface Transition<Status extends string, R, Given, By = unknown> {
  readonly from: readonly Status[];
  readonly to: Status;
  /** The role or the process that starts the transition. */
  readonly by: By;
  readonly effects: readonly Effect<R, Given>[];
}

/**
 * Computes the writes of a transition: the changed record, the condition on the stored record, and the steps for other
 * items. Throws the error of an effect that is not allowed.
 */
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

/** The changed fields in the form of an update. */
export function changeOf<R extends object>(before: R, after: R): Required<Pick<Change, 'set' | 'remove'>> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => old.get(field) !== value);
  return {
    set: Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
    remove: changed.flatMap(([field, value]) => (value === undefined ? [field] : [])),
  };
}
