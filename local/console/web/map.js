import { Browser, divIcon, LayerGroup, Map as LeafletMap, Marker, Polyline } from 'leaflet';
import { useEffect, useRef } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';
import { useLanguage } from './language-switch.js';
import { ground } from './map-ground.js';

const MEXICO = [
  [14.5, -117.2],
  [32.8, -86.7],
];
/** From this zoom on the map has room for the names of all towns. */
const FINE_ZOOM = 7;
const CLOSEST_ZOOM = 10;

const placeOf = ({ lat, lng }) => [lat, lng];

/** Opens what the marker stands for, by a click or the Enter key. */
function onPress(marker, act) {
  marker.on('click', act);
  marker.on('keydown', ({ originalEvent }) => originalEvent.key === 'Enter' && act());
}

/** A marker that the keyboard reaches, with a name for screen readers and a visible text beside it. */
function namedMarker(place, kind) {
  const element = document.createElement('span');
  const marker = new Marker(placeOf(place), {
    icon: divIcon({ html: element, className: `marker ${kind}`, iconSize: [24, 24] }),
    zIndexOffset: kind === 'truck' ? 1_000 : 0,
  });
  const say = (text, name) => {
    if (element.textContent !== text) element.textContent = text;
    marker.getElement()?.setAttribute('aria-label', name);
  };
  return { marker, say };
}

function drawTruck({ truckLayer, trucks }, truck) {
  const drawn = trucks.get(truck.id) ?? namedMarker(truck, 'truck');
  if (!trucks.has(truck.id)) {
    trucks.set(truck.id, drawn);
    drawn.marker.addTo(truckLayer);
    drawn.marker.getElement().dataset.truck = truck.id;
    if (truck.href) {
      drawn.marker.getElement().setAttribute('role', 'link');
      onPress(drawn.marker, () => {
        location.hash = truck.href;
      });
    }
  }
  drawn.marker.setLatLng(placeOf(truck));
  drawn.say(truck.text ?? '', truck.name);
}

function drawStop({ stopLayer }, stop, index) {
  const { marker, say } = namedMarker(stop, 'stop');
  marker.addTo(stopLayer);
  const name = `${t('Stop', 'Parada')} ${index + 1}: ${stop.name}`;
  say(String(index + 1), name);
  const words = document.createElement('span');
  words.textContent = name;
  marker.bindPopup(words, { closeButton: false, offset: [0, -4] });
}

/** The size of a plate on the map, in pixels. */
const PLATE = { x: 110, y: 22 };

/** Moves the plate of a truck to the left where it would cover the plate of a truck before it. */
function spreadPlates({ map, trucks }) {
  const right = [];
  for (const { marker } of trucks.values()) {
    const here = map.latLngToContainerPoint(marker.getLatLng());
    const isLeft = right.some(({ x, y }) => Math.abs(x - here.x) < PLATE.x && Math.abs(y - here.y) < PLATE.y);
    marker.getElement().classList.toggle('left', isLeft);
    if (!isLeft) right.push(here);
  }
}

/** Creates the map in its element. Returns what the updates need, and how to end it. */
function begin(element) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(element, {
    zoomSnap: 0.25,
    zoomDelta: 1,
    maxZoom: CLOSEST_ZOOM,
    maxBoundsViscosity: 1,
    // The page scrolls with the wheel and with one finger; the map zooms by its buttons, keys and two fingers.
    scrollWheelZoom: false,
    dragging: !Browser.mobile,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
  });
  map.fitBounds(MEXICO);
  map.setMinZoom(map.getZoom() - 1);
  map.setMaxBounds(map.getBounds().pad(0.3));
  const showDetail = () => {
    element.dataset.detail = map.getZoom() >= FINE_ZOOM ? 'fine' : 'coarse';
  };
  map.on('zoomend', showDetail);
  showDetail();
  ground().addTo(map);
  const watch = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  watch.observe(element);
  const end = () => {
    watch.disconnect();
    map.remove();
  };
  const addLayer = () => new LayerGroup().addTo(map);
  return {
    map,
    lines: addLayer(),
    stopLayer: addLayer(),
    truckLayer: addLayer(),
    trucks: new Map(),
    isFitted: false,
    end,
  };
}

/** The texts of the map's own controls. */
function nameControls({ map }) {
  const root = map.getContainer();
  const names = { in: t('Zoom in', 'Acercar'), out: t('Zoom out', 'Alejar') };
  for (const [way, name] of Object.entries(names)) {
    const control = root.querySelector(`.leaflet-control-zoom-${way}`);
    control.title = name;
    control.setAttribute('aria-label', name);
  }
  map.attributionControl.setPrefix(
    t(
      'Leaflet · states: Natural Earth · roads: by towns of GeoNames',
      'Leaflet · estados: Natural Earth · carreteras: por poblaciones de GeoNames',
    ),
  );
}

/** The part of the map that holds these places. */
const frameOf = (places) => ({
  bounds: places.map(placeOf),
  options: { padding: [48, 48], maxZoom: 8, animate: false },
});

/**
 * Trucks on a map of Mexico, with the stops of a route, its line and the track so far. A truck with `href` opens that address. The map starts with the
 * stops and trucks in view, and never moves by itself after that. `label` describes the map to screen readers; the page says in words
 * all that the map shows.
 */
export function MexicoMap({ trucks, stops = [], track = [], line = [], label }) {
  const element = useRef(null);
  const drawn = useRef(null);
  const chosen = useLanguage();
  useEffect(() => {
    const begun = begin(element.current);
    begun.map.on('zoomend', () => spreadPlates(begun));
    drawn.current = begun;
    return begun.end;
  }, []);
  useEffect(() => nameControls(drawn.current), [chosen]);
  useEffect(() => {
    const { map, stopLayer } = drawn.current;
    stops.forEach((stop, index) => {
      drawStop(drawn.current, stop, index);
    });
    const places = [...stops, ...track, ...trucks];
    if (stops.length > 0 && !drawn.current.isFitted) {
      drawn.current.isFitted = true;
      const { bounds, options } = frameOf(places);
      map.fitBounds(bounds, options);
    }
    return () => stopLayer.clearLayers();
  }, [JSON.stringify(stops), chosen]);
  useEffect(() => {
    const { lines, trucks: known, truckLayer } = drawn.current;
    lines.clearLayers();
    if (line.length > 1) new Polyline(line.map(placeOf), { className: 'route-line', interactive: false }).addTo(lines);
    else if (stops.length > 1)
      new Polyline(stops.map(placeOf), { className: 'route', interactive: false }).addTo(lines);
    if (track.length > 1) new Polyline(track.map(placeOf), { className: 'track', interactive: false }).addTo(lines);
    for (const [id, { marker }] of known) {
      if (trucks.some((truck) => truck.id === id)) continue;
      truckLayer.removeLayer(marker);
      known.delete(id);
    }
    for (const truck of trucks) drawTruck(drawn.current, truck);
    spreadPlates(drawn.current);
  });
  return html`<div ref=${element} class="map" role="region" aria-label=${label}></div>`;
}
