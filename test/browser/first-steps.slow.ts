import type { Page } from 'playwright-core';
import { startCloud } from '../../local/cloud';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { holdAnswers } from './support/held';
import { settled } from './support/people';

const { open, url } = browsing({ start: () => startCloud({ seed: false }) });

const PASSWORD = 'tres tristes tigres 26';

/** Fills the fields by their labels, and sends the form with the Enter key. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.keyboard.press('Enter');
}

/** The current step of the checklist, and the number of those that are done. */
const place = async (page: Page): Promise<readonly [current: string, done: number]> => [
  ((await page.locator('.checklist [aria-current] > span').last().textContent()) ?? '').trim(),
  await page.locator('.checklist .done').count(),
];

/** Waits for a step, loads the page anew, and expects the same step with as many done before it. */
async function expectPlace(page: Page, step: string, done: number): Promise<void> {
  await page.locator('.checklist [aria-current]', { hasText: step }).waitFor();
  expect(await place(page)).toEqual([step, done]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.reload();
  await page.locator('.checklist [aria-current]', { hasText: step }).waitFor();
  await settled(page);
  expect(await place(page)).toEqual([step, done]);
}

/** Registers and confirms a person with the code from the local outbox, up to the step of the company. */
async function enterAsNew(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Crear la primera cuenta' }).click();
  await fill(page, { 'Su nombre': 'Ana Elizondo', Correo: email });
  const outbox = await page.getByRole('link', { name: 'Lea el código en el buzón local' }).getAttribute('href');
  const { messages } = Object(await (await fetch(`${url()}${outbox}`)).json());
  await fill(page, { 'Código de seis dígitos': messages[0].code, 'Contraseña nueva': PASSWORD });
  await page.getByLabel('Empresa').waitFor();
}

const COMPANY = {
  Empresa: 'Transportes Elizondo',
  Calle: 'Av. Ruiz Cortines',
  Número: '120',
  Colonia: 'Centro',
  Ciudad: 'Monterrey',
  Estado: 'Nuevo León',
  'Código postal': '64000',
};

/** Opens the steps in another tab of the same person. */
async function copyOf(page: Page): Promise<Page> {
  await page.locator('.checklist [aria-current]', { hasText: 'La primera unidad' }).waitFor();
  const stored = await page.evaluate<string>('JSON.stringify(Object.entries(sessionStorage))');
  const other = await page.context().newPage();
  await other.addInitScript(`for (const [name, value] of ${stored}) sessionStorage.setItem(name, value)`);
  await other.goto(`${url()}/#/inicio`);
  return other;
}

test('desk 5.3: an empty server leads to the first trip, each step has its form, and a reload keeps the place', async () => {
  const page = await open('/');
  await page.getByRole('link', { name: 'Crear la primera cuenta' }).click();
  await expectPlace(page, 'Crear su cuenta', 0);
  await fill(page, { 'Su nombre': 'Ana Elizondo', Correo: 'ana@empresa.mx' });
  await expectPlace(page, 'Confirmar su correo', 1);

  const outbox = page.getByRole('link', { name: 'Lea el código en el buzón local' });
  const [mails] = await Promise.all([page.context().waitForEvent('page'), outbox.click()]);
  const [, code = ''] = /"code":\s*"(\d{6})"/.exec((await mails.textContent('body')) ?? '') ?? [];
  await mails.close();
  await fill(page, { 'Código de seis dígitos': '000000', 'Contraseña nueva': PASSWORD });
  await page.locator('.wrong').first().waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('code');
  await fill(page, { 'Código de seis dígitos': code });
  await expectPlace(page, 'Dar de alta su empresa', 2);

  await fill(page, COMPANY);
  await expectPlace(page, 'La primera unidad', 3);
  await fill(page, { Placa: '61-AF-4K', Marca: 'Kenworth' });
  await expectPlace(page, 'El primer operador', 4);
  await fill(page, { 'Nombre completo': 'Ramón Elizondo' });
  await expectPlace(page, 'El primer cliente', 5);
  await fill(page, { 'Nombre del cliente': 'Aceros del Norte' });
  await expectPlace(page, 'El primer viaje', 6);
  await fill(page, { Carga: 'Rollos de lámina' });

  await page.getByRole('heading', { name: 'Todo listo' }).waitFor();
  expect(await page.locator('.checklist .done').count()).toBe(7);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Primeros pasos' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Ver los viajes' }).click();
  await page.getByRole('link', { name: 'Rollos de lámina' }).click();
  for (const text of ['Aceros del Norte', 'Ramón Elizondo', '61-AF-4K']) await page.getByText(text).first().waitFor();
});

test('desk 5.3: a second press makes one company, and a step that another tab did is not asked for again', async () => {
  const page = await open('/');
  await enterAsNew(page, 'eva@empresa.mx');
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/teams') made.push(request.url());
  });
  for (const [label, value] of Object.entries(COMPANY)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Guardar' }).dblclick();
  await page.locator('.checklist [aria-current]', { hasText: 'La primera unidad' }).waitFor();
  expect(made).toHaveLength(1);

  const other = await copyOf(page);
  await fill(other, { Placa: '58-AK-7M' });
  await other.locator('.checklist [aria-current]', { hasText: 'El primer operador' }).waitFor();
  await page.locator('.checklist [aria-current]', { hasText: 'El primer operador' }).waitFor();
  await page.getByLabel('Nombre completo').waitFor();
});

test('desk 5.3: on a telephone the message about a step does not cover the field of the next one that has the focus', async () => {
  const page = await open('/', { width: 360, height: 640 });
  await enterAsNew(page, 'olga@empresa.mx');
  await fill(page, COMPANY);
  // It goes after six seconds.
  const notice = await page.locator('.notice', { hasText: 'hecho' }).boundingBox();
  await page.getByRole('heading', { name: 'La primera unidad' }).waitFor();
  await page.keyboard.press('Tab');
  const field = await page.locator('[name="plate"]:focus').boundingBox();
  expect(field && notice && field.y + field.height <= notice.y).toBe(true);
});

test('desk 5.3: what was typed in a step stays when another tab finishes it, until the person discards it', async () => {
  const page = await open('/');
  await enterAsNew(page, 'iris@empresa.mx');
  await fill(page, COMPANY);
  const other = await copyOf(page);
  await page.getByLabel('Placa').fill('61-AF-4K');
  await fill(other, { Placa: '58-AK-7M' });
  await page.getByRole('status').getByText('Lo escrito no se ha enviado.').waitFor();
  expect(await page.getByLabel('Placa').inputValue()).toBe('61-AF-4K');
  await page.getByRole('button', { name: 'Descartarlo y seguir' }).click();
  await page.getByLabel('Nombre completo').waitFor();
});

test('desk 5.3: a step that is being sent is not said to have been done elsewhere', async () => {
  const page = await open('/');
  await enterAsNew(page, 'luz@empresa.mx');
  await fill(page, COMPANY);
  const answered = await holdAnswers(page, 'POST', /\/vehicles$/);
  await fill(page, { Placa: '58-AK-7M' });
  await answered.arrived();
  await page.locator('.checklist [aria-current]', { hasText: 'El primer operador' }).waitFor();
  expect(await page.getByText('Lo escrito no se ha enviado.').count()).toBe(0);
  await answered.release();
  await page.getByLabel('Nombre completo').waitFor();
});

test('desk 5.1: what was typed in a step is there again after back and forward, and is sent with the same Idempotency-Key', async () => {
  const page = await open('/');
  const back = async (field: string) => {
    await page.goBack();
    await page.getByLabel(field).waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByLabel(field).waitFor();
  };
  await page.evaluate(`location.hash = '#/registro'`);
  await page.getByLabel('Su nombre').fill('Rosa');
  await back('Su nombre');
  expect(await page.getByLabel('Su nombre').inputValue()).toBe('Rosa');
  await page.evaluate(`location.hash = '#/'`);
  await enterAsNew(page, 'rosa@empresa.mx');
  await page.evaluate(`location.hash = '#/cuenta'`);
  await page.evaluate(`location.hash = '#/inicio'`);
  const keys: (string | undefined)[] = [];
  await page.route('**/teams', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    return route.fulfill({ status: 503, json: { error: 'BUSY', message: 'The test refuses.' } });
  });
  await fill(page, COMPANY);
  await page.getByText('El servicio está ocupado').first().waitFor();
  await back('Empresa');
  expect(await page.getByLabel('Código postal').inputValue()).toBe(COMPANY['Código postal']);
  await page.getByLabel('Código postal').press('Enter');
  await page.locator('.checklist [aria-current]', { hasText: 'La primera unidad' }).waitFor();
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('desk 5.3: the address of the second step names the account, and an odd address harms nothing', async () => {
  const page = await open('/#/confirmar/%E0%A4%A');
  await page.getByRole('heading', { name: 'Confirmar su correo' }).waitFor();
  await page.goto(`${url()}/#/registro`);
  await fill(page, { 'Su nombre': 'Luz', Correo: 'luz@empresa.mx' });
  await page.getByRole('heading', { name: 'Confirmar su correo' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/confirmar/luz%40empresa.mx');
});

test('desk 5.3: each page before the sign-in has its own title and heading, which takes the focus', async () => {
  const page = await open('/');
  const expectPage = async (name: string): Promise<void> => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).toBe(`${name} · Fleet operations`);
    expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
  };
  await expectPage('Iniciar sesión');
  await page.getByRole('link', { name: 'Crear una cuenta' }).click();
  await expectPage('Crear una cuenta');
  await page.evaluate("location.hash = '#/confirmar/ana%40empresa.mx'");
  await expectPage('Confirmar su correo');
  await page.evaluate("location.hash = '#/contrasena'");
  await expectPage('¿Olvidó su contraseña?');
  await page.evaluate("location.hash = '#/contrasena/ana%40empresa.mx'");
  await expectPage('Elegir una contraseña nueva');
});

test('desk 5.3: a wrong value is told at its field in the language of the console, and the first one takes the focus', async () => {
  const page = await open('/', { locale: 'en-US' });
  await page.getByRole('button', { name: 'Español' }).click();
  const expectWrong = async (texts: readonly string[], field: string): Promise<void> => {
    await page.keyboard.press('Enter');
    await page.locator('.wrong').last().waitFor();
    expect(await page.locator('.wrong').allTextContents()).toEqual(texts);
    expect(await page.evaluate('document.activeElement.name')).toBe(field);
    expect(await accessibilityViolations(page)).toEqual([]);
  };
  await page.getByLabel('Correo, o usuario de la app').fill('ana@empresa.mx');
  await expectWrong(['Falta este dato.'], 'password');
  await page.getByRole('link', { name: 'Crear una cuenta' }).click();
  await page.getByLabel('Su nombre').fill(' ');
  await page.getByLabel('Correo').fill('ana');
  await expectWrong(['Falta este dato.', 'Escriba un correo, como ana@empresa.mx.'], 'name');
  await page.evaluate("location.hash = '#/confirmar/ana%40empresa.mx'");
  await page.getByLabel('Código de seis dígitos').fill('12');
  await page.getByLabel('Contraseña nueva').fill('corta');
  await expectWrong(['Escriba 6 dígitos.', 'Escriba 10 caracteres o más.'], 'code');
});
