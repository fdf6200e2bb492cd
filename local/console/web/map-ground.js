import { divIcon, LayerGroup, Marker, Polygon, Polyline } from 'leaflet';
import { ROADS, TOWNS } from './main-roads.js';
import { RINGS } from './mexico-states.js';

/** The numbers of the drawn lines are thousandths of a degree. */
const UNITS = 1_000;

/** The points of a border or road, each stored relative to the one before it, as latitude and longitude. */
export function pointsOf(line) {
  const numbers = line.split(' ').map(Number);
  const points = [];
  let [longitude, latitude] = [0, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    longitude += numbers[at];
    latitude += numbers[at + 1];
    points.push([latitude / UNITS, longitude / UNITS]);
  }
  return points;
}

function label(name, isLarge) {
  const element = document.createElement('span');
  element.className = `town ${isLarge ? 'large' : ''}`;
  element.translate = false;
  element.textContent = name;
  return element;
}

const townMarker = ([name, [latitude, longitude, isLarge]]) =>
  new Marker([latitude, longitude], {
    icon: divIcon({ html: label(name, isLarge), className: 'town-marker', iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
    zIndexOffset: -1_000,
  });

/** What the map shows without data: the states, the main roads and the names of their towns. */
export const ground = () =>
  new LayerGroup([
    ...RINGS.map((ring) => new Polygon(pointsOf(ring), { className: 'state', interactive: false })),
    ...ROADS.map((road) => new Polyline(pointsOf(road), { className: 'road-line', interactive: false })),
    ...Object.entries(TOWNS).map(townMarker),
  ]);
