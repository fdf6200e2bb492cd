import * as v from 'valibot';
import { uuidOfHex } from '../platform/runtime/uuid';
import { Instant, Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';

/** The most stops that a position item has. With more of them and a full list of points it would exceed a write unit. */
export const MOST_WATCHED = 3;

/** A stop that a truck has not left yet. */
const WatchedStop = v.object({
  id: Uuid,
  lat: Latitude,
  lng: Longitude,
  radiusM: Whole,
  /** Whether the truck is at the stop. */
  isThere: v.boolean(),
  /** The end of its window, in whole seconds. Absent: the truck cannot be late there. */
  latest: v.optional(Instant),
  /** Minutes of the planned halt. */
  haltMinutes: Whole,
  /** The mean speed of earlier trips on the way to the stop, in km/h to one decimal. Absent: none has driven it. */
  ownKmh: v.optional(v.number()),
  /** How many delays were told. {@link ALL_TOLD}: no further one is to be. */
  told: Whole,
});
export type WatchedStop = v.InferOutput<typeof WatchedStop>;

/** The next stops of a trip, as its position item has them: a position is compared with them without a read. */
export const WatchedStops = v.object({
  stops: v.array(WatchedStop),
  /** Whether the plan has more stops that the truck has not left. */
  hasMore: v.boolean(),
});
export type WatchedStops = v.InferOutput<typeof WatchedStops>;

const DEGREE = 1e5;
const ID_BYTES = 16;
const STOP_BYTES = ID_BYTES + 17;
const MORE = 0x80;
/** The number of told delays when the stop was reached or skipped by what the driver reported. */
export const ALL_TOLD = 0xff;
const MOST_SECONDS = 0xffff_ffff;

/** An end that four bytes cannot hold is stored as the nearest one. */
const secondsOf = (latest: string): number =>
  Math.min(MOST_SECONDS, Math.max(1, Math.floor(Date.parse(latest) / 1000)));
const latestOf = (seconds: number) => (seconds === 0 ? {} : { latest: new Date(seconds * 1000).toISOString() });

/** Two bytes a stop hold tenths of a kilometre an hour, and 0 for none. */
const SPEED_BYTES = 2;
const TENTHS = 10;
const MOST_TENTHS = 0xffff;

/** The speeds follow all stops, because an earlier release does not read what follows them. Without a speed there are none. */
function packSpeeds(stops: readonly WatchedStop[]): Buffer {
  if (stops.every(({ ownKmh }) => ownKmh === undefined)) return Buffer.alloc(0);
  const bytes = Buffer.alloc(SPEED_BYTES * stops.length);
  for (const [index, { ownKmh = 0 }] of stops.entries())
    bytes.writeUInt16BE(Math.min(MOST_TENTHS, Math.round(ownKmh * TENTHS)), SPEED_BYTES * index);
  return bytes;
}

/** The speed of a stop, by its place among them. */
function speedAt(speeds: Buffer, index: number): Pick<WatchedStop, 'ownKmh'> {
  const tenths = speeds.length === 0 ? 0 : speeds.readUInt16BE(SPEED_BYTES * index);
  return tenths === 0 ? {} : { ownKmh: tenths / TENTHS };
}

/** A byte of flags, 33 bytes a stop (identifier, place to a metre, radius, end of the window, halt, told delays), and their speeds. */
export function packWatched({ stops, hasMore }: WatchedStops): Uint8Array {
  const bytes = Buffer.alloc(1 + STOP_BYTES * stops.length);
  let flags = hasMore ? MORE : 0;
  for (const [index, { id, lat, lng, radiusM, isThere, latest, haltMinutes, told }] of stops.entries()) {
    if (isThere) flags += 1 << index;
    const start = 1 + STOP_BYTES * index;
    bytes.write(id.replaceAll('-', ''), start, 'hex');
    bytes.writeInt32BE(Math.round(lat * DEGREE), start + ID_BYTES);
    bytes.writeInt32BE(Math.round(lng * DEGREE), start + ID_BYTES + 4);
    bytes.writeUInt16BE(radiusM, start + ID_BYTES + 8);
    bytes.writeUInt32BE(latest === undefined ? 0 : secondsOf(latest), start + ID_BYTES + 10);
    bytes.writeUInt16BE(haltMinutes, start + ID_BYTES + 14);
    bytes.writeUInt8(Math.min(told, ALL_TOLD), start + ID_BYTES + 16);
  }
  bytes.writeUInt8(flags, 0);
  return Buffer.concat([bytes, packSpeeds(stops)]);
}

export function unpackWatched(packed: Uint8Array): WatchedStops {
  const bytes = Buffer.from(packed);
  const flags = bytes.readUInt8(0);
  const count = Math.floor((bytes.length - 1) / STOP_BYTES);
  const speeds = bytes.subarray(1 + STOP_BYTES * count);
  const stops = Array.from({ length: count }, (_, index) => {
    const start = 1 + STOP_BYTES * index;
    return {
      id: uuidOfHex(bytes.toString('hex', start, start + ID_BYTES)),
      lat: bytes.readInt32BE(start + ID_BYTES) / DEGREE,
      lng: bytes.readInt32BE(start + ID_BYTES + 4) / DEGREE,
      radiusM: bytes.readUInt16BE(start + ID_BYTES + 8),
      isThere: (flags & (1 << index)) !== 0,
      ...latestOf(bytes.readUInt32BE(start + ID_BYTES + 10)),
      haltMinutes: bytes.readUInt16BE(start + ID_BYTES + 14),
      told: bytes.readUInt8(start + ID_BYTES + 16),
      ...speedAt(speeds, index),
    };
  });
  return { stops, hasMore: (flags & MORE) !== 0 };
}
