import { isDeepStrictEqual } from 'node:util';
import type { TripAnswers } from './answers';
import { correctedTime, isAccepted } from './attempt';
import { KINDS } from './kinds';
import type { Attempt, Recorded, RunRecord, SentItem, TripState } from './record';

const SECOND = 1_000;
const SLACK = 31 * SECOND;
/** What every item has, beside the fields of its kind. */
const COMMON = ['id', 'kind', 'recordedAt', 'tripId', 'stopId', 'lat', 'lng'];

/** The items of a trip that were accepted, and those of which a run died or was refused after it may have stored them. */
interface Items {
  readonly accepted: readonly Recorded[];
  readonly maybe: readonly Recorded[];
}

export interface FinalState {
  readonly tripId: string;
  readonly state: TripState;
  readonly items: Items;
  readonly answers: TripAnswers;
  readonly record: RunRecord;
}

export type Say = (violation: string) => void;

export function itemsOf(record: RunRecord, tripId: string): Items {
  const all = record.items.filter(({ sent, flaw, isTwin }) => sent.tripId === tripId && !flaw && !isTwin);
  const accepted = all.filter(({ attempts }) => attempts.some(isAccepted));
  return { accepted, maybe: all.filter((item) => !accepted.includes(item) && item.attempts.length > 0) };
}

export const byId = (one: Recorded, other: Recorded): number => (one.sent.id < other.sent.id ? -1 : 1);

/** Compares the timeline: it has each accepted fact once, with the fields that the phone sent and the time of one of its attempts. */
export function compareTimeline({ items, answers }: FinalState, say: Say): void {
  const facts = items.accepted.filter(({ sent }) => sent.kind !== 'PING');
  const entries = new Map<string, TripAnswers['timeline'][number]>();
  for (const entry of answers.timeline) {
    if (entry.receivedAt === undefined) continue;
    if (entries.has(entry.id)) say('timeline: an identifier stands twice');
    entries.set(entry.id, entry);
  }
  for (const { sent, driverId, attempts } of facts) {
    const entry = entries.get(sent.id);
    entries.delete(sent.id);
    if (entry === undefined) say(`timeline: an accepted ${sent.kind} is not there`);
    else compareEntry(sent, driverId, attempts, entry, say);
  }
  for (const { sent } of items.maybe) entries.delete(sent.id);
  for (const { event } of entries.values()) say(`timeline: ${event} was never accepted`);
}

function compareEntry(
  sent: SentItem,
  driverId: string,
  attempts: readonly Attempt[],
  entry: TripAnswers['timeline'][number],
  say: Say,
): void {
  const own = Object.keys(sent).filter((name) => !COMMON.includes(name));
  const defaults = KINDS[sent.kind]?.defaults ?? {};
  const expected: Record<string, unknown> = { ...defaults, ...sent };
  const isSame =
    entry.event === sent.kind &&
    entry.by === driverId &&
    ['stopId', 'lat', 'lng', ...own, ...Object.keys(defaults)].every((name) =>
      isDeepStrictEqual(entry[name], expected[name]),
    );
  if (!isSame) say(`timeline: ${sent.kind} is not as it was sent`);
  const first = attempts.find(({ receivedAt }) => receivedAt === Date.parse(entry.receivedAt ?? ''));
  if (first === undefined) say(`timeline: ${sent.kind} was received when no call came`);
  else if (Date.parse(entry.at) !== correctedTime(sent.recordedAt, first))
    say(`ruling 3: ${sent.kind} has another time`);
}

/** The time of an accepted fact, as the timeline has it. */
export const timeOf = ({ timeline }: TripAnswers, { sent }: Recorded): string | undefined =>
  timeline.find(({ id, receivedAt }) => id === sent.id && receivedAt !== undefined)?.at;

/** Compares status, driver and times of the trip. The least TRIP_START and TRIP_END give the times, else the transition. */
export function compareTrip(final: FinalState, say: Say): void {
  const { state, answers, record, tripId } = final;
  const { trip } = answers;
  if (trip.status !== state.status) say(`trip: ${trip.status}, not ${state.status}`);
  if (trip.driverId !== state.driverId) say('trip: the driver is not the one of the last relay');
  const states = record.trips.get(tripId) ?? [];
  const startedAt = states.find(({ hasStarted }) => hasStarted)?.at;
  compareTime(final, 'TRIP_START', trip.actualStartDate, startedAt, say);
  compareTime(final, 'TRIP_END', trip.actualEndDate, state.status === 'COMPLETADO' ? state.endedAt : undefined, say);
}

function compareTime(
  { items, answers }: FinalState,
  kind: 'TRIP_START' | 'TRIP_END',
  stored: string | undefined,
  committedAt: number | undefined,
  say: Say,
): void {
  if (items.maybe.some(({ sent }) => sent.kind === kind)) return;
  const [least] = items.accepted.filter(({ sent }) => sent.kind === kind).sort(byId);
  if (least) {
    if (stored !== timeOf(answers, least)) say(`ruling 7: the time of ${kind} is not the one of the least identifier`);
  } else if (committedAt === undefined) {
    if (stored !== undefined) say(`ruling 7: a trip has a time of ${kind} and had none`);
  } else if (stored === undefined || Math.abs(Date.parse(stored) - committedAt) > SLACK)
    say(`ruling 7: the time of ${kind} is not the one of the transition`);
}
