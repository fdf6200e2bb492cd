import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { temporaryFolder } from '../local/support/folder';
import { browsing, type FrontEndFile } from './support/browsing';

const ROOT = resolve(__dirname, '..', '..');
const execute = promisify(execFile);
const folder = temporaryFolder();
const { openFrontEnd, url } = browsing();

const SCRIPT = 'text/javascript';

/** Compiles and packs the client. Returns the package's files by the address under which the page loads them. */
async function packedClient(): Promise<Record<string, FrontEndFile>> {
  await execute('node_modules/.bin/tsc', ['-p', 'client'], { cwd: ROOT });
  await execute('npm', ['pack', './client', '--pack-destination', folder], { cwd: ROOT });
  const [packed = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  await execute('tar', ['-xzf', packed], { cwd: folder });
  const dist = join(folder, 'package', 'dist');
  const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'));
  return Object.fromEntries(
    scripts.map((file) => [`/client/${file}`, [readFileSync(join(dist, file), 'utf8'), SCRIPT] as const]),
  );
}

const IMPORTS = { 'fleet-operations-client': '/client/index.js', 'openapi-fetch': '/openapi-fetch.mjs' };
const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

/** The first calls of a front end. The page can see the value that the program returns. */
const program = (baseUrl: string): string => `(async () => {
  const { createFleet, FleetError, ok } = await import('fleet-operations-client');
  const kept = [];
  const fleet = createFleet({ baseUrl: '${baseUrl}', onSession: (session) => kept.push(session !== undefined) });
  await ok(fleet.POST('/auth/login', { body: { email: '${DEMO.members[0].email}', password: '${DEMO_PASSWORD}' } }));
  const teamId = '${DEMO.team.id}';
  const trips = new Set();
  for await (const { id } of fleet.each('/teams/{teamId}/trips', { params: { path: { teamId }, query: { limit: 5 } } })) trips.add(id);
  const content = new File(['%PDF-1.7 acta'], 'acta.pdf', { type: 'application/pdf' });
  const file = await fleet.upload({
    teamId, folder: 'teams-files', entityType: 'team', entityId: teamId, fileName: content.name, contentType: content.type, content,
  });
  const progress = [];
  const large = new Blob(['%PDF-1.7 ', new Uint8Array(3_000_000)]);
  await fleet.upload({
    teamId, folder: 'teams-files', entityType: 'team', entityId: teamId, fileName: 'plano.pdf', contentType: 'application/pdf', content: large,
    onProgress: ({ sent, total }) => progress.push([sent, total]),
  });
  const started = await fleet.trips.list({ teamId, limit: 1 });
  const read = await (await fetch(file.url)).text();
  const { invoices: [stamped] } = await fleet.invoices.list({ teamId, status: 'VALID' });
  const pdf = (await fleet.invoices.getPdf({ id: stamped.id, teamId })).type;
  const xml = String(await fleet.invoices.getXml({ id: stamped.id, teamId })).slice(0, 5);
  const body = { plate: '${DEMO.vehicles[0]?.fields.plate}' };
  const failure = await ok(fleet.POST('/teams/{teamId}/vehicles', { params: { path: { teamId } }, body })).catch((thrown) => thrown);
  await fleet.signOut();
  return {
    listed: started.trips.length,
    first: progress[0], last: progress.at(-1), steps: progress.length > 2,
    kept, trips: trips.size, size: file.size, read, pdf, xml,
    failure: failure instanceof FleetError && [failure.code, failure.field, typeof failure.requestId],
  };
})()`;

/** Opens a page of another origin that can load the packed client. */
async function pageWithClient() {
  const library = readFileSync(join(ROOT, 'node_modules', 'openapi-fetch', 'dist', 'index.mjs'), 'utf8');
  return openFrontEnd({ ...files, '/': [PAGE, 'text/html'], '/openapi-fetch.mjs': [library, SCRIPT] });
}

let files: Record<string, FrontEndFile> = {};
beforeAll(async () => {
  files = await packedClient();
});

test('desk 6.4: the packed client signs in, walks a list and uploads files with their progress, from a page of another origin', async () => {
  const page = await pageWithClient();
  expect(await page.evaluate<unknown>(program(url()))).toEqual({
    listed: 1,
    first: [0, 3_000_009],
    last: [3_000_009, 3_000_009],
    steps: true,
    kept: [true, false],
    trips: DEMO.trips.length,
    size: 13,
    read: '%PDF-1.7 acta',
    // The address that these redirect to is of a third origin.
    pdf: 'application/pdf',
    xml: '<?xml',
    failure: ['PLATE_TAKEN', 'plate', 'string'],
  });
});

/** A front end that keeps the session in cookies. `reloaded` is the answer to the renewal after a reload of its page. */
const cookieProgram = (baseUrl: string, steps: string): string => `(async () => {
  const { createFleet } = await import('fleet-operations-client');
  const fleet = createFleet({ baseUrl: '${baseUrl}', credentials: 'include' });
  const signIn = (email) => fleet.auth.login({ body: { email, password: '${DEMO_PASSWORD}' } });
  const reloaded = async () => {
    const { data, response } = await createFleet({ baseUrl: '${baseUrl}', credentials: 'include' }).POST('/auth/refresh', { body: {} });
    return [response.status, data?.user.email];
  };
  ${steps}
})()`;

/** The service at the site of the front end: a browser stores no cookie of another site. */
const sameSite = (): string => url().replace('127.0.0.1', 'localhost');

const [OWNER, OTHER] = DEMO.members;

test('the packed client with cookies reads the PDF of an invoice, which is at a third origin', async () => {
  const page = await pageWithClient();
  const script = `
    await signIn('${OWNER.email}');
    const teamId = '${DEMO.team.id}';
    const { invoices: [{ id }] } = await fleet.invoices.list({ teamId, status: 'VALID' });
    return [await reloaded(), (await fleet.invoices.getPdf({ id, teamId })).type];`;
  expect(await page.evaluate<unknown>(cookieProgram(sameSite(), script))).toEqual([
    [200, OWNER.email],
    'application/pdf',
  ]);
});

test('the packed client with cookies leaves the cookie of the last call, also when others are answered later', async () => {
  const page = await pageWithClient();
  // The answers to the first sign-in come last.
  await page.route(`${sameSite()}/auth/login`, async (route) => {
    const answer = await route.fetch();
    if (route.request().postData()?.includes(OWNER.email)) await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  const script = `
    const later = new Promise((resolve) => setTimeout(resolve, 3_000));
    const moment = () => new Promise((resolve) => setTimeout(resolve, 300));
    const first = signIn('${OWNER.email}').catch(({ name }) => name);
    await moment();
    await signIn('${OTHER?.email}');
    const second = await Promise.all([first, later]);
    const last = await reloaded();
    const third = signIn('${OWNER.email}').catch(({ name }) => name);
    await moment();
    await fleet.signOut();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return [second[0], last, await third, await reloaded()];`;
  expect(await page.evaluate<unknown>(cookieProgram(sameSite(), script))).toEqual([
    'AbortError',
    [200, OTHER?.email],
    'AbortError',
    [400, undefined],
  ]);
});
