import type { Page, Route } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { OF_TEAM, officeAt } from './support/office';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

/** Lets the server work on the next request of a method and path, and loses its answer. */
const loseAnswer = (page: Page, method: string, path: RegExp): Promise<unknown> =>
  handleNext(page, method, path, async (route) => {
    await route.fetch();
    await route.abort();
  });

/** Refuses the next request of a method and path with a status and a wait of 20 seconds. */
const refuse = (page: Page, method: string, path: RegExp, status: number): Promise<unknown> =>
  handleNext(page, method, path, (route) =>
    route.fulfill({
      status,
      headers: {
        'retry-after': '20',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
      },
      json: { error: 'UNAVAILABLE', message: 'The test refuses.' },
    }),
  );

async function handleNext(
  page: Page,
  method: string,
  path: RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let isDone = false;
  await page.route(path, (route) => {
    if (isDone || route.request().method() !== method) return route.fallback();
    isDone = true;
    return handle(route);
  });
}

async function enter(look = {}): Promise<Page> {
  const page = await open('/', look);
  await enterAs(page, OWNER.name);
  return page;
}

test('desk 5.5: when the answer of a creation is lost, the form says to press again, and one record is made', async () => {
  const page = await enter();
  const office = await officeAt(url());
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  const form = page.getByRole('dialog', { name: 'Nuevo cliente' });
  await form.locator('[name="name"]').fill('Perdida en el camino');
  await loseAnswer(page, 'POST', /\/clients$/);
  await form.locator('[name="send"]').click();
  await form.getByText('Pulse otra vez: nada se registra dos veces.').waitFor();
  await form.locator('[name="send"]').click();
  await page.getByText('Listo: Nuevo cliente.').waitFor();
  expect(await office(`GET /clients?teamId=${DEMO.team.id}&q=perdida`)).toMatchObject({ count: 1 });
});

test('desk 5.5: when the answer of a change is lost, the page says to look before a further press', async () => {
  const page = await enter();
  await openAt(page, 'avisos');
  await loseAnswer(page, 'PATCH', /\/alerts\//);
  await page
    .getByRole('button', { name: /^Marcar visto/ })
    .first()
    .click();
  await page.getByRole('alert').getByText('Revise el registro antes de pulsar otra vez.').waitFor();
});

test('desk 5.5: a refusal with a wait says how long, and is withdrawn by the press after it', async () => {
  const page = await open('/#/contrasena');
  await page.locator('main form input').fill(OWNER.email);
  await refuse(page, 'POST', /\/auth\/password\/forgot$/, 503);
  const send = page.locator('main form [name="send"]');
  await send.click();
  const refusal = page.getByText('El servicio está ocupado: espere 20 segundos e inténtelo otra vez.');
  await refusal.waitFor();
  await send.click();
  await page.getByRole('heading', { name: 'Elegir una contraseña nueva' }).waitFor();
  await refusal.waitFor({ state: 'detached' });
});

test('desk 5.5: a storage that refuses a file is not a failure of the console, and the next press uploads', async () => {
  const page = await enter();
  await openAt(page, 'archivos');
  await button(page, 'Subir un archivo').click();
  const form = page.getByRole('dialog', { name: 'Subir un archivo' });
  await form.locator('select[name="vehicleId"]').selectOption({ index: 1 });
  await form
    .locator('[type="file"]')
    .setInputFiles({ name: 'seguro.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await refuse(page, 'PUT', /X-Amz-Signature/, 503);
  await form.locator('[name="send"]').click();
  await form.getByText('El servicio está ocupado: espere 20 segundos e inténtelo otra vez.').waitFor();
  await form.getByText('El almacén no aceptó el archivo. Pulse otra vez para volver a subirlo.').waitFor();
  await form.locator('[name="send"]').click();
  await page.getByText('Subido: seguro.pdf.').waitFor();
});

test('desk 5.5: a wrong password in the own account does not read as the end of the session', async () => {
  const page = await enter();
  await openAt(page, 'cuenta');
  await page.getByLabel('Su contraseña').fill('Wrong-2026-Flota');
  await button(page, 'Activar con una app').click();
  await page.getByRole('alert').getByText('Los datos no coinciden.').waitFor();
});

test('desk 5.5: the cab of a trip without a driver does not take the office for its driver', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const { id } = await office(`POST ${OF_TEAM}/trips`, { startDate: '2026-12-24T14:00:00Z' });
  await openAt(page, `viajes/${id}`);
  await page.getByText('El viaje no tiene operador').waitFor();
});

test('desk 5.2: a page gets its buttons also when the description of the API got no answer at first', async () => {
  const page = await open('/');
  let lost = 0;
  await page.route('**/openapi.json', (route) => {
    lost += 1;
    return lost > 2 ? route.fallback() : route.abort();
  });
  await enterAs(page, OWNER.name);
  await button(page, 'Nuevo viaje').waitFor();
  expect(lost).toBe(3);
});

test('desk 5.4: a list of calls that takes longer over a slow network does not read as a lost server', async () => {
  const page = await enter();
  const office = await officeAt(url());
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const list = page.waitForResponse(/_local\/calls/);
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 700,
    uploadThroughput: 8_000,
  });
  await list;
  for (let count = 0; count < 200; count++) await office(`GET ${OF_TEAM}/vehicles?limit=1`);
  const long = page.waitForEvent('requestfinished', {
    predicate: async (request) =>
      request.url().includes('/_local/calls') && (await request.sizes()).responseBodySize > 4_000,
  });
  const lost = page.getByText('Sin conexión con el servidor.').waitFor();
  const either = [
    long.then(
      () => 'read',
      () => 'neither',
    ),
    // It ends with the page.
    lost.then(
      () => 'lost',
      () => 'neither',
    ),
  ];
  expect(await Promise.race(either)).toBe('read');
});

/** What a phone receives in the yard of a carrier, in each second. */
const SLOW_BYTES_PER_SECOND = 30_000;

test('desk 5.4: a slow line brings the console in 13 seconds, and at a reload only what changed', async () => {
  const page = await open('/#/registro');
  const client = await page.context().newCDPSession(page);
  let bytes = 0;
  const calls = new Set<string>();
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/_local/calls')) calls.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    // The list of calls is as long as the tests before made it.
    if (!calls.has(requestId)) bytes += encodedDataLength;
  });
  await client.send('Network.enable');
  const load = async (): Promise<number> => {
    bytes = 0;
    await page.reload();
    await page.getByRole('heading', { name: 'Crear una cuenta' }).waitFor();
    return bytes / SLOW_BYTES_PER_SECOND;
  };
  await client.send('Network.clearBrowserCache');
  expect(await load()).toBeLessThan(13);
  expect(await load()).toBeLessThan(4);
});

test('desk 5.1: a held Enter key sends a form once, and opens nothing when the focus is back at the button', async () => {
  const page = await enter();
  await openAt(page, 'clientes');
  await button(page, 'Nuevo cliente').click();
  const form = page.getByRole('dialog', { name: 'Nuevo cliente' });
  await form.locator('[name="name"]').fill('Tecla sostenida');
  await page.keyboard.down('Enter');
  await page.getByText('Listo: Nuevo cliente.').waitFor();
  await button(page, 'Nuevo cliente').and(page.locator(':focus')).waitFor();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await form.count()).toBe(0);
  // Another press of the key opens it.
  await page.keyboard.press('Enter');
  await form.waitFor();
});

const UNBROKEN = 'MERCANCIASGENERALES'.repeat(10);

test('desk 5.1: on a small phone the question about a long name shows itself, the name’s beginning and both answers', async () => {
  const office = await officeAt(url());
  const { id } = await office(`POST ${OF_TEAM}/trips`, {
    startDate: '2026-12-24T14:00:00Z',
    cargoDescription: UNBROKEN,
  });
  const page = await enter({ width: 360, height: 560 });
  await openAt(page, `viajes/${id}`);
  await page.locator('main [name="CANCELADO"]').click();
  const question = page.getByRole('dialog', { name: '¿Cancelar el viaje?' });
  await question.waitFor();
  const seen = await page.evaluate(`(() => {
    const isInSight = (element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 8, top + 8));
    };
    const dialog = document.querySelector('dialog[open]');
    const text = dialog.querySelector('p');
    const shown = [...dialog.querySelectorAll('h2, button'), text].map(isInSight);
    return { shown, scrollTop: text.scrollTop, isReachable: text.tabIndex === 0 };
  })()`);
  expect(seen).toEqual({ shown: [true, true, true, true], scrollTop: 0, isReachable: true });
});

test('desk 5.5: a name without spaces leaves the other columns of a list in sight', async () => {
  const office = await officeAt(url());
  await office('POST /clients', { teamId: DEMO.team.id, name: UNBROKEN.slice(0, 100) });
  const page = await enter({ width: 1200 });
  await openAt(page, 'clientes');
  await page.getByRole('rowheader', { name: UNBROKEN.slice(0, 100) }).waitFor();
  const widths = await page.evaluate<[number, number]>(
    `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('.table-scroll'))`,
  );
  expect(widths[0]).toBeLessThanOrEqual(widths[1]);
});
