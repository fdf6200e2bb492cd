/** What should come to be is there already: somebody else, or an earlier try of ours, was first. */
export class AlreadyThere extends Error {}

export function ignoreAlreadyThere(failure: unknown): void {
  if (!(failure instanceof AlreadyThere)) throw failure;
}
