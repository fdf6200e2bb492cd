import { refusalOfDriver, type TokenDriver } from '../fleet/active-driver';
import { driverKey } from '../fleet/driver';
import { storeDuty } from '../hours/duty';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import type { Check } from '../platform/values/checked';
import { recentRoadPolicy } from '../road-policy/policy';
import { clocksOf, type DutyFact, type Fact, isDuty, isMoveFact, type SyncBody, stopIdOf } from './fact';
import type { Stored } from './fact-entry';
import { type NamedTrip, refusalOfFact } from './judge-fact';
import { judgeHoursOf } from './judge-hours';
import { isAccepted, lateTrips, makeLateHours, tripsOfLatePositions } from './make-hours';
import { resolveProofAlert } from './missing-proof';
import { moveByFact } from './move-by-fact';
import { type ReadItem, readItems } from './read-items';
import { watchFiles, watchLegs } from './road-watch';
import { stopPlanKey } from './stop';
import { storeFact } from './store-fact';
import { limitSyncs } from './sync-limit';
import { syncPositions } from './sync-positions';
import { type ItemResult, type Refusal, refusedItem, type SyncAnswer } from './sync-result';
import { type TripRecord, tripKey } from './trip';
import { type TripOfAnswer, tripOfAnswer } from './trip-of-answer';

/** The most facts of one call. The phone sends the others again. */
const MOST_FACTS = 30;

/** A fact that is not begun within this time is left for the next call. */
const LAST_BEGIN_MS = 6_000;

/**
 * Takes what a phone recorded, in any order, more than once and in several calls at once: each fact is written under its
 * own identifier and then merged. One read serves the call, and each fact costs two writes at most, except a move.
 */
export const syncFacts = capability(
  {
    table: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    tableKeys: ['ROAD_WATCH#', 'TEAM#'],
  },
  (context) =>
    async (driver: TokenDriver, { sentAt, items }: SyncBody, check: Check): Promise<SyncAnswer> => {
      limitSyncs(context, driver.id);
      const clocks = clocksOf(context.now(), sentAt);
      const read = readItems(items, clocks, check);
      const facts = read.flatMap((item) => ('fact' in item ? [item.fact] : [])).sort(byId);
      const positions = read.flatMap((item) => ('position' in item ? [item.position] : []));
      // Positions alone need no read: the write of the position item knows the driver.
      const isRead = facts.length > 0 || positions.length === 0;
      const named = isRead
        ? await readNamed(context, driver, facts.slice(0, MOST_FACTS))
        : new Map<string, NamedTrip>();
      const results = new Map<Fact | DutyFact, ItemResult>();
      const begin: Begin = {
        driver,
        receivedAt: clocks.receivedAt,
        named,
        placeOf: new Map(),
        filed: new Set(),
        reported: new Map(),
      };
      const isLate = () => context.now().getTime() - clocks.receivedAt.getTime() > LAST_BEGIN_MS;
      for (const [index, fact] of facts.entries()) {
        const late = index >= MOST_FACTS || isLate();
        results.set(fact, late ? refusedItem(fact.id, { error: 'SEND_AGAIN' }) : await settle(context, begin, fact));
      }
      const isTaken = (id: string) => facts.some((fact) => fact.id === id);
      const track = await syncPositions(context, { driver, ...clocks, positions, isTaken, isLate });
      for (const trip of begin.reported.values()) await watchLegs(context, trip, clocks.receivedAt);
      await makeLateHours(context, driver.teamId, lateTrips(driver.id, named, results, track));
      // An end alone shows no driving that an earlier judgement did not foresee.
      if (hasDuty(results) || tripsOfLatePositions(track).length > 0) await judgeHoursOf(context, driver);
      const resultOf = (item: ReadItem): ItemResult | undefined => {
        if ('result' in item) return item.result;
        return 'fact' in item ? results.get(item.fact) : track.results.get(item.position);
      };
      return {
        receivedAt: clocks.receivedAt.toISOString(),
        clockSkewSeconds: Math.round(clocks.skewMs / 1000),
        results: read.flatMap((item) => resultOf(item) ?? []),
        trips: [...new Map([...namedTrips(named, driver), ...track.trips]).values()],
      };
    },
);

const byId = (one: Fact | DutyFact, other: Fact | DutyFact): number =>
  one.id < other.id ? -1 : Number(one.id > other.id);

interface Begin {
  readonly driver: TokenDriver;
  readonly receivedAt: Date;
  readonly named: Map<string, NamedTrip>;
  /** The place of each identifier that was accepted in this call: its trip, or DUTY. */
  readonly placeOf: Map<string, string>;
  /** The ended trips whose files this call has already caused to be looked at. */
  readonly filed: Set<string>;
  /** The trips that had ended when this call reported of their stops. */
  readonly reported: Map<string, TripRecord>;
}

/** Reads the driver, the trips that facts name, and the plans of the stops that they name, in one call. */
async function readNamed(
  context: Context,
  driver: TokenDriver,
  facts: readonly (Fact | DutyFact)[],
): Promise<Map<string, NamedTrip>> {
  const { teamId, id } = driver;
  const tripIds = [...new Set(facts.flatMap(({ tripId = [] }) => tripId))];
  const withStops = new Set(facts.filter((fact) => stopIdOf(fact) !== undefined).map(({ tripId }) => tripId));
  const [record, ...found] = await getItems(context, [
    driverKey(teamId, id),
    ...tripIds.flatMap((tripId) => [
      tripKey(teamId, tripId),
      withStops.has(tripId) ? stopPlanKey(teamId, tripId) : undefined,
    ]),
  ]);
  const refusal = refusalOfDriver(record, driver);
  if (refusal) throw refusal;
  return new Map(
    tripIds.map((tripId, index) => {
      const [trip, plan] = [found[2 * index], found[2 * index + 1]];
      return [
        tripId,
        { trip: trip && 'status' in trip ? trip : undefined, plan: plan && 'stops' in plan ? plan : undefined },
      ];
    }),
  );
}

/** Judges a fact, and stores it when it is accepted. */
async function settle(context: Context, begin: Begin, fact: Fact | DutyFact): Promise<ItemResult> {
  const { driver, receivedAt, named, placeOf } = begin;
  const { id, tripId } = fact;
  const trip = named.get(tripId ?? '') ?? { trip: undefined, plan: undefined };
  const refusal = tripId === undefined ? undefined : refusalOfFact(fact, driver.id, trip);
  if (refusal) return refusedItem(id, refusal);
  // The timeline of one trip does not know the identifiers of another, nor those of the driver's reports.
  const place = isDuty(fact) ? fact.kind : fact.tripId;
  if ((placeOf.get(id) ?? place) !== place) return refusedItem(id, { error: 'ID_REUSED' });
  const outcome = isDuty(fact)
    ? await storeDuty(context, driver, receivedAt, fact, (await recentRoadPolicy(context, driver.teamId)).hoursDays)
    : await applied(context, begin, fact, trip);
  if (typeof outcome === 'object') return refusedItem(id, outcome);
  if (outcome === 'ID_REUSED' || outcome === 'TOO_MANY_PROOFS') return refusedItem(id, { error: outcome });
  placeOf.set(id, place);
  return { id, result: outcome };
}

/** Stores an accepted fact. The facts after one that moves the trip find the moved trip. */
async function applied(
  context: Context,
  { driver, receivedAt, named, filed, reported }: Begin,
  fact: Fact,
  { trip, plan }: NamedTrip,
): Promise<Stored | Refusal> {
  if (trip === undefined) return storeFact(context, driver, receivedAt, fact);
  if (!isMoveFact(fact)) {
    const stored = await storeFact(context, driver, receivedAt, fact);
    if (fact.kind === 'PROOF' && fact.files.length > 0 && trip.status !== 'EN_PROCESO' && !filed.has(trip.id)) {
      filed.add(trip.id);
      await watchFiles(context, trip, receivedAt);
    }
    if (showsLeg(fact) && trip.status !== 'EN_PROCESO') reported.set(trip.id, trip);
    const mayResolve = trip.proofAlert !== undefined && (fact.kind === 'PROOF' || fact.kind === 'STOP_SKIPPED');
    if (mayResolve) named.set(fact.tripId, { trip: await resolveProofAlert(context, trip), plan });
    return stored;
  }
  const moved = await moveByFact(context, driver, receivedAt, fact, trip);
  named.set(fact.tripId, { trip: moved.trip, plan });
  return moved.outcome;
}

/** Whether the fact says when the truck was at a stop, or that it was not. */
const showsLeg = ({ kind }: Fact): boolean => ['STOP_ARRIVED', 'STOP_DEPARTED', 'STOP_SKIPPED'].includes(kind);

const hasDuty = (results: ReadonlyMap<Fact | DutyFact, ItemResult>): boolean =>
  [...results].some(([fact, result]) => isDuty(fact) && isAccepted(result));

/** What the phone is told of the trips that facts name. */
const namedTrips = (named: ReadonlyMap<string, NamedTrip>, { id }: TokenDriver): [string, TripOfAnswer][] =>
  [...named].flatMap(([tripId, { trip }]) => {
    const told = trip && tripOfAnswer(trip, id);
    return told ? [[tripId, told]] : [];
  });
