import type { TripAnswers } from './answers';
import { isAccepted, statesWithin } from './attempt';
import { compareTimeline, compareTrip, type FinalState, itemsOf } from './final';
import { compareHours, type WorkingTimes } from './hours-judge';
import { checkEnds } from './proof-truth';
import type { Call, Recorded, RunRecord } from './record';
import { checkDeletions, compareStops } from './stop-truth';
import { compareLast, compareTrack } from './track-truth';
import { allowedAnswers } from './verdict';

type Answers = ReadonlyMap<string, TripAnswers | undefined>;

/** The codes with which a tap may fail. The item stays in the queue, and a sync judges it. */
const TAP_CODES = [
  'TRIP_TRANSITION',
  'TRIP_NOT_READY',
  'CONFLICT',
  'NOT_FOUND',
  'TRIP_NOT_IN_PROGRESS',
  'VALIDATION_FAILED',
];
/** The codes of a call that ended without a verdict. */
const CUT_OFF = ['KILLED', 'UNAVAILABLE'];

/**
 * Computes what must be true from the items, the record of commits, and the rules of the specification, and compares it with
 * all answers and with what the team reads at the end. Uses no rule of the product.
 */
export function judge(
  record: RunRecord,
  answers: Answers,
  working: WorkingTimes,
  count: (what: string) => void,
): string[] {
  const violations: string[] = [];
  const say = (violation: string) => violations.push(violation);
  for (const call of record.calls) judgeCall(call, record, say);
  for (const item of record.items) judgeItem(item, record, say);
  countWaited(record, count);
  checkEnds(record, say, count);
  compareHours(working, answers, record, say, count);
  for (const [tripId, read] of answers) {
    const state = record.trips.get(tripId)?.at(-1);
    if (state === undefined) continue;
    count(`trips that end ${state.status ?? 'deleted'}`);
    if (read === undefined || state.status === undefined) {
      if (read !== undefined || state.status !== undefined) say('trip: deleted, or not');
      continue;
    }
    const final: FinalState = { tripId, state, items: itemsOf(record, tripId), answers: read, record };
    for (const compare of [compareTrip, compareStops, checkDeletions, compareTimeline, compareTrack, compareLast])
      compare(final, say);
    countRecords(final, count);
  }
  return violations;
}

/** Ruling 11: a driver whose access is closed is refused as a whole, and no other one. */
function judgeCall(call: Call, { access }: RunRecord, say: (violation: string) => void): void {
  const states = access.get(call.driverId) ?? [];
  const within = statesWithin(states, call);
  const isOpen = within.some((state) => state.isOpen);
  const isClosed = within.some((state) => !state.isOpen);
  const { code, isTap, signedInAt } = call;
  if (CUT_OFF.includes(code)) return;
  if (code === 'OK' && isOpen) return;
  if (code === 'FORBIDDEN' && (isClosed || isTap)) return;
  if (code === 'UNAUTHENTICATED' && states.some(({ at, isOpen: opens }) => opens && signedInAt <= at + 1_000)) return;
  if (isTap && isOpen && TAP_CODES.includes(code)) return;
  say(`ruling 11: a call of a driver is answered ${code}`);
}

function judgeItem(item: Recorded, record: RunRecord, say: (violation: string) => void): void {
  const { sent, flaw, attempts } = item;
  const applied = attempts.filter(({ answer, sentAt }) => answer?.result === 'APPLIED' && sentAt !== undefined);
  if (applied.length > 1 && sent.kind !== 'PING') say(`ruling 6: ${sent.kind} is APPLIED twice`);
  for (const attempt of attempts) {
    const { answer } = attempt;
    if (answer === undefined) continue;
    const given = [answer.result, answer.error].filter(Boolean).join(' ');
    const allowed = allowedAnswers(item, attempt, record);
    if (!allowed.has(given))
      say(`8: ${item.isTwin ? 'a reused identifier' : sent.kind} is ${given}, not ${[...allowed].join(' or ')}`);
    if (flaw && (answer.field ?? '').split('.').at(-1) !== (flaw.field ?? ''))
      say(`8: the field of ${given} is ${answer.field}`);
  }
}

function countWaited({ items }: RunRecord, count: (what: string) => void): void {
  for (const { attempts } of items)
    if (attempts.some(isAccepted) && attempts.some(({ answer }) => answer?.error === 'PROOF_MISSING'))
      count('records: ends that waited for a proof');
}

function countRecords({ state, items, answers }: FinalState, count: (what: string) => void): void {
  if (state.legs.length > 0) count('records: trips with several legs');
  if (items.maybe.length > 0) count('records: trips with items of which a run died');
  for (const { status, correction, missing = [], insideAt, leftAt } of answers.stops) {
    count(`stops that end ${status}${correction ? ' by correction' : ''}`);
    if (missing.length > 0) count('stops that lack a proof');
    if (insideAt !== undefined) count('records: stops with a position inside');
    if (leftAt !== undefined) count('records: stops that a position left');
  }
  for (const _ of answers.track ?? []) count('records: points of a track');
  if (answers.location) count('records: last positions');
}
