import type { Page } from 'playwright-core';
import { temporaryFolder } from '../local/support/folder';
import { endServers, type ServerProcess, startServer } from '../local/support/server';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { enterAs, OWNER, settled } from './support/people';

const folder = temporaryFolder();
let server: ServerProcess | undefined;

const startAt = async (port: string): Promise<string> => {
  server = startServer(['--port', port, '--data', folder]);
  return server.url();
};

async function kill(): Promise<void> {
  server?.child.kill('SIGKILL');
  await server?.ended;
}

const { open, url } = browsing({
  start: async () => ({ url: await startAt('0'), stop: endServers }),
  isAwayAtTimes: true,
});

/** Counts the requests to the server whose address does not end as given. */
function countRequests(page: Page, except?: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (except === undefined || !pathname.endsWith(except)) count += 1;
  });
  return () => count;
}

/** The controls that something covers: a click in their middle would hit another element. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('a, button, input')].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const isShown = width > 0 && top >= 0 && top + height <= innerHeight;
    const hit = isShown && document.elementFromPoint(left + width / 2, top + height / 2);
    return !hit || one.contains(hit) ? [] : [one.textContent + ' is under ' + hit.className];
  })`);

/** Collects each text that the page announces, once for each time that it appears. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.said = [];
    const take = (changes) => {
      for (const { addedNodes } of changes) for (const { textContent } of addedNodes) if (textContent.trim()) window.said.push(textContent.trim());
    };
    for (const region of document.querySelectorAll('.connection, .notices > *')) new MutationObserver(take).observe(region, { childList: true, subtree: true });
  })()`);

const AWAY = 'Sin conexión con el servidor.';
const BACK = 'El servidor volvió.';
const FIELD = 'Su contraseña';
const TYPED = 'a long phrase, half typ';

test('desk 5.4: after the server was away the page goes on by itself, says so once, and keeps typed text and view', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('link', { name: 'Mi cuenta' }).click();
  await page.getByLabel(FIELD).fill(TYPED);
  await settled(page);
  await listen(page);
  const asked = countRequests(page);
  const read = countRequests(page, '/_local/calls');
  const address = page.url();

  await kill();
  await page.getByText(AWAY).waitFor();
  expect(await covered(page)).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.waitForTimeout(9_000);
  // 1.5, 3 and 6 seconds, each up to half shorter: without the backoff these would be seven.
  const whileAway = asked();
  expect(whileAway).toBeGreaterThanOrEqual(2);
  expect(whileAway).toBeLessThanOrEqual(5);

  const readBefore = read();
  await startAt(new URL(url()).port);
  await page.getByText(BACK).waitFor();
  await page.waitForTimeout(1_000);
  // The view's own reads, each once.
  expect(read() - readBefore).toBeLessThanOrEqual(7);
  expect(await covered(page)).toEqual([]);
  await page.getByText(BACK).waitFor({ state: 'detached' });
  expect([page.url(), await page.getByLabel(FIELD).inputValue()]).toEqual([address, TYPED]);
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
  const said = await page.evaluate<string[]>('window.said');
  expect(said.map((line) => line.replace(/\.\s.*/s, '.'))).toEqual([AWAY, BACK]);
});

test('desk 5.4: what the user sends while the server is away is refused in words, and goes through after', async () => {
  const page = await open('/#/cuenta');
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByLabel(FIELD).fill(TYPED);
  await kill();
  await page.getByRole('button', { name: 'Activar con una app' }).click();
  await page.getByRole('alert').getByText('El servidor no responde.').waitFor();
  expect(await page.getByLabel(FIELD).inputValue()).toBe(TYPED);
  await page.getByText(AWAY).waitFor();
  await startAt(new URL(url()).port);
  await page.getByText(BACK).waitFor();
  await page.getByText('El servidor no responde.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Activar con una app' }).click();
  await page.getByRole('alert').getByText('INVALID_CREDENTIALS').waitFor();
});

test('desk 5.4: a fault that the user asks for while the server is away is refused in the same words', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.evaluate(`location.hash = '#/facturas'`);
  await page
    .getByRole('link', { name: /INNOVACION/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Perder la respuesta/ }).waitFor();
  await kill();
  await page.getByRole('button', { name: /^Perder la respuesta/ }).click();
  await page.getByRole('alert').getByText('El servidor no responde.').waitFor();
  // A server that is back before the page has missed it is not told of.
  await page.getByText(AWAY).waitFor();
  await startAt(new URL(url()).port);
  await page.getByText(BACK).waitFor();
});

test('desk 5.4: the refusal in a form ends when the server is back, and what was typed goes through', async () => {
  const page = await open('/');
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`location.hash = '#/clientes'`);
  await page.getByRole('button', { name: 'Nuevo cliente' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^Nombre/)
    .first()
    .fill('Vidrios del Norte');
  await kill();
  await dialog.locator('[name=send]').click();
  await dialog.getByText('El servidor no responde.').waitFor();
  await page.getByText(AWAY).waitFor();
  await startAt(new URL(url()).port);
  await dialog.getByText('El servidor no responde.').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.name')).toBe('send');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
});
