import type { Locator, Page } from 'playwright-core';
import { DEMO } from '../../../local/seed/demo';
import { goTo, settled } from './people';

export const WAITS_MS = [0, 300, 1_000, 2_000];
/** A request leaves within this time after a click. */
export const LEAVES_MS = 250;
/** A gesture with a longer wait comes after the answer. */
const ANSWERED_MS = 500;

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** The middle of the element in the window, where a click hits it. */
export async function placeOf(element: Locator): Promise<readonly [x: number, y: number]> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Stops the clock that the page got by `clock.install`, so that a slow machine does not end a time that a test measures. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 100);

/** Clicks twice at one place. The page has a clock that moves by the wait; only an answer takes real time. */
export async function clickTwice(page: Page, element: Locator, wait: number): Promise<void> {
  const place = await placeOf(element);
  await page.mouse.click(...place);
  await page.clock.fastForward(wait);
  if (wait > ANSWERED_MS) await page.waitForTimeout(LEAVES_MS);
  await page.mouse.click(...place);
  await page.waitForTimeout(LEAVES_MS);
}

/**
 * Stamps one of the invoices with the session of the page, unless a test before stamped it, and waits until it is stamped: on a busy machine the
 * provider's answer can come too late for the call.
 */
export const stampOne = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const [{ tokens }] = JSON.parse(sessionStorage.getItem('consola')).all;
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + tokens.accessToken };
    const body = JSON.stringify({ teamId: '${DEMO.team.id}' });
    const path = '/invoices/${DEMO.invoices[1]?.id}';
    const post = (step) => fetch(path + step, { method: 'POST', headers, body });
    await post('/stamp');
    for (;;) {
      const { status } = await (await fetch(path + '?teamId=${DEMO.team.id}', { headers })).json();
      if (status === 'VALID') return;
      await post('/refresh');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })()`);

export async function openInvoice(page: Page, state: string): Promise<void> {
  await goTo(page, 'Facturas');
  await button(page, state).click();
  await page.locator('tbody tr', { hasText: state }).first().waitFor();
  await settled(page);
  await page.locator('tbody a', { hasText: 'INNOVACION' }).first().click();
  await page.getByRole('heading', { name: 'Contenido' }).waitFor();
}

export async function openTrip(page: Page, state: string): Promise<void> {
  await goTo(page, 'Viajes');
  await page.getByRole('group').getByRole('button', { name: state }).click();
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: 'En la oficina' }).waitFor();
}

export type Arrive = (page: Page) => Promise<unknown>;
