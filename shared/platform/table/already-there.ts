/** The resource to create exists already: another request, or an earlier attempt of ours, created it. */
export class AlreadyThere extends Error {}

export function ignoreAlreadyThere(failure: unknown): void {
  if (!(failure instanceof AlreadyThere)) throw failure;
}
