import { encode } from '@googlemaps/polyline-codec';
import * as v from 'valibot';
import { Instant, nullable } from '../platform/values/fields';
import type { TrackPoint } from './track-point';

/** The most points of an answer. A longer track is thinned evenly. */
const MOST_POINTS = 5_000;

/** Query of a track. */
export const TrackQuery = v.object({
  /** The form of the answer. */
  format: v.optional(v.picklist(['geojson', 'polyline']), 'geojson'),
  /** Only points that were recorded at this instant or later. */
  from: v.optional(Instant),
  /** Only points that were recorded at this instant or earlier. */
  to: v.optional(Instant),
});
export type TrackQuery = v.InferOutput<typeof TrackQuery>;

const Times = {
  /** When each point was recorded, in the order of the points. */
  times: v.array(Instant),
};

/** A track as GeoJSON (RFC 7946). */
const TrackFeature = v.object({
  /** Always Feature. */
  type: v.literal('Feature'),
  /** The line. null with fewer than two points, which are no line. */
  geometry: nullable(
    v.object({
      /** Always LineString. */
      type: v.literal('LineString'),
      /** Longitude and latitude of each point, in degrees (WGS 84). */
      coordinates: v.array(v.array(v.number())),
    }),
  ),
  /** What belongs to the line. */
  properties: v.object(Times),
});

/** A track as an encoded polyline. */
const TrackPolyline = v.object({
  /**
   * The points by Google’s algorithm “Encoded Polyline”, precision 5.
   * @example _p~iF~ps|U_ulLnnqC_mqNvxq`@
   */
  polyline: v.string(),
  ...Times,
});

/** Answer of the operations that read a track. */
export const TrackAnswer = v.union([TrackFeature, TrackPolyline]);
type TrackAnswer = v.InferInput<typeof TrackAnswer>;

/** The first, the last, and evenly chosen points between them. */
export function thinned(points: readonly TrackPoint[], most = MOST_POINTS): TrackPoint[] {
  if (points.length <= most) return [...points];
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

/** The answer with a track. */
export function trackAnswer(track: readonly TrackPoint[], { format }: Pick<TrackQuery, 'format'>): TrackAnswer {
  const points = thinned(track);
  const times = points.map(({ at }) => new Date(at * 1000).toISOString());
  if (format === 'polyline') {
    return {
      polyline: encode(
        points.map(({ lat, lng }) => [lat, lng]),
        POLYLINE_PRECISION,
      ),
      times,
    };
  }
  if (points.length < 2) return { type: 'Feature', geometry: null, properties: { times: [] } };
  const coordinates = points.map(({ lat, lng }) => [lng, lat]);
  return { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { times } };
}

const POLYLINE_PRECISION = 5;
