/** A place on the console's map, in degrees. */
export type Point = readonly [longitude: number, latitude: number];

/** The drawn numbers are thousandths of a degree, about 100 metres. */
const UNITS = 1_000;

/** Writes the first point, and each other point relative to the one before it, in thousandths of a degree. `pointsOf` of the map reads it. */
export function drawnText(points: readonly Point[]): string {
  let last = [0, 0];
  return points
    .map(([x, y]) => {
      const [lastX = 0, lastY = 0] = last;
      const here = [Math.round(x * UNITS), Math.round(y * UNITS)];
      last = here;
      return `${(here[0] ?? 0) - lastX} ${(here[1] ?? 0) - lastY}`;
    })
    .join(' ');
}
