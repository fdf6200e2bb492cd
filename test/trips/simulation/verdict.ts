import { ACCEPTED, correctedTime, statesWithin } from './attempt';
import { policiesWithin } from './policy-truth';
import { proofsWithin } from './proof-truth';
import type { Attempt, Recorded, RunRecord, TripState } from './record';
import { timeOfId } from './track-truth';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Rulings 2, 4, 8 and 9, and the limits of §3. */
const AFTER_LEG = 2 * MINUTE;
const AFTER_END = 2 * MINUTE;
const OLDEST = 7 * DAY;
const OLDEST_ID = 8 * DAY;
const MOST_FACTS = 30;
const LAST_BEGIN = 6 * SECOND;

/** The instant of a commit is made before the write, so that the record of commits is a little later. */
const SLACK = 31 * SECOND;

/** Every answer that the specification allows for an item in this run of the handler. */
export function allowedAnswers(item: Recorded, attempt: Attempt, record: RunRecord): ReadonlySet<string> {
  const { sent } = item;
  const allowed = new Set<string>();
  for (const answer of answersInTime(item, attempt, record)) addTo(allowed, answer, item);
  const isLate = attempt.endedAt - attempt.receivedAt > LAST_BEGIN;
  const isOverLimit = sent.kind !== 'PING' && attempt.factsBefore >= MOST_FACTS;
  if (isLate || isOverLimit) allowed.add('WAITING SEND_AGAIN');
  return allowed;
}

/** The answers of a run that begins with the item in time. */
function answersInTime(item: Recorded, attempt: Attempt, record: RunRecord): readonly string[] {
  const { sent, flaw } = item;
  if (flaw) return [`REFUSED ${flaw.error}`];
  if (attempt.receivedAt - timeOfId(sent.id) > OLDEST_ID) return ['REFUSED VALIDATION_FAILED'];
  const at = correctedTime(sent.recordedAt, attempt);
  if (attempt.receivedAt - at > OLDEST) return ['REFUSED TOO_OLD'];
  if (sent.tripId === undefined) return ['ACCEPTED'];
  const states = statesWithin(record.trips.get(sent.tripId) ?? [], attempt);
  // A call reads the plan of the stops once. A start in the same call gives it the trip of a later moment.
  const plans = [...new Set(states.map(({ stops }) => stops))];
  const seen = states.flatMap((state) => plans.map((stops) => ({ ...state, stops })));
  return seen.flatMap((state) => verdicts(item, at, state, attempt, record));
}

function addTo(allowed: Set<string>, answer: string, { isTwin }: Recorded): void {
  if (answer !== 'ACCEPTED') allowed.add(answer);
  else if (isTwin) allowed.add('REFUSED ID_REUSED');
  else for (const one of ACCEPTED) allowed.add(one);
}

/** The answers in one state of the trip. They are several when the instant is too near to a limit to tell. */
function verdicts(
  item: Recorded,
  at: number,
  state: TripState,
  attempt: Attempt,
  record: RunRecord,
): readonly string[] {
  const { sent, driverId } = item;
  if (state.status === undefined) return ['REFUSED NOT_FOUND'];
  const theirs = isTheirsAt(state, driverId, at);
  if (theirs === 'NO') return ['REFUSED NOT_YOUR_TRIP'];
  const otherwise = theirs === 'EITHER' ? ['REFUSED NOT_YOUR_TRIP'] : [];
  const rest = sent.kind === 'PING' ? ofPosition(item, at, state) : ofFact(item, state, attempt, record);
  return [...otherwise, ...rest];
}

type Maybe = 'YES' | 'NO' | 'EITHER';

/** Ruling 4: the time of recording decides whose fact it is. */
function isTheirsAt({ driverId, legs }: TripState, id: string, at: number): Maybe {
  if (driverId === id) return 'YES';
  const until = Math.max(...legs.filter((leg) => leg.driverId === id).map((leg) => leg.until + AFTER_LEG));
  if (at <= until - SLACK) return 'YES';
  return at <= until ? 'EITHER' : 'NO';
}

function ofFact(item: Recorded, state: TripState, attempt: Attempt, record: RunRecord): readonly string[] {
  const { kind, tripId = '' } = item.sent;
  const refusal = refusalOf(item, state);
  if (refusal) return [refusal];
  const isStart = kind === 'TRIP_START' && state.status === 'NO_INICIADO';
  // A member's edit at the same moment.
  const again = (isStart || kind === 'TRIP_END') && attempt.ended > attempt.began ? ['WAITING SEND_AGAIN'] : [];
  if (isStart) return [...startsOf(tripId, state, attempt, record), ...again];
  const isEnd = kind === 'TRIP_END' && state.status === 'EN_PROCESO';
  return [...(isEnd ? endsOf(item, attempt, record) : ['ACCEPTED']), ...again];
}

function refusalOf({ sent, driverId }: Recorded, state: TripState): string | undefined {
  const { status, hasStarted, stops } = state;
  if (sent.kind === 'TRIP_END' && state.driverId !== driverId) return 'REFUSED NOT_YOUR_TRIP';
  if (status === 'CANCELADO' && (!hasStarted || sent.kind === 'TRIP_END')) return 'REFUSED TRIP_CANCELLED';
  if (status === 'NO_INICIADO' && sent.kind !== 'TRIP_START') return 'WAITING TRIP_NOT_STARTED';
  return sent.stopId !== undefined && !stops.has(sent.stopId) ? 'REFUSED STOP_UNKNOWN' : undefined;
}

/** Ruling 8: TRIP_END waits while a proof is missing under `proof: ENFORCE`. */
function endsOf(item: Recorded, attempt: Attempt, record: RunRecord): readonly string[] {
  const { isEnforced, isFree } = policiesWithin(record, item.sent.tripId ?? '', attempt.receivedAt, attempt.endedAt);
  if (!isEnforced) return ['ACCEPTED'];
  const { mayLack, mayBeComplete } = proofsWithin(item, attempt, record);
  return [...(mayLack ? ['WAITING PROOF_MISSING'] : []), ...(mayBeComplete || isFree ? ['ACCEPTED'] : [])];
}

/** Ruling 8: TRIP_START waits while the driver or the vehicle is on another trip. */
function startsOf(tripId: string, { driverId, vehicleId }: TripState, attempt: Attempt, record: RunRecord): string[] {
  let [wasBusy, wasFree] = [false, false];
  const others = [...record.trips].filter(([id]) => id !== tripId).map(([, states]) => states);
  const busy = (states: readonly TripState[]): boolean[] =>
    statesWithin(states, attempt).map(
      (one) => one.status === 'EN_PROCESO' && (one.driverId === driverId || one.vehicleId === vehicleId),
    );
  const all = others.map(busy);
  wasBusy = all.some((states) => states.includes(true));
  wasFree = all.every((states) => states.includes(false));
  return [...(wasBusy ? ['WAITING TRIP_NOT_READY'] : []), ...(wasFree ? ['ACCEPTED'] : [])];
}

/** Rulings 8 and 9. */
function ofPosition({ sent, driverId }: Recorded, at: number, state: TripState): readonly string[] {
  const { status, hasStarted, endedAt, endedByIds } = state;
  if (status === 'CANCELADO' && !hasStarted) return ['REFUSED TRIP_CANCELLED'];
  if (status === 'NO_INICIADO') return ['WAITING TRIP_NOT_STARTED'];
  if (status === 'EN_PROCESO' || endedAt === undefined) return ['ACCEPTED'];
  const isBefore = endedByIds.map((id) => driverId === state.driverId && sent.id < id);
  if (isBefore.length > 0 && !isBefore.includes(false)) return ['ACCEPTED'];
  if (at <= endedAt + AFTER_END - SLACK) return ['ACCEPTED'];
  if (isBefore.includes(true)) return ['ACCEPTED', 'REFUSED TRIP_ENDED'];
  return at <= endedAt + AFTER_END ? ['ACCEPTED', 'REFUSED TRIP_ENDED'] : ['REFUSED TRIP_ENDED'];
}
