import type { Attempt } from './record';

const MINUTE = 60_000;

/** Ruling 3. */
const TOLERATED_SKEW = 2 * MINUTE;

export const ACCEPTED = ['APPLIED', 'DUPLICATE'] as const;
export const isAccepted = ({ answer }: Attempt): boolean => ACCEPTED.some((one) => one === answer?.result);

/** Ruling 3: the best estimate of the time of recording. */
export function correctedTime(recordedAt: string, { receivedAt, sentAt }: Attempt): number {
  if (sentAt === undefined) return receivedAt;
  const skew = receivedAt - sentAt;
  const recorded = Date.parse(recordedAt);
  return Math.min(Math.abs(skew) <= TOLERATED_SKEW ? recorded : recorded + skew, receivedAt);
}

/** The states that were true at some moment of a run. */
export function statesWithin<S extends { readonly number: number }>(
  states: readonly S[],
  { began, ended }: Pick<Attempt, 'began' | 'ended'>,
): readonly S[] {
  const first = states.findLastIndex(({ number }) => number <= began);
  return states.slice(Math.max(0, first)).filter(({ number }) => number <= ended);
}
