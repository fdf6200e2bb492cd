import type { Page } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { until } from '../support/until';
import { accessibilityViolations } from './support/axe';
import { browsing, type Look } from './support/browsing';
import { button, clickTwice, placeOf } from './support/clicks';
import { irreversibleRequests, refuseIrreversible } from './support/irreversible';
import { OF_TEAM, officeAt } from './support/office';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing();

const UNBROKEN = 'mercanciasgenerales'.repeat(3);

async function enter(look: Look): Promise<Page> {
  const page = await open('/', look);
  await enterAs(page, OWNER.name);
  return page;
}

/** Opens the alerts and makes one press that the service refuses. */
async function beRefused(page: Page): Promise<void> {
  await openAt(page, 'avisos');
  const message = 'Another person resolved the alert meanwhile, and its status does not allow this change.';
  await page.route(/\/alerts\//, (route) =>
    route.fulfill({ status: 409, json: { error: 'INVALID_STATE', message, requestId: 'of-the-test' } }),
  );
  await page
    .getByRole('button', { name: /^(Marcar visto|Mark as seen)/ })
    .first()
    .click();
  await page.getByRole('alert').getByText(message).waitFor();
}

describe.each([
  ['a small phone', { width: 320, height: 568 }],
  ['a phone at a zoom of 200 %', { width: 320, height: 284 }],
  ['a low window', { width: 1280, height: 500 }],
])('desk 5.5: on %s', (_name, look) => {
  test('each button can be pressed while a refusal is shown, and none gets the focus below it', async () => {
    const page = await enter(look);
    await beRefused(page);
    for (const address of ['cuenta', 'cajas', 'facturas', 'operaciones/createClient']) {
      await openAt(page, address);
      const buttons = page.locator('main button:visible:not([aria-disabled="true"])');
      for (const one of await buttons.all()) await one.click({ trial: true });
      const one = buttons.nth(Math.floor((await buttons.count()) / 2));
      const { y = 0 } = (await one.boundingBox()) ?? {};
      await page.evaluate(`scrollBy(0, ${y} - innerHeight + 50)`);
      await one.focus();
      const focused = await one.boundingBox();
      const refusal = await page.locator('.notice.bad').boundingBox();
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(refusal?.y ?? 0);
    }
  });
});

test('desk 5.5: a refusal that is closed by a key gives the focus back to the row of its button, and a second Enter presses nothing', async () => {
  const page = await enter({ width: 320, height: 568 });
  await beRefused(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByRole('alert').getByRole('button', { name: 'Cerrar' }).focus();
  await page.keyboard.press('Enter');
  const row = page.locator('li:focus', { has: page.getByRole('button', { name: /^Marcar visto/ }) });
  await row.waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await row.count()).toBe(0);
  expect(await page.evaluate("document.activeElement.closest('main li') !== null")).toBe(true);
  expect(sent.filter((address) => address.includes('/alerts/'))).toEqual([]);
});

test('desk 5.5: the same refusal of another button is a new message for a screen reader', async () => {
  const page = await enter({ width: 1280, height: 800 });
  await beRefused(page);
  const json = { error: 'INVALID_STATE', message: 'The same.' };
  let count = 0;
  await page.route(/\/alerts\//, (route) => {
    count += 1;
    return route.fulfill({ status: 409, json, headers: { 'x-request-id': `of-the-test-${count}` } });
  });
  const alert = page.getByRole('alert');
  const seen = page.getByRole('button', { name: /^Marcar visto/ });
  await seen.first().click();
  await alert.getByText('The same.').waitFor();
  await page.evaluate("document.querySelector('.notice.bad').dataset.isOld = 'true'");
  await seen.nth(1).click();
  await alert.locator('.notice.bad:not([data-is-old])').getByText('The same.').waitFor();
});

test('desk 5.5: a text without a break in any column of a list stays on a small phone', async () => {
  const office = await officeAt(url());
  const email = `${UNBROKEN}@${UNBROKEN}.mx`;
  await office('POST /clients', { teamId: DEMO.team.id, name: 'Correo sin fin', email });
  const page = await enter({ width: 320, height: 568 });
  await openAt(page, 'clientes');
  const cell = page.getByRole('cell', { name: email });
  const { x = 0, width = 0 } = (await cell.boundingBox()) ?? {};
  expect(x + width).toBeLessThan(320);
  const [table, room, label] = await page.evaluate<[number, number, number]>(`(() => {
    const { scrollWidth, clientWidth } = document.querySelector('.table-scroll');
    const [cell] = [...document.querySelectorAll('td[data-label]')].filter((one) => one.textContent === '${email}');
    const text = document.createRange();
    text.selectNodeContents(cell);
    return [scrollWidth, clientWidth, text.getBoundingClientRect().left - cell.getBoundingClientRect().left];
  })()`);
  expect(table).toBeLessThanOrEqual(room);
  // The name of the column, beside the text, is not broken into letters.
  expect(label).toBeGreaterThan(40);
});

const CANCEL = 'main [name="CANCELADO"]';

async function plannedTrip(): Promise<unknown> {
  const office = await officeAt(url());
  const plan = { startDate: '2026-12-24T14:00:00Z', cargoDescription: UNBROKEN.repeat(3) };
  return (await office(`POST ${OF_TEAM}/trips`, plan)).id;
}

/** How much of the question is in sight, whether it has the focus, and by how much it is scrolled. */
const question = (page: Page): Promise<{ pixels: number; focused: string; scrolled: number; wider: number }> =>
  page.evaluate(`(() => {
    const dialog = document.querySelector('dialog[open]');
    const of = (part) => dialog.querySelector(part).getBoundingClientRect();
    return {
      pixels: of('.actions').top - of('h2').top,
      focused: document.activeElement.textContent,
      scrolled: dialog.scrollTop,
      wider: dialog.scrollWidth - dialog.clientWidth,
    };
  })()`);

describe.each([
  ['light', 'Español', 'No, dejarlo así', 'Sí, cancelar el viaje'],
  ['dark', 'English', 'No, leave it', 'Yes, call it off'],
] as const)('desk 5.5: at a zoom of 400 %%, %s, %s', (colorScheme, language, no, yes) => {
  async function enterZoomed(): Promise<Page> {
    const page = await enter({ width: 320, height: 256, colorScheme });
    if (language === 'English') await button(page, 'English').click();
    return page;
  }

  test('the question of an irreversible action can be read, and both answers be pressed', async () => {
    const page = await enterZoomed();
    await openAt(page, `viajes/${await plannedTrip()}`);
    await page.locator(CANCEL).click();
    await page.getByRole('dialog').waitFor();
    expect(await question(page)).toMatchObject({ focused: no, scrolled: 0, wider: 0 });
    expect((await question(page)).pixels).toBeGreaterThan(100);
    for (const answer of [no, yes]) await button(page, answer).click({ trial: true });
    expect(await accessibilityViolations(page)).toEqual([]);
    // The end of the text is reached by a key, from the answer that has the focus.
    await page.keyboard.press('End');
    await until(async () => (await question(page)).scrolled > 0);
    await page.keyboard.press('Tab');
    expect(await question(page)).toMatchObject({ focused: yes });
    await button(page, no).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a page with a refusal has no violation', async () => {
    const page = await enterZoomed();
    await beRefused(page);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

test('desk 5.1: where the question has no room beside its button, a double click does not answer it', async () => {
  const page = await enter({ width: 320, height: 256 });
  await page.clock.install();
  await openAt(page, `viajes/${await plannedTrip()}`);
  await refuseIrreversible(page);
  const sent = irreversibleRequests(page);
  await page.locator(CANCEL).click();
  const [, yes] = await placeOf(button(page, 'Sí, cancelar el viaje'));
  await page.keyboard.press('Escape');
  const [, opener] = await placeOf(page.locator(CANCEL));
  await page.evaluate(`scrollBy(0, ${opener - yes})`);
  await clickTwice(page, page.locator(CANCEL), 300);
  expect(sent).toEqual([]);
  await page.getByRole('dialog').waitFor();
});
