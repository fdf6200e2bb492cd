import { refusalOfDriver, type TokenDriver } from '../fleet/active-driver';
import { driverKey } from '../fleet/driver';
import { MEASURED, type Position } from '../fleet/position';
import { atItsPlace, readPosition, refusedAtPlace } from '../fleet/position-places';
import { keyBefore, keyInTrack } from '../fleet/track-key';
import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { judgePosition } from './judge-position';
import { judgeTrack } from './judge-stops';
import { pointOf, type SentPosition } from './position-item';
import { watchLegs } from './road-watch';
import { type ItemResult, refusedItem } from './sync-result';
import { writeSegments } from './track';
import { decodePoints, encodePoint } from './track-point';
import { type TripRecord, tripKey } from './trip';
import { type TripOfAnswer, tripOfAnswer } from './trip-of-answer';

/** The positions of one trip in one call. Their identifiers ascend. */
export interface SentPositions {
  readonly driver: TokenDriver;
  readonly tripId: string;
  readonly receivedAt: Date;
  readonly positions: readonly SentPosition[];
}

/** The results in the order of the positions, and what the phone is told of the trip. */
export interface PositionsAnswer {
  readonly results: readonly ItemResult[];
  readonly trip?: TripOfAnswer | undefined;
}

/**
 * Takes positions that the position item does not: those of a former leg and of a trip that has ended. Reads the trip
 * once, and writes what is accepted as segments. The last of them may be the last position of the trip.
 */
export async function recordLatePositions(context: Context, sent: SentPositions): Promise<PositionsAnswer> {
  const { driver, tripId, receivedAt, positions } = sent;
  const { teamId, id } = driver;
  const [record, trip] = await getItems(context, [driverKey(teamId, id), tripKey(teamId, tripId)]);
  const refusal = refusalOfDriver(record, driver);
  if (refusal) throw refusal;
  const judged = positions.map((position) => ({ position, verdict: judgePosition(position, id, trip) }));
  const taken = judged.flatMap(({ position, verdict }) => ('leg' in verdict ? [{ position, leg: verdict.leg }] : []));
  await writeSegments(
    context,
    teamId,
    tripId,
    taken.map(({ leg, position }) => pointOf(leg, position)),
  );
  if (trip) await raiseLast(context, trip, sent, taken);
  if (trip?.stopsRevision !== undefined && taken.length > 0)
    await judgeLate(
      context,
      trip,
      taken.map(({ leg, position }) => encodePoint(pointOf(leg, position))),
    );
  if (trip && taken.length > 0 && endedBefore(trip, receivedAt)) await watchLegs(context, trip, receivedAt);
  return {
    results: judged.map(({ position, verdict }) =>
      'leg' in verdict ? { id: position.id, result: 'APPLIED' } : refusedItem(position.id, verdict),
    ),
    trip: trip && tripOfAnswer(trip, id),
  };
}

/** The look at the truck, which is due after the end, finds what comes in the call of the end. */
const endedBefore = ({ status, endCommittedAt }: TripRecord, receivedAt: Date): boolean =>
  status !== 'EN_PROCESO' && (endCommittedAt ?? '') < receivedAt.toISOString();

/** The list of a trip under way is in no segment yet, and a team may keep no segments. */
async function judgeLate(context: Context, trip: TripRecord, taken: readonly string[]): Promise<void> {
  const placed = trip.status === 'EN_PROCESO' ? await readPosition(context, trip.teamId, trip.id) : undefined;
  await judgeTrack(context, trip, decodePoints([...taken, ...(placed?.position.points ?? [])]));
}

/** A later position is there already. */
class Outdated extends Error {}
const outdated = (): Error => new Outdated('A later position is there already.');

/** The greatest of the accepted positions becomes the last position, unless the trip has a greater one. */
async function raiseLast(
  context: Context,
  trip: TripRecord,
  { receivedAt }: SentPositions,
  taken: readonly { readonly leg: number; readonly position: SentPosition }[],
): Promise<void> {
  const keyed = taken.map((one) => ({ ...one, key: keyInTrack(one.leg, one.position.id) }));
  const last = keyed.reduce<(typeof keyed)[number] | undefined>(
    (greatest, one) => (greatest && greatest.key > one.key ? greatest : one),
    undefined,
  );
  if (last === undefined || endedBeforeKeys(trip)) return;
  const measured = measuredOf(last.position, receivedAt);
  const inTrip = () => writeOne(context, lastOfTrip(trip, measured, last.key));
  const write = trip.status === 'EN_PROCESO' ? raiseInItem(context, trip, measured, last.key, inTrip) : inTrip();
  await write.catch((failure: unknown) => {
    if (!(failure instanceof Outdated)) throw failure;
  });
}

/**
 * True for a trip that ended in a release whose last positions had no key. A later trip has one without a key when no
 * position came before its end: it is the place of the start, which every position follows.
 */
const endedBeforeKeys = ({ lastPosition, lastKey, endCommittedAt }: TripRecord): boolean =>
  lastPosition !== undefined && lastKey === undefined && endCommittedAt === undefined;

/** The measured values of a position, as the last position has them. */
export function measuredOf({ lat, lng, speedKmh, heading, at }: SentPosition, receivedAt: Date) {
  return {
    ...{ lat, lng, timestamp: at, receivedAt: receivedAt.toISOString() },
    ...(speedKmh !== undefined && { speedKmh }),
    ...(heading !== undefined && { heading }),
  };
}

type Measured = ReturnType<typeof measuredOf>;

/** The fields that an earlier position may have and this one lacks. */
export const absentIn = (measured: Partial<Position>): (keyof Position)[] =>
  MEASURED.filter((field) => measured[field] === undefined);

const raiseInItem = (
  context: Context,
  { teamId, id }: TripRecord,
  measured: Measured,
  lastKey: string,
  otherwise: () => Promise<void>,
): Promise<void> =>
  atItsPlace((place) => {
    const change = { set: place.stored({ ...measured, lastKey }), remove: place.namesOf(absentIn(measured)) };
    const condition = { absentOrAtMost: place.stored({ lastKey: keyBefore(lastKey) }) };
    return writeOne(context, update(place.key(teamId, id), change, condition, refusedAtPlace(outdated)));
  }, otherwise);

const lastOfTrip = ({ teamId, id }: TripRecord, lastPosition: Measured, lastKey: string): Step =>
  update(
    tripKey(teamId, id),
    { set: { lastPosition, lastKey } },
    { absentOrAtMost: { lastKey: keyBefore(lastKey) }, oneOf: { status: ['COMPLETADO', 'CANCELADO'] } },
    outdated,
  );
