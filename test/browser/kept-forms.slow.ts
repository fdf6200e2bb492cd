import type { Page, Route } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { textAt } from '../journeys/http';
import { until } from '../support/until';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { OF_TEAM, officeAt } from './support/office';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing();

const GONE = /^El registro ya no está/;
const LEFT = /^Usted salió de la página/;

async function enter(): Promise<Page> {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  return page;
}

/** A client that another person makes and can delete. */
async function aClient(name: string) {
  const office = await officeAt(url());
  const id = textAt(await office('POST /clients', { teamId: DEMO.team.id, name }), 'id');
  return { id, remove: () => office(`DELETE /clients/${id}?teamId=${DEMO.team.id}`) };
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('desk 5.1: a form of a list row stays when another person deletes the row, and says that the record is gone', async () => {
  const page = await enter();
  const office = await officeAt(url());
  await openAt(page, 'miembros');
  const [, , member] = DEMO.members;
  await page
    .locator('tbody tr', { hasText: member.name })
    .getByRole('button', { name: /^Cambiar el papel/ })
    .click();
  const dialog = dialogOf(page);
  await dialog.locator('[name="role"]').selectOption('ADMIN');
  await office(`DELETE ${OF_TEAM}/members/${member.id}`);
  await dialog.getByText(GONE).waitFor();
  await page.locator('tbody tr', { hasText: member.name }).waitFor({ state: 'detached' });
  expect(await dialog.locator('[name="role"]').inputValue()).toBe('ADMIN');
  expect(await accessibilityViolations(page)).toEqual([]);
});

/** The form of a client, with typed notes, whose record another person deletes meanwhile. */
async function editOfDeletedClient(page: Page) {
  const { id, remove } = await aClient('Vidrios Olmeca');
  await openAt(page, `clientes/${id}`);
  await button(page, 'Editar').click();
  const dialog = dialogOf(page);
  await dialog.locator('[name="send"]:not([aria-disabled])').waitFor();
  await dialog.locator('[name="notes"]').fill('Llamar antes de las ocho');
  await remove();
  return { id, dialog };
}

test('desk 5.1: a form of a record stays when another person deletes the record, and what was typed can be copied', async () => {
  const page = await enter();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { dialog } = await editOfDeletedClient(page);
  await dialog.getByText(GONE).waitFor();
  await page.getByText('No existe, o ya no está.').waitFor();
  expect(await dialog.locator('[name="notes"]').inputValue()).toBe('Llamar antes de las ocho');
  await button(page, 'Copiar lo escrito').click();
  await dialog.getByText('Copiado.').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.split('\n')).toEqual(
    expect.arrayContaining(['Nombre: Vidrios Olmeca', 'Notas: Llamar antes de las ocho']),
  );
  await button(page, 'Cerrar').click();
  await dialog.getByText('Lo escrito no se ha enviado.').waitFor();
  await button(page, 'Cerrar').click();
  await dialog.waitFor({ state: 'detached' });
});

test('desk 5.1: the back button leaves an open form as it is, and the form is sent from the other page', async () => {
  const page = await enter();
  await openAt(page, 'avisos');
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  const dialog = dialogOf(page);
  await dialog.locator('[name="name"]').fill('Vidrios del Norte');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Avisos', includeHidden: true }).waitFor();
  await dialog.getByText(LEFT).waitFor();
  expect(await dialog.locator('[name="name"]').inputValue()).toBe('Vidrios del Norte');
  await page.goForward();
  await dialog.getByText(LEFT).waitFor({ state: 'detached' });
  await page.goBack();
  await dialog.locator('[name="send"]').click();
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await openAt(page, 'clientes');
  await page.getByRole('link', { name: 'Vidrios del Norte' }).waitFor();
  await button(page, 'Nuevo cliente').click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
});

test('desk 5.1: the browser asks before a reload that would discard what was typed, and only then', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  const asked: string[] = [];
  page.on('dialog', async (question) => {
    asked.push(question.type());
    await question.accept();
  });
  await button(page, 'Nuevo cliente').click();
  await page.reload();
  expect(asked).toEqual([]);
  await button(page, 'Nuevo cliente').click();
  await dialogOf(page).locator('[name="name"]').fill('Vidrios');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('desk 5.1: what was typed in the form of an operation is there again after back and forward, until it is sent', async () => {
  const page = await enter();
  await openAt(page, 'operaciones');
  await openAt(page, 'operaciones/createClient');
  const form = page.locator('form.operation-form');
  const name = form.locator('[name="name"]');
  await name.fill('Vidrios del Sur');
  const keys: (string | undefined)[] = [];
  await page.route('**/clients', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.fulfill({ status: 503, json: { error: 'BUSY', message: 'The test refuses.' } });
  });
  await form.locator('[name="send"]').click();
  await form.getByText('El servicio está ocupado').waitFor();
  await page.goBack();
  await form.waitFor({ state: 'detached' });
  await page.goForward();
  await form.waitFor();
  expect(await name.inputValue()).toBe('Vidrios del Sur');
  await form.locator('[name="send"]').press('Enter');
  await page.getByRole('status').getByText('Listo.').waitFor();
  expect(keys).toEqual([keys[0], keys[0]]);
  await page.goBack();
  await form.waitFor({ state: 'detached' });
  await page.goForward();
  await form.waitFor();
  expect(await name.inputValue()).toBe('');
});

test('desk 5.1: an edit whose record could not be read says so, and neither its lists nor the form can be used before a further read', async () => {
  const page = await enter();
  await openAt(page, `viajes/${DEMO.trips[0].id}`);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let answer: (route: Route) => Promise<void> = async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { message: 'Busy.' } });
  };
  await page.route(/\/stops\??$/, (route) => answer(route));
  await button(page, 'Cambiar las paradas').click();
  const dialog = dialogOf(page);
  const add = button(page, '+ Paradas');
  await add.waitFor();
  expect(await add.isDisabled()).toBe(true);
  letGo();
  await dialog.getByText('No se leyó el registro').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await add.isDisabled()).toBe(true);
  await dialog.locator('[name="send"]').press('Enter');
  answer = (route) => route.continue();
  await button(page, 'Intentar otra vez').press('Enter');
  await dialog.locator('[name="send"]:not([aria-disabled])').waitFor();
  const stops = dialog.locator('[data-path="stops"] .item');
  const count = await stops.count();
  expect(count).toBeGreaterThan(1);
  await add.click();
  expect([await stops.count(), sent]).toEqual([count + 1, []]);
});

test('desk 5.1: a form that is closed while it is sent says so, and a refusal that comes after that is told', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  const dialog = dialogOf(page);
  const held: Route[] = [];
  await page.route('**/clients', (route) => {
    held.push(route);
  });
  await button(page, 'Nuevo cliente').press('Enter');
  await dialog.locator('[name="name"]').fill('Vidrios de Oaxaca');
  await page.keyboard.press('Enter');
  await until(() => held.length > 0);
  await page.keyboard.press('Escape');
  await dialog.getByText('Se está enviando').waitFor();
  expect(await dialog.getByText('Lo escrito no se ha enviado.').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await held[0]?.fulfill({ status: 503, json: { error: 'BUSY', message: 'The test refuses.' } });
  await page.getByRole('alert').getByText('El servicio está ocupado').waitFor();
  await button(page, 'Nuevo cliente').press('Enter');
  await dialog.locator('[name="name"]').fill('Vidrios de Oaxaca');
  await page.keyboard.press('Enter');
  await until(() => held.length > 1);
  for (const _ of [1, 2]) await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await held[1]?.continue();
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
});

test('a person who left a record while it was deleted is not taken to its list', async () => {
  const page = await enter();
  const { id } = await aClient('Vidrios de Puebla');
  await openAt(page, `clientes/${id}`);
  await button(page, 'Borrar').click();
  const held = new Promise<Route>((resolve) =>
    page.route(/\/clients\/./, (route) => (route.request().method() === 'DELETE' ? resolve(route) : route.continue())),
  );
  await button(page, 'Sí, borrar').click();
  const route = await held;
  await openAt(page, 'avisos');
  await route.continue();
  await page
    .getByRole('status')
    .getByText(/^Listo: Borrar/)
    .waitFor();
  expect(new URL(page.url()).hash).toBe('#/avisos');
});

test('desk 5.5: a pasted text that is too long stays whole, and is refused at its field; a limit of attempts says how long it lasts', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  const dialog = dialogOf(page);
  await dialog.locator('[name="name"]').focus();
  const pasted = 'x'.repeat(6_000);
  await page.keyboard.insertText(pasted);
  await dialog.locator('[name="send"]').click();
  await dialog.locator('[name="name"][aria-invalid="true"]').waitFor();
  expect(await dialog.locator('[name="name"]').inputValue()).toBe(pasted);
  for (const [seconds, told] of [
    [30, 'espere 30 segundos.'],
    [1_800, 'espere 30 minutos.'],
    [86_400, 'espere 24 horas.'],
  ] as const) {
    const headers = { 'retry-after': String(seconds) };
    const json = { error: 'RATE_LIMITED', message: 'The test refuses.' };
    await page.route('**/clients', (route) => route.fulfill({ status: 429, headers, json }));
    await dialog.locator('[name="send"]').click();
    await dialog.locator('.failure').getByText(`Demasiados intentos: ${told}`).waitFor();
    await page.unroute('**/clients');
  }
});

test('desk 5.6: a refusal in a form over the page shows its call in the form, and the form stays as it is', async () => {
  const page = await enter();
  const { id, dialog } = await editOfDeletedClient(page);
  await dialog.locator('[name="send"]').click();
  await dialog.locator('.failure').getByText('No existe, o ya no está.').waitFor();
  await dialog.getByRole('button', { name: 'Ver la llamada' }).click();
  await dialog.getByText('404 NOT_FOUND').waitFor();
  await dialog.locator('.call code', { hasText: `PUT /clients/${id}` }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ver la llamada' }).click();
  await dialog.locator('.call').waitFor({ state: 'detached' });
  expect(await dialog.locator('[name="notes"]').inputValue()).toBe('Llamar antes de las ocho');
});

test('desk 5.5: the form of a record shows a date that is stored as an instant on the day that its page shows', async () => {
  const page = await enter();
  const office = await officeAt(url());
  // The page leaves out the year of today.
  const year = new Date().getUTCFullYear() + 2;
  const due = { plate: '07-KP-3T', nextMaintenance: `${year}-02-01T00:00:00Z` };
  const vehicleId = textAt(await office(`POST ${OF_TEAM}/vehicles`, due), 'id');
  await openAt(page, `unidades/${vehicleId}`);
  await page.getByText(`31 ene ${year}, 18:00`).waitFor();
  await button(page, 'Editar').click();
  const dialog = dialogOf(page);
  await dialog.locator('[name="send"]:not([aria-disabled])').waitFor();
  expect(await dialog.locator('[name="nextMaintenance"]').inputValue()).toBe(`${year}-01-31`);
});
