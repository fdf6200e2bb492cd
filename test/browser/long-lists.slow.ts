import { DEMO } from '../../local/seed/demo';
import { listAt, textAt } from '../journeys/http';
import { until } from '../support/until';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { OF_TEAM, officeAt, sendAll } from './support/office';
import { DRIVER, enterAs, OWNER, openAt, TRIP } from './support/people';

const { open, url } = browsing();

const DAY_MS = 86_400_000;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** How many trips of the demo have this status. */
const told = (status: string): number =>
  DEMO.trips.filter(({ moves }) => (moves?.at(-1)?.to ?? 'NO_INICIADO') === status).length;

test('desk 5.2: the first page counts every trip, and many plans hide no trip under way from the office or the driver', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const states = page.getByRole('group', { name: 'Estado de los viajes' }).getByRole('button');
  const road = page.locator('.road ul.rows li');
  await states.first().waitFor();
  expect(await states.allInnerTexts()).toEqual([
    `En proceso ${told('EN_PROCESO')}`,
    `Por iniciar ${told('NO_INICIADO')}`,
    `Completados ${told('COMPLETADO')}`,
    `Cancelados ${told('CANCELADO')}`,
  ]);
  const office = await officeAt(url());
  await office(`PUT ${OF_TEAM}/trips/${TRIP.id}/status`, { status: 'EN_PROCESO' });
  const plans = numbers(55).map((day) => ({
    cargoDescription: `Plan ${day}`,
    startDate: new Date(Date.now() + (30 + day) * DAY_MS).toISOString(),
    driverId: DEMO.drivers[0].id,
  }));
  await sendAll(office, `POST ${OF_TEAM}/trips`, plans);
  await page.reload();
  await states.first().waitFor();
  expect(await road.count()).toBe(told('EN_PROCESO') + 1);
  expect(await states.nth(1).innerText()).toBe('Por iniciar 50+');
  await page.getByRole('link', { name: 'Ver todos los de este estado' }).click();
  await page.getByRole('heading', { level: 1, name: 'Todos los viajes' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/todos-los-viajes?status=NO_INICIADO');

  const phone = await open('/');
  await enterAs(phone, DRIVER);
  const shown = phone.locator('button.row[aria-pressed="true"]');
  expect(await shown.innerText()).toContain(TRIP.plan.cargoDescription);
});

test('desk 5.2: the page of alerts shows more of them than the service answers at once', async () => {
  const office = await officeAt(url());
  const insuranceExpiry = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
  const vehicles = numbers(20).map((number) => ({ plate: `ZZ-${1000 + number}`, insuranceExpiry }));
  await sendAll(office, `POST ${OF_TEAM}/vehicles`, vehicles);
  await fetch(`${url()}/_local/schedules/raiseExpiringPapers`, { method: 'POST' });
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'avisos');
  const alerts = page.locator('li.alert');
  expect(await alerts.count()).toBe(6);
  await button(page, 'Ver más alertas').click();
  // The service answers twelve at once.
  await alerts.nth(23).waitFor();
  expect(await alerts.filter({ hasText: /ZZ-\d{4}/ }).count()).toBe(vehicles.length);
});

test('desk 5.2: a search of trips shows the trips of a driver at once, although the first page of the service is empty', async () => {
  const office = await officeAt(url());
  const driverId = textAt(await office(`POST ${OF_TEAM}/drivers`, { name: 'Zoraida Kuri' }), 'driver.id');
  const startDate = new Date(Date.now() + DAY_MS).toISOString();
  await office(`POST ${OF_TEAM}/trips`, { driverId, startDate, cargoDescription: 'Vidrio plano' });
  expect(listAt(await office(`GET ${OF_TEAM}/trips?q=kuri`), 'trips')).toEqual([]);
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'todos-los-viajes?q=kuri');
  await page.locator('main tbody tr', { hasText: 'Vidrio plano' }).waitFor();
  expect(await button(page, 'Primera página').isDisabled()).toBe(true);

  await openAt(page, 'operaciones/getTrip');
  const search = page.getByLabel('Buscar en la lista');
  await search.fill('kuri');
  await search.press('Enter');
  const options = page.locator('form select[name="tripId"] option');
  // One of them stands for no trip, and one for an identifier that is typed.
  await until(async () => (await options.count()) === 3);
  expect(await options.nth(1).textContent()).toContain('Vidrio plano');

  // The search stays, with the focus, although it found nothing.
  await search.fill('zzzz');
  await search.press('Enter');
  await until(async () => (await options.count()) === 2);
  await search.fill('');
  await search.press('Enter');
  await until(async () => (await options.count()) > 3);
  expect(await page.evaluate('document.activeElement.type')).toBe('search');
});

test('desk 5.2: after five empty pages a list that goes on says so, and leads to the records behind them', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  let calls = 0;
  await page.route('**/collections?**', async (route) => {
    calls += 1;
    if (calls > 5)
      return route.continue({
        url: route
          .request()
          .url()
          .replace(/&cursor=[^&]*/, ''),
      });
    return route.fulfill({ json: { collections: [], count: 0, nextCursor: `after-${calls}` } });
  });
  await openAt(page, 'cobros');
  await page.getByText('Nada en esta página. Siguen más páginas.').waitFor();
  expect(await button(page, 'Primera página').isDisabled()).toBe(true);
  await button(page, 'Siguientes').click();
  await page.locator('main tbody tr').first().waitFor();
  expect(await button(page, 'Primera página').isEnabled()).toBe(true);
  expect(calls).toBe(6);
});

test('desk 5.2: a search of the documents that money can pay goes on behind a page of drafts', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const document = (clientName: string, status: string) => ({ id: crypto.randomUUID(), type: 'I', clientName, status });
  const asked: (string | null)[] = [];
  await page.route('**/invoices?**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const number = searchParams.get('page');
    const isSearch = searchParams.has('q');
    if (isSearch) asked.push(number);
    const found = ['DRAFT', 'CANCELLED', 'VALID'][Number(number ?? 1) - 1] ?? 'VALID';
    const invoices = [isSearch ? document('Acarreos del Sur', found) : document('Fletes Norte', 'VALID')];
    const pagination = { page: Number(number ?? 1), limit: 1, total: 7, hasMore: true };
    return route.fulfill({ json: { invoices, pagination } });
  });
  await openAt(page, 'operaciones/createCollection');
  const allocations = page.locator('[data-path="allocations"]');
  await allocations.locator('button.add').click();
  const search = allocations.getByLabel('Buscar en la lista');
  await search.fill('acarreos');
  await search.press('Enter');
  await allocations.locator('option', { hasText: 'Acarreos del Sur' }).waitFor({ state: 'attached' });
  expect(asked).toEqual([null, '2', '3']);
});

test('desk 5.2: the log of a trip begins with its newest event, also after fifty others', async () => {
  const office = await officeAt(url());
  const trip = DEMO.trips.findLast(({ moves }) => moves === undefined);
  const notes = numbers(55).map((number) => ({ notes: `Nota ${number}` }));
  await sendAll(office, `PUT ${OF_TEAM}/trips/${trip?.id}`, notes);
  await office(`PUT ${OF_TEAM}/trips/${trip?.id}/status`, { status: 'CANCELADO' });
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, `viajes/${trip?.id}`);
  const events = page.locator('ol.timeline li');
  expect(await events.first().innerText()).toContain('Cancelado');
});

test('desk 5.2: the page of boxes has a current reservation that is older than fifty others', async () => {
  const office = await officeAt(url());
  const box = textAt(await office(`POST ${OF_TEAM}/boxes`, { economicNumber: 'CR-999', dailyRate: 100 }), 'id');
  const other = textAt(await office(`POST ${OF_TEAM}/boxes`, { economicNumber: 'CR-998', dailyRate: 100 }), 'id');
  await office(`POST ${OF_TEAM}/box-reservations`, { boxId: box });
  for (const _ of numbers(51)) {
    const id = textAt(await office(`POST ${OF_TEAM}/box-reservations`, { boxId: other }), 'id');
    await office(`PATCH ${OF_TEAM}/box-reservations/${id}/cancel`, {});
  }
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'cajas');
  await button(page, 'Cerrar la reservación de CR-999').waitFor();
});

test('desk 5.2: the page of papers has more of them than the service answers at once', async () => {
  const office = await officeAt(url());
  const insuranceExpiry = new Date(Date.now() + 50 * DAY_MS).toISOString().slice(0, 10);
  const vehicles = numbers(120).map((number) => ({ plate: `YY-${1000 + number}`, insuranceExpiry }));
  await sendAll(office, `POST ${OF_TEAM}/vehicles`, vehicles);
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'avisos');
  await page
    .getByRole('rowheader', { name: /^YY-/ })
    .nth(vehicles.length - 1)
    .waitFor();
});

test('desk 5.2: what was chosen from a list stays chosen and named when a search leaves it out of the list', async () => {
  const office = await officeAt(url());
  const vehicles = numbers(150).map((number) => ({ plate: `WW-${1000 + number}` }));
  await sendAll(office, `POST ${OF_TEAM}/vehicles`, vehicles);
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'operaciones/createTrip');
  const select = page.locator('form select[name="vehicleId"]');
  const [first] = DEMO.vehicles;
  if (first === undefined) throw new Error('The demo has no vehicle.');
  // The list is longer than a page, so the vehicle must be searched.
  const ofVehicles = select.locator('xpath=preceding-sibling::input[@type="search"]');
  await ofVehicles.fill(first.fields.plate);
  await ofVehicles.press('Enter');
  await select.locator(`option[value="${first.id}"]`).waitFor({ state: 'attached' });
  await select.selectOption(first.id);
  await ofVehicles.fill('WW-1007');
  await ofVehicles.press('Enter');
  await select.locator('option', { hasText: 'WW-1007' }).waitFor({ state: 'attached' });
  expect(await select.inputValue()).toBe(first.id);
  expect(await select.locator('option:checked').innerText()).toContain(first.fields.plate);
});

test('desk 5.8: a name that is one long word widens no page of a phone', async () => {
  const office = await officeAt(url());
  const name = `Transportes${'x'.repeat(150)}`;
  const id = textAt(await office('POST /clients', { teamId: DEMO.team.id, name }), 'id');
  await office(`POST ${OF_TEAM}/trips`, { clientId: id, startDate: new Date().toISOString(), cargoDescription: name });
  const page = await open('/', { width: 390, height: 800 });
  await enterAs(page, OWNER.name);
  for (const address of ['clientes', `clientes/${id}`, 'todos-los-viajes', 'viajes', 'facturas']) {
    await openAt(page, address);
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    expect({ address, widths }).toEqual({ address, widths: [390, 390] });
  }
});

test('desk 5.2: in the form of a list the place of one filter is not sent with another one', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'operaciones/listClients');
  const [cursor, next] = [page.locator('[name="cursor"]'), button(page, 'Tomar la página siguiente')];
  await page.locator('[name="limit"]').fill('2');
  await button(page, 'Consultar').click();
  await next.click();
  expect(await cursor.inputValue()).not.toBe('');
  await page.locator('[name="q"]').fill('transportes');
  expect(await cursor.inputValue()).toBe('');
  // The answer is still that of the filter before.
  expect(await next.count()).toBe(0);
  const read = page.waitForRequest(/\/clients\?/);
  await button(page, 'Consultar').click();
  expect(new URL((await read).url()).searchParams.has('cursor')).toBe(false);
});

test('desk 5.2: in the form of the invoices the number of the page goes when another field changes', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openAt(page, 'operaciones/listInvoices');
  await page.locator('[name="page"]').fill('2');
  await page.locator('[name="q"]').fill('transportes');
  expect(await page.locator('[name="page"]').inputValue()).toBe('');
  await page.locator('[name="page"]').fill('2');
  expect(await page.locator('[name="q"]').inputValue()).toBe('transportes');
});
