import type { Page } from 'playwright-core';
import document from '../../docs/openapi.json';
import { DEMO } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing, type Look } from './support/browsing';

const { open, url } = browsing();
const [OWNER] = DEMO.members;

/** Opens the reference at a tag or an operation, and waits until it is drawn. Its script alone has 1.7 MB. */
async function openReference(place: string, look?: Look) {
  const page = await open(`/docs#/${place}`, look);
  await page
    .locator(place === '' ? '.opblock-tag' : '.opblock')
    .first()
    .waitFor();
  return page;
}

/** The operations that a reader meets who opens one tag after the other. */
async function operationsMet(page: Page): Promise<Set<string>> {
  const met = new Set<string>();
  for (const section of await page.locator('.opblock-tag-section').all()) {
    const isOpen = (await section.locator('.opblock').count()) > 0;
    if (!isOpen) await section.locator('.opblock-tag').click();
    await section.locator('.opblock').first().waitFor();
    for (const id of await section.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id))) met.add(id);
    await section.locator('.opblock-tag').click();
  }
  return met;
}

test('the owner signs in by one click, and an operation is sent as it is shown', async () => {
  const page = await openReference('vehicles');
  await page.getByRole('button', { name: new RegExp(`^Sign in as ${OWNER.name}`) }).click();
  await page.getByText(`${OWNER.name}, OWNER is signed in`).waitFor();
  await page.getByPlaceholder('Filter by tag').fill('vehicles');
  // The rows move while the other tags disappear.
  await page.locator('.opblock-tag-section').nth(1).waitFor({ state: 'detached' });
  await page.locator('#operations-vehicles-getVehicle .opblock-summary-control').press('Enter');
  await page.locator('#operations-vehicles-getVehicle').getByRole('button', { name: 'Execute' }).click();
  const live = page.locator('#operations-vehicles-getVehicle .live-responses-table');
  await live.getByText(`${DEMO.vehicles[0]?.fields.plate}`).first().waitFor();
  expect(await live.locator('tbody .response-col_status').first().textContent()).toContain('200');
});

// A busy machine draws 180 operations in more than a minute.
test('it lists every operation, and is no wider than a phone', async () => {
  const page = await openReference('trips/createTrip', { width: 390, height: 844 });
  await page.locator('#operations-trips-createTrip .body-param').waitFor();
  const operations = Object.values(document.paths).flatMap((one) => Object.keys(one));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect((await operationsMet(page)).size).toBe(operations.length);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test('desk 6.3: one search finds a guide, an operation and a field, by keyboard alone', async () => {
  const page = await openReference('');
  await page.keyboard.press('/');
  await page.keyboard.type('upload bytes');
  await page.locator('#results a', { hasText: 'Guide Uploads' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('details[open] summary', { hasText: 'Uploads' }).waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Uploads');
  expect(await page.locator('#results a').count()).toBe(0);

  await page.keyboard.press('/');
  await page.keyboard.type('search a catalogue');
  await page.locator('#results a', { hasText: 'Operation Search a catalogue' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#operations-catalogues-searchCatalogue .sample').first().waitFor();

  await page.locator('#search').fill('sealName');
  await page
    .locator('#results a', { hasText: /^Field sealName/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  expect(await page.locator('#search').inputValue()).toBe('');
  await page.locator('#search').fill('zzzz');
  await page.getByText('0 results').waitFor();
});

test('desk 6.3: what a newcomer types, in English or Spanish, has the right place among its first five results', async () => {
  const page = await openReference('');
  const expected = {
    'cancelar factura': 'Operation Cancel an invoice',
    timbrar: 'Operation Stamp an invoice',
    'subir archivo': 'Guide Uploads',
    token: 'Guide Signing in',
    'Iniciar sesión': 'Guide Signing in',
    paginación: 'Guide Paging',
    nextCursor: 'Guide Paging',
    idempotencia: 'Guide Idempotency',
    'Idempotency-Key': 'Guide Idempotency',
    'create trip': 'Operation Plan a trip',
    'iniciar viaje': 'Operation Start a trip',
    ping: 'Operation Send the current position',
    mfa: 'Operation Begin to enrol an authenticator app',
    'rate limit': 'Guide Errors',
    'Accept-Language': 'Guide Errors',
    PLATE_TAKEN: 'Error PLATE_TAKEN – Register a vehicle',
    VALIDATION_FAILED: 'Guide Errors',
    cfdiUse: 'Field cfdiUse – Register a client',
    webhook: 'Guide Events and webhooks',
  };
  const missed: Record<string, readonly string[]> = {};
  for (const [typed, place] of Object.entries(expected)) {
    await page.locator('#search').fill(typed);
    const first = (await page.locator('#results a').allTextContents()).slice(0, 5);
    if (!first.includes(place)) missed[typed] = first;
  }
  expect(missed).toEqual({});
});

test('desk 6.3: guides come first, and guides and operations are folded', async () => {
  const page = await openReference('');
  const titles = await page.locator('.guide-title').allTextContents();
  expect(titles).toEqual([
    'Signing in',
    'Paging',
    'Errors',
    'Idempotency',
    'Uploads',
    'Invoices',
    'Events and webhooks',
    "The driver's app without network",
  ]);
  expect(await page.locator('details[open]').count()).toBe(0);
  expect(await page.locator('.opblock').count()).toBe(0);
  const top = async (place: string) => (await page.locator(place).first().boundingBox())?.y ?? Number.NaN;
  expect(await top('#guides')).toBeLessThan(await top('#reference'));
});

test('desk 6.3: guides show links, lists and headings, and no Markdown', async () => {
  const page = await openReference('');
  const texts = await page.locator('#guides :is(p, li, td, th, h3, h4)').allTextContents();
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /\]\(|^\s*[-#*] |\*\*|^#+ /m.test(text))).toEqual([]);
  expect(await page.locator('#guides a[href^="https://"]').count()).toBeGreaterThan(0);
  expect(await page.locator('#guides li').count()).toBeGreaterThan(3);
});

test('desk 6.3: an operation shows the same call by curl, by the client and by fetch', async () => {
  const page = await openReference('trips/startTrip');
  const operation = page.locator('#operations-trips-startTrip');
  const samples = await operation.locator('.sample code').allTextContents();
  expect(samples).toHaveLength(3);
  expect(samples[0]).toMatch(
    new RegExp(`^curl -X POST '${url()}/trips/[0-9a-f-]{36}/start' -H "authorization: Bearer \\$TOKEN"`),
  );
  expect(samples[1]).toMatch(/^await fleet\.trips\.start\(\{\n {2}"tripId": "[0-9a-f-]{36}"/);
  expect(samples[2]).toMatch(/^await fetch\('http[^']+\/start', \{\n {2}"method": "POST"/);
});

test.each(['light', 'dark'] as const)(
  'desk 6.3: our part of the page has no fault of axe in %s',
  async (colorScheme) => {
    const page = await openReference('', { colorScheme });
    await page.locator('#search').fill('trip');
    await page.locator('.guide-title').nth(2).click();
    expect(await page.evaluate(`document.documentElement.classList.contains('dark-mode')`)).toBe(
      colorScheme === 'dark',
    );
    const background = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)');
    expect(await accessibilityViolations(page, { include: [['#finding'], ['#guides']] })).toEqual([]);
  },
);

test('its policy lets in nothing but its own files', async () => {
  const answer = await fetch(`${url()}/docs`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'.*script-src 'self' 'nonce-[\w+/=]{20,}'/);
  expect(policy).not.toMatch(/unsafe|https?:/);
  const script = await fetch(`${url()}/_local/reference/swagger-ui-bundle.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await fetch(`${url()}/_local/reference/..%2f..%2fpackage.json`)).status).toBe(404);
});
