import { isAccepted } from './attempt';
import { compareVisit } from './fence-truth';
import { byId, type FinalState, type Say, timeOf } from './final';
import { KINDS } from './kinds';
import { policiesWithin } from './policy-truth';
import { correctionsOf, isProof, missingOf } from './proof-truth';
import type { Recorded, Stop } from './record';

type StopAnswer = FinalState['answers']['stops'][number];

/** Compares the stops: registers by identifiers and positions, then what is missing and the status by the table of §2. */
export function compareStops(final: FinalState, say: Say): void {
  const { state, items, answers, record, tripId } = final;
  const plan = answers.stops.map(({ id }) => id);
  if (plan.sort().join() !== [...state.stops.keys()].sort().join())
    say('stops: the plan is not the one that the office committed');
  compareProofs(final, undefined, answers.proofs, say);
  const corrections = correctionsOf(record, tripId);
  for (const stop of answers.stops) {
    const planned = state.stops.get(stop.id);
    if (planned === undefined) continue;
    compareVisit(final, planned, stop, say);
    if (items.maybe.some(({ sent }) => sent.stopId === stop.id)) continue;
    const correction = corrections.get(stop.id);
    if (stop.correction?.status !== correction)
      say(`ruling 10: the correction is ${stop.correction?.status}, not ${correction}`);
    compareStop(final, planned, stop, correction, say);
  }
}

function compareStop(
  final: FinalState,
  planned: Stop,
  stop: StopAnswer,
  correction: string | undefined,
  say: Say,
): void {
  const told = reportsOf(final, stop.id);
  for (const name of ['arrived', 'departed', 'skipped'] as const)
    if (!isEqual(stop[name], told.get(name))) say(`ruling 5: ${name} is another report`);
  const missing = missingOf(planned, compareProofs(final, stop.id, stop.proofs, say));
  const { isEnforced, isFree } = policiesWithin(
    final.record,
    final.tripId,
    final.record.readAt,
    Number.POSITIVE_INFINITY,
  );
  const statusIf = (isComplete: boolean) => correction ?? statusOf(told, isComplete, stop.insideAt !== undefined);
  const statuses = [...(isFree ? [statusIf(true)] : []), ...(isEnforced ? [statusIf(missing.length === 0)] : [])];
  if (!statuses.includes(stop.status)) say(`2: a stop is ${stop.status}, not ${statuses.join(' or ')}`);
  const lacking = stop.status === 'LLEGO' ? missing.join() : undefined;
  if (stop.missing?.join() !== lacking) say(`2: a stop lacks ${stop.missing?.join()}, not ${lacking}`);
}

/** The reports that stay of a stop, by the identifiers alone. */
function reportsOf({ items, answers }: FinalState, stopId: string): ReadonlyMap<string, object> {
  const told = new Map<string, object>();
  for (const [kind, { register }] of Object.entries(KINDS)) {
    if (register === undefined) continue;
    const reports = items.accepted.filter(({ sent }) => sent.kind === kind && sent.stopId === stopId).sort(byId);
    const stays = register.keeps === 'LEAST' ? reports[0] : reports.at(-1);
    if (stays) told.set(register.name, { at: timeOf(answers, stays), ...register.value(stays.sent) });
  }
  return told;
}

/** The table of §2, without corrections. */
function statusOf(told: ReadonlyMap<string, object>, isComplete: boolean, wasInside: boolean): string {
  if (told.has('departed') && isComplete) return 'SALIO';
  if (told.has('departed') || told.has('arrived') || wasInside) return 'LLEGO';
  return told.has('skipped') ? 'OMITIDA' : 'PENDIENTE';
}

/** Fields of objects do not depend on their order. */
const isEqual = (one: object | undefined, other: object | undefined): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (given: object | undefined) =>
  given &&
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** An edit deletes no stop that has an accepted fact. */
export function checkDeletions({ items, record, tripId }: FinalState, say: Say): void {
  for (const { deleted, began, tripId: decided } of record.decisions) {
    if (decided !== tripId) continue;
    const isKnown = (stopId: string) =>
      items.accepted.some(
        ({ sent, attempts }) => sent.stopId === stopId && attempts.some((one) => isAccepted(one) && one.ended <= began),
      );
    if (deleted.some(isKnown)) say('ruling 10: an edit deleted a stop that has facts');
  }
}

/** Ruling 5: the proofs are a set, in the order of their identifiers. Returns those of the stop, or of the trip as a whole. */
function compareProofs(
  { items }: FinalState,
  stopId: string | undefined,
  shown: readonly string[] | undefined,
  say: Say,
): readonly Recorded[] {
  const ofStop = (one: Recorded) => isProof(one) && one.sent.stopId === stopId;
  const proofs = items.accepted.filter(ofStop).sort(byId);
  const ids = proofs.map(({ sent }) => sent.id).join();
  if (!items.maybe.some(ofStop) && (shown ?? []).join() !== ids)
    say('ruling 5: the proofs are not those that were reported');
  return proofs;
}
