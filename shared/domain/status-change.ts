/** A state machine that a person moves by hand: which states may follow each. A state that is absent is left by no hand. */
export type ManualTransitions<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>;

/** True when a hand may move `from` to `to`; staying is no move. */
export const mayMoveByHand = <Status extends string>(
  transitions: ManualTransitions<Status>,
  from: Status,
  to: Status,
): boolean => transitions[from]?.includes(to) ?? false;
