import type { Page } from 'playwright-core';
import { DEMO } from '../../../local/seed/demo';

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
  await page.getByRole('banner').getByRole('link', { name: section, exact: true }).click();
  await settled(page);
}

/** Opens the panel of calls, which is closed on the first visit. */
export async function openCalls(page: Page, name = 'Llamadas'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Waits until the page has loaded all its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

/** Opens a view by its address. */
export async function openAt(page: Page, address: string): Promise<void> {
  await page.evaluate(`location.hash = '#/${address}'`);
  await page.locator('main h1').waitFor();
  await settled(page);
}
