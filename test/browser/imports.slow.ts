import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { createFleet, type Fleet } from '../../client/src/index';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing, type Look } from './support/browsing';
import { button } from './support/clicks';
import { afterAnswer } from './support/held';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url, advance } = browsing({ isAwayAtTimes: true });

const teamId = DEMO.team.id;
const fileOf = (rows: readonly string[], mimeType = 'text/csv') => ({
  name: 'clientes.csv',
  mimeType,
  buffer: Buffer.from(['externalId,name,rfc', ...rows, ''].join('\r\n')),
});

async function signedIn(): Promise<Fleet> {
  const office = createFleet({ baseUrl: url() });
  await office.auth.login({ body: { email: OWNER.email, password: DEMO_PASSWORD } });
  return office;
}

/** Opens the dialog of an import. */
async function openDialog(look: Look = {}, name = 'Importar un archivo'): Promise<readonly [Page, Locator]> {
  const page = await open('/', look);
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.locator('main h1').waitFor();
  await openAt(page, 'importaciones');
  await button(page, name).click();
  return [page, page.getByRole('dialog')];
}

/** The bodies and keys of the requests that start an import, and the number of uploads. */
function watchStarts(page: Page) {
  const starts: { readonly dryRun: unknown; readonly key: string | undefined }[] = [];
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') uploads.push(request.url());
    if (request.method() !== 'POST' || !request.url().endsWith('/imports')) return;
    starts.push({ dryRun: request.postDataJSON().dryRun, key: request.headers()['idempotency-key'] });
  });
  return { starts, uploads };
}

/** Both clicks come before the page can render anew. */
const clickTwiceAtOnce = (page: Page, name: string) =>
  page.evaluate(`(() => {
    const button = document.querySelector('dialog[open] button[name="${name}"]');
    button.click();
    button.click();
  })()`);

const rowsIn = async (dialog: Locator): Promise<string[][]> =>
  Promise.all((await dialog.locator('tbody tr').all()).map((row) => row.locator('th, td').allInnerTexts()));

/** The value that stands beside a name. */
const beside = (place: Locator, name: string) =>
  place
    .locator('dl > div', { has: place.page().getByText(name, { exact: true }) })
    .first()
    .locator('dd')
    .innerText();

const clientsOf = async (office: Fleet, prefix: string) =>
  (await office.clients.list({ teamId, limit: 100 })).clients.filter(({ externalId }) =>
    externalId?.startsWith(prefix),
  );

const focusedText = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.trim()');

test('integrations 5: a person picks a CSV file, sees the result of each row of the dry run, and imports it with a second click', async () => {
  const office = await signedIn();
  const [page, dialog] = await openDialog();
  const { starts, uploads } = watchStarts(page);
  await dialog.locator('[name="check"]').click();
  await dialog.getByText('Falta este dato.').waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('file');

  // A Windows machine with a spreadsheet names another type.
  const file = fileOf(['ERP-1,Aceros del Norte,XAXX010101000', 'ERP-2,,XAXX010101000'], 'application/vnd.ms-excel');
  await dialog.locator('[name="file"]').setInputFiles(file);
  await dialog.locator('[name="check"]').click();
  await dialog.getByRole('heading', { name: 'Resultado de la revisión' }).waitFor();
  const counts = ['Filas', 'Se crearían', 'Se cambiarían', 'Sin cambios', 'Rechazadas'];
  expect(await Promise.all(counts.map((name) => beside(dialog, name)))).toEqual(['2', '1', '0', '0', '1']);
  expect(await rowsIn(dialog)).toEqual([
    ['3', 'ERP-2', 'Rechazada', 'name: Este campo es obligatorio.'],
    ['2', 'ERP-1', 'Se crearía', ''],
  ]);
  await dialog.getByText('Todavía no se escribió nada. Las filas rechazadas se omitirán.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect({ starts, clients: await clientsOf(office, 'ERP-') }).toEqual({
    starts: [{ dryRun: true, key: expect.any(String) }],
    clients: [],
  });

  await button(page, 'Importar 1 filas').click();
  await dialog.getByRole('heading', { name: 'Importado' }).waitFor();
  expect(await Promise.all(['Creados', 'Rechazadas'].map((name) => beside(dialog, name)))).toEqual(['1', '1']);
  expect(await accessibilityViolations(page)).toEqual([]);
  const [made, ...others] = await clientsOf(office, 'ERP-');
  expect([made?.externalId, others]).toEqual(['ERP-1', []]);
  expect(starts.map(({ dryRun }) => dryRun)).toEqual([true, false]);
  expect(uploads).toHaveLength(1);
  const address = await dialog.getByRole('link', { name: 'Descargar el resultado de cada fila' }).getAttribute('href');
  const lines = (await (await fetch(String(address))).text()).trim().split('\r\n');
  expect(lines.slice(1)).toEqual([expect.stringContaining(String(made?.id)), expect.stringContaining('ERP-2')]);
  await dialog.getByRole('link', { name: 'Página de esta importación' }).click();
  await page.getByRole('heading', { name: 'Errores' }).first().waitFor();
  expect(await beside(page.locator('main'), 'Mensaje')).toBe('Este campo es obligatorio.');
});

test('integrations 5: no second press of the check starts the import, by the mouse or by Enter', async () => {
  const office = await signedIn();
  const [page, dialog] = await openDialog();
  await page.clock.install();
  const { starts } = watchStarts(page);
  await dialog.locator('[name="file"]').setInputFiles(fileOf(['TWO-1,Zapatos,XAXX010101000']));
  await dialog.locator('[name="check"]').focus();
  await page.keyboard.press('Enter');
  await dialog.locator('button[name="import"]').waitFor();
  expect(await focusedText(page)).toBe('Resultado de la revisión');
  await page.keyboard.press('Enter');
  // Within 2.5 seconds the same check is a part of the first press, and is answered with its result.
  await page.clock.fastForward(2_600);
  const started = page.waitForResponse(/\/imports$/);
  await clickTwiceAtOnce(page, 'check');
  await started;
  await afterAnswer(page);
  await dialog.locator('button[name="import"]').waitFor();
  expect(starts.map(({ dryRun }) => dryRun)).toEqual([true, true]);
  expect(await clientsOf(office, 'TWO-')).toEqual([]);

  // Another file, or another kind, has to be checked first.
  await dialog.locator('[name="kind"]').selectOption('vehicles');
  await dialog.locator('button[name="import"]').waitFor({ state: 'detached' });
});

test('integrations 5: without network the file stays chosen; after a lost answer and a double click there is one import', async () => {
  const office = await signedIn();
  const [page, dialog] = await openDialog();
  const { starts, uploads } = watchStarts(page);
  await dialog.locator('[name="file"]').setInputFiles(fileOf(['NET-1,Redes del Sur,XAXX010101000']));
  await page.context().setOffline(true);
  await dialog.locator('[name="check"]').click();
  await dialog.locator('.failure').waitFor();
  await page.context().setOffline(false);
  await dialog.locator('[name="check"]:not([aria-disabled])').click();
  await dialog.locator('button[name="import"]').waitFor();
  expect({ uploads: uploads.length, starts: starts.length }).toEqual({ uploads: 1, starts: 1 });

  await page.route('**/imports', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await Promise.all([page.waitForEvent('requestfailed'), dialog.locator('button[name="import"]').click()]);
  await dialog.locator('.failure').waitFor();
  await page.unroute('**/imports');
  await clickTwiceAtOnce(page, 'import');
  await dialog.getByRole('heading', { name: 'Importado' }).waitFor();
  const [, lost, again, ...more] = starts;
  expect([lost?.dryRun, again, more]).toEqual([false, lost, []]);
  expect((await clientsOf(office, 'NET-')).map(({ externalId }) => externalId)).toEqual(['NET-1']);
  const { imports } = await office.imports.list({ teamId });
  expect(imports.filter(({ dryRun, created }) => !dryRun && created === 1)).toHaveLength(2);
});

test('integrations 5: it shows how far an import is, and asks on while the server is away, in English on a phone', async () => {
  const [page, dialog] = await openDialog({ locale: 'en-US', width: 390, height: 844 }, 'Import a file');
  await dialog.locator('[name="file"]').setInputFiles(fileOf(['FAR-1,Lejos,XAXX010101000', 'FAR-1,Lejos,']));
  let phase: 'away' | 'running' | 'done' = 'away';
  await page.route('**/imports/*', async (route) => {
    if (phase === 'away') return route.abort();
    const answer = await route.fetch();
    const { resultUrl: _, ...job } = await answer.json();
    return phase === 'done'
      ? route.fulfill({ response: answer })
      : route.fulfill({ response: answer, json: { ...job, status: 'RUNNING', done: 1 } });
  });
  await dialog.locator('[name="check"]').click();
  await dialog.getByText('The server does not answer.').waitFor();
  phase = 'running';
  await dialog.getByText('1 of 2 rows.').waitFor();
  const bar = dialog.getByRole('progressbar', { name: 'Checking…' });
  expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['1', '2']);
  expect(await dialog.locator('[name="check"]').isDisabled()).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  phase = 'done';
  await dialog.getByRole('heading', { name: 'Result of the check' }).waitFor();
  expect(await rowsIn(dialog)).toEqual([
    ['3', 'FAR-1', 'Refused', expect.stringContaining('Row 2 has the same externalId.')],
    ['2', 'FAR-1', 'Would be created', ''],
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('integrations 5: a file that cannot be read is refused with what to do, and a repeated import finds nothing to do', async () => {
  // The tests before used up most of the ten imports an hour.
  advance(60 * 60_000);
  const [page, dialog] = await openDialog();
  const input = dialog.locator('[name="file"]');
  await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('ERP-9;Aceros del Norte\n') });
  await dialog.locator('[name="check"]').click();
  await dialog
    .locator('.failure')
    .getByText(/no existe la columna ERP-9/)
    .waitFor();
  expect(await dialog.locator('button[name="import"]').count()).toBe(0);
  for (const last of ['Importar 1 filas', undefined]) {
    await input.setInputFiles(fileOf(['SAME-1,Lo mismo,XAXX010101000']));
    await dialog.locator('[name="check"]').click();
    await dialog.getByRole('heading', { name: 'Resultado de la revisión' }).waitFor();
    if (last === undefined) await dialog.getByText('No hay nada que importar.').waitFor();
    else await button(page, last).click();
    if (last !== undefined) await dialog.getByRole('heading', { name: 'Importado' }).waitFor();
  }
});

test('integrations 5: when the grant of the upload has ended, the next click uploads the checked file again', async () => {
  const [page, dialog] = await openDialog();
  const { uploads } = watchStarts(page);
  await dialog.locator('[name="file"]').setInputFiles(fileOf(['OLD-1,Tarde,XAXX010101000']));
  await dialog.locator('[name="check"]').click();
  await dialog.locator('button[name="import"]').waitFor();
  advance(2 * 60 * 60_000);
  await dialog.locator('button[name="import"]').click();
  await dialog.locator('.failure').waitFor();
  await dialog.locator('button[name="import"]:not([aria-disabled])').click();
  await dialog.getByRole('heading', { name: 'Importado' }).waitFor();
  expect(uploads).toHaveLength(2);
  expect(await clientsOf(await signedIn(), 'OLD-')).toHaveLength(1);
});

test.each([
  ['is saved again', 'El archivo se guardó después de elegirlo. Elíjalo otra vez.'],
  ['is saved and picked again', 'Importar 1 filas'],
])('integrations 5: a file that is corrected at its place and %s is checked as it is now', async (how, said) => {
  advance(60 * 60_000);
  const [page, dialog] = await openDialog();
  await page.clock.install();
  const folder = mkdtempSync(join(tmpdir(), 'fleet-import-'));
  const path = join(folder, 'clientes.csv');
  const save = (name: string) => writeFileSync(path, `externalId,name,rfc\r\nFIX-1,${name},XAXX010101000\r\n`);
  save('');
  await dialog.locator('[name="file"]').setInputFiles(path);
  await dialog.locator('[name="check"]').click();
  await dialog.getByText('No hay nada que importar.').waitFor();
  save('Aceros');
  // A browser compares the time of the file, which can be the same within a second.
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  if (how.includes('picked')) await dialog.locator('[name="file"]').setInputFiles(path);
  // A check within 2.5 seconds of another one is its double click.
  await page.clock.fastForward(2_700);
  await dialog.locator('[name="check"]').click();
  await dialog.getByText(said).waitFor();
  rmSync(folder, { recursive: true });
});

test('integrations 5: a member of the office who may not import has no button for it', async () => {
  const page = await open('/');
  await enterAs(page, DEMO.members[2]?.name ?? '');
  await openAt(page, 'importaciones');
  expect(await button(page, 'Importar un archivo').count()).toBe(0);
});
