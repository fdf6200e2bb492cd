/** A place on the earth, in degrees (WGS 84). */
export interface Coordinate {
  readonly lat: number;
  readonly lng: number;
}

/** The mean radius of the earth. */
export const EARTH_RADIUS_M = 6_371_000;
export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The metres between two places along the surface of a sphere (haversine). The error is below one percent. */
export function metresBetween(one: Coordinate, other: Coordinate): number {
  const [lat, lng] = [radians(other.lat - one.lat) / 2, radians(other.lng - one.lng) / 2];
  const part = Math.sin(lat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lng) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(part)));
}
