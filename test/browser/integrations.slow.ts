import type { Locator, Page } from 'playwright-core';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { enterAs, OWNER, openAt } from './support/people';

const { open } = browsing();

/** The first value of a list. A required list has an empty one. */
const choose = (dialog: Locator, list: string, value: string) =>
  dialog.locator(`[data-path$="${list}"] select`).first().selectOption(value);

const send = (page: Page) => page.getByRole('dialog').locator('button[name="send"]:not([aria-disabled])').click();

test('integrations 3: a person makes an API key, sees it once, finds it in the list and revokes it with a second step', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'llaves');
  await button(page, 'Nueva llave de API').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Nombre/).fill('ERP');
  await choose(dialog, 'scopes', 'trips:read');
  await send(page);
  const shown = dialog.getByText(/fleet_\w+_\w{46}/).first();
  await shown.waitFor();
  const key = /fleet_\w+_\w{46}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('Escape');
  const row = page.locator('main tbody tr').filter({ hasText: 'ERP' });
  await row.waitFor();
  expect(await page.locator('main').textContent()).not.toContain(key);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.method()));
  await row.getByRole('button', { name: /^Revocar/ }).click();
  expect(calls).not.toContain('DELETE');
  await page.keyboard.press('Escape');
});

test('integrations 2: a person makes a webhook, sends a test, and finds the delivery on its page', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'webhooks');
  await button(page, 'Nuevo webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name="url"]').fill('https://hooks.example.com/fleet');
  await choose(dialog, 'types', '*');
  await send(page);
  await dialog
    .getByText(/whsec_/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.locator('main tbody tr').filter({ hasText: 'hooks.example.com' }).locator('a').first().click();
  await page.getByRole('heading', { name: 'Entregas' }).waitFor();
  await button(page, 'Enviar una prueba').click();
  await send(page);
  await page.locator('main tbody tr').filter({ hasText: 'webhook.test' }).waitFor();
  const { hash } = new URL(page.url());
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  await dialog
    .getByLabel(/^Nombre/)
    .first()
    .fill('Zapatería Olmeca');
  await send(page);
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
  await openAt(page, hash.slice(2));
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const row = page.locator('main tbody tr').filter({ hasText: 'client.created' });
  await row.getByRole('button', { name: 'Reenviar', exact: true }).click();
  await send(page);
  await page
    .getByRole('status')
    .getByText(/^Listo: Reenviar/)
    .waitFor();
  expect(calls).toContainEqual(expect.stringMatching(/^POST .*\/deliveries\/[0-9a-f-]{36}\/redeliver$/));
});
