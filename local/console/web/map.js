import { html } from './html.js';
import { MEXICO } from './mexico-outline.js';
import { FRAME, project } from './projection.js';

const CITIES = [
  ['Tijuana', 32.51, -117.02, 'start'],
  ['Monterrey', 25.67, -100.31, 'end'],
  ['Guadalajara', 20.67, -103.35, 'end'],
  ['CDMX', 19.43, -99.13, 'start'],
  ['Veracruz', 19.19, -96.13, 'start'],
  ['Mérida', 20.97, -89.62, 'end'],
];

/** The smallest width of the shown part, so that a short leg does not fill the map with empty land. */
const NARROWEST = 260;

/** The part of the map that holds these points, in the map's proportions. Without points, the whole map. */
function viewOf(points) {
  if (points.length === 0) return { x: 0, y: 0, ...FRAME };
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const ratio = FRAME.width / FRAME.height;
  const width = Math.min(FRAME.width, Math.max(NARROWEST, (right - left) * 1.5, (bottom - top) * 1.5 * ratio));
  const height = width / ratio;
  const within = (value, most) => Math.min(Math.max(0, value), most);
  return {
    x: within((left + right - width) / 2, FRAME.width - width),
    y: within((top + bottom - height) / 2, FRAME.height - height),
    width,
    height,
  };
}

/** Moves the plate of one of two neighbouring trucks to the left, so that both can be read. */
const apart = (placed) =>
  placed.map((truck, index) => ({
    ...truck,
    isLeft: placed.slice(0, index).some(({ x, y }) => Math.abs(x - truck.x) < 150 && Math.abs(y - truck.y) < 30),
  }));

/** A city's name is hidden where it would cover a truck's plate. */
const isFree = (city, placed, scale) =>
  !placed.some(({ x, y }) => Math.abs(x - city.x) < 170 * scale && Math.abs(y - city.y) < 34 * scale);

/**
 * Trucks on the outline of Mexico. With `leg`, a pair of places, the map shows only the part with the line between them. The page says in
 * words everything that the map shows; `label` describes the map to screen readers.
 */
export function MexicoMap({ trucks, leg = [], label }) {
  const placed = apart(trucks.map((truck) => ({ ...truck, ...project(truck.lat, truck.lng) })));
  const ends = leg.map((place) => ({ ...place, ...project(place.lat, place.lng) }));
  const view = viewOf(ends.length === 2 ? [...ends, ...placed] : []);
  const scale = view.width / FRAME.width;
  const at = ({ x, y }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
  return html`<svg class="map" viewBox=${`${view.x} ${view.y} ${view.width} ${view.height}`} role="img" aria-label=${label}>
    <path class="land" d=${MEXICO} vector-effect="non-scaling-stroke" />
    ${CITIES.map(
      ([name, lat, lng, anchor]) => html`<g key=${name} class="city" translate="no" style=${{ transform: at(project(lat, lng)) }}>
        <circle r="3" />
        ${isFree(project(lat, lng), placed, scale) && html`<text x=${anchor === 'end' ? -9 : 9} y="8" text-anchor=${anchor}>${name}</text>`}
      </g>`,
    )}
    ${ends.length === 2 && html`<path class="leg" d=${`M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}`} vector-effect="non-scaling-stroke" />`}
    ${ends.map(({ name, ...end }) => html`<circle key=${name} class="end" r="7" style=${{ transform: at(end) }} />`)}
    ${placed.map(
      ({
        id,
        text,
        isLeft,
        ...truck
      }) => html`<g key=${id} class="truck" data-truck=${id} style=${{ transform: at(truck) }}>
        <circle class="halo" r="20" /><circle r="9" />
        ${text && html`<text x=${isLeft ? -20 : 20} y="8" text-anchor=${isLeft ? 'end' : 'start'}>${text}</text>`}
      </g>`,
    )}
  </svg>`;
}
