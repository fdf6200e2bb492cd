import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';

/**
 * The globals that React Native adds to the language, as far as the client needs them. URL, crypto, Node's modules and the DOM are absent.
 */
const GIVEN = { fetch, Request, Response, Headers, FormData, AbortController, setTimeout, clearTimeout };

const APP = `
import { withDriver } from './client/src/driver';
import { createFleet, FleetError, ok } from './client/src/index';

/** A driver opens the app, looks at the own trips, is refused what only the office may, and sends what the phone recorded. */
export async function tell(baseUrl, { username, password }, file) {
  const fleet = createFleet({ baseUrl });
  await ok(fleet.POST('/auth/drivers/login', { body: { username, password } }));
  const trips = [];
  for await (const { id } of fleet.drivers.listOwnTrips.each({ limit: 1 })) trips.push(id);
  const refused = await ok(fleet.GET('/teams')).catch((failure) => failure instanceof FleetError && failure.code);
  const records = new Map();
  const storage = {
    getItem: async (key) => records.get(key) ?? null,
    setItem: async (key, value) => void records.set(key, value),
    removeItem: async (key) => void records.delete(key),
  };
  const { queue } = withDriver(fleet, { storage }).driver;
  for (const text of ['a', 'b']) await queue.record({ kind: 'NOTE', tripId: trips[0], text });
  const stop = queue.start();
  while ((await queue.read()).pending.some(({ tries }) => tries === undefined)) await new Promise((resolve) => setTimeout(resolve, 10));
  stop();
  const { pending } = await queue.read();
  await fleet.signOut();
  const office = createFleet({ baseUrl });
  await ok(office.POST('/auth/login', { body: { email: file.email, password } }));
  const { fileName } = await office.upload(file.upload);
  return JSON.stringify({ trips: trips.length, refused, fileName, waits: pending.map(({ error }) => error) });
}
`;

/** The app as a bundler builds it for Hermes, which does not support async generators. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: `${__dirname}/../..`, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'app',
    target: 'es2017',
  });
  return outputFiles[0]?.text ?? '';
}

describe('the client in an app', () => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ seed: true });
  });
  afterAll(() => cloud.stop());

  test('needs nothing but fetch, with its Request, Response, Headers, FormData and AbortController, and timers', async () => {
    const context = createContext({ ...GIVEN });
    // Features of the language that Hermes added late.
    runInContext('globalThis.globalThis = globalThis; delete Array.fromAsync; delete Promise.withResolvers;', context);
    runInContext(await bundled(), context);
    const [{ username }] = DEMO.drivers;
    const upload = {
      teamId: DEMO.team.id,
      folder: 'teams-files',
      entityType: 'team',
      entityId: DEMO.team.id,
      fileName: 'acta.pdf',
      contentType: 'application/pdf',
      content: '%PDF-1.7 acta',
    };
    const given = [cloud.url, { username, password: DEMO_PASSWORD }, { email: DEMO.members[0].email, upload }];
    const told: unknown = await runInContext(`app.tell(...${JSON.stringify(given)})`, context);
    expect(JSON.parse(String(told))).toEqual({
      trips: expect.any(Number),
      refused: 'FORBIDDEN',
      fileName: 'acta.pdf',
      // The office has planned this trip, and it has not begun.
      waits: ['TRIP_NOT_STARTED', 'TRIP_NOT_STARTED'],
    });
  });
});
