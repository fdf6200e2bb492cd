import type { Page } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing();

/**
 * The service refuses a new password with a blank at an end, and compares an existing one as it is. A console that trimmed would keep another password
 * than the one that was typed, and say nothing.
 */
const SPACED = '  tres tristes tigres 27 ';

/** The code in the newest mail to an address. */
async function mailedCode(email: string): Promise<string> {
  const { messages } = Object(await (await fetch(`${url()}/_local/outbox?to=${encodeURIComponent(email)}`)).json());
  return messages[0].code;
}

/** Types the password into a field, presses Enter, and returns the body of the request that leaves. */
async function sentWith(page: Page, label: string | RegExp): Promise<unknown> {
  await page.getByLabel(label).fill(SPACED);
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() !== 'GET'),
    page.keyboard.press('Enter'),
  ]);
  return request.postDataJSON();
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Inicie sesión otra vez' });

async function endSession(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const [{ tokens: { refreshToken } }] = JSON.parse(sessionStorage.getItem('consola')).all;
    const body = JSON.stringify({ refreshToken });
    await fetch('/auth/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  })()`);
  await page.evaluate(`location.hash = '#/clientes'`);
  await question(page).waitFor();
}

async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click();
  await page.getByRole('link', { name: 'Mi cuenta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
}

const TOLD = 'Quite los espacios del principio y del final.';

test('a password with blanks at its ends is sent as it was typed by sign-in, second sign-in and second factor', async () => {
  const [{ email, name }] = DEMO.members;
  const page = await open('/');
  await page.getByLabel('Correo, o usuario de la app').fill(email);
  expect(await sentWith(page, 'Contraseña')).toEqual({ email, password: SPACED });
  await page.getByRole('alert').getByText('Los datos no coinciden.').waitFor();
  await enterAs(page, name);
  await endSession(page);
  expect(await sentWith(page, /^Contraseña de/)).toEqual({ email, password: SPACED });
  await question(page).getByText('Los datos no coinciden.').waitFor();
  await question(page).getByRole('button', { name }).click();
  await question(page).waitFor({ state: 'detached' });
  await openAccount(page, name);
  expect(await sentWith(page, 'Su contraseña')).toEqual({ password: SPACED });
  await page.getByRole('alert').getByText('INVALID_CREDENTIALS').waitFor();
  await page.route('**/users/me', async (route) => {
    const user = Object(await (await route.fetch()).json());
    await route.fulfill({ json: { ...user, mfaEnabled: true } });
  });
  await page.reload();
  await page.getByText('Al entrar se pide un código de su app.').waitFor();
  await page.getByLabel('Código de seis dígitos').fill('123456');
  expect(await sentWith(page, 'Su contraseña')).toEqual({ password: SPACED, code: '123456' });
  await openAt(page, 'operaciones/removeMfa');
  await page.locator('[name="code"]').fill('123456');
  expect(await sentWith(page, /^Contraseña/)).toEqual({ password: SPACED, code: '123456' });
});

test('a new password with blanks at its ends is sent as it was typed, and the refusal stands at its field', async () => {
  const page = await open('/#/contrasena');
  const [{ email }] = DEMO.members;
  await page.getByLabel('Correo').fill(email);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Código de seis dígitos');
  await code.waitFor();
  await code.fill(await mailedCode(email));
  expect(await sentWith(page, 'Contraseña nueva')).toMatchObject({ newPassword: SPACED });
  await page.locator('.wrong', { hasText: TOLD }).waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('newPassword');

  await openAt(page, 'registro');
  await page.getByLabel('Su nombre').fill('Rosa');
  await page.getByLabel('Correo').fill('rosa@vidrios.mx');
  await page.keyboard.press('Enter');
  await code.waitFor();
  await code.fill(await mailedCode('rosa@vidrios.mx'));
  expect(await sentWith(page, 'Contraseña nueva')).toMatchObject({ password: SPACED });
  await page.locator('.wrong', { hasText: TOLD }).waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('password');
});

test('the question after the end of a session refuses another person, and goes on with the same one', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const [, other] = DEMO.members;
  await endSession(page);
  const stored = () => page.evaluate<string>("sessionStorage.getItem('consola')");
  const before = await stored();
  await page.route('**/auth/login', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), email: other.email }) }),
  );
  await question(page).getByRole('button', { name: OWNER.name }).click();
  await question(page)
    .getByText('Esta cuenta no es la de antes. Para trabajar con ella, salga de esta página.')
    .waitFor();
  expect(await stored()).toBe(before);
  expect(await page.locator('main').isVisible()).toBe(false);
  await page.unroute('**/auth/login');
  await button(page, 'Salir y descartar lo escrito').focus();
  await question(page).getByRole('button', { name: OWNER.name }).press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await page.locator('tbody tr').first().waitFor();
});
