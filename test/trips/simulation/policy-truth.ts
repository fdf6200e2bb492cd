import type { RunRecord } from './record';

/** A function learns of a change of the policy within so long. */
const BELIEVED = 60_000;

/** Whether a run between two instants may have gone by `proof: ENFORCE`, and whether by another policy. */
export function policiesWithin(
  record: Pick<RunRecord, 'policies'>,
  tripId: string,
  from: number,
  until: number,
): { readonly isEnforced: boolean; readonly isFree: boolean } {
  const policies = record.policies.get(tripId) ?? [];
  const first = policies.findLastIndex(({ at }) => at <= from - BELIEVED);
  const proofs = policies.slice(Math.max(0, first)).flatMap(({ at, proof }) => (at <= until ? [proof] : []));
  return { isEnforced: proofs.includes('ENFORCE'), isFree: proofs.some((proof) => proof !== 'ENFORCE') };
}
