import type { Page } from 'playwright-core';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { until } from '../support/until';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { afterAnswer, hold } from './support/held';
import { OF_TEAM, officeAt } from './support/office';
import { DRIVER, enterAs, OWNER, openAt, openCalls } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

const teamId = DEMO.team.id;

async function enter(): Promise<Page> {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  return page;
}

test('a sign-in that is answered late does not take the page of the person who signed in after it', async () => {
  const page = await open('/');
  const late = await hold(page, /\/users\/me$/);
  await page.getByRole('button', { name: OWNER.name }).click();
  await late.arrived();
  await page.getByLabel('Correo, o usuario de la app').fill(DEMO.drivers[0].username ?? '');
  await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
  await button(page, 'Entrar').click();
  await page.getByRole('heading', { name: 'Mis viajes' }).waitFor();
  await late.release();
  await afterAnswer(page);
  expect(await page.locator('.who-name').innerText()).toBe(DRIVER);
  await page.locator('.who-button').click();
  await button(page, `Ver como ${OWNER.name}`).waitFor();
});

test('a code that is asked for late does not bring back the page that was left', async () => {
  const page = await open('/#/contrasena');
  await page.getByLabel('Correo').fill(OWNER.email);
  const asked = await hold(page, /\/auth\/password\/forgot$/);
  await button(page, 'Enviar el código').click();
  await asked.arrived();
  await page.getByRole('link', { name: 'Volver' }).click();
  await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor();
  await asked.release();
  await afterAnswer(page);
  expect(new URL(page.url()).hash).toBe('#/entrar');
});

test('desk 5.5: the trip of the driver stays when the office gives the driver an earlier one', async () => {
  const page = await open('/');
  await enterAs(page, DRIVER);
  const office = await officeAt(url());
  const chosen = page.locator('.row[aria-pressed="true"]');
  const before = await chosen.innerText();
  await office(`POST ${OF_TEAM}/trips`, {
    clientId: DEMO.clients[0]?.id,
    driverId: DEMO.drivers[0].id,
    cargoDescription: 'Antes de todos',
    startDate: '2020-01-02T10:00:00-06:00',
  });
  await page.getByText('Antes de todos').waitFor();
  expect(await chosen.innerText()).toBe(before);
});

test('desk 5.4: data whose further read got no answer say that they may be old, although the server is there', async () => {
  const page = await enter();
  const office = await officeAt(url());
  await openAt(page, 'clientes');
  let isLost = true;
  await page.route(/\/clients\?/, (route) => (isLost ? route.abort() : route.fallback()));
  await office('POST /clients', { teamId, name: 'Acabados Yaqui' });
  await page.getByText('Estos datos pueden no estar al día.').waitFor();
  isLost = false;
  await button(page, 'Intentar otra vez').click();
  await page.getByRole('link', { name: 'Acabados Yaqui' }).waitFor();
});

test('desk 5.4: a change that is made before the first list of calls arrives is on the page', async () => {
  const page = await open('/');
  const calls = await hold(page, /_local\/calls/);
  await page.reload();
  await calls.arrived();
  await enterAs(page, OWNER.name);
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  await page.getByRole('dialog').locator('[name="name"]').fill('Abarrotes Mayo');
  await page.keyboard.press('Enter');
  await page.getByText('Listo: Nuevo cliente.').waitFor();
  await calls.release();
  await page.getByRole('link', { name: 'Abarrotes Mayo' }).waitFor();
});

test('desk 5.6: the page of a call does not take the focus when it arrives', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  await openCalls(page);
  const read = await hold(page, /_local\/calls\/./);
  await page.locator('.calls-table .operation').first().click();
  await read.arrived();
  const search = page.getByLabel('Buscar', { exact: true });
  await search.focus();
  await read.release();
  await page.locator('.call .facts').waitFor();
  await afterAnswer(page);
  expect(await page.evaluate('document.activeElement.name')).toBe('q');
});

test('desk 5.5: the provider is not said to answer well while that is not known', async () => {
  const page = await enter();
  await page.route('**/_local/stamping/faults', (route) => route.fulfill({ status: 503, json: {} }));
  await openAt(page, 'facturas');
  await page.getByText('El servicio está ocupado').first().waitFor();
  expect(await page.getByText('El proveedor responde bien.').count()).toBe(0);
});

/** Makes a second company of the owner, and opens the menu of the person where it can be chosen. */
async function withCompany(page: Page, name: string) {
  const office = await officeAt(url());
  const { interiorNumber: _, ...address } = DEMO.team.address;
  await office('POST /teams', { name, address });
  const who = page.locator('.who-button');
  const choice = button(page, `Trabajar en ${name} (Titular)`);
  await who.click();
  await choice.waitFor();
  return { who, choice };
}

test('desk 5: the company that a person chose stays when an earlier list of companies is answered', async () => {
  const page = await enter();
  const name = 'Fletes del Golfo';
  const { who, choice } = await withCompany(page, name);
  await who.click();
  const list = await hold(page, /\/teams$/);
  await who.click();
  await list.arrived();
  await choice.click();
  await page.getByRole('banner').getByText(name).first().waitFor();
  await list.release();
  await afterAnswer(page);
  expect(await page.locator('.who-role').innerText()).toContain(name);
});

test('desk 5: the company that a person chose stays when the data of the one before are answered', async () => {
  const page = await enter();
  const name = 'Fletes del Bajío';
  const { choice } = await withCompany(page, name);
  const read = await hold(page, new RegExp(`/teams/${teamId}$`));
  await page.evaluate("location.hash = '#/empresa'");
  await read.arrived();
  const office = await officeAt(url());
  await office(`PUT ${OF_TEAM}`, { name: `${DEMO.team.name} Norte` });
  await choice.click();
  await page.getByRole('banner').getByText(name).first().waitFor();
  await read.release();
  await afterAnswer(page);
  expect(await page.locator('.who-role').innerText()).toContain(name);
  await office(`PUT ${OF_TEAM}`, { name: DEMO.team.name });
});

test('desk 5: a driver who is signed in beside the office does not take the page when the office has left meanwhile', async () => {
  const page = await enter();
  await openAt(page, `viajes/${DEMO.trips[0]?.id}`);
  const late = await hold(page, /\/drivers\/me$/);
  await button(page, `Entrar como ${DRIVER}`).click();
  await late.arrived();
  await page.locator('.who-button').click();
  await button(page, 'Salir').click();
  await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor();
  await late.release();
  await until(() => page.evaluate<boolean>("sessionStorage.getItem('consola').includes('driverId')"));
  await afterAnswer(page);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Iniciar sesión');
});
