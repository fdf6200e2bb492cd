import type { Page } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { kilometres, outside, type Place, placesOn, wayBetween } from './support/map-lines';
import { officeAt } from './support/office';
import { DRIVER, enterAs, OWNER, openAt, settled, TRIP } from './support/people';

const { open, url } = browsing();

const map = (page: Page) => page.getByRole('region', { name: /^Mapa/ });

/** What the map draws without data. The modules of the console run in the browser alone. */
const GROUND = `(async () => {
  const [{ TOWNS, ROADS }, { RINGS }, { pointsOf }] = await Promise.all(
    ['main-roads', 'mexico-states', 'map-ground'].map((name) => import('/_local/console/' + name + '.js')),
  );
  const towns = Object.entries(TOWNS).map(([name, [latitude, longitude]]) => [name, [latitude, longitude]]);
  return { towns, roads: ROADS.map(pointsOf), states: RINGS.map(pointsOf) };
})()`;
type Ground = { towns: [string, Place][]; roads: Place[][]; states: Place[][] };

/**
 * Lengths of roads in kilometres. Sources: Wikipedia's articles of the Mexican federal highways 1 (with its sections), 15, 40 and 57, which
 * name the counts of the Secretaría de Comunicaciones y Transportes (Tijuana to La Paz is highway 1 less its last section); Wegenwiki for San Luis Potosí; Vanguardia ("Carretera 57, una gran
 * vía") for Saltillo to Querétaro; the article "Pan-American Highway" for Nuevo Laredo to Monterrey.
 */
const PUBLISHED: [from: string, to: string, kilometres: number][] = [
  ['Tijuana', 'Ensenada', 109],
  ['Ensenada', 'San Quintín', 196],
  ['Guerrero Negro', 'Santa Rosalía', 221],
  ['Santa Rosalía', 'Loreto', 197],
  ['Loreto', 'La Paz', 360],
  ['Tijuana', 'La Paz', 1711 - 224],
  ['CDMX', 'Nogales', 2363.51],
  ['Mazatlán', 'Reynosa', 1158],
  ['CDMX', 'Piedras Negras', 1301.83],
  ['Querétaro', 'San Luis Potosí', 200],
  ['Querétaro', 'Saltillo', 638],
  ['Monterrey', 'Nuevo Laredo', 225],
];

describe('the main roads of the map', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await (await open('/')).evaluate<Ground>(GROUND);
  });

  test('desk 5.7: they stay on land, and so do the names of towns', () => {
    const far = ground.roads
      .flatMap(placesOn)
      .concat(ground.towns.map(([, place]) => place))
      .map((place) => ({ place, kilometres: outside(place, ground.states) }))
      .filter(({ kilometres }) => kilometres > 5);
    expect(far).toEqual([]);
    expect(ground.states.length).toBeGreaterThanOrEqual(32);
  });

  test('desk 5.7: they bend at towns, and each named town is on one', () => {
    const bends = ground.roads.flat();
    const legs = ground.roads.flatMap((road) => road.slice(1).map((place, at) => kilometres(road[at] ?? place, place)));
    expect(legs.reduce((sum, leg) => sum + leg, 0) / legs.length).toBeLessThan(60);
    expect(Math.max(...legs)).toBeLessThan(220);
    const apart = ground.towns.filter(([, town]) => !bends.some((bend) => kilometres(bend, town) < 2));
    expect(apart).toEqual([]);
    expect(ground.towns.length).toBeGreaterThan(80);
  });

  // Straight legs are shorter than a road. Highway 1 in the mountains of Baja California and highway 15, whose old course is a fifth longer
  // than the motorway of the map, are the farthest from their lines.
  test.each(PUBLISHED)('desk 5.7: %s to %s is nearly as long as the road of %d km', (from, to, published) => {
    const towns = new Map(ground.towns);
    const [start, end] = [towns.get(from), towns.get(to)];
    if (start === undefined || end === undefined) throw new Error('The map does not name the towns');
    const share = (wayBetween(start, end, ground.roads) ?? 0) / published;
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.02);
  });

  test('desk 5.7: a truck can go from each named town to each other one', () => {
    const [[, first] = ['', [0, 0]] as const] = ground.towns;
    const lost = ground.towns.filter(([, town]) => wayBetween(first, town, ground.roads) === undefined);
    expect(lost).toEqual([]);
  });
});

test('desk 5.7: the map zooms by its buttons and keys, and then names more towns', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await map(page).getByText('Monterrey').waitFor();
  const small = map(page).getByText('Saltillo');
  expect(await small.isVisible()).toBe(false);
  for (let press = 0; press < 3; press += 1) await map(page).getByRole('button', { name: 'Acercar' }).click();
  await small.waitFor();
  await map(page).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('-');
  await small.waitFor({ state: 'hidden' });
  expect(await map(page).locator('path.state').count()).toBeGreaterThanOrEqual(32);
  expect(await map(page).locator('path.road-line').count()).toBeGreaterThan(15);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('desk 5.7: a truck opens its trip by a click and by the keyboard alone', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await settled(page);
  const trucks = map(page).getByRole('link');
  const name = (await trucks.first().getAttribute('aria-label')) ?? '';
  expect(name).toMatch(/^[\w-]+, \p{L}+ .*, hace /u);
  // The age of the position goes on.
  const place = name.slice(0, name.indexOf(', hace '));
  await trucks.first().click();
  await page.getByRole('heading', { name: 'Bitácora' }).waitFor();
  await page.goBack();
  await settled(page);
  await map(page).focus();
  const focusedName = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
  while (!(await focusedName())?.startsWith(place)) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bitácora' }).waitFor();
});

test('desk 5.7: the map of a trip names its stops, and draws the track as the truck moves, at the zoom of the user', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.getByRole('link', { name: TRIP.plan.cargoDescription ?? '' }).click();
  const stops = map(page).getByRole('button', { name: /^Parada \d/ });
  await stops.first().waitFor();
  expect(await stops.count()).toBeGreaterThan(1);
  expect(await map(page).locator('path.route').count()).toBe(1);
  await stops.first().press('Enter');
  await map(page).locator('.leaflet-popup', { hasText: 'Parada 1' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: `Entrar como ${DRIVER}` }).click();
  await page.getByRole('button', { name: 'Iniciar viaje' }).click();
  await map(page).locator('[data-truck]').waitFor();
  await map(page).getByRole('button', { name: 'Acercar' }).click();
  const place = await stops.first().getAttribute('style');
  const track = map(page).locator('path.track');
  const end = async () => ((await track.getAttribute('d')) ?? '').split('L').at(-1);
  await page.getByRole('button', { name: /^Avanzar/ }).click();
  await track.waitFor();
  const before = await end();
  const readAgain: string[] = [];
  page.on(
    'request',
    (request) => /\/(routes\/[^/]+|route-points)\?/.test(request.url()) && readAgain.push(request.url()),
  );
  await page.getByRole('button', { name: /^Avanzar/ }).click();
  while ((await end()) === before) await page.waitForTimeout(100);
  expect(await stops.first().getAttribute('style')).toBe(place);
  expect(readAgain).toEqual([]);
});

test('desk 5.7: the map of an open trip follows an edit of its route', async () => {
  const office = await officeAt(url());
  const { routeId } = TRIP.plan;
  const address = `/routes/${routeId}?teamId=${DEMO.team.id}`;
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, `viajes/${TRIP.id}`);
  const stops = map(page).getByRole('button', { name: /^Parada \d/ });
  await stops.nth(2).waitFor();
  const { stops: all } = Object(await office(`GET ${address}`));
  await office(`PUT ${address}`, { stops: all.slice(0, 2) });
  await stops.nth(2).waitFor({ state: 'detached' });
  expect(await stops.count()).toBe(2);
});
