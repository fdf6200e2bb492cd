import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'screenshots');

/** The screenshots that the repository keeps. */
const KEPT = [
  'viajes-desktop-light',
  'viaje-desktop-dark',
  'factura-desktop-light',
  'cajas-phone-light',
  'factura-phone-dark',
  'llamada-phone-light',
];

/** With SCREENSHOTS=1, writes a picture of the page into docs/screenshots. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1' || !KEPT.includes(name)) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
