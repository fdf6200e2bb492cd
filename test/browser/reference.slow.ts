import type { Page } from 'playwright-core';
import document from '../../docs/openapi.json';
import { DEMO } from '../../local/seed/demo';
import { browsing, type Look } from './support/browsing';

const { open, url } = browsing();
const [OWNER] = DEMO.members;

/** Opens the reference at a tag or an operation, and waits until it is drawn. Its script alone has 1.7 MB. */
async function openReference(place: string, look?: Look) {
  const page = await open(`/docs#/${place}`, look);
  await page.locator('.opblock').first().waitFor({ timeout: 40_000 });
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

jest.setTimeout(90_000);

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

test('it lists every operation, and is no wider than a phone', async () => {
  const page = await openReference('trips/createTrip', { width: 390, height: 844 });
  await page.locator('#operations-trips-createTrip .body-param').waitFor();
  const operations = Object.values(document.paths).flatMap((one) => Object.keys(one));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect((await operationsMet(page)).size).toBe(operations.length);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test('its policy lets in nothing but its own files', async () => {
  const answer = await fetch(`${url()}/docs`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'.*script-src 'self' 'nonce-[\w+/=]{20,}'/);
  expect(policy).not.toMatch(/unsafe|https?:/);
  const script = await fetch(`${url()}/_local/reference/swagger-ui-bundle.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await fetch(`${url()}/_local/reference/..%2f..%2fpackage.json`)).status).toBe(404);
});
