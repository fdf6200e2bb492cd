import type { Page, Route } from 'playwright-core';
import { createFleet, type Fleet } from '../../client/src/index';
import { uuid7 } from '../../client/src/uuid7';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { until } from '../support/until';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { hold } from './support/held';
import { DRIVER, enterAs, OWNER, openAt, settled } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

const teamId = DEMO.team.id;
const STOPS = ['Apodaca', 'Vallejo'];
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const card = (page: Page) => page.locator('section.card.cab');
const waiting = (page: Page) => card(page).getByRole('list', { name: 'Por enviar' }).getByRole('listitem');

interface Planned {
  readonly office: Fleet;
  readonly tripId: string;
}

/** The trips that the present test made. */
const made: Planned[] = [];

// A driver has one trip under way: what a failed test leaves open would make the facts of the next test wait.
afterEach(async () => {
  for (const { office, tripId } of made.splice(0)) {
    const { status } = await office.trips.get({ teamId, tripId });
    const isOpen = status === 'NO_INICIADO' || status === 'EN_PROCESO';
    if (isOpen) await office.trips.updateStatus({ teamId, tripId, body: { status: 'CANCELADO' } });
  }
});

/** A client of the office, and a trip of the demo's driver with two stops. */
async function planned(): Promise<Planned> {
  const office = createFleet({ baseUrl: url() });
  await office.auth.login({ body: { email: OWNER.email, password: DEMO_PASSWORD } });
  const [driver, vehicle] = [DEMO.drivers[0], DEMO.vehicles[0]];
  const body = { startDate: new Date().toISOString(), driverId: driver.id, vehicleId: vehicle?.id ?? '' };
  const { id: tripId } = await office.trips.create({ teamId, body });
  const stops = STOPS.map((name, index) => ({ order: index + 1, name }));
  await office.trips.updateStops({ teamId, tripId, body: { stopsRevision: 0, stops } });
  made.push({ office, tripId });
  return { office, tripId };
}

const SYNC = '**/drivers/me/sync';

/** A second tab of the same driver. The calls of the queue are cut in both. */
async function openCutTab(page: Page): Promise<Page> {
  const session = await page.evaluate<string>("sessionStorage.getItem('consola')");
  await page.context().route(SYNC, (route) => route.abort());
  const other = await page.context().newPage();
  await other.addInitScript(`sessionStorage.setItem('consola', ${JSON.stringify(session)})`);
  await other.goto(page.url());
  return other;
}

/** Ends the cut. The browser tells its tabs that it is online, so that they send at once. */
async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().unroute(SYNC);
  await page.context().setOffline(false);
}

const allSent = (page: Page) =>
  card(page)
    .getByText(/Por enviar/)
    .waitFor({ state: 'detached' });

/** What the phone recorded of a trip, as the office reads it. */
async function recordedOf(office: Fleet, tripId: string): Promise<string[]> {
  const { timeline } = await office.trips.getTimeline({ teamId, tripId });
  return timeline
    .filter(({ recordedAt }) => recordedAt)
    .map(({ event }) => event)
    .sort();
}

/** The trip has each fact of the day once. */
async function expectWholeTrip(office: Fleet, tripId: string): Promise<void> {
  const { stops } = await office.trips.getStops({ teamId, tripId });
  expect(stops.map(({ status }) => status)).toEqual(['SALIO', 'OMITIDA']);
  expect(await recordedOf(office, tripId)).toEqual(
    ['TRIP_START', 'STOP_ARRIVED', 'STOP_DEPARTED', 'STOP_SKIPPED', 'NOTE', 'TRIP_END'].sort(),
  );
}

/** The office looks at the trip, and its driver is signed in beside it. `kept` is what the browser has in its local storage before that. */
async function openCab(tripId: string, kept: Readonly<Record<string, string>> = {}): Promise<Page> {
  const page = await open('/');
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  await enterAs(page, OWNER.name);
  await openAt(page, `viajes/${tripId}`);
  await button(page, `Entrar como ${DRIVER}`).click();
  await card(page).getByText('Con la sesión de').waitFor();
  await settled(page);
  return page;
}

/** The lines of the list, each without its time. */
const kinds = async (page: Page) =>
  (await waiting(page).allTextContents()).map((text) =>
    text
      .trim()
      .split(/\s{2,}|\d\d:/)[0]
      ?.trim(),
  );

test('road 2: what the driver taps without network is kept, shown, survives a reload, and is sent when the network is back', async () => {
  const { office, tripId } = await planned();
  const page = await openCab(tripId);
  await page.context().setOffline(true);
  await button(page, 'Iniciar viaje').click();
  await button(page, /^Avanzar/).click();
  await button(page, 'Llegué: Apodaca').click();
  await button(page, 'Salgo: Apodaca').click();
  await button(page, 'Omitir: Vallejo').click();
  await page.getByLabel('Por qué').fill('Cerrado por inventario');
  await button(page, 'Omitir la parada').click();
  await page.getByLabel('Nota').fill('Llanta ponchada');
  await button(page, 'Anotar').click();
  await button(page, 'Terminar viaje').click();
  await button(page, 'Sí, terminar').dblclick();
  await card(page).getByText('Por enviar: 8').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const taps = [
    'Inicio del viaje',
    'Posición',
    'Posición',
    'Llegada',
    'Salida',
    'Parada omitida',
    'Nota',
    'Fin del viaje',
  ];
  expect(await kinds(page)).toEqual(taps.map((tap) => expect.stringContaining(tap)));
  // A refused item is all that the driver has of it, so each line has what was typed.
  const skipped = waiting(page).filter({ hasText: 'Parada omitida' });
  expect(await skipped.textContent()).toContain('«Cerrado por inventario»');
  expect((await office.trips.get({ teamId, tripId })).status).toBe('NO_INICIADO');

  // The page itself comes from the server, so only the way of the queue stays cut.
  await page.route(SYNC, (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await card(page).getByText('Por enviar: 8').waitFor();
  await card(page).getByText('El viaje ya terminó.').waitFor();

  await page.context().setOffline(true);
  await page.unroute(SYNC);
  await page.context().setOffline(false);
  await allSent(page);
  await page.locator('.map-note').getByText('Completado').waitFor();
  await expectWholeTrip(office, tripId);
});

/** Each way in which the network can end a call of the queue, as Chromium tells it to the page. */
const CUTS: readonly [string, (route: Route) => Promise<void>][] = [
  ['before the request', (route) => route.abort('internetdisconnected')],
  [
    'after the request',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
  ],
  [
    'in the middle of the answer',
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.slice(0, text.length / 2) });
    },
  ],
];

test.each(CUTS)('road 2: with the network cut %s, at each step of the trip, each fact arrives once', async (_, cut) => {
  const { office, tripId } = await planned();
  const page = await openCab(tripId);
  /** Tells that a call was cut, while one is to be. */
  let told: (() => void) | undefined;
  await page.route(SYNC, async (route) => {
    if (told === undefined) return route.continue();
    told();
    told = undefined;
    return cut(route);
  });
  /** The first call after the tap is cut; a later one brings what the tap recorded. */
  const tapped = async (tap: () => Promise<unknown>) => {
    const isCut = new Promise<void>((resolve) => {
      told = resolve;
    });
    await tap();
    await isCut;
    await allSent(page);
  };
  await tapped(() => button(page, 'Iniciar viaje').click());
  await tapped(() => button(page, 'Llegué: Apodaca').click());
  await tapped(() => button(page, 'Salgo: Apodaca').click());
  await tapped(async () => {
    await button(page, 'Omitir: Vallejo').click();
    await page.getByLabel('Por qué').fill('Cerrado por inventario');
    await button(page, 'Omitir la parada').click();
  });
  await tapped(async () => {
    await page.getByLabel('Nota').fill('Llanta ponchada');
    await button(page, 'Anotar').click();
  });
  await tapped(async () => {
    await button(page, 'Terminar viaje').click();
    await button(page, 'Sí, terminar').click();
  });
  await expectWholeTrip(office, tripId);
});

test('road 2: two taps on "yes, end it" record one end of the trip, and the button alone records nothing', async () => {
  const { tripId } = await planned();
  const page = await openCab(tripId);
  await page.context().setOffline(true);
  await button(page, 'Iniciar viaje').click();
  await card(page).getByText('Por enviar: 2').waitFor();
  await button(page, 'Terminar viaje').click();
  await button(page, 'No, dejarlo así').click();
  await card(page).getByText('Por enviar: 2').waitFor();
  await button(page, 'Terminar viaje').click();
  await button(page, 'Sí, terminar').dblclick();
  await card(page).getByText('Por enviar: 3').waitFor();
  await page.context().setOffline(false);
  await allSent(page);
});

test('road 2: what a tab recorded and could not send before it was closed is sent by another tab', async () => {
  const { office, tripId } = await planned();
  const page = await openCab(tripId);
  const other = await openCutTab(page);
  const isTried = page.waitForRequest(SYNC);
  await button(other, 'Iniciar viaje').click();
  await isTried;
  await card(other).getByText('Por enviar: 2').waitFor();
  await other.close();
  await card(page).getByText('Por enviar: 2').waitFor();
  await reconnect(page);
  await allSent(page);
  expect((await office.trips.get({ teamId, tripId })).status).toBe('EN_PROCESO');
});

test('road 2: two tabs of one driver show the same queue, and send each item once', async () => {
  const { office, tripId } = await planned();
  const page = await openCab(tripId);
  const other = await openCutTab(page);
  await button(page, 'Iniciar viaje').click();
  for (const tab of [page, other]) await card(tab).getByText('Por enviar: 2').waitFor();
  await other.getByLabel('Nota').fill('Desde la otra pestaña');
  await button(other, 'Anotar').click();
  for (const tab of [page, other]) await card(tab).getByText('Por enviar: 3').waitFor();
  await reconnect(page);
  for (const tab of [page, other]) await allSent(tab);
  expect(await recordedOf(office, tripId)).toEqual(['NOTE', 'TRIP_START']);
});

test('road 2: what waits in the local storage, where an earlier console kept it, is sent once', async () => {
  const { office, tripId } = await planned();
  const key = `consola-cola.${DEMO.drivers[0].id}.${DEMO.drivers[0].id}`;
  const started = {
    id: uuid7(Date.now(), Math.random),
    kind: 'TRIP_START',
    tripId,
    recordedAt: new Date().toISOString(),
  };
  const queue = { version: 1, pages: [], items: [{ item: started }], refused: [], closed: {} };
  const page = await openCab(tripId, { [key]: JSON.stringify(queue) });
  await button(page, /^Avanzar/).waitFor();
  await allSent(page);
  expect(await recordedOf(office, tripId)).toEqual(['TRIP_START']);
  expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("consola-cola"))')).toEqual([]);
});

test.each([
  ['en español', 'Español', 'El viaje se canceló. Pregunte a su despachador.', 'Entendido'],
  ['in English', 'English', 'The trip was cancelled. Ask your dispatcher.', 'Understood'],
])(
  'road 2: what the service refuses is shown with its reason %s until the driver has seen it',
  async (_, language, reason, seen) => {
    const { office, tripId } = await planned();
    const page = await openCab(tripId);
    await page.context().setOffline(true);
    await button(page, 'Iniciar viaje').click();
    await card(page).getByText('Por enviar: 2').waitFor();
    await office.trips.updateStatus({ teamId, tripId, body: { status: 'CANCELADO' } });
    if (language === 'English') await button(page, 'English').click();
    await page.context().setOffline(false);
    const alert = card(page).getByRole('alert');
    await alert.getByText(reason).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await alert.getByText(reason).first().waitFor();
    await alert.getByRole('button', { name: seen }).first().click();
    await alert.getByText(reason).first().waitFor({ state: 'detached' });
  },
);

test('desk 5.5: a note and the reason of a skipped stop that are missing are told at their field, and a note that cannot be stored stays', async () => {
  const { tripId } = await planned();
  const page = await openCab(tripId);
  await page.context().setOffline(true);
  await button(page, 'Iniciar viaje').click();
  await button(page, 'Omitir: Vallejo').click();
  for (const [press, name] of [
    ['Omitir la parada', 'reason'],
    ['Anotar', 'text'],
  ] as const) {
    await page.locator(`[name="${name}"]`).fill('  ');
    await button(page, press).click();
    await page
      .locator('form', { has: page.locator(`[name="${name}"]`) })
      .getByText('Falta este dato.')
      .waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe(name);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.evaluate(`(() => {
    globalThis.storing = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => { throw new DOMException('The disk is full.', 'QuotaExceededError'); };
  })()`);
  await page.getByLabel('Nota').fill('Llanta ponchada');
  await button(page, 'Anotar').press('Enter');
  await page
    .getByRole('alert')
    .getByText(/^La consola falló/)
    .waitFor();
  expect(await page.getByLabel('Nota').inputValue()).toBe('Llanta ponchada');
  await page.evaluate('IDBObjectStore.prototype.put = globalThis.storing');
  await button(page, 'Anotar').press('Enter');
  await card(page).getByText('«Llanta ponchada»').waitFor();
  expect(await page.getByLabel('Nota').inputValue()).toBe('');
});

test('desk 5.5: a queue whose storage could not be opened says so, and is read when it is asked to', async () => {
  const { tripId } = await planned();
  const page = await openCab(tripId);
  await button(page, 'Iniciar viaje').click();
  await button(page, /^Avanzar/).waitFor();
  await allSent(page);
  await page.addInitScript(`(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...given) {
      if (globalThis.isRepaired) return open.apply(this, given);
      const request = {};
      setTimeout(() => request.onerror?.({ target: Object.assign(request, { error: new DOMException('Broken', 'UnknownError') }) }));
      return request;
    };
  })()`);
  await page.reload();
  const failure = card(page).getByRole('alert').filter({ hasText: 'La consola falló' });
  await failure.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.evaluate('globalThis.isRepaired = true');
  await failure.getByRole('button', { name: 'Intentar otra vez' }).click();
  await button(page, /^Avanzar/).click();
  await page.getByText('Anotado. Se envía en cuanto haya red.').waitFor();
});

test('desk 5.4: a typed note outlasts the page of the trip and the session of its driver', async () => {
  const { office, tripId } = await planned();
  const page = await openCab(tripId);
  await button(page, 'Iniciar viaje').click();
  await page.getByLabel('Nota').fill('Llanta ponchada');
  await openAt(page, 'clientes');
  await openAt(page, `viajes/${tripId}`);
  // The page reads the note from the browser's storage.
  await until(async () => (await page.getByLabel('Nota').inputValue()) === 'Llanta ponchada');
  await allSent(page);
  await page
    .context()
    .route(SYNC, (route) =>
      route.fulfill({ status: 401, json: { error: 'UNAUTHENTICATED', message: 'The test ends it.' } }),
    );
  await page
    .context()
    .route('**/auth/drivers/refresh', (route) =>
      route.fulfill({ status: 401, json: { error: 'INVALID_REFRESH_TOKEN', message: 'The test ends it.' } }),
    );
  await button(page, /^Avanzar/).click();
  await button(page, `Entrar como ${DRIVER}`).waitFor();
  await page.context().unrouteAll();
  await button(page, `Entrar como ${DRIVER}`).click();
  await page.getByLabel('Nota').waitFor();
  expect(await page.getByLabel('Nota').inputValue()).toBe('Llanta ponchada');
  await button(page, 'Anotar').press('Enter');
  await until(async () => (await recordedOf(office, tripId)).includes('NOTE'));
  expect(await page.getByLabel('Nota').inputValue()).toBe('');
});

test('desk 5.5: what the driver has recorded is not offered again between its acceptance and the next read', async () => {
  const { tripId } = await planned();
  const page = await openCab(tripId);
  const read = await hold(page, new RegExp(`/trips/${tripId}(\\?|$)`));
  await button(page, 'Iniciar viaje').click();
  await read.arrived();
  await allSent(page);
  await button(page, /^Avanzar/).waitFor();
  expect(await button(page, 'Iniciar viaje').count()).toBe(0);
  await button(page, 'Llegué: Apodaca').click();
  await allSent(page);
  await button(page, 'Salgo: Apodaca').waitFor();
  expect(await button(page, 'Llegué: Apodaca').count()).toBe(0);
  await read.release();
  await button(page, 'Salgo: Apodaca').waitFor();
});

/** Holds the database of the page's queue, from the next load on, until the page calls `openQueue`. */
const holdQueue = (page: Page): Promise<unknown> =>
  page.addInitScript(`(() => {
    const { set } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess');
    const opened = new Promise((done) => { globalThis.openQueue = done; });
    Object.defineProperty(IDBRequest.prototype, 'onsuccess', {
      set(take) { set.call(this, (event) => opened.then(() => take.call(this, event))); },
    });
  })()`);

test('road 2: before the stored queue is read, the cabin offers no action of the trip', async () => {
  const { tripId } = await planned();
  const page = await openCab(tripId);
  await page.context().route(SYNC, (route) => route.abort());
  await button(page, 'Iniciar viaje').click();
  await card(page).getByText('Por enviar: 2').waitFor();
  await holdQueue(page);
  await page.reload();
  await card(page).getByRole('heading', { name: 'Horas de trabajo' }).waitFor();
  expect(await button(page, /^(Iniciar viaje|Avanzar|Terminar viaje|Llegué|Omitir|Anotar)/).count()).toBe(0);
  await page.evaluate('openQueue()');
  await button(page, /^Avanzar/).waitFor();
  await card(page).getByText('Por enviar: 2').waitFor();
  expect(await button(page, 'Iniciar viaje').count()).toBe(0);
});

test('road 2: a start that the service refuses is not shown as made, and can be recorded again', async () => {
  const { tripId } = await planned();
  const page = await openCab(tripId);
  await page.route(SYNC, (route) => {
    const { items } = route.request().postDataJSON();
    const results = items.map(({ id }: { id: string }) => ({
      id,
      result: 'REFUSED',
      error: 'TEST',
      message: 'The test refuses.',
    }));
    return route.fulfill({ json: { results, trips: [], receivedAt: new Date().toISOString() } });
  });
  await button(page, 'Iniciar viaje').click();
  await card(page).getByText('The test refuses.').waitFor();
  await button(page, 'Iniciar viaje').waitFor();
});
