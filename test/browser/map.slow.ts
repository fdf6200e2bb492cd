import type { Page } from 'playwright-core';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { DRIVER, enterAs, OWNER, settled, TRIP } from './support/people';

const { open } = browsing();

jest.setTimeout(120_000);

const map = (page: Page) => page.getByRole('region', { name: /^Mapa/ });

/** The towns of the main roads that lie outside all drawn states, and farther than a tenth of a degree from a border. */
const TOWNS_AT_SEA = `(async () => {
  const [{ TOWNS, ROADS }, { RINGS }, { pointsOf }] = await Promise.all(
    ['main-roads', 'mexico-states', 'map-ground'].map((name) => import('/_local/console/' + name + '.js')),
  );
  const rings = RINGS.map(pointsOf);
  const isIn = ([y, x], ring) => ring.reduce((inside, [y1, x1], at) => {
    const [y2, x2] = ring[(at + 1) % ring.length];
    return (y1 > y) !== (y2 > y) && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside;
  }, false);
  const isNear = ([y, x]) => rings.some((ring) => ring.some(([y1, x1]) => Math.hypot(y - y1, x - x1) < 0.1));
  const outside = Object.entries(TOWNS).filter(([, town]) => !rings.some((ring) => isIn(town, ring)) && !isNear(town));
  const unknown = ROADS.flat().filter((town) => !TOWNS[town]);
  return { states: rings.length, towns: Object.keys(TOWNS).length, outside: outside.map(([name]) => name), unknown };
})()`;

test('desk 5.7: the towns of the main roads lie in the drawn states', async () => {
  const page = await open('/');
  const found = await page.evaluate<{ states: number; towns: number }>(TOWNS_AT_SEA);
  expect(found).toMatchObject({ outside: [], unknown: [] });
  expect(found.states).toBeGreaterThanOrEqual(32);
  expect(found.towns).toBeGreaterThan(80);
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
  await trucks.first().click();
  await page.getByRole('heading', { name: 'Bitácora' }).waitFor();
  await page.goBack();
  await settled(page);
  await map(page).focus();
  while ((await page.evaluate('document.activeElement.getAttribute("aria-label")')) !== name)
    await page.keyboard.press('Tab');
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
  await page.getByRole('button', { name: /^Avanzar/ }).click();
  while ((await end()) === before) await page.waitForTimeout(100);
  expect(await stops.first().getAttribute('style')).toBe(place);
});
