import type { Locator, Page, Request, Route } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { until } from '../support/until';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { afterAnswer, hold, holdAnswers } from './support/held';
import { officeAt, sendAll } from './support/office';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

const teamId = DEMO.team.id;

async function enter(): Promise<Page> {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  return page;
}

const isPost = (request: Request): boolean => request.method() === 'POST';

/** Refuses the first POST of a path. The later ones pass. */
async function refuseOnce(page: Page, path: RegExp): Promise<void> {
  let isRefused = true;
  await page.route(path, (route) => {
    if (!isRefused || !isPost(route.request())) return route.fallback();
    isRefused = false;
    return route.fulfill({ status: 503, json: { error: 'BUSY', message: 'The test refuses.' } });
  });
}

/** Refuses the lists of clients as long as `isRefused` is true. */
async function refuseLists(page: Page, { status, error }: { readonly status: number; readonly error: string }) {
  const lists = { isRefused: true };
  const json = { error, message: 'The test refuses.' };
  await page.route(/\/clients\?/, (route) => (lists.isRefused ? route.fulfill({ status, json }) : route.fallback()));
  return lists;
}

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.name ?? document.activeElement.localName');

test('desk 5.5: the focus stays where the person types when the lists of the record arrive', async () => {
  const page = await enter();
  const [route] = DEMO.routes;
  await openAt(page, `rutas/${route?.id}`);
  const read = await hold(page, /\/routes\/[^/]+\?/);
  await button(page, 'Editar').click();
  await read.arrived();
  const name = page.getByRole('dialog').locator('[name="name"]');
  await name.focus();
  await page.keyboard.type('Ruta nueva');
  await read.release();
  await page.getByRole('dialog').locator('[name^="stops[0]"]').first().waitFor();
  await afterAnswer(page);
  expect(await focused(page)).toBe('name');
  expect(await name.inputValue()).toBe('Ruta nueva');
});

test('desk 5.5: what is on its way to the service cannot be changed meanwhile, and can after a refusal', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  const dialog = page.getByRole('dialog');
  const name = dialog.locator('[name="name"]');
  await name.fill('Vidrios Tlaloc');
  const sent = await hold(page, /\/clients$/, isPost);
  await page.keyboard.press('Enter');
  await sent.arrived();
  await page.keyboard.type(' y Compañía');
  expect(await name.inputValue()).toBe('Vidrios Tlaloc');
  await sent.release();
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
  await button(page, 'Nuevo cliente').click();
  await name.fill('Vidrios Chac');
  await refuseOnce(page, /\/clients$/);
  await page.keyboard.press('Enter');
  await dialog.getByText('The test refuses.').waitFor();
  await name.focus();
  await page.keyboard.type(' Mool');
  expect(await name.inputValue()).toBe('Vidrios Chac Mool');
});

test('desk 5.5: a form of a few fields cannot be changed while it is sent, and gives the focus back after a refusal', async () => {
  const page = await open('/');
  const name = page.getByLabel('Correo, o usuario de la app');
  await page.getByLabel('Contraseña').fill('Wrong-2026-Flota');
  await name.fill(OWNER.email);
  const sent = await hold(page, /\/auth\/login$/);
  await page.keyboard.press('Enter');
  await sent.arrived();
  await page.keyboard.type('x');
  expect(await name.inputValue()).toBe(OWNER.email);
  await sent.release();
  await page.getByText('Los datos no coinciden.').waitFor();
  await page.keyboard.type('x');
  expect(await name.inputValue()).toBe(`${OWNER.email}x`);
});

test('desk 5.5: the record of a file cannot be changed while the file is uploaded, and can after a refusal', async () => {
  const page = await enter();
  await openAt(page, 'archivos');
  await button(page, 'Subir un archivo').click();
  const form = page.getByRole('dialog', { name: 'Subir un archivo' });
  const record = form.locator('select[name="vehicleId"]');
  await record.selectOption({ index: 1 });
  const file = { name: 'seguro.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await form.locator('[type="file"]').setInputFiles(file);
  const sent = await hold(page, /\/dms\/upload-url$/);
  await refuseOnce(page, /\/dms\/files$/);
  await form.locator('[name="send"]').click();
  await sent.arrived();
  await record.focus();
  expect(await focused(page)).toBe('send');
  await sent.release();
  await form.getByText('The test refuses.').waitFor();
  await record.focus();
  expect(await focused(page)).toBe('vehicleId');
});

test('desk 5.5: when the page of a form is left before the answer, the page after it tells the success', async () => {
  const page = await enter();
  await openAt(page, 'operaciones/createClient');
  await page.locator('form [name="name"]').fill('Vidrios Quetzal');
  const sent = await hold(page, /\/clients$/, isPost);
  await page.keyboard.press('Enter');
  await sent.arrived();
  await openAt(page, 'avisos');
  await sent.release();
  await page
    .getByRole('status')
    .getByText(/^Listo: /)
    .waitFor();
});

test('desk 5.5: a request whose answer was lost is recorded once, also when another one was sent between', async () => {
  const page = await enter();
  const office = await officeAt(url());
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  const form = page.getByRole('dialog');
  let count = 0;
  await page.route(/\/clients$/, async (route) => {
    if (!isPost(route.request())) return route.fallback();
    count += 1;
    if (count > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const send = form.locator('[name="send"]');
  await form.locator('[name="name"]').fill('Repetida Sin Querer');
  await send.click();
  await form.getByText('Pulse otra vez: nada se registra dos veces.').waitFor();
  await form.locator('[name="email"]').fill('no es un correo');
  await send.click();
  await form.locator('[name="email"][aria-invalid="true"]').waitFor();
  await form.locator('[name="email"]').fill('');
  await send.click();
  await page.getByText('Listo: Nuevo cliente.').waitFor();
  expect(await office(`GET /clients?teamId=${teamId}&q=repetida`)).toMatchObject({ count: 1 });
});

test('desk 5.5: an answer to a form that was left does not end the key of what was sent after it', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const name = page.locator('form [name="name"]');
  await openAt(page, 'operaciones/createClient');
  await name.fill('Tequila Uno');
  const first = await holdAnswers(page, 'POST', /\/clients$/);
  await page.keyboard.press('Enter');
  await first.arrived();
  await openAt(page, 'operaciones');
  await openAt(page, 'operaciones/createClient');
  await name.fill('Tequila Dos');
  const lost: Route[] = [];
  await page.route(/\/clients$/, async (route) => {
    if (lost.length > 0 || !isPost(route.request())) return route.fallback();
    await route.fetch();
    lost.push(route);
  });
  await page.keyboard.press('Enter');
  await until(() => lost.length > 0);
  await first.release();
  await page
    .getByRole('status')
    .getByText(/^Listo: /)
    .waitFor();
  await lost[0]?.abort();
  await page.getByText('Pulse otra vez: nada se registra dos veces.').waitFor();
  // A press within 2.5 seconds of the answer would count as the same one.
  await page.evaluate('(() => { const { now } = Date; Date.now = () => now() + 3_000; })()');
  await page.locator('form [name="send"]').click();
  await page.locator('.answer').waitFor();
  expect(await office(`GET /clients?teamId=${teamId}&q=tequila`)).toMatchObject({ count: 2 });
});

test('desk 5.2: a list that was refused can be read again, and the identifier that is typed meanwhile stays', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const lists = await refuseLists(page, { status: 503, error: 'BUSY' });
  await openAt(page, 'operaciones/createCollection');
  const field = page.locator('.field', { has: page.locator('[name="clientId"]') });
  const typed = page.locator('form input[name="clientId"]');
  await typed.focus();
  await page.keyboard.type('0198');
  lists.isRefused = false;
  await office('POST /clients', { teamId, name: 'Vidrios Ixchel' });
  await page.waitForResponse(/\/clients\?/);
  await afterAnswer(page);
  await page.keyboard.type('aa');
  expect(await typed.inputValue()).toBe('0198aa');
  await field.getByRole('button', { name: 'Elegir de la lista' }).click();
  const select = page.locator('form select[name="clientId"]');
  await select.locator('option', { hasText: 'Vidrios Ixchel' }).waitFor({ state: 'attached' });
  expect([await select.inputValue(), await focused(page)]).toEqual(['0198aa', 'clientId']);
});

test('desk 5.2: the focus stays in a field whose list comes after a refusal, and in one whose list is refused', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const lists = await refuseLists(page, { status: 403, error: 'FORBIDDEN' });
  await openAt(page, 'operaciones/createCollection');
  const [text, list] = ['input', 'select'].map((kind) => page.locator(`form ${kind}[name="clientId"]`));
  await text?.focus();
  lists.isRefused = false;
  await office('POST /clients', { teamId, name: 'Vidrios Kukulkán' });
  await list?.waitFor();
  expect(await focused(page)).toBe('clientId');
  lists.isRefused = true;
  await office('POST /clients', { teamId, name: 'Vidrios Itzamná' });
  await text?.waitFor();
  expect(await focused(page)).toBe('clientId');
  lists.isRefused = false;
  await button(page, 'Elegir de la lista').click();
  await list?.waitFor();
  expect(await focused(page)).toBe('clientId');
});

test('desk 5.2: the documents of the client before are not offered while those of the new one are read', async () => {
  const page = await enter();
  const [first, second] = DEMO.clients;
  await openAt(page, 'operaciones/createCollection');
  const client = page.locator('select[name="clientId"]');
  await client.selectOption(first?.id ?? '');
  await button(page, '+ Aplicaciones').click();
  const paid = page.locator('select[name$="invoiceId"]');
  await paid.getByText('Otro: escribir').waitFor({ state: 'attached' });
  const list = await hold(page, /\/invoices\?/);
  await client.selectOption(second?.id ?? '');
  await list.arrived();
  expect(await paid.locator('option').allInnerTexts()).toEqual(['Cargando…']);
  await list.release();
  await paid.getByText('Otro: escribir').waitFor({ state: 'attached' });
});

test('desk 5.5: a search keeps the focus and what is typed after Enter', async () => {
  const page = await enter();
  for (const view of ['facturas', 'operaciones']) {
    await openAt(page, view);
    const search = page.locator('main [name="q"]');
    // The second word follows the blank.
    await search.fill('gar ');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=gar/);
    await afterAnswer(page);
    await page.keyboard.type('za');
    expect([view, await search.inputValue()]).toEqual([view, 'gar za']);
    await page.goBack();
    await until(async () => (await search.inputValue()) === '');
  }
});

test('desk 5.5: the back button empties a search that was sent again without a change', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  await openAt(page, 'clientes?q=a%20b');
  const search = page.getByLabel('Buscar', { exact: true });
  await search.press('Enter');
  await page.waitForURL(/q=a\+b/);
  await page.goBack();
  await page.goBack();
  await until(async () => (await search.inputValue()) === '');
});

test('desk 5.5: a typed search stays when the page of the list changes, and no page of the filter before follows the new one', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const bodies = Array.from({ length: 30 }, (_, index) => ({ teamId, name: `Zacatecas ${index}` }));
  await sendAll(office, 'POST /clients', bodies);
  await openAt(page, 'clientes');
  const search = page.getByLabel('Buscar', { exact: true });
  await search.fill('vidrio');
  await button(page, 'Siguientes').click();
  await page.waitForURL(/cursor=/);
  await afterAnswer(page);
  expect(await search.inputValue()).toBe('vidrio');
  await page.goBack();
  await page.locator('[aria-busy="false"] tbody tr').nth(24).waitFor();
  const list = await hold(page, /\/clients\?/);
  await search.fill('zacatecas');
  // The person types on before the address has changed.
  await page.evaluate(`(() => {
    const field = document.querySelector('main [name="q"]');
    field.form.requestSubmit();
    field.value = 'zacatecas 1';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  await list.arrived();
  expect(await button(page, 'Siguientes').getAttribute('aria-disabled')).toBe('true');
  await list.release();
  await page.locator('[aria-busy="false"] tbody tr', { hasText: 'Zacatecas' }).first().waitFor();
  expect(await search.inputValue()).toBe('zacatecas 1');
});

test('desk 5.5: the numbers of the filter before do not stand below the list while the new one is read', async () => {
  const page = await enter();
  await openAt(page, 'facturas');
  const range = page.locator('.pages');
  await range.getByText(/\d de \d/).waitFor();
  const list = await hold(page, /\/invoices\?/);
  await button(page, 'Borrador').click();
  await list.arrived();
  expect(await range.getByText(/\d de \d/).count()).toBe(0);
  expect(await button(page, 'Siguientes').getAttribute('aria-disabled')).toBe('true');
  await list.release();
  await range.getByText(/\d de \d/).waitFor();
});

test('desk 5.5: what a check found of an invoice goes when another person changes the invoice', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const [invoice] = DEMO.invoices;
  await openAt(page, `facturas/${invoice?.id}`);
  await button(page, 'Revisar antes').click();
  const findings = page.getByRole('status').getByText('Lista para timbrar.');
  await findings.waitFor();
  await office(`PUT /invoices/${invoice?.id}`, { teamId, cfdiUse: 'S01' });
  await page.getByText('S01', { exact: true }).waitFor();
  expect(await findings.count()).toBe(0);
});

/** The forms with a list of clients: how many of its last choices are no client, and a function that opens the form. */
const LISTS: readonly (readonly [string, number, (page: Page) => Promise<Locator>])[] = [
  [
    'an operation',
    1,
    async (page) => {
      await openAt(page, 'operaciones/createTrip');
      const select = page.locator('form select[name="clientId"]');
      await select.locator('option', { hasText: 'Otro: escribir su identificador' }).waitFor({ state: 'attached' });
      return select;
    },
  ],
  [
    'a reservation',
    0,
    async (page) => {
      await openAt(page, 'cajas');
      await page
        .getByRole('button', { name: /^Reservar/ })
        .first()
        .click();
      return page.locator('form select[name="clientId"]');
    },
  ],
];

test.each(LISTS)('desk 5.5: an open list of %s does not change when it is read again', async (form, others, opened) => {
  const page = await enter();
  const office = await officeAt(url());
  const select = await opened(page);
  const aimed = await select.locator(`option:nth-last-child(${others + 1})`).getAttribute('value');
  const count = await select.locator('option').count();
  const name = `Aceros de ${form}`;
  await select.focus();
  await page.keyboard.press('Alt+ArrowDown');
  for (let press = 0; press < count - 1 - others; press += 1) await page.keyboard.press('ArrowDown');
  const read = page.waitForResponse(/\/clients\?/);
  await office('POST /clients', { teamId, name });
  await (await read).finished();
  await afterAnswer(page);
  await page.keyboard.press('Enter');
  await until(async () => (await select.inputValue()) !== '');
  expect(await select.inputValue()).toBe(aimed);
  await page.keyboard.press('Tab');
  await select.locator('option', { hasText: name }).waitFor({ state: 'attached' });
  expect(await select.inputValue()).toBe(aimed);
});
