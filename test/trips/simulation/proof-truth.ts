import * as v from 'valibot';
import { isAccepted } from './attempt';
import { policiesWithin } from './policy-truth';
import type { Attempt, Recorded, RunRecord, Stop, TripState } from './record';

/** The office decided that nothing is left to be shown at the stop. */
const SETTLED: readonly (string | undefined)[] = ['SALIO', 'OMITIDA', 'QUITADA'];

/** A run of a handler takes no longer. */
const LONGEST_RUN = 31_000;

const Files = v.optional(v.array(v.object({ kind: v.string() })), []);

/** The requirements that none of the proofs meets. A proof meets those of which it reports a file. */
export function missingOf({ requires }: Stop, proofs: readonly Recorded[]): string[] {
  const met = new Set(proofs.flatMap(({ sent }) => v.parse(Files, sent.files).map(({ kind }) => kind)));
  return requires.filter((one) => !met.has(one));
}

/** The corrections of the office by stop, after the calls to the table up to this number. */
export function correctionsOf(
  { decisions }: RunRecord,
  tripId: string,
  until = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, string | undefined> {
  const corrections = new Map<string, string | undefined>();
  for (const decision of decisions) {
    if (decision.tripId !== tripId || decision.number > until) continue;
    for (const [stopId, status] of decision.statuses) corrections.set(stopId, status);
    // A deleted stop takes its correction along. A run that has read the plan before finds none.
    for (const stopId of decision.deleted) corrections.delete(stopId);
  }
  return corrections;
}

interface Moment {
  readonly stops: TripState['stops'];
  readonly corrections: ReadonlyMap<string, string | undefined>;
}

/** A skipped stop needs no proof, also when the driver reached it. A correction can settle a stop, too. */
const lacksProof = ({ stops, corrections }: Moment, facts: readonly Recorded[]): boolean =>
  [...stops].some(([stopId, stop]) => {
    if (SETTLED.includes(corrections.get(stopId))) return false;
    const own = facts.filter(({ sent }) => sent.stopId === stopId);
    if (own.some(({ sent }) => sent.kind === 'STOP_SKIPPED')) return false;
    return missingOf(stop, own.filter(isProof)).length > 0;
  });

export const isProof = ({ sent }: Recorded): boolean => sent.kind === 'PROOF';

/** Whether a run may have found that a proof is missing, and whether it may have found all of them. */
export function proofsWithin(
  { sent: { id, tripId = '' } }: Recorded,
  attempt: Attempt,
  record: RunRecord,
): { readonly mayLack: boolean; readonly mayBeComplete: boolean } {
  const facts = record.items.filter(
    ({ sent, flaw, isTwin }) =>
      sent.tripId === tripId && !flaw && !isTwin && (sent.kind === 'PROOF' || sent.kind === 'STOP_SKIPPED'),
  );
  // A call takes its facts in the order of their identifiers.
  const isBefore = (one: Recorded, { run }: Attempt) => run !== attempt.run || one.sent.id < id;
  const certain = facts.filter((one) =>
    one.attempts.some(
      (other) =>
        isAccepted(other) && isBefore(one, other) && (other.run === attempt.run || other.ended <= attempt.began),
    ),
  );
  const possible = facts.filter((one) =>
    one.attempts.some((other) => isBefore(one, other) && other.began <= attempt.ended),
  );
  const moments = momentsWithin(tripId, attempt, record);
  return {
    mayLack: moments.some((moment) => lacksProof(moment, certain)),
    mayBeComplete: moments.some((moment) => !lacksProof(moment, possible)),
  };
}

/** A run reads plan and corrections one after the other, so that it can meet each plan with each state of the corrections. */
function momentsWithin(tripId: string, { began, ended }: Attempt, record: RunRecord): Moment[] {
  const states = record.trips.get(tripId) ?? [];
  const numbers = [...states, ...record.decisions.filter((one) => one.tripId === tripId)]
    .map(({ number }) => number)
    .filter((number) => number > began && number <= ended);
  const moments = [began, ...numbers];
  const plans = new Set(moments.flatMap((at) => states.findLast(({ number }) => number <= at)?.stops ?? []));
  return moments.flatMap((at) =>
    [...plans].map((stops) => ({ stops, corrections: correctionsOf(record, tripId, at) })),
  );
}

/** §10: no driver ends a trip that lacks a proof under `proof: ENFORCE`, by what was stored when the end was. */
export function checkEnds(record: RunRecord, say: (violation: string) => void, count: (what: string) => void): void {
  const facts = new Map(record.items.flatMap((one) => (one.isTwin ? [] : [[one.sent.id, one] as const])));
  for (const [tripId, states] of record.trips)
    for (const { endedWith, stops, number, at } of states) {
      if (endedWith === undefined || policiesWithin(record, tripId, at - LONGEST_RUN, at).isFree) continue;
      count('records: trips that a driver ended under `proof: ENFORCE`');
      const corrections = correctionsOf(record, tripId, number);
      const open = [...stops].filter(
        ([stopId]) => !endedWith.get(stopId)?.isSkipped && !SETTLED.includes(corrections.get(stopId)),
      );
      const shown = (stopId: string) =>
        (endedWith.get(stopId)?.proofIds ?? []).flatMap((proofId) => facts.get(proofId) ?? []);
      if (open.some(([stopId, stop]) => missingOf(stop, shown(stopId)).length > 0))
        say('10: a driver ended a trip that lacks a proof');
    }
}
