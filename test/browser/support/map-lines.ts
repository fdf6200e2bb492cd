/** A place as the console's map draws it. */
export type Place = readonly [latitude: number, longitude: number];
type Line = readonly Place[];

const KM_PER_DEGREE = 111.2;

/** Kilometres east and north of a place, on a plane that is true near it. */
const plane = ([latitude, longitude]: Place, near: Place): Place => [
  (latitude - near[0]) * KM_PER_DEGREE,
  (longitude - near[1]) * KM_PER_DEGREE * Math.cos((near[0] * Math.PI) / 180),
];

export const kilometres = (from: Place, to: Place): number => Math.hypot(...plane(to, from));

const legsOf = (line: Line): (readonly [Place, Place])[] =>
  line.slice(1).map((place, at): readonly [Place, Place] => [line[at] ?? place, place]);

/** Places of a line, at most five kilometres from each other. */
export const placesOn = (line: Line): Place[] =>
  legsOf(line).flatMap(([from, to]) => {
    const steps = Math.ceil(kilometres(from, to) / 5);
    return Array.from({ length: steps + 1 }, (_, at): Place => {
      const part = at / Math.max(1, steps);
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    });
  });

/** The distance of a place from a line in kilometres. */
function distanceTo(place: Place, line: Line): number {
  const distances = legsOf(line).map(([from, to]) => {
    const [start, end] = [plane(from, place), plane(to, place)];
    const [dy, dx] = [end[0] - start[0], end[1] - start[1]];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.max(0, Math.min(1, -(start[0] * dy + start[1] * dx) / length));
    return Math.hypot(start[0] + dy * part, start[1] + dx * part);
  });
  return Math.min(...distances);
}

/** Whether a line around an area has the place inside: a ray from it crosses the line an odd number of times. */
function isInside([latitude, longitude]: Place, ring: Line): boolean {
  const closed = [...ring, ...ring.slice(0, 1)];
  const crossed = legsOf(closed).filter(
    ([[fromY, fromX], [toY, toX]]) =>
      fromY > latitude !== toY > latitude && longitude < ((toX - fromX) * (latitude - fromY)) / (toY - fromY) + fromX,
  );
  return crossed.length % 2 === 1;
}

/** How far a place lies outside all areas, in kilometres: 0 inside one. */
export const outside = (place: Place, rings: readonly Line[]): number =>
  rings.some((ring) => isInside(place, ring))
    ? 0
    : Math.min(...rings.map((ring) => distanceTo(place, [...ring, ...ring.slice(0, 1)])));

/** The shortest way over the lines between the ends or bends nearest to two places, in kilometres; undefined without a way. */
export function wayBetween(from: Place, to: Place, lines: readonly Line[]): number | undefined {
  const ways = new Map<string, Map<string, number>>();
  const places = new Map(lines.flat().map((place) => [place.join(), place]));
  for (const [one, other] of lines.flatMap(legsOf)) {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      ways.set(a.join(), (ways.get(a.join()) ?? new Map<string, number>()).set(b.join(), kilometres(a, b)));
    }
  }
  const nearest = (place: Place) =>
    [...places].toSorted(([, a], [, b]) => kilometres(a, place) - kilometres(b, place))[0]?.[0] ?? '';
  const goal = nearest(to);
  const open = new Map([[nearest(from), 0]]);
  const done = new Set<string>();
  for (;;) {
    const [here, length] = [...open].filter(([name]) => !done.has(name)).toSorted((a, b) => a[1] - b[1])[0] ?? [];
    if (here === undefined || length === undefined) return undefined;
    if (here === goal) return length;
    done.add(here);
    for (const [next, leg] of ways.get(here) ?? []) {
      open.set(next, Math.min(length + leg, open.get(next) ?? Number.POSITIVE_INFINITY));
    }
  }
}
