import * as v from 'valibot';
import { assumedPosition, type KnownPosition, knownPosition } from '../fleet/known-position';
import { isOpenFor, type Position } from '../fleet/position';
import { atItsPlace, isOfLeg, type PositionPlace, refusedAtPlace } from '../fleet/position-places';
import { idOfKey, keyBefore, keyInTrack } from '../fleet/track-key';
import type { Context } from '../platform/runtime/context';
import { allOf } from '../platform/table/expression';
import { backOff } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { exchangeOne } from '../platform/table/write';
import { recentRoadPolicy } from '../road-policy/policy';
import { pointOf, type SentPosition } from './position-item';
import { raiseLate } from './raise-late';
import {
  absentIn,
  measuredOf,
  type PositionsAnswer,
  recordLatePositions,
  type SentPositions,
} from './record-late-positions';
import { keptSeconds, writeSegments } from './track';
import { encodePoint } from './track-point';
import { watchHours } from './watch-hours';
import { watchLine } from './watch-line';
import { watchStops } from './watch-positions';

/** More positions at once are written as a segment. */
const MOST_APPENDED = 32;

/**
 * Takes the positions of one trip. In the common case this is one conditional write of the position item, without a read:
 * the item knows the driver's account and the last position. Positions before the last one that the list lacks become a
 * segment. Repetition, order and an interruption between two writes change neither the track nor the last position.
 */
export async function recordPositions(context: Context, sent: SentPositions): Promise<PositionsAnswer> {
  const keepsTrack = keptSeconds(await recentRoadPolicy(context, sent.driver.teamId)) > 0;
  return atItsPlace(
    (place) => recordAt(context, place, { ...sent, keepsTrack }),
    () => recordLatePositions(context, sent),
  );
}

interface TrackedPositions extends SentPositions {
  /** Whether the team keeps more than the last position. */
  readonly keepsTrack: boolean;
}

/** Whether the positions that are newer than the last one go to the list: too many would fill it alone. */
const areListed = ({ keepsTrack }: TrackedPositions, newer: readonly SentPosition[]): boolean =>
  keepsTrack && newer.length <= MOST_APPENDED;

async function recordAt(context: Context, place: PositionPlace, sent: TrackedPositions): Promise<PositionsAnswer> {
  const { driver, positions } = sent;
  let known = assumedPosition(place, driver);
  for (let tries = 1; ; tries += 1) {
    const { leg, found } = known;
    const newer = positions.filter(({ id }) => found?.lastKey === undefined || keyInTrack(leg, id) > found.lastKey);
    try {
      if (found && newer.length === 0) return await finish(context, place, sent, leg, found, newer);
      return await finish(context, place, sent, leg, await append(context, place, sent, newer, known), newer);
    } catch (failure) {
      if (!(failure instanceof PositionsRefused)) throw failure;
      if (!isOpenFor(failure.position, driver)) return recordLatePositions(context, sent);
      known = await knownPosition(context, place, driver, failure.position);
      if (tries > 1) await backOff(context, tries, failure);
    }
  }
}

class PositionsRefused extends Error {
  constructor(readonly position: Position) {
    super('The position item refused the positions.');
  }
}

/** Makes the newest position the last one, and appends few of them to the list. Returns the item as it was. */
async function append(
  context: Context,
  place: PositionPlace,
  sent: TrackedPositions,
  newer: readonly SentPosition[],
  { leg, trusts, keptSession }: KnownPosition,
): Promise<Position> {
  const { driver, tripId, receivedAt } = sent;
  const [first, newest] = [newer[0], newer.at(-1)];
  if (first === undefined || newest === undefined) throw new Error('There is no position to append.');
  const key = place.key(driver.teamId, tripId);
  const measured = measuredOf(newest, receivedAt);
  const points = areListed(sent, newer) ? newer.map((one) => encoded(leg, one)) : undefined;
  const step = update(
    key,
    {
      set: place.stored({ ...measured, keptSession, lastKey: keyInTrack(leg, newest.id) }),
      remove: place.namesOf(absentIn(measured)),
      append: place.stored({ points }),
    },
    allOf(trusts, {
      ...isOfLeg(place, driver, leg),
      absentOrAtMost: place.stored({ lastKey: keyBefore(keyInTrack(leg, first.id)) }),
    }),
    refusedAtPlace((found) => new PositionsRefused(found)),
  );
  return v.parse(key.schema, await exchangeOne(context, step, 'ALL_OLD'));
}

const encoded = (leg: number, position: SentPosition): string => encodePoint(pointOf(leg, position));

/**
 * Writes what the list does not hold as segments, and turns a long list into one. `before` is the item before `newer`
 * was written, so that an interrupted call is completed by its repetition.
 */
async function finish(
  context: Context,
  place: PositionPlace,
  sent: TrackedPositions,
  leg: number,
  before: Position,
  newer: readonly SentPosition[],
): Promise<PositionsAnswer> {
  const { tripId, positions } = sent;
  const { teamId } = sent.driver;
  const { points: listed = [], stopsRevision = 0 } = before;
  const held = new Set(listed);
  const isNewer = new Set(newer);
  const isListed = (position: SentPosition) => held.has(encoded(leg, position));
  const isAppended = areListed(sent, newer);
  const unlisted = positions.filter((one) => (isNewer.has(one) ? !isAppended : !isListed(one)));
  await writeSegments(
    context,
    teamId,
    tripId,
    unlisted.map((position) => pointOf(leg, position)),
  );
  const newest = newer.at(-1);
  const lastKey = newest ? keyInTrack(leg, newest.id) : before.lastKey;
  const allEncoded = (some: readonly SentPosition[]) => some.map((one) => encoded(leg, one));
  const [added, late] = [allEncoded(newer), allEncoded(unlisted.filter((one) => !isNewer.has(one)))];
  const watched = await watchStops(context, place, teamId, {
    before,
    lastKey,
    added,
    late,
    isAppended,
    keepsTrack: sent.keepsTrack,
  });
  if (newest && watched) {
    const trip = { teamId, tripId, place, watched, lastKey, stopsRevision: before.stopsRevision };
    await raiseLate(context, trip, newest, new Date(newest.at));
  }
  if (newest && lastKey !== undefined) {
    const { at: newestAt } = newest;
    await watchLine(context, place, { teamId, before, lastKey, positions: newer });
    await watchHours(context, place, { driver: sent.driver, before, lastKey, newestAt, added: added.length });
  }
  return {
    results: positions.map((one) => ({
      id: one.id,
      result: isNewer.has(one) || !isListed(one) ? 'APPLIED' : 'DUPLICATE',
    })),
    trip: { tripId, isOpen: true, stopsRevision, ...(lastKey !== undefined && { lastId: idOfKey(lastKey) }) },
  };
}
