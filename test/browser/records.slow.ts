import type { Locator, Page, Route } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { sampleOf } from '../support/commit-sample';
import { accessibilityViolations } from './support/axe';
import { browsing, type Look } from './support/browsing';
import { type Arrive, button, openInvoice, openTrip, placeOf, stampOne, stopClock } from './support/clicks';
import { withFormHelpers } from './support/forms';
import { irreversibleRequests } from './support/irreversible';
import { LISTS } from './support/lists';
import { enterAs, goTo, OWNER, openAt, settled } from './support/people';

const { open } = browsing();

const LOOKS: readonly (readonly [name: string, look: Look])[] = [
  ['light, desktop', { colorScheme: 'light', width: 1280, height: 800 }],
  ['dark, desktop', { colorScheme: 'dark', width: 1280, height: 800 }],
  ['light, phone', { colorScheme: 'light', width: 390, height: 844 }],
  ['dark, phone', { colorScheme: 'dark', width: 390, height: 844 }],
];

const VIEWS = [
  ...LISTS,
  'todos-los-viajes',
  'operaciones',
  'operaciones/createInvoice',
  'operaciones/updateClient',
  'no-such-view',
];

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>(
    'Math.max(...[document.documentElement, ...document.querySelectorAll(".table-scroll")].map((one) => one.scrollWidth - one.clientWidth))',
  );

async function expectGood(page: Page, name: string): Promise<void> {
  expect({ name, wider: await overflow(page), found: await accessibilityViolations(page) }).toEqual({
    name,
    wider: 0,
    found: [],
  });
}

test.each(sampleOf(process.env.SAMPLE_COMMIT, 2, LOOKS))(
  'desk 5.8: lists, records and forms are good in %s',
  async (_, look) => {
    const page = await open('/', look);
    await enterAs(page, OWNER.name);
    for (const view of VIEWS) {
      await openAt(page, view);
      await expectGood(page, view);
    }
    await openAt(page, 'clientes');
    await page.locator('tbody a').first().click();
    await page.getByRole('heading', { name: 'Acciones' }).waitFor();
    await expectGood(page, 'a client');
    await button(page, 'Editar').click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Nombre fiscal/)
      .waitFor();
    await expectGood(page, 'the form of a client');
    await page.keyboard.press('Escape');
    await button(page, 'Borrar').click();
    await expectGood(page, 'the question');
  },
);

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.name || document.activeElement.textContent.trim()');

test('desk 5.5: a client is made, found, changed and deleted by the keyboard, and the focus moves in and back', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Clientes');
  expect(await page.title()).toBe('Clientes · Fleet operations');
  await button(page, 'Nuevo cliente').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await focused(page)).toBe('name');
  await page.keyboard.press('Escape');
  // The dialog leaves the page one event after it closed, and only then opens anew.
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Nuevo cliente');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Zapatería Olmeca');
  await page.keyboard.press('Escape');
  await page.getByText('Lo escrito no se ha enviado.').waitFor();
  await page.getByLabel(/^Correo/).fill('nothing');
  await page.keyboard.press('Enter');
  await page.locator('.wrong').waitFor();
  expect(await focused(page)).toBe('email');
  await page.getByLabel(/^Correo/).fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
  expect(await focused(page)).toBe('Nuevo cliente');

  await page.getByLabel('Buscar', { exact: true }).fill('olmeca');
  await page.keyboard.press('Enter');
  await page.locator('main tbody tr').nth(1).waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('#/clientes?q=olmeca');
  expect(await focused(page)).toBe('q');
  await page.reload();
  await page.getByRole('link', { name: 'Zapatería Olmeca' }).click();
  await button(page, 'Editar').click();
  const dialog = page.getByRole('dialog');
  const ready = dialog.locator('button[name="send"]:not([aria-disabled])');
  await ready.waitFor();
  await dialog.getByLabel(/^Teléfono/).fill('5512345678');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PUT'),
    page.keyboard.press('Enter'),
  ]);
  expect(request.postDataJSON()).toEqual({ phone: '5512345678' });
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByText('5512345678').waitFor();
  await button(page, 'Editar').click();
  await ready.waitFor();
  await dialog.getByLabel(/^Teléfono/).fill('');
  const [cleared] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PUT'),
    page.keyboard.press('Enter'),
  ]);
  expect(cleared.postDataJSON()).toEqual({ phone: null });
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  expect(new URL(page.url()).hash).toBe('#/clientes?q=olmeca');
  await page.getByRole('link', { name: 'Zapatería Olmeca' }).click();
  await button(page, 'Borrar').click();
  await page.getByRole('dialog').getByText('Zapatería Olmeca').waitFor();
  await button(page, 'Sí, borrar').click();
  await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor();
});

test('desk 5.1: a second press where a question closed, or where the page moved, does nothing', async () => {
  const page = await open('/');
  await page.clock.install();
  await withFormHelpers(page);
  await page.reload();
  await enterAs(page, OWNER.name);
  await openAt(page, 'archivos');
  const sent = irreversibleRequests(page);
  const calls: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.method()));
  await button(page, 'Borrar: examen-medico.pdf').click();
  const place = await placeOf(button(page, 'Sí, borrar'));
  await page.mouse.click(...place);
  await page.getByText('Listo: Borrar: examen-medico.pdf.').waitFor();
  await stopClock(page);
  for (const wait of [0, 300, 1_000, 2_000]) {
    await page.clock.fastForward(wait);
    // A button that comes to the place of the press does not hear it.
    await page.evaluate(`(() => {
      const late = document.createElement('button');
      late.textContent = 'late';
      late.style.cssText = 'position: fixed; z-index: 9; inset: 0';
      late.onclick = () => { globalThis.heard = true; };
      document.body.append(late);
    })()`);
    await page.mouse.click(...place);
    await page.evaluate('document.body.lastChild.remove()');
  }
  expect(await page.evaluate('globalThis.heard')).toBeUndefined();
  expect({ sent, calls }).toEqual({ sent: ['deleteFile'], calls: ['DELETE'] });
});

/** Windows that open and close end a call that advances the clock of all pages, so this page opens none. */
const openNoWindows = (page: Page): Promise<unknown> =>
  page.addInitScript('window.open = () => ({ document: { body: {} }, location: { replace() {} }, close() {} })');

/** Presses the element, and the same place a second later. */
async function pressTwice(page: Page, element: Locator): Promise<void> {
  const place = await placeOf(element);
  await page.mouse.click(...place);
  await page.clock.fastForward(1_000);
  await page.mouse.click(...place);
}

/** Presses each button of the page twice. Returns how many buttons it pressed. */
async function pressAllTwice(page: Page): Promise<number> {
  const buttons = page.locator('main button:enabled:not([aria-disabled]):visible');
  const count = await buttons.count();
  for (let index = 0; index < count; index += 1) {
    await pressTwice(page, buttons.nth(index));
    await page.clock.fastForward(3_000);
    for (let presses = 0; presses < 3 && (await page.locator('dialog[open]').count()) > 0; presses += 1) {
      await page.keyboard.press('Escape');
      await page.clock.fastForward(100);
    }
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  return count;
}

test('desk 5.1: two presses on any button of a list or a record send nothing irreversible', async () => {
  const page = await open('/');
  await page.clock.install();
  await openNoWindows(page);
  await page.reload();
  await enterAs(page, OWNER.name);
  const sent = irreversibleRequests(page);
  let pressed = 0;
  for (const view of LISTS) {
    await openAt(page, view);
    pressed += await pressAllTwice(page);
    const record = page.locator('main tbody a[href^="#/"]').first();
    if ((await record.count()) > 0) {
      await record.click();
      await page.getByRole('heading', { name: 'Acciones' }).waitFor();
      pressed += await pressAllTwice(page);
    }
    expect({ view, sent }).toEqual({ view, sent: [] });
  }
  expect(pressed).toBeGreaterThan(30);
});

const HAND_MADE: readonly (readonly [name: string, arrive: Arrive])[] = [
  ['a planned trip', (page) => openTrip(page, 'Por iniciar')],
  ['a trip under way', (page) => openTrip(page, 'En proceso')],
  ['boxes', (page) => openAt(page, 'cajas')],
  ['a draft', (page) => openInvoice(page, 'Borrador')],
  ['a stamped invoice', (page) => stampOne(page).then(() => openInvoice(page, 'Timbrada'))],
  ['alerts', (page) => openAt(page, 'avisos')],
];

test('desk 5.1: two presses on any button of a hand-made view send nothing irreversible', async () => {
  const page = await open('/');
  await page.clock.install();
  await openNoWindows(page);
  await page.reload();
  await enterAs(page, OWNER.name);
  const sent = irreversibleRequests(page);
  const views = sampleOf(process.env.SAMPLE_COMMIT, 3, HAND_MADE);
  let pressed = 0;
  for (const [view, arrive] of views) {
    await page.reload();
    await arrive(page);
    // The way to a view may stamp an invoice.
    sent.splice(0);
    const buttons = page.locator('main button:enabled:not([aria-disabled]):visible');
    await buttons.first().waitFor();
    const count = await buttons.count();
    for (let index = 0; index < count; index += 1) {
      // A button changes the page, so each one is pressed on a new page.
      await page.reload();
      await page.locator('main h2').first().waitFor();
      await settled(page);
      if ((await buttons.count()) <= index) break;
      await pressTwice(page, buttons.nth(index));
      await page.waitForTimeout(100);
      expect({ view, index, sent }).toEqual({ view, index, sent: [] });
    }
    pressed += count;
  }
  expect(pressed).toBeGreaterThan(views.length === HAND_MADE.length ? 30 : 10);
});

test('desk 5.5: a person sees only the buttons that the person may use, and views of others say so', async () => {
  const page = await open('/');
  const [, , member = OWNER] = DEMO.members;
  await enterAs(page, member.name);
  await openAt(page, 'clientes');
  await page.locator('tbody a').first().click();
  await button(page, 'Editar').waitFor();
  expect(await button(page, 'Borrar').count()).toBe(0);
  await openAt(page, 'facturas?estado=DRAFT');
  await page.locator('main tbody a').first().click();
  await button(page, 'Revisar antes').waitFor();
  expect(await button(page, 'Timbrar').count()).toBe(0);
  await openAt(page, 'cajas');
  await button(page, 'Cerrar la reservación de CR-201').waitFor();
  expect(await button(page, 'Cancelar la reservación de CR-201').count()).toBe(0);
  await openAt(page, 'operaciones?q=deleteClient');
  await page.getByText('0 operaciones').waitFor();
  await page.getByRole('button', { name: /^Todas \d+$/ }).click();
  await page.getByRole('link', { name: /Borrar un cliente/ }).click();
  await page.getByText('La persona de esta sesión no puede usarla.').waitFor();
  await openAt(page, 'no-such-view');
  await page.getByRole('heading', { name: 'No existe esa vista' }).waitFor();
  await openAt(page, 'operaciones/noSuchOperation');
  await page.getByText('El servicio no tiene esa operación.').waitFor();
});

test('desk 3.1: an invoice is found by the client and by the folio, and a search that finds nothing says so', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Facturas');
  const rows = page.locator('main tbody tr');
  await rows.first().waitFor();
  const box = page.getByRole('searchbox', { name: 'Cliente, folio o folio fiscal' });
  const client = String(await rows.first().locator('a').textContent());
  await box.fill(client);
  await box.press('Enter');
  await page.waitForURL(/q=/);
  // The rows of the list before stay until the search is answered.
  await rows.filter({ hasNotText: client }).first().waitFor({ state: 'detached' });
  await rows.first().waitFor();
  expect(new Set(await rows.locator('a').allTextContents())).toEqual(new Set([client]));
  await box.fill('no-such-words');
  await button(page, 'Buscar').click();
  await page.getByText('Ninguna factura tiene esas palabras.').waitFor();
  await page.reload();
  await page.getByText('Ninguna factura tiene esas palabras.').waitFor();
  expect(await box.inputValue()).toBe('no-such-words');
});

test('desk 5.5: the filter of trips and the page of invoices are in the address, and the back button returns to them', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Viajes');
  await page.getByRole('button', { name: /^Completados/ }).click();
  expect(new URL(page.url()).hash).toBe('#/viajes?estado=COMPLETADO');
  await page.reload();
  await page.locator('[aria-pressed="true"]', { hasText: 'Completados' }).waitFor();
  await goTo(page, 'Facturas');
  await button(page, 'Borrador').click();
  await page.goBack();
  await page.goBack();
  await page.locator('[aria-pressed="true"]', { hasText: 'Completados' }).waitFor();
});

test('desk 5.2: a member plans, changes, finds and deletes a trip, and makes an invoice, where the lists of them are', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const dialog = page.getByRole('dialog');
  const send = async (text: string) => {
    await dialog.locator('button[name="send"]:not([aria-disabled])').click();
    await page.getByRole('status').getByText(text).waitFor();
    await page.locator('dialog').waitFor({ state: 'detached' });
  };
  await button(page, 'Nuevo viaje').click();
  await dialog.getByLabel(/^Salida/).fill('2030-03-02T08:00');
  await dialog.getByLabel(/^Carga/).fill('Vidrio templado');
  await send('Listo: Nuevo viaje.');
  await page.getByRole('link', { name: 'Todos los viajes' }).click();
  await page.getByLabel('Buscar', { exact: true }).fill('vidrio');
  await page.keyboard.press('Enter');
  await page.locator('main tbody tr').nth(1).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Vidrio templado' }).click();
  await button(page, 'Editar').click();
  await dialog.getByLabel(/^Carga/).fill('Vidrio plano');
  await send('Listo: Editar: Vidrio templado.');
  await page.getByRole('heading', { level: 1, name: 'Vidrio plano' }).waitFor();
  await button(page, 'Borrar').click();
  await button(page, 'Sí, borrar').click();
  await page.getByRole('heading', { level: 1, name: 'Viajes' }).waitFor();
  await page.locator('main', { hasText: 'Vidrio plano' }).waitFor({ state: 'detached' });
  await goTo(page, 'Facturas');
  await button(page, 'Nueva factura').click();
  await dialog.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

/** Chooses a vehicle and a PDF in the form of an upload. */
async function chooseFile(dialog: Locator, name: string): Promise<void> {
  await dialog.locator('[name="vehicleId"]').selectOption({ index: 1 });
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 example') };
  await dialog.getByLabel('Archivo').setInputFiles(file);
}

test('desk 5.2: a file is uploaded to a vehicle, and is in the list', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Archivos');
  const held = new Promise<Route>((resolve) => page.route('**/vehicles?*', resolve, { times: 1 }));
  await button(page, 'Subir un archivo').click();
  const dialog = page.getByRole('dialog');
  const list = await held;
  expect(await dialog.locator('[name="vehicleId"] option').allTextContents()).toEqual(['Cargando…']);
  await list.continue();
  await dialog.locator('[name="vehicleId"] option').nth(1).waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Subir' }).click();
  expect(await focused(page)).toBe('vehicleId');
  await chooseFile(dialog, 'tarjeta.pdf');
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Subir' }).click();
  await page.getByText('Subido: tarjeta.pdf.').waitFor();
  await page.locator('tbody tr', { hasText: 'tarjeta.pdf' }).waitFor();
});

test('desk 5.2: a file whose registration lost its answer is registered once by a further click', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Archivos');
  await button(page, 'Subir un archivo').click();
  const dialog = page.getByRole('dialog');
  await chooseFile(dialog, 'poliza.pdf');
  await page.route('**/dms/files', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, json: { error: 'UNAVAILABLE', message: 'Busy.' } });
  });
  await dialog.getByRole('button', { name: 'Subir' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.unroute('**/dms/files');
  await dialog.getByRole('button', { name: 'Subir' }).click();
  await page.getByText('Subido: poliza.pdf.').waitFor();
  await page.locator('tbody tr', { hasText: 'poliza.pdf' }).first().waitFor();
  expect(await page.locator('tbody tr', { hasText: 'poliza.pdf' }).count()).toBe(1);
});

test('desk 5.1: Close and Escape warn before they discard what was typed, and further typing withdraws the warning', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'clientes');
  const dialog = page.getByRole('dialog');
  const warning = dialog.getByText('Lo escrito no se ha enviado.');
  const leave = [
    () => dialog.getByRole('button', { name: 'Cerrar', exact: true }).click(),
    () => page.keyboard.press('Escape'),
  ];
  for (const press of leave) {
    await button(page, 'Nuevo cliente').click();
    await dialog.locator('[name="name"]').fill('Vidrios');
    await press();
    await warning.waitFor();
    await dialog.locator('[name="name"]').fill('Vidrios del Norte');
    await warning.waitFor({ state: 'detached' });
    await press();
    await warning.waitFor();
    await press();
    await dialog.waitFor({ state: 'detached' });
  }
});

test.each([
  ['archivos', 'Subir un archivo', 'El archivo no se ha subido.'],
  ['importaciones', 'Importar un archivo', 'El archivo no se ha importado.'],
])('desk 5.1: in %s, Close and Escape warn before they discard a chosen file', async (view, opener, text) => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, view);
  const dialog = page.getByRole('dialog');
  const warning = dialog.getByRole('alert').getByText(text);
  const leave = [
    () => dialog.getByRole('button', { name: 'Cerrar', exact: true }).click(),
    () => page.keyboard.press('Escape'),
  ];
  for (const press of leave) {
    await button(page, opener).click();
    await press();
    await dialog.waitFor({ state: 'detached' });
    await button(page, opener).click();
    await dialog
      .locator('[type="file"]')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a') });
    await press();
    await warning.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await press();
    await dialog.waitFor({ state: 'detached' });
  }
});

test('desk 5.1: a form that is left while its file is uploaded says that the upload goes on, and it does', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'archivos');
  await button(page, 'Subir un archivo').click();
  const dialog = page.getByRole('dialog');
  await chooseFile(dialog, 'seguro.pdf');
  const held = new Promise<Route>((resolve) => page.route('**/dms/upload-url', resolve));
  await dialog.getByRole('button', { name: 'Subir' }).click();
  const route = await held;
  await page.keyboard.press('Escape');
  await dialog.getByRole('alert').getByText('El archivo se está subiendo').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await route.continue();
  await page.getByText('Subido: seguro.pdf.').waitFor();
});

test('desk 5.1: the question before a payment is voided has its amount and time, which tell it from others of its client', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'pagos');
  await page.locator('tbody a').first().click();
  await button(page, 'Anular').click();
  await expect(page.locator('dialog.confirmation strong').innerText()).resolves.toMatch(/\S · \$[\d,.]+ · \d/);
});
