import type * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { lastPositionOf } from '../fleet/position';
import { positionKey } from '../fleet/position-places';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { allItems, type Listed, listItems } from '../platform/table/lists';
import { getItem, getItems } from '../platform/table/read';
import { create, deleteIfPresent, deleteItem, put, unexpectedConflict } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Page } from '../platform/values/pages';
import type { Text } from '../platform/values/text';
import { routeKey } from '../routes/route';
import { type RoutePoint, routePointKey } from '../routes/route-point';
import {
  type CreatedTrackingLink,
  digestOfToken,
  endOfLink,
  isLongOver,
  MOST_TRACKING_LINKS,
  type NewTrackingLink,
  TRACKING_TOKEN_BYTES,
  type Tracked,
  type TrackedPlace,
  type Tracking,
  type TrackingLinkRecord,
  trackedKey,
  trackingLinkKey,
  trackingLinksOf,
  trackingOf,
} from './tracking-link';
import { type TripRecord, tripKey } from './trip';

/** Another creation took the place since the links were read. */
class PlaceTaken extends Error {}

const PLACES = Array.from({ length: MOST_TRACKING_LINKS }, (_, place) => place);

/**
 * Makes a link that shows the trip without an account. It takes a free place of the trip's ten, or that of a link that has ended. Throws
 * TRIP_ENDED when no link would show the trip any more.
 */
export const createTrackingLink = capability(
  { table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem'], tableKeys: ['TEAM#', 'TRACKING#'] },
  (context) =>
    async (
      actor: TeamActor,
      trip: TripRecord,
      { expiresAt: wanted }: NewTrackingLink,
    ): Promise<Omit<v.InferOutput<typeof CreatedTrackingLink>, 'url'>> => {
      const now = context.now();
      if (isLongOver(trip, now)) throw new AppError('TRIP_ENDED');
      const expiresAt = endOfLink(trip, now, wanted);
      if (expiresAt === undefined)
        throw validationError('expiresAt', {
          en: 'Send an instant in the future, at most 90 days from now.',
          es: 'Envíe un instante futuro, a más tardar dentro de 90 días.',
        });
      const ends = await endsOfRoute(context, trip);
      for (let tries = 0; tries < MOST_TRACKING_LINKS; tries += 1) {
        try {
          return await takePlace(context, actor, trip, { expiresAt, ends, isRepeated: tries > 0 });
        } catch (failure) {
          if (!(failure instanceof PlaceTaken)) throw failure;
        }
      }
      throw new AppError('CONFLICT');
    },
);

interface Wanted {
  readonly expiresAt: string;
  readonly ends: Pick<Tracked, 'routeId' | 'origin' | 'destination'>;
  /** Another creation took the place that the attempt before this one chose. */
  readonly isRepeated: boolean;
}

async function takePlace(
  context: Context,
  actor: TeamActor,
  { id: tripId, teamId }: TripRecord,
  { expiresAt, ends, isRepeated }: Wanted,
) {
  // The first read may be one of a moment ago, which costs half: the condition of the write notices it.
  const links = await allItems(context, {
    ...trackingLinksOf(teamId, tripId),
    ...(isRepeated && { consistent: true as const }),
  });
  const now = context.now().toISOString();
  const taken = new Set(links.filter((link) => link.expiresAt > now).map((link) => link.place));
  const place = PLACES.find((one) => !taken.has(one));
  if (place === undefined) throw new AppError('TRACKING_LINK_LIMIT');
  const found = links.find((link) => link.place === place);
  const token = Buffer.from(context.randomBytes(TRACKING_TOKEN_BYTES)).toString('base64url');
  const digest = digestOfToken(token);
  const id = context.newId();
  const end = { expiresAt, [TIME_TO_LIVE]: Math.ceil(Date.parse(expiresAt) / 1000) };
  const record: TrackingLinkRecord = { id, tripId, place, digest, ...end, createdAt: now, createdBy: actor.id };
  await transact(context, [
    put(
      trackingLinkKey(teamId, tripId, place),
      record,
      found ? unchanged(found, ['id']) : { exists: false },
      () => new PlaceTaken(),
    ),
    create(trackedKey(digest), { teamId, tripId, ...end, ...ends }, unexpectedConflict('A tracking link')),
    auditStep(context, actor, { entityType: 'TRACKING_LINK', entityId: id, action: 'CREATE', changes: { tripId } }),
  ]);
  return { id, token, expiresAt };
}

/** Municipality and state of the first and the last stop of the trip's route. */
async function endsOfRoute(context: Context, { teamId, routeId }: TripRecord) {
  const route = routeId === undefined ? undefined : await getItem(context, routeKey(teamId, routeId));
  const [first, last] = [route?.stops[0], route?.stops.at(-1)];
  if (routeId === undefined || first === undefined || last === undefined) return {};
  const [origin, destination] = await getItems(
    context,
    [first, last].map(({ routePointId }) => routePointKey(teamId, routePointId)),
    'eventual',
  );
  return { routeId, origin: placeOf(origin), destination: placeOf(destination) };
}

const placeOf = (point: RoutePoint | undefined): TrackedPlace | undefined =>
  point && {
    ...(point.municipality && { municipality: point.municipality }),
    ...(point.state && { state: point.state }),
  };

/** Lists the links of a trip, also those that have ended and are not replaced yet. */
export const listTrackingLinks = capability(
  { table: ['Query'] },
  (context) =>
    ({ teamId, id }: TripRecord, page: Page): Promise<Listed<TrackingLinkRecord>> =>
      listItems(context, { ...trackingLinksOf(teamId, id), ascending: true }, page),
);

/** Ends a link. From the answer on it answers 404. */
export const deleteTrackingLink = capability(
  { table: ['Query', 'DeleteItem', 'PutItem'], tableKeys: ['TEAM#', 'TRACKING#'] },
  (context) =>
    async (actor: TeamActor, { teamId, id: tripId }: TripRecord, linkId: string): Promise<void> => {
      const links = await allItems(context, { ...trackingLinksOf(teamId, tripId), consistent: true });
      const link = links.find(({ id }) => id === linkId);
      if (link === undefined) throw new AppError('NOT_FOUND');
      await transact(context, [
        deleteItem(
          trackingLinkKey(teamId, tripId, link.place),
          unchanged(link, ['id']),
          () => new AppError('NOT_FOUND'),
        ),
        deleteIfPresent(trackedKey(link.digest)),
        auditStep(context, actor, {
          entityType: 'TRACKING_LINK',
          entityId: linkId,
          action: 'DELETE',
          changes: { tripId },
        }),
      ]);
    },
);

const ENDED: Text = {
  en: 'This link does not exist or has ended. Ask the carrier for a new one.',
  es: 'Este enlace no existe o ya venció. Solicite otro al transportista.',
};

/**
 * What a token shows. The link is read consistently, because a revoked one must not answer; trip and position may be those of a moment ago,
 * which costs half. Throws NOT_FOUND, always with the same message.
 */
export const readTracking = capability(
  { table: ['GetItem', 'BatchGetItem'], tableKeys: ['TEAM#', 'TRACKING#'] },
  (context) =>
    async (token: string): Promise<Tracking> => {
      const link = await getItem(context, trackedKey(digestOfToken(token)));
      const now = context.now();
      if (link === undefined || link.expiresAt <= now.toISOString())
        throw new AppError('NOT_FOUND', { message: ENDED });
      const { teamId, tripId } = link;
      const [trip, position] = await getItems(
        context,
        [tripKey(teamId, tripId), positionKey(teamId, tripId)],
        'eventual',
      );
      if (trip === undefined || isLongOver(trip, now)) throw new AppError('NOT_FOUND', { message: ENDED });
      return trackingOf(link, trip, lastPositionOf(position), now);
    },
);
