import * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { uuidOfHex } from '../platform/runtime/uuid';
import { Bytes } from '../platform/table/bytes';
import type { Attributes, Condition } from '../platform/table/expression';
import { type ItemKey, key, part } from '../platform/table/keys';
import { getItem, HIGHEST, LOWEST } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';
import { endOfSessions, type SessionProof } from '../platform/values/session-limits';
import { sessionIsTrusted } from './active-driver';
import { Position } from './position';
import { packWatched, unpackWatched } from './watched-stops';

/** Where position items are, and how they are stored there. */
export interface PositionPlace {
  readonly key: (teamId: string, tripId: string) => ItemKey<v.GenericSchema<unknown, Position>>;
  /** The attributes of the given fields. An absent field has no value. */
  readonly stored: (fields: Partial<Position>) => Attributes;
  /** The names of the attributes. */
  readonly namesOf: (fields: readonly (keyof Position)[]) => string[];
  /** Holds of an item that takes the session's positions without a look at the driver's record. */
  readonly trusts: (session: SessionProof) => Condition;
}

/** Short names and values keep an item within 256 bytes: the list of positions pays for their sum. */
const NAMES = {
  tripId: 'sk',
  driverId: 'by',
  sub: 'sub',
  isOpen: 'on',
  lat: 'lat',
  lng: 'lng',
  speedKmh: 'kmh',
  heading: 'deg',
  timestamp: 'at',
  receivedAt: 'lag',
  sessionsValidFrom: 'from',
  keptSession: 'kept',
  leg: 'leg',
  lastKey: 'key',
  points: 'pts',
  stopsRevision: 'rev',
  watched: 'next',
  hoursDue: 'due',
  lineOf: 'way',
  far: 'far',
  offRoute: 'off',
} as const satisfies Record<keyof Position, string>;

/** A position as it is stored under its team. Attributes of a later release are ignored. */
const StoredPosition = v.object({
  sk: Uuid,
  by: v.string(),
  sub: v.optional(v.string()),
  on: v.boolean(),
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  kmh: v.optional(v.number()),
  deg: v.optional(v.number()),
  /** In milliseconds since 1970. */
  at: v.optional(v.number()),
  /** Milliseconds from the measurement to its arrival. */
  lag: v.optional(v.number()),
  /** In seconds since 1970. */
  from: v.optional(Whole),
  kept: v.optional(v.string()),
  leg: v.optional(Whole),
  /** As bytes, which are compared as the text is. */
  key: v.optional(Bytes),
  pts: v.optional(v.array(Bytes)),
  rev: v.optional(Whole),
  /** As `packWatched` writes them. */
  next: v.optional(Bytes),
  due: v.optional(Whole),
  way: v.optional(Bytes),
  far: v.optional(Whole),
  off: v.optional(Bytes),
});

/** Sixteen bytes in base 64 for a UUID. Another text is kept, with a mark that base 64 lacks. */
function packed(text: string): string {
  const short = Buffer.from(text.replaceAll('-', ''), 'hex').toString('base64url');
  return unpacked(short) === text ? short : `=${text}`;
}

function unpacked(short: string): string {
  if (short.startsWith('=')) return short.slice(1);
  return uuidOfHex(Buffer.from(short, 'base64url').toString('hex'));
}

const bytesOfUuid = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidOfBytes = (bytes: Uint8Array): string => uuidOfHex(Buffer.from(bytes).toString('hex'));

/** The value unless it is absent. */
const ifPresent = <T, R>(value: T | undefined, convert: (value: T) => R): R | undefined =>
  value === undefined ? undefined : convert(value);

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

const storedFields = (fields: Partial<Position>): Attributes => {
  const { driverId, sub, isOpen, lat, lng, speedKmh, heading, timestamp, receivedAt } = fields;
  const at = ifPresent(timestamp, Date.parse);
  return {
    by: ifPresent(driverId, packed),
    sub: ifPresent(sub, packed),
    on: isOpen,
    lat,
    lng,
    kmh: speedKmh,
    deg: heading,
    at,
    lag: at !== undefined && receivedAt !== undefined ? Date.parse(receivedAt) - at : undefined,
    from: ifPresent(fields.sessionsValidFrom, secondsOf),
    kept: ifPresent(fields.keptSession, packed),
    leg: fields.leg,
    key: ifPresent(fields.lastKey, (text) => Buffer.from(text, 'hex')),
    pts: fields.points?.map((point) => Buffer.from(point, 'base64')),
    rev: fields.stopsRevision,
    next: ifPresent(fields.watched, packWatched),
    due: fields.hoursDue,
    way: ifPresent(fields.lineOf, bytesOfUuid),
    far: fields.far,
    off: ifPresent(fields.offRoute, bytesOfUuid),
  };
};

/** The fields of the monitoring. */
const monitored = ({
  next,
  due,
  way,
  far,
  off,
}: Pick<v.InferOutput<typeof StoredPosition>, 'next' | 'due' | 'way' | 'far' | 'off'>): Partial<Position> => ({
  ...(next !== undefined && { watched: unpackWatched(next) }),
  ...(due !== undefined && { hoursDue: due }),
  ...(way !== undefined && { lineOf: uuidOfBytes(way) }),
  ...(far !== undefined && { far }),
  ...(off !== undefined && { offRoute: uuidOfBytes(off) }),
});

const PackedPosition = v.pipe(
  StoredPosition,
  v.transform(
    ({ sk, by, sub, on, lat, lng, kmh, deg, at, lag, from, kept, leg, key: last, pts, rev, ...rest }): Position => ({
      tripId: sk,
      driverId: unpacked(by),
      ...(sub !== undefined && { sub: unpacked(sub) }),
      isOpen: on,
      ...(lat !== undefined && { lat }),
      ...(lng !== undefined && { lng }),
      ...(kmh !== undefined && { speedKmh: kmh }),
      ...(deg !== undefined && { heading: deg }),
      ...(at !== undefined && { timestamp: instantOf(at) }),
      ...(at !== undefined && lag !== undefined && { receivedAt: instantOf(at + lag) }),
      ...(from !== undefined && { sessionsValidFrom: instantOf(from * 1000) }),
      ...(kept !== undefined && { keptSession: unpacked(kept) }),
      ...(leg !== undefined && { leg }),
      ...(last !== undefined && { lastKey: Buffer.from(last).toString('hex') }),
      ...(pts !== undefined && { points: pts.map((point) => Buffer.from(point).toString('base64')) }),
      ...(rev !== undefined && { stopsRevision: rev }),
      ...monitored(rest),
    }),
  ),
);

/** Two shards: the trucks of a large carrier do not all write to one partition, and a list of them stays two queries. */
const SHARDS = ['0', '1'] as const;
const shardOf = (tripId: string) => SHARDS[Number.parseInt(tripId.slice(-1), 16) % SHARDS.length] ?? SHARDS[0];
const partitionOf = (teamId: string, shard: string) => `TEAM#${teamId}#POSITIONS_${shard}` as const;

/** The positions of a team's trips under way. */
export const positionsOf = (teamId: string) =>
  SHARDS.map((shard) => ({
    ...part(PackedPosition, partitionOf(teamId, shard), ''),
    between: { from: LOWEST, to: HIGHEST },
  }));

export const positionKey = (teamId: string, tripId: string) =>
  key(PackedPosition, partitionOf(teamId, shardOf(tripId)), tripId);

export const POSITION_PLACE: PositionPlace = {
  key: positionKey,
  stored: storedFields,
  namesOf: (fields) => fields.map((field) => NAMES[field]),
  trusts: ({ signedInAt, sessionId }) => ({
    atMostUnless: {
      from: { bound: secondsOf(signedInAt), unless: { attribute: 'kept', is: packed(sessionId) } },
    },
  }),
};

/** Trips that began before the list of positions keep their item here until they end. */
export const formerPositionKey = (teamId: string, tripId: string) =>
  key(Position, `TEAM#${teamId}#TRIP#${tripId}`, 'POSITION');

const FORMER_PLACE: PositionPlace = {
  key: formerPositionKey,
  stored: (fields) => ({ ...fields }),
  namesOf: (fields) => [...fields],
  trusts: sessionIsTrusted,
};

/** Holds of an open item of this driver's account in this leg. */
export const isOfLeg = (
  place: PositionPlace,
  { id: driverId, sub }: { readonly id: string; readonly sub: string },
  leg: number,
): Pick<Condition, 'equals' | 'absent'> => ({
  equals: place.stored({ driverId, sub, isOpen: true, ...(leg > 0 && { leg }) }),
  absent: leg > 0 ? [] : place.namesOf(['leg']),
});

const PLACES = [POSITION_PLACE, FORMER_PLACE];

/** The place has no item of the trip. */
class NotHere extends Error {}

/** The refusal of a write to a position item. */
export const refusedAtPlace =
  (refused: (found: Position) => Error) =>
  (found: Position | undefined): Error =>
    found === undefined ? new NotHere('The position item is not at this place.') : refused(found);

/** Does the work at the place of the trip's item. Writes tell that it is elsewhere by {@link refusedAtPlace}. */
export async function atItsPlace<R>(
  work: (place: PositionPlace) => Promise<R>,
  otherwise: () => Promise<R>,
): Promise<R> {
  for (const place of PLACES) {
    try {
      return await work(place);
    } catch (failure) {
      if (!(failure instanceof NotHere)) throw failure;
    }
  }
  return otherwise();
}

export interface PlacedPosition {
  readonly place: PositionPlace;
  readonly position: Position;
}

/** Reads the position item of a trip. A trip of an earlier release costs a second read. */
export async function readPosition(
  context: Context,
  teamId: string,
  tripId: string,
): Promise<PlacedPosition | undefined> {
  for (const place of PLACES) {
    const position = await getItem(context, place.key(teamId, tripId));
    if (position !== undefined) return { place, position };
  }
  return undefined;
}

export const noPosition = (): Promise<never> => Promise.reject(new AppError('CONFLICT'));

/** Changes the position of a driver, so that each present session is looked up in the driver's record again. */
export const distrustStep = (
  context: Context,
  place: PositionPlace,
  { teamId, driverId, tripId }: { readonly teamId: string; readonly driverId: string; readonly tripId: string },
  fields: Partial<Position> = {},
): Step =>
  update(
    place.key(teamId, tripId),
    {
      set: place.stored({ ...fields, sessionsValidFrom: endOfSessions(context.now()) }),
      remove: place.namesOf(['keptSession']),
    },
    { equals: place.stored({ driverId }) },
    refusedAtPlace(() => new AppError('CONFLICT')),
  );
