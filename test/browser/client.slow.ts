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

test('desk 6.4: the packed client signs in, walks a list and uploads files with their progress, from a page of another origin', async () => {
  const library = readFileSync(join(ROOT, 'node_modules', 'openapi-fetch', 'dist', 'index.mjs'), 'utf8');
  const page = await openFrontEnd({
    ...(await packedClient()),
    '/': [PAGE, 'text/html'],
    '/openapi-fetch.mjs': [library, SCRIPT],
  });
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
}, 120_000);
