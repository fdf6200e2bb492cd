import type { Page, Request } from 'playwright-core';
import { encode } from 'uqr';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { totp } from '../support/totp';
import { until } from '../support/until';
import { browsing } from './support/browsing';
import { DRIVER, enterAs, goTo, OWNER, openCalls, settled, TRIP } from './support/people';

const { open, advance, url } = browsing();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const card = (page: Page, title: string) =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) });

/** The modules of the QR code on the page, true where dark, read from the picture's pixels. */
const qrModules = (page: Page): Promise<boolean[][]> =>
  page.evaluate(`(async () => {
    const drawn = document.querySelector('svg.qr').cloneNode(true);
    const size = drawn.viewBox.baseVal.width;
    drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    drawn.setAttribute('width', size);
    drawn.setAttribute('height', size);
    const picture = new Image();
    picture.src = 'data:image/svg+xml,' + encodeURIComponent(drawn.outerHTML);
    await picture.decode();
    const context = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, size, size);
    return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => data[4 * (y * size + x)] < 128));
  })()`);

/** The position of the truck on the map, as the page set it. */
const truckAt = (page: Page) => page.locator('[data-truck]').first().getAttribute('style');

test('desk 5.6: a member enrols a second factor by a QR code, and signs in by password and code from then on', async () => {
  const { email, name } = DEMO.members[1] ?? OWNER;
  const page = await open('/');
  await enterAs(page, name);
  await openCalls(page);
  await button(page, name).click();
  await page.getByRole('link', { name: 'Mi cuenta' }).click();
  await page.getByLabel('Su contraseña').fill(DEMO_PASSWORD);
  await button(page, 'Activar con una app').click();
  const secret = (await page.locator('.secret').textContent()) ?? '';
  const address = (await page.getByRole('link', { name: 'ábrala ahí' }).getAttribute('href')) ?? '';
  expect(new URL(address).searchParams.get('secret')).toBe(secret);
  expect(await qrModules(page)).toEqual(encode(address, { ecc: 'M', border: 4 }).data);
  await page.getByLabel('Código de seis dígitos').fill(totp(secret, Date.now()));
  await button(page, 'Confirmar').click();
  await page.getByText('Al entrar se pide un código de su app.').waitFor();
  expect(await page.getByRole('complementary').textContent()).not.toContain(secret);
  await button(page, name).click();
  await button(page, 'Salir').click();

  await page.getByLabel('Correo, o usuario').fill(email);
  await page.getByLabel('Contraseña').fill('not-the-password');
  await button(page, 'Entrar').last().click();
  await page.getByRole('alert').getByText('Los datos no coinciden.').waitFor();
  await page.getByLabel('Contraseña').fill(DEMO_PASSWORD);
  await button(page, 'Entrar').last().click();
  // The code of this half minute is used, and a code is valid only once. The code of the next half minute is valid already.
  await page.getByLabel('Seis dígitos').fill(totp(secret, Date.now() + 30_000));
  await button(page, 'Verificar').click();
  await page.getByRole('heading', { level: 1, name: 'Viajes' }).waitFor();
  expect(await page.locator('.who-name').textContent()).toBe(name);
});

test('a trip is started by its driver beside the office, and is seen to move', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openCalls(page);
  await page.getByRole('link', { name: TRIP.plan.cargoDescription ?? '' }).click();
  await button(page, `Entrar como ${DRIVER}`).click();
  await button(page, 'Iniciar viaje').click();
  await card(page, 'Bitácora').getByText('Inicio, del teléfono').waitFor();
  await page.locator('[data-truck]').waitFor();
  const before = await truckAt(page);
  await button(page, /^Avanzar/).click();
  await page.getByText(/82 km\/h/).waitFor();
  expect(before).toMatch(/translate/);
  // The map moves the truck after the paint that shows its speed.
  await until(async () => (await truckAt(page)) !== before);
  await goTo(page, 'Viajes');
  await page.getByRole('link', { name: /58-AK-7M.*82 km\/h/s }).waitFor();

  const calls = page.getByRole('complementary');
  await calls.getByRole('button', { name: 'syncFacts' }).first().click();
  await calls.getByRole('heading', { name: 'syncFacts' }).waitFor();
  await calls.getByText('demo.driver').waitFor();
  const request = calls.getByRole('region', { name: 'Petición' });
  expect(JSON.parse((await request.textContent()) ?? '')).toMatchObject({ items: [{ kind: 'PING', speedKmh: 82 }] });
  // The first sync of a minute reads the road policy too, and a truck that reaches a stop writes the stop.
  await calls.getByText(/^[1-4] llamadas · [01] RRU · [13] WRU$/).waitFor();
  await calls.getByText('Cambiado').first().click();
  // The item has short names: each ping pays for its size.
  const changed = calls.getByRole('region', { name: /^Cambiado: / });
  expect(await changed.first().textContent()).toContain('"kmh": 82');
  await calls.getByRole('button', { name: /Últimas llamadas/ }).click();
  await calls.getByRole('heading', { name: 'Últimas llamadas' }).waitFor();
});

test('a reservation closes with the provider down, and the alert is there', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await goTo(page, 'Facturas');
  await button(page, /^Caerse/).click();
  await page.getByText('Esperan al siguiente timbre').waitFor();
  await goTo(page, 'Cajas');
  await button(page, 'Cerrar la reservación de CR-201').click();
  await button(page, 'Cerrar la renta').click();
  await page.getByText(/CR-201: 3 días, \$4,951\.50\. Sin borrador de factura/).waitFor();
  await goTo(page, 'Avisos');
  await page.getByText('BOX_RENTAL_INVOICE_DRAFT_FAILED').waitFor();
  await button(page, 'Resolver: Renta sin borrador de factura').click();
  await page.getByText('BOX_RENTAL_INVOICE_DRAFT_FAILED').waitFor({ state: 'detached' });
});

test('a box is reserved, and the reservation taken back', async () => {
  const page = await open('/#/cajas');
  await button(page, OWNER.name).click();
  await button(page, 'Reservar CS-103').click();
  await page.getByLabel('Cliente').selectOption({ label: DEMO.clients[1]?.fields.name ?? '' });
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();
  await button(page, 'Cancelar la reservación de CS-103').click();
  await button(page, 'Cancelar la renta').click();
  await page.getByText('CS-103: reservación cancelada.').waitFor();
  await button(page, 'Reservar CS-103').waitFor();
});

test('desk 5.5: a reservation without a client is told at the field, and nothing is sent', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.route('**/clients?*', (route) => route.fulfill({ json: { clients: [], count: 0, nextCursor: null } }));
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await goTo(page, 'Cajas');
  await button(page, 'Reservar CS-103').click();
  await page.getByRole('button', { name: 'Reservar', exact: true }).press('Enter');
  await page.getByText('Falta este dato.').waitFor();
  expect([await page.evaluate('document.activeElement.name'), sent]).toEqual(['clientId', []]);
});

test('desk 5.5: a reservation begins without a client, so that a press of Enter reserves for none', async () => {
  const page = await open('/#/cajas');
  await button(page, OWNER.name).click();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await button(page, 'Reservar CS-103').click();
  expect(await page.getByLabel('Cliente').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Reservar', exact: true }).press('Enter');
  await page.getByText('Falta este dato.').waitFor();
  expect([await page.evaluate('document.activeElement.name'), sent]).toEqual(['clientId', []]);
});

/** Presses a button and returns the address that it opens in a new tab. */
async function opened(page: Page, name: string, ending: string): Promise<string> {
  const isTab = (request: Request) => request.isNavigationRequest() && new URL(request.url()).pathname.endsWith(ending);
  const [request] = await Promise.all([page.context().waitForEvent('request', isTab), button(page, name).click()]);
  return (await fetch(request.url())).text();
}

/** Calls an operation as the owner, without the console. */
async function asOwner() {
  const send = async (method: string, path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${url()}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.ok).toBe(true);
    return Object(await answer.json());
  };
  const { tokens } = await send('POST', '/auth/login', { email: OWNER.email, password: DEMO_PASSWORD });
  return (method: string, path: string, body?: object) => send(method, path, body, tokens.accessToken);
}

test('a stamp whose answer was lost is found by the recovery, a refusal says why, and a cancellation ends it', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openCalls(page);
  await goTo(page, 'Facturas');
  await page.getByRole('link', { name: 'INNOVACION VALOR Y DESARROLLO' }).first().click();
  await settled(page);
  const state = card(page, 'Estado');
  await button(page, 'Revisar antes').click();
  await page.getByText('Lista para timbrar.').waitFor();
  await button(page, /^Rechazar/).click();
  await page.getByText('Esperan al siguiente timbre').waitFor();
  await button(page, 'Timbrar').click();
  await button(page, 'Sí, timbrar').click();
  await page.getByRole('alert').getByText('El proveedor no respondió bien.').waitFor();
  await state.getByText('Con error').waitFor();

  await button(page, /^Perder la respuesta/).click();
  await page.getByRole('status').filter({ hasText: 'Esperan al siguiente timbre: Perder la respuesta' }).waitFor();
  await button(page, 'Timbrar').click();
  await button(page, 'Sí, timbrar').click();
  await state.getByText('Timbrando').waitFor();
  await button(page, 'Correr la recuperación').click();
  await page.getByText('Revisó un asunto.').waitFor();
  await state.getByText('Timbrando').waitFor();
  advance(61_000);
  await button(page, 'Correr la recuperación').click();
  await state.getByText('Timbrada').waitFor();

  expect(await opened(page, 'Abrir PDF', '.pdf')).toMatch(/^%PDF/);
  expect(await opened(page, 'Abrir XML', '.xml')).toMatch(/^<\?xml[\s\S]*<ComprobanteDePrueba /);

  await button(page, 'Cancelar ante el SAT').click();
  await page.getByLabel('Motivo').selectOption('02');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar ante el SAT' }).click();
  await button(page, 'Sí, cancelar ante el SAT').click();
  await state.getByText('Cancelada').waitFor();
  const calls = page.getByRole('complementary');
  await calls.getByRole('button', { name: 'recoverStamping' }).first().waitFor();
  await calls.getByRole('button', { name: 'Rechazos' }).click();
  await calls
    .getByRole('row', { name: /stampInvoice.*502/ })
    .first()
    .waitFor();
});

test('the driver sees the own trips alone, and ends the session', async () => {
  const page = await open('/');
  await enterAs(page, DRIVER);
  await page.getByRole('heading', { name: 'Mis viajes' }).waitFor();
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Mis viajes',
    'Todas las operaciones',
  ]);
  await button(page, DRIVER).click();
  await button(page, 'Salir').click();
  await page.getByRole('heading', { name: 'Entrar con un clic' }).waitFor();
});

test('tax §7.11: the cab shows the document of the trip, with the addresses of its QR codes', async () => {
  const call = await asOwner();
  const [{ teamId }] = (await call('GET', '/teams')).teams;
  const { trips } = await call('GET', `/teams/${teamId}/trips?limit=200`);
  const { id: tripId } = trips.find(
    (trip: { cargoDescription?: string }) => trip.cargoDescription === TRIP.plan.cargoDescription,
  );
  const page = await open('/');
  await enterAs(page, OWNER.name);
  // An earlier test started this trip, so it stands in another list than before.
  await button(page, /^En proceso/).click();
  await page.getByRole('link', { name: TRIP.plan.cargoDescription ?? '' }).click();
  await button(page, `Entrar como ${DRIVER}`).click();
  const cab = card(page, 'En la cabina');
  await cab.getByText('Sin documento timbrado que mostrar ahora.').waitFor();
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1_850.5 }];
  const { id } = await call('POST', '/invoices', { teamId, tripId, items });
  const { uuid, verificationUrl } = await call('POST', `/invoices/${id}/stamp`, { teamId });
  await page.reload();
  await cab.getByText(uuid).first().waitFor();
  expect(await cab.getByRole('link', { name: verificationUrl }).getAttribute('href')).toBe(verificationUrl);
  expect(await opened(page, 'Abrir PDF', '.pdf')).toMatch(/^%PDF/);
  expect(await opened(page, 'Ver las horas en PDF', '.pdf')).toMatch(/^%PDF/);
  await button(page, 'Ver los papeles').click();
  const papers = cab.getByRole('link', { name: /\.pdf$/ });
  await papers.first().waitFor();
  expect((await fetch((await papers.first().getAttribute('href')) ?? '')).status).toBe(200);
});

test('desk 5.3: a forgotten password is replaced by a mailed code, and the new one signs in', async () => {
  const page = await open('/');
  const [, , { email }] = DEMO.members;
  const password = 'tres tristes tigres 27';
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await page.getByLabel('Correo').fill(email);
  await page.keyboard.press('Enter');
  const outbox = await page.getByRole('link', { name: 'Lea el código en el buzón local' }).getAttribute('href');
  const { messages } = Object(await (await fetch(`${url()}${outbox}`)).json());
  await page.getByLabel('Código de seis dígitos').fill(messages[0].code);
  await page.getByLabel('Contraseña nueva').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('La nueva contraseña quedó guardada.').waitFor();
  await page.getByLabel('Correo, o usuario de la app').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /viajes/i }).waitFor();
});

test('desk 5.2: a saved table has the name of its operation and the day', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.evaluate(`location.hash = '#/operaciones/listClients'`);
  await page.locator('form.operation-form button[name="table"]').click();
  const link = page.getByRole('link', { name: 'Guardar la tabla' });
  expect(await link.getAttribute('download')).toMatch(/^listClients-\d{4}-\d{2}-\d{2}\.csv$/);
});
