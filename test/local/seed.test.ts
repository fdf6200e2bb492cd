import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import type { Outbound } from '../../shared/platform/runtime/context';
import { expectStatus, listAt, type Send, sender, textAt } from '../journeys/http';
import { temporaryFolder } from './support/folder';

const team = DEMO.team.id;

/** The path of each list, by the plural in its answer. */
const PATHS = {
  drivers: 'drivers',
  vehicles: 'vehicles',
  trips: 'trips',
  boxes: 'boxes',
  reservations: 'box-reservations',
} as const;

/** All records of a list of the team. */
async function wholeList(send: Send, token: string, path: string, plural: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let cursor: unknown = ''; typeof cursor === 'string'; ) {
    const more = cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const body = await expectStatus(200, send(`GET /teams/${team}/${path}${more}`, { token }));
    all.push(...listAt(body, plural));
    cursor = body.nextCursor;
  }
  return all;
}

/** The statuses of all pages of a list, sorted, as `BAJA 1, DISPONIBLE 3`. */
async function statuses(send: Send, token: string, plural: keyof typeof PATHS): Promise<string> {
  const all = (await wholeList(send, token, PATHS[plural], plural)).map((one) => textAt(one, 'status'));
  return [...new Set(all)]
    .sort()
    .map((status) => `${status} ${all.filter((one) => one === status).length}`)
    .join(', ');
}

/** Documents of active drivers and vehicles that expire within a month. */
const PAPERS_DUE = [...DEMO.drivers, ...DEMO.vehicles]
  .filter(({ status }) => status !== 'BAJA')
  .flatMap(({ papers }) => Object.values(papers))
  .filter((days) => days <= 30).length;

const CARTAS_PORTE = DEMO.freightPapers.length + DEMO.invoices.filter(({ fields }) => fields.cartaPorte).length;

/** The numbers of OPEN alerts about expiring documents and about drafts. Each expiring document in the list has one alert. */
async function alerts(send: Send, token: string) {
  const read = (path: string, plural: string) => wholeList(send, token, path, plural);
  const open = (type: string) => read(`alerts?status=OPEN&type=${type}`, 'alerts');
  const [papers, drafts, listed] = await Promise.all([
    open('PAPER_EXPIRING'),
    open('TRIP_CANCELLED_WITH_DRAFT'),
    read('expirations', 'expirations'),
  ]);
  expect(listed).toHaveLength(papers.length);
  return { papers: papers.length, drafts: drafts.length };
}

async function expectWholeDemo(cloud: Cloud): Promise<void> {
  const send = sender(cloud.url);
  const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
  const token = textAt(await expectStatus(200, send('POST /auth/login', { body })), 'tokens.accessToken');
  expect(await statuses(send, token, 'drivers')).toBe(
    'BAJA 1, DISPONIBLE 3, EN_VIAJE 3, NO_DISPONIBLE 1, VACACIONES 1',
  );
  expect(await statuses(send, token, 'vehicles')).toBe(
    'BAJA 1, DISPONIBLE 5, EN_VIAJE 3, FUERA_DE_SERVICIO 1, MANTENIMIENTO 2',
  );
  expect(await statuses(send, token, 'trips')).toBe('CANCELADO 2, COMPLETADO 5, EN_PROCESO 3, NO_INICIADO 4');
  expect(await alerts(send, token)).toEqual({ papers: PAPERS_DUE, drafts: 2 });
  const files = listAt(await expectStatus(200, send(`GET /dms/files?teamId=${team}`, { token })), 'files');
  expect(files).toHaveLength(DEMO.files.length);
  expect(await (await fetch(textAt(files[0], 'url'))).text()).toMatch(/^%PDF-1.4\n[\s\S]*%%EOF\n$/);
  expect(await statuses(send, token, 'boxes')).toBe('DISPONIBLE 3, INACTIVA 1, MANTENIMIENTO 1, RENTADA 2');
  expect(await statuses(send, token, 'reservations')).toBe('ACTIVA 2, CANCELADA 1, CERRADA 1');
  const payments = await expectStatus(200, send(`GET /teams/${team}/payments`, { token }));
  expect(listAt(payments, 'payments').map((one) => textAt(one, 'id'))).toEqual(
    [DEMO.collection, ...[...DEMO.payments].reverse()].map(({ id }) => id),
  );
  const invoices = await expectStatus(200, send(`GET /invoices?teamId=${team}&type=ALL&limit=50`, { token }));
  const listed = listAt(invoices, 'invoices');
  expect(listed.map((one) => textAt(one, 'id'))).toEqual(expect.arrayContaining(DEMO.invoices.map(({ id }) => id)));
  expect(JSON.stringify(listed).match(/"hasCartaPorte":true/g)).toHaveLength(CARTAS_PORTE);
  for (const { id, moves = [], pings = [] } of DEMO.trips) {
    const trip = `/teams/${team}/trips/${id}`;
    const { count } = await expectStatus(200, send(`GET ${trip}/timeline`, { token }));
    expect([id, count]).toEqual([id, 1 + moves.length]);
    if (pings.length > 0) await expectStatus(200, send(`GET ${trip}/location`, { token }));
  }
}

const folder = temporaryFolder();

/** Lets the first calls through and fails all later ones, as after a kill of the process. */
function cutAfter(calls: number): Outbound {
  let made = 0;
  return (_call, send) => {
    made += 1;
    return made > calls ? Promise.reject(new Error('cut off')) : send();
  };
}

test.each([30, 110, 140, 430, 470, 510, 545])(
  'a seeding that is cut off after %i calls is ended by the next start',
  async (calls) => {
    const dataDir = `${folder}/${calls}`;
    const cut = startCloud({ dataDir, seed: true, runtime: { outbound: cutAfter(calls) } });
    await expect(cut).rejects.toThrow('cut off');
    const cloud = await startCloud({ dataDir, seed: true });
    try {
      await expectWholeDemo(cloud);
    } finally {
      await cloud.stop();
    }
  },
);

test('a second start seeds nothing again', async () => {
  const dataDir = `${folder}/twice`;
  await (await startCloud({ dataDir, seed: true })).stop();
  const calls: string[] = [];
  const outbound: Outbound = (call, send) => {
    calls.push(call.action);
    return send();
  };
  const cloud = await startCloud({ dataDir, seed: true, runtime: { outbound } });
  expect(calls).toEqual(['GetItem']);
  try {
    await expectWholeDemo(cloud);
  } finally {
    await cloud.stop();
  }
});
