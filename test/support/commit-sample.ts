import { createHash } from 'node:crypto';

/** Whether a name belongs to the sample of this commit: about one of `of` names. */
export const inSample = (commit: string, name: string, of: number): boolean =>
  (createHash('sha256').update(`${commit} ${name}`).digest()[0] ?? 0) % of === 0;
