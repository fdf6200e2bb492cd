import type { Page, Route } from 'playwright-core';
import { DEMO_PASSWORD } from '../../local/seed/demo';
import { until } from '../support/until';
import { accessibilityViolations } from './support/axe';
import { browsing, type Look } from './support/browsing';
import { DRIVER, enterAs, goTo, OWNER, openCalls, settled, TRIP } from './support/people';
import { keepScreenshot } from './support/screenshots';

const { open } = browsing();

const LOOKS = [
  ['light', 'desktop', { colorScheme: 'light', width: 1280, height: 800 }],
  ['dark', 'desktop', { colorScheme: 'dark', width: 1280, height: 800 }],
  ['light', 'phone', { colorScheme: 'light', width: 390, height: 844 }],
  ['dark', 'phone', { colorScheme: 'dark', width: 390, height: 844 }],
] as const satisfies readonly (readonly [string, string, Look])[];

/** Every view of the office, with the step that opens it from the view before. */
const VIEWS: readonly (readonly [name: string, go: (page: Page) => Promise<unknown>])[] = [
  ['viajes', async () => undefined],
  ['viaje', (page) => page.getByRole('link', { name: TRIP.plan.cargoDescription ?? '' }).click()],
  ['cajas', (page) => goTo(page, 'Cajas')],
  ['facturas', (page) => goTo(page, 'Facturas')],
  ['factura', (page) => page.locator('tbody a').first().click()],
  ['avisos', (page) => goTo(page, 'Avisos')],
  ['cuenta', openAccount],
  ['segundo factor', openSecondFactor],
  ['primeros pasos', (page) => openAddress(page, '#/inicio', 'Todo listo')],
  ['llamada', openCall],
];

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('link', { name: 'Mi cuenta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
}

async function openAddress(page: Page, address: string, heading: string): Promise<void> {
  await page.evaluate(`location.hash = '${address}'`);
  await page.getByRole('heading', { name: heading }).waitFor();
}

async function openSecondFactor(page: Page): Promise<void> {
  await page.getByLabel('Su contraseña').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /^Código QR/ }).waitFor();
}

async function openCall(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Llamadas' });
  if (await link.isVisible()) await link.click();
  else await openCalls(page);
  await page.getByRole('button', { name: 'listAlerts' }).first().click();
  await page.getByRole('region', { name: 'Respuesta' }).waitFor();
}

/** The number of pixels by which the page or one of its tables is wider than its container; 0 when it fits. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>(
    'Math.max(...[document.documentElement, ...document.querySelectorAll(".table-scroll")].map((one) => one.scrollWidth - one.clientWidth))',
  );

async function expectGood(page: Page, name: string): Promise<void> {
  await settled(page);
  expect({ name, wider: await overflow(page), found: await accessibilityViolations(page) }).toEqual({
    name,
    wider: 0,
    found: [],
  });
}

test.each(LOOKS)('every view is good in %s on a %s', async (scheme, device, look) => {
  const page = await open('/', look);
  await page.getByRole('heading', { name: 'Entrar con un clic' }).waitFor();
  await expectGood(page, 'entrada');
  await keepScreenshot(page, `entrada-${device}-${scheme}`);
  await openAddress(page, '#/registro', 'Crear una cuenta');
  await expectGood(page, 'registro');
  await openAddress(page, '#/confirmar/ana%40empresa.mx', 'Confirmar su correo');
  await expectGood(page, 'confirmación');
  await openAddress(page, '#/', 'Entrar con un clic');
  await enterAs(page, OWNER.name);
  for (const [name, go] of VIEWS) {
    await go(page);
    await expectGood(page, name);
    await keepScreenshot(page, `${name}-${device}-${scheme}`);
  }
});

test('the driver’s own page, and the menu of who is here, are good too', async () => {
  const page = await open('/');
  await enterAs(page, DRIVER);
  await page.getByRole('button', { name: DRIVER }).click();
  await expectGood(page, 'mis viajes');
});

test('what cannot be read says so, and is read again when it is asked to', async () => {
  const page = await open('/');
  await page.route('**/box-reservations?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Service Unavailable' } }),
  );
  await enterAs(page, OWNER.name);
  await goTo(page, 'Cajas');
  await page.getByText('El servicio está ocupado').waitFor();
  await expectGood(page, 'cajas, con el servicio ocupado');
  await page.unroute('**/box-reservations?*');
  await page.getByRole('button', { name: 'Intentar otra vez' }).click();
  await page.getByRole('heading', { name: 'Reservaciones' }).waitFor();
});

test('what is still being read, and what is empty, are good too', async () => {
  const page = await open('/');
  let letGo = (): void => undefined;
  const held = new Promise<void>((settle) => {
    letGo = settle;
  });
  await page.route('**/invoices?*', async (route) => {
    await held;
    await route.continue();
  });
  await enterAs(page, OWNER.name);
  await page.getByRole('link', { name: 'Facturas' }).click();
  await page.getByText('Cargando…').waitFor({ state: 'attached' });
  expect(await accessibilityViolations(page)).toEqual([]);
  letGo();
  await page.getByRole('button', { name: 'Con error' }).click();
  await page.getByText('Ninguna factura en este estado.').waitFor();
  await expectGood(page, 'facturas, ninguna');
});

test('on a slow network the records of the filter before do not pass for those of the new one', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Facturas');
  await page.getByRole('region', { name: 'Facturas' }).locator('tbody tr').first().waitFor();
  const held: Route[] = [];
  await page.route('**/invoices?*', (route) => {
    held.push(route);
  });
  const answer = async () => {
    await until(() => held.length > 0);
    await Promise.all(held.splice(0).map((route) => route.continue()));
  };
  const rows = page.getByRole('region', { name: 'Facturas' });
  await page.getByRole('button', { name: 'Con error' }).click();
  await page.locator('[aria-busy="true"] tbody tr').first().waitFor();
  expect(await accessibilityViolations(page, { include: [['main']] })).toEqual([]);
  await answer();
  await page.getByText('Ninguna factura en este estado.').waitFor();
  await page.getByRole('button', { name: 'Borrador' }).click();
  await page.getByText('Cargando…').waitFor({ state: 'attached' });
  expect(await page.getByText('Ninguna factura en este estado.').count()).toBe(0);
  await answer();
  await rows.locator('tbody tr').first().waitFor();
  expect(await rows.getAttribute('aria-busy')).toBe('false');
});

/** Presses Tab until the named element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const [focused, outline] = await page.evaluate<[string, string]>(
      '[(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim(), getComputedStyle(document.activeElement).outlineStyle]',
    );
    if (focused.startsWith(name)) {
      expect([name, outline]).toEqual([name, 'solid']);
      return;
    }
  }
  throw new Error(`Sixty presses of Tab do not reach "${name}".`);
}

test('everything is reached by the keyboard alone', async () => {
  const page = await open('/');
  await page.getByRole('button', { name: OWNER.name }).waitFor();
  await tabTo(page, OWNER.name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Viajes' }).waitFor();
  await settled(page);
  await tabTo(page, 'Llamadas');
  await page.keyboard.press('Enter');
  await tabTo(page, 'En proceso');
  await page.keyboard.press('Space');
  await tabTo(page, 'Motores eléctricos');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Motores eléctricos' }).waitFor();
  await settled(page);
  await tabTo(page, 'Entrar como Óscar');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Avanzar/ }).waitFor();
  await tabTo(page, 'Avanzar');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'syncFacts' }).waitFor();
  await tabTo(page, 'syncFacts');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'syncFacts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Últimas llamadas' }).waitFor();
});

test('a dialog with fields of date and time has no sideways scroll on a screen of 320 pixels', async () => {
  const page = await open('/', { width: 320 });
  await enterAs(page, OWNER.name);
  await page.getByRole('button', { name: 'Nuevo viaje' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[type=datetime-local]').first().waitFor();
  const stops = dialog.getByRole('button', { name: /^\+ / });
  for (let count = await stops.count(); count > 0; count -= 1) await stops.nth(count - 1).click();
  const wider = await page.evaluate<number[]>(
    '[...document.querySelectorAll("dialog, dialog [type=datetime-local]")].map((one) => one.scrollWidth - one.clientWidth)',
  );
  expect(wider.filter((pixels) => pixels > 0)).toEqual([]);
});
