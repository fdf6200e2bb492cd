import type { Page } from 'playwright-core';
import { DEMO } from '../../../local/seed/demo';
import { LONGEST_WAIT_MS } from './browsing';

export const OWNER = DEMO.members[0];
export const DRIVER = DEMO.drivers[0].fields.name;
export const TRIP = DEMO.trips[0];

/** Signs in with one click and waits for the first page. */
export async function enterAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('heading', { level: 1, name: /viajes/i }).waitFor();
}

/** Opens a section from the navigation bar. */
export async function goTo(page: Page, section: string): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name: section, exact: true });
  await link.click();
  // The view before has loaded all its data, so it must be gone first.
  await link.and(page.locator('[aria-current="page"]')).waitFor();
  await settled(page);
}

/** Opens the panel of calls, which is closed on the first visit. */
export async function openCalls(page: Page, name = 'Llamadas'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Waits until the page has loaded all its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  const record = page.getByText(/^(Leyendo el registro|Reading the record)…$/);
  await record.first().waitFor({ state: 'detached' });
}

/** Opens a view by its address. */
export async function openAt(page: Page, address: string): Promise<void> {
  // The page takes the address in an event, and the view before has a title too.
  await page.evaluate(`new Promise((done, fail) => {
    setTimeout(fail, ${LONGEST_WAIT_MS}, new Error('The page did not go to the address.'));
    const before = location.href;
    addEventListener('hashchange', () => setTimeout(done), { once: true });
    location.hash = ${JSON.stringify(`#/${address}`)};
    if (location.href === before) done();
  })`);
  await page.locator('main h1').waitFor();
  await settled(page);
}
