import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Point, project } from './web/projection.js';

/**
 * Draws the outline of Mexico for the console's map: `npx tsx local/console/draw-mexico.ts countries-50m.json`. The file is in the package
 * world-atlas 2.0.2 (`npm pack world-atlas@2.0.2`), whose data are Natural Earth's, 1:50m, version 4.1.0, in the public domain. The
 * repository keeps only the drawn path, so the package is needed only to draw another map.
 */
const MEXICO = '484';
const OUTPUT = join(__dirname, 'web', 'mexico-outline.js');
/** Smaller islands, in square units of the drawing, would appear as dots. */
const SMALLEST_AREA = 12;

const Pair = v.tuple([v.number(), v.number()]);
const Topology = v.object({
  transform: v.object({ scale: Pair, translate: Pair }),
  arcs: v.array(v.array(Pair)),
  objects: v.object({
    countries: v.object({
      geometries: v.array(
        v.object({ id: v.optional(v.string()), type: v.string(), arcs: v.optional(v.unknown(), []) }),
      ),
    }),
  }),
});
type Topology = v.InferOutput<typeof Topology>;

/** Decodes the points of an arc, which the format stores as differences. A negative number means the arc `~index` in reverse order. */
function arcPoints({ arcs, transform: { scale, translate } }: Topology, index: number): Point[] {
  let x = 0;
  let y = 0;
  const points = (arcs[index < 0 ? ~index : index] ?? []).map(([dx, dy]) => {
    x += dx;
    y += dy;
    return project(y * scale[1] + translate[1], x * scale[0] + translate[0]);
  });
  return index < 0 ? points.reverse() : points;
}

const areaOf = (ring: readonly Point[]): number =>
  Math.abs(
    ring.reduce((sum, { x, y }, at) => {
      const next = ring[(at + 1) % ring.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0) / 2,
  );

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Rounds to tenths and writes each point relative to the one before it. The path is a third as long as with absolute numbers. */
function pathOf(ring: readonly Point[]): string {
  let lastX = 0;
  let lastY = 0;
  const steps = ring.map(({ x, y }, at) => {
    const [dx, dy] = [rounded(rounded(x) - lastX), rounded(rounded(y) - lastY)];
    lastX = rounded(x);
    lastY = rounded(y);
    return at === 0 ? `M${dx} ${dy}l` : `${dx} ${dy}`;
  });
  return `${steps.join(' ').replaceAll(' -', '-').replace('l ', 'l')}z`;
}

function main([file]: readonly string[]): void {
  if (file === undefined) throw new Error('Name the file: npx tsx local/console/draw-mexico.ts countries-50m.json');
  const topology = v.parse(Topology, JSON.parse(readFileSync(file, 'utf8')));
  const mexico = topology.objects.countries.geometries.find(({ id }) => id === MEXICO);
  const polygons = v.parse(v.array(v.array(v.array(v.number()))), mexico?.arcs);
  const rings = polygons
    .flat()
    .map((arcs) => arcs.flatMap((arc) => arcPoints(topology, arc).slice(1)))
    .filter((ring) => areaOf(ring) >= SMALLEST_AREA);
  const all = rings.flat();
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  console.log(`x ${Math.min(...xs)} to ${Math.max(...xs)}, y ${Math.min(...ys)} to ${Math.max(...ys)}`);
  const path = rings.map(pathOf).join('');
  writeFileSync(
    OUTPUT,
    `// Written by local/console/draw-mexico.ts from Natural Earth 4.1.0, 1:50m (public domain), taken from world-atlas 2.0.2 (ISC).\nexport const MEXICO =\n  '${path}';\n`,
  );
  console.log(`${path.length} characters`);
}

main(process.argv.slice(2));
