import type { Locator, Page } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { irreversibleRequests, refuseIrreversible } from './support/irreversible';
import { DRIVER, enterAs, goTo, OWNER, settled, TRIP } from './support/people';

const { open } = browsing();

/** Long timeout: the tests wait between two clicks, for each button anew. */
jest.setTimeout(240_000);

const WAITS_MS = [0, 300, 1_000, 2_000];
/** A request leaves within this time after a click. */
const LEAVES_MS = 400;

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** The middle of the element in the window, where a click hits it. */
async function placeOf(element: Locator): Promise<readonly [x: number, y: number]> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function clickTwice(page: Page, element: Locator, wait: number): Promise<void> {
  const place = await placeOf(element);
  await page.mouse.click(...place);
  await page.waitForTimeout(wait);
  await page.mouse.click(...place);
  await page.waitForTimeout(LEAVES_MS);
}

async function enterTwice(page: Page, element: Locator): Promise<void> {
  await element.focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(LEAVES_MS);
}

type Gesture = readonly [name: string, make: (page: Page, element: Locator) => Promise<void>];
const GESTURES: readonly Gesture[] = [
  ...WAITS_MS.map((wait): Gesture => [`clicks ${wait} ms apart`, (page, element) => clickTwice(page, element, wait)]),
  ['Enter twice', enterTwice],
];

/** Stamps one of the invoices with the session of the page, unless a test before stamped it. */
const stampOne = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const [{ tokens }] = JSON.parse(sessionStorage.getItem('consola')).all;
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + tokens.accessToken };
    const body = JSON.stringify({ teamId: '${DEMO.team.id}' });
    return fetch('/invoices/${DEMO.invoices[1]?.id}/stamp', { method: 'POST', headers, body }).then(({ status }) => status);
  })()`);

async function openInvoice(page: Page, state: string): Promise<void> {
  await goTo(page, 'Facturas');
  await button(page, state).click();
  await page.locator('tbody tr', { hasText: state }).first().waitFor();
  await settled(page);
  await page.locator('tbody a', { hasText: 'INNOVACION' }).first().click();
  await page.getByRole('heading', { name: 'Contenido' }).waitFor();
}

async function openTrip(page: Page, state: string): Promise<void> {
  await goTo(page, 'Viajes');
  await page.getByRole('group').getByRole('button', { name: state }).click();
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: 'En la oficina' }).waitFor();
}

async function openOwnTripUnderWay(page: Page): Promise<void> {
  await page.getByRole('link', { name: TRIP.plan.cargoDescription ?? '' }).click();
  await button(page, `Entrar como ${DRIVER}`).click();
  await button(page, 'Iniciar viaje').click();
}

type Arrive = (page: Page) => Promise<unknown>;
const BUTTONS: readonly (readonly [name: string, verb: string, operation: string, arrive: Arrive])[] = [
  ['Timbrar', 'Sí, timbrar', 'stampInvoice', (page) => openInvoice(page, 'Borrador')],
  [
    'Cancelar ante el SAT',
    'Sí, cancelar ante el SAT',
    'cancelInvoice',
    (page) => stampOne(page).then(() => openInvoice(page, 'Timbrada')),
  ],
  ['Completar desde la oficina', 'Sí, completar', 'updateTripStatus', (page) => openTrip(page, 'En proceso')],
  ['Cancelar', 'Sí, cancelar el viaje', 'updateTripStatus', (page) => openTrip(page, 'Por iniciar')],
  ['Cerrar la reservación de CR-201', 'Cerrar la renta', 'closeReservation', (page) => goTo(page, 'Cajas')],
  ['Cancelar la reservación de CR-201', 'Cancelar la renta', 'cancelReservation', (page) => goTo(page, 'Cajas')],
  ['Terminar viaje', 'Sí, terminar', 'updateOwnTripStatus', openOwnTripUnderWay],
];

test('a second click where "Timbrar" was pressed does not cancel the invoice, before or after the stamp', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openInvoice(page, 'Borrador');
  const sent = irreversibleRequests(page);
  const place = await placeOf(button(page, 'Timbrar'));
  await page.mouse.click(...place);
  for (const wait of WAITS_MS) {
    await page.waitForTimeout(wait);
    await page.mouse.click(...place);
  }
  await page.waitForTimeout(LEAVES_MS);
  expect(sent).toEqual([]);
  await button(page, 'Sí, timbrar').click();
  await button(page, 'Cancelar ante el SAT').waitFor();
  for (const wait of WAITS_MS) {
    await page.waitForTimeout(wait);
    await page.mouse.click(...place);
  }
  await page.waitForTimeout(LEAVES_MS);
  expect(sent).toEqual(['stampInvoice']);
});

test('a lone click on any button of any view, and a second one a second later, sends nothing irreversible', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const sent = irreversibleRequests(page);
  const views: readonly Arrive[] = [
    (one) => openTrip(one, 'Por iniciar'),
    (one) => openTrip(one, 'En proceso'),
    (one) => goTo(one, 'Cajas'),
    (one) => goTo(one, 'Facturas'),
    (one) => stampOne(one).then(() => openInvoice(one, 'Timbrada')),
    (one) => goTo(one, 'Avisos'),
  ];
  for (const arrive of views) {
    await page.reload();
    await arrive(page);
    await settled(page);
    // The way to a view may stamp an invoice.
    sent.splice(0);
    const address = page.url();
    const buttons = page.locator('main button:enabled:visible');
    const names = await buttons.allTextContents();
    for (const [index, name] of names.entries()) {
      await page.reload();
      await page.locator('main h2').first().waitFor();
      await settled(page);
      const found = buttons.nth(index);
      if ((await buttons.count()) > index) await clickTwice(page, found, 1_000);
      expect({ address, name, sent }).toEqual({ address, name, sent: [] });
    }
  }
});

describe.each(BUTTONS)('%s', (name, verb, operation, arrive) => {
  test('the button alone sends nothing; its confirmation sends one request; neither repeats', async () => {
    const page = await open('/');
    await enterAs(page, OWNER.name);
    await arrive(page);
    await button(page, name).waitFor();
    await refuseIrreversible(page);
    const sent = irreversibleRequests(page);
    for (const [gesture, make] of GESTURES) {
      await page.reload();
      await button(page, name).waitFor();
      await settled(page);
      await make(page, button(page, name));
      expect({ gesture, sent }).toEqual({ gesture, sent: [] });

      await page.reload();
      await button(page, name).click();
      await make(page, button(page, verb));
      expect({ gesture, sent: sent.splice(0) }).toEqual({ gesture, sent: [operation] });
    }
    await page.reload();
    await button(page, name).click();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
