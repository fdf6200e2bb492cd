import * as v from 'valibot';
import { uuidOfHex } from '../platform/runtime/uuid';
import { Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';

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
const STOP_BYTES = ID_BYTES + 10;
const MORE = 0x80;

/** A byte of flags, and 26 bytes a stop: identifier, place to a metre, radius. */
export function packWatched({ stops, hasMore }: WatchedStops): Uint8Array {
  const bytes = Buffer.alloc(1 + STOP_BYTES * stops.length);
  let flags = hasMore ? MORE : 0;
  for (const [index, { id, lat, lng, radiusM, isThere }] of stops.entries()) {
    if (isThere) flags += 1 << index;
    const start = 1 + STOP_BYTES * index;
    bytes.write(id.replaceAll('-', ''), start, 'hex');
    bytes.writeInt32BE(Math.round(lat * DEGREE), start + ID_BYTES);
    bytes.writeInt32BE(Math.round(lng * DEGREE), start + ID_BYTES + 4);
    bytes.writeUInt16BE(radiusM, start + ID_BYTES + 8);
  }
  bytes.writeUInt8(flags, 0);
  return bytes;
}

export function unpackWatched(packed: Uint8Array): WatchedStops {
  const bytes = Buffer.from(packed);
  const flags = bytes.readUInt8(0);
  const stops = Array.from({ length: (bytes.length - 1) / STOP_BYTES }, (_, index) => {
    const start = 1 + STOP_BYTES * index;
    return {
      id: uuidOfHex(bytes.toString('hex', start, start + ID_BYTES)),
      lat: bytes.readInt32BE(start + ID_BYTES) / DEGREE,
      lng: bytes.readInt32BE(start + ID_BYTES + 4) / DEGREE,
      radiusM: bytes.readUInt16BE(start + ID_BYTES + 8),
      isThere: (flags & (1 << index)) !== 0,
    };
  });
  return { stops, hasMore: (flags & MORE) !== 0 };
}
