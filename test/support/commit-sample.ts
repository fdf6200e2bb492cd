import { createHash } from 'node:crypto';

const rankOf = (commit: string, name: string): string => createHash('sha256').update(`${commit} ${name}`).digest('hex');

/** So many of the entries, which the commit chooses by their first part. All of them without a commit. */
export function sampleOf<Entry extends readonly [name: string, ...rest: unknown[]]>(
  commit: string | undefined,
  most: number,
  entries: readonly Entry[],
): readonly Entry[] {
  if (commit === undefined) return entries;
  const rank = ([name]: Entry): string => rankOf(commit, name);
  return entries.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, most);
}

/** Whether a name belongs to the sample of this commit: about one of `of` names. */
export const inSample = (commit: string, name: string, of: number): boolean =>
  Number.parseInt(rankOf(commit, name).slice(0, 2), 16) % of === 0;
