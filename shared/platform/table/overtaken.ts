/** Another call changed what this call had read and judged. The other call has judged it too, so this call writes nothing. */
export class Overtaken extends Error {}

/** Makes the error of a condition that no longer holds. `change` says what has changed. */
export const overtaken =
  (change: string): (() => Error) =>
  () =>
    new Overtaken(change);

/** Handles the failure of a write that another call may overtake. */
export function ignoreOvertaken(failure: unknown): void {
  if (!(failure instanceof Overtaken)) throw failure;
}
