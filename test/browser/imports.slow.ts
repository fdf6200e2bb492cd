import type { Locator, Page } from 'playwright-core';
import { createFleet, type Fleet } from '../../client/src/index';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

jest.setTimeout(120_000);

const teamId = DEMO.team.id;
const FILE = ['externalId,name,rfc', 'ERP-1,Aceros del Norte,XAXX010101000', 'ERP-2,,XAXX010101000', ''].join('\r\n');

/** Uploads the file as the person does, and answers the key that the form asks for. */
async function uploadedKey(office: Fleet): Promise<string> {
  await office.auth.login({ body: { email: OWNER.email, password: DEMO_PASSWORD } });
  const body = {
    teamId,
    fileName: 'clientes.csv',
    contentType: 'text/csv',
    folder: 'imports',
    size: FILE.length,
  } as const;
  const { uploadUrl, key } = await office.files.createUploadUrl({ body });
  const { ok } = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: FILE });
  expect(ok).toBe(true);
  return key;
}

/** Opens the form of an import, and fills it in. */
async function openForm(page: Page, key: string, dryRun: string): Promise<Locator> {
  await enterAs(page, OWNER.name);
  await openAt(page, 'importaciones');
  await button(page, 'Nueva importación').click();
  const dialog = page.getByRole('dialog');
  for (const [name, value] of [
    ['kind', 'clients'],
    ['dryRun', dryRun],
  ])
    await dialog.locator(`select[name="${name}"]`).selectOption(value ?? '');
  await dialog.locator('[name="key"]').fill(key);
  return dialog;
}

/** What stands in the form. */
const typed = (dialog: Locator) =>
  Promise.all(['kind', 'key', 'dryRun'].map((name) => dialog.locator(`[name="${name}"]`).inputValue()));

const send = (dialog: Locator) => dialog.locator('button[name="send"]:enabled');

/** Opens the page of the one import, once it has ended. */
async function openEnded(page: Page, dryRun: string): Promise<Locator> {
  const row = page.locator('main tbody tr').filter({ has: page.getByRole('cell', { name: dryRun, exact: true }) });
  for (let tries = 0; tries < 40 && !(await row.getByText('DONE').isVisible()); tries += 1) {
    await page.waitForTimeout(250);
    await page.reload();
    await row.waitFor();
  }
  expect(await row.count()).toBe(1);
  await row.locator('a').first().click();
  await page.getByRole('heading', { name: 'Datos' }).waitFor();
  return page.locator('main');
}

/** The value that stands beside a name. */
const besideOf = (main: Locator, name: string) =>
  main
    .locator('dl > div', { has: main.page().getByText(name, { exact: true }) })
    .first()
    .locator('dd')
    .innerText();

const clientsOf = async (office: Fleet) =>
  (await office.clients.list({ teamId })).clients.filter(({ externalId }) => externalId?.startsWith('ERP-'));

test('integrations 5: a dry run in the console shows its counts and each refused row by its number, and writes nothing', async () => {
  const office = createFleet({ baseUrl: url() });
  const key = await uploadedKey(office);
  const page = await open('/');
  const dialog = await openForm(page, key, 'true');
  await send(dialog).click();
  await page.getByRole('status').getByText('Listo: Nueva importación.').waitFor();
  const main = await openEnded(page, 'Sí');
  const names = ['Filas', 'Se crearían', 'Creados', 'Rechazadas', 'Fila', 'Clave en otro sistema', 'Campo', 'Mensaje'];
  const shown = await Promise.all(names.map((name) => besideOf(main, name)));
  expect(shown).toEqual(['2', '1', '0', '1', '3', 'ERP-2', 'name', 'Este campo es obligatorio.']);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await clientsOf(office)).toEqual([]);
});

test('integrations 5: without network nothing typed is lost; after a lost answer and a double click there is one import, and its result is shown', async () => {
  const office = createFleet({ baseUrl: url() });
  const key = await uploadedKey(office);
  const page = await open('/');
  const dialog = await openForm(page, key, 'false');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/imports'))
      keys.push(request.headers()['idempotency-key']);
  });
  const before = await typed(dialog);

  await page.context().setOffline(true);
  await send(dialog).click();
  await dialog.locator('.failure').waitFor();
  expect(await typed(dialog)).toEqual(before);
  await page.context().setOffline(false);

  await page.route('**/imports', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await Promise.all([page.waitForEvent('requestfailed'), send(dialog).click()]);
  await send(dialog).waitFor();
  expect(await typed(dialog)).toEqual(before);
  await page.unroute('**/imports');

  // Both clicks come before the page can render anew.
  await page.evaluate(`(() => {
    const button = document.querySelector('dialog[open] button[name="send"]');
    button.click();
    button.click();
  })()`);
  await page.getByRole('status').getByText('Listo: Nueva importación.').waitFor();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
  const main = await openEnded(page, 'No');
  const shown = await Promise.all(['Filas', 'Creados', 'Rechazadas'].map((name) => besideOf(main, name)));
  expect(shown).toEqual(['2', '1', '1']);
  const [made, ...others] = await clientsOf(office);
  expect([made?.externalId, others]).toEqual(['ERP-1', []]);
  const address = await main.getByRole('link', { name: 'Abrir' }).getAttribute('href');
  const lines = (await (await fetch(String(address))).text()).trim().split('\r\n');
  expect(lines.slice(1)).toEqual([expect.stringContaining(String(made?.id)), expect.stringContaining('ERP-2')]);
});
