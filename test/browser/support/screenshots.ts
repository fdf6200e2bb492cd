import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'screenshots');

/** Those that are kept; of the others nobody wants a picture in the repository. */
const KEPT = [
  'viajes-desktop-light',
  'viaje-desktop-dark',
  'factura-desktop-light',
  'cajas-phone-light',
  'factura-phone-dark',
  'llamada-phone-light',
];

/** Writes a picture of the page into docs/screenshots, where SCREENSHOTS=1 asks for it. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1' || !KEPT.includes(name)) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
