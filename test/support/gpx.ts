import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TracePoint {
  readonly lat: number;
  readonly lng: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

const TRACES = join(__dirname, '..', 'trips', 'traces');
const POINT = /<trkpt lat="([^"]+)" lon="([^"]+)">[\s\S]*?<time>([^<]+)<\/time>/g;
const WAYPOINT = /<wpt lat="([^"]+)" lon="([^"]+)">/g;

/** A recorded trace. Sources and licences are in test/trips/traces/README.md. */
export function readTrace(file: string) {
  const text = readFileSync(join(TRACES, file), 'utf8');
  const points: TracePoint[] = [...text.matchAll(POINT)].map(([, lat, lng, time = '']) => ({
    lat: Number(lat),
    lng: Number(lng),
    at: Date.parse(time),
  }));
  const waypoints = [...text.matchAll(WAYPOINT)].map(([, lat, lng]) => ({ lat: Number(lat), lng: Number(lng) }));
  return { points, waypoints };
}

/** Moves a trace to another time. */
export function startedAt(points: readonly TracePoint[], start: number): TracePoint[] {
  const first = points[0]?.at ?? 0;
  return points.map((point) => ({ ...point, at: point.at - first + start }));
}

/** Metres between two near places on a plane. It uses no code of the product. */
export function metresApart(one: Pick<TracePoint, 'lat' | 'lng'>, other: Pick<TracePoint, 'lat' | 'lng'>): number {
  const north = (one.lat - other.lat) * 111_195;
  const east = (one.lng - other.lng) * 111_195 * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** A halt in a trace. */
export interface Halt {
  readonly lat: number;
  readonly lng: number;
  readonly from: number;
  readonly to: number;
}

/** The dwell rule: successive points within 60 m of the first of them, for at least five minutes. */
export function haltsOf(points: readonly TracePoint[], metres = 60, minutes = 5): Halt[] {
  const halts: Halt[] = [];
  for (let index = 0; index < points.length; ) {
    const first = points[index];
    if (first === undefined) break;
    const after = points.findIndex((point, place) => place > index && metresApart(point, first) > metres);
    const end = after === -1 ? points.length : after;
    const last = points[end - 1] ?? first;
    const isHalt = last.at - first.at >= minutes * 60_000;
    if (isHalt) halts.push({ lat: first.lat, lng: first.lng, from: first.at, to: last.at });
    index = isHalt ? end : index + 1;
  }
  return halts;
}
