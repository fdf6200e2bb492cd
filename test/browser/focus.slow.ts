import type { Page, Route } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { button, openInvoice } from './support/clicks';
import { officeAt, sendAll } from './support/office';
import { enterAs, goTo, OWNER, openAt } from './support/people';

const { open, url } = browsing();

/** The focused element, as a person knows it: its kind and its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>("[document.activeElement.localName, document.activeElement.innerText.trim()].join(' ')");

/** Holds the changes that the page sends to an address. `answer` lets them go and returns how many there were. */
async function held(page: Page, address: RegExp) {
  const waiting: Route[] = [];
  await page.route(address, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    waiting.push(route);
    return undefined;
  });
  return {
    answer: async () => {
      const all = waiting.splice(0);
      for (const route of all) await route.continue();
      return all.length;
    },
  };
}

async function enter(): Promise<Page> {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  return page;
}

test('desk 5.5: the button of an alert acts once, tells so, and leaves the focus at the next alert', async () => {
  const page = await enter();
  await goTo(page, 'Avisos');
  const alerts = page.locator('li.alert');
  const first = await alerts.first().elementHandle();
  const second = await alerts.nth(1).innerText();
  const name = await alerts.first().locator('strong').innerText();
  const calls = await held(page, /\/alerts\//);
  await alerts
    .first()
    .getByRole('button', { name: /^Marcar visto/ })
    .focus();
  await page.keyboard.press('Enter');
  await alerts.first().getByText('Un momento…').waitFor();
  expect(await focused(page)).toBe('button Un momento…');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await calls.answer()).toBe(1);
  await page.getByRole('status').getByText(`Marcada como vista: ${name}.`).waitFor();
  await first?.waitForElementState('hidden');
  expect(await focused(page)).toBe(`li ${second.trim()}`);
  await page.keyboard.press('Enter');
  expect(await calls.answer()).toBe(0);
});

test('desk 5.5: the focus stays at a check, and is at the status of the invoice after its stamp', async () => {
  const page = await enter();
  await openInvoice(page, 'Borrador');
  await button(page, 'Revisar antes').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Lista para timbrar.').waitFor();
  expect(await focused(page)).toBe('button Revisar antes');
  await button(page, 'Timbrar').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Sí, timbrar').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Abrir PDF').waitFor();
  expect(await focused(page)).toBe('h2 Estado');
});

test('desk 5.5: the focus stays at the button that leads to the last page of a list', async () => {
  const office = await officeAt(url());
  const clients = Array.from({ length: 26 }, (_, index) => ({ teamId: DEMO.team.id, name: `Cliente ${100 + index}` }));
  await sendAll(office, `POST /clients`, clients);
  const page = await enter();
  for (const [address, title] of [
    ['clientes', 'Clientes'],
    ['facturas?pagina=2', 'Facturas'],
  ] as const) {
    await openAt(page, address);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await button(page, 'Siguientes').focus();
    await page.keyboard.press('Enter');
    await page.locator('.pages [aria-disabled]', { hasText: 'Siguientes' }).waitFor();
    expect(await focused(page)).toBe('button Siguientes');
  }
});
