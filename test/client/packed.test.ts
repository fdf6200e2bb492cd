import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Cloud, startCloud } from '../../local/cloud';
import { temporaryFolder } from '../local/support/folder';

const ROOT = resolve(__dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');
const execute = promisify(execFile);
const project = temporaryFolder();

/** Runs a program. A failure carries the program's output. */
async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  try {
    return (await execute(command, args, { cwd: folder })).stdout;
  } catch (failure) {
    throw new Error(`${failure}\n${Reflect.get(Object(failure), 'stdout')}`);
  }
}

/** A front-end engineer's code. Every `expect-error` marks a mistake that the types must find. */
const PROGRAM = `
import { createFleet, FleetError, type Session, ok } from 'fleet-operations-client';
import { type QueueStorage, withDriver } from 'fleet-operations-client/driver';

const [, , baseUrl = ''] = process.argv;
const kept: (Session | undefined)[] = [];
const fleet = createFleet({ baseUrl, onSession: (session) => kept.push(session) });
await ok(fleet.POST('/auth/login', { body: { email: 'owner@demo.mx', password: 'Demo-2026-Flota' } }));
const { teams: [team] } = await ok(fleet.GET('/teams'));
const teamId: string = team!.teamId;

const path = { teamId };
const trip = await ok(fleet.POST('/teams/{teamId}/trips', { params: { path }, body: { startDate: '2026-03-02T15:00:00Z' } }));
const status: 'NO_INICIADO' | 'EN_PROCESO' | 'COMPLETADO' | 'CANCELADO' = trip.status;
let trips = 0;
for await (const { id, revenue } of fleet.each('/teams/{teamId}/trips', { params: { path, query: { limit: 5 } } })) {
  const amount: number | undefined = revenue;
  trips += id === trip.id || (amount ?? 0) >= 0 ? 1 : 0;
}

const report = await ok(fleet.GET('/teams/{teamId}/reports/income', { params: { path } }));
const total: number = report.total;
const csv: string = await ok(fleet.GET('/teams/{teamId}/reports/income', { params: { path }, headers: { accept: 'text/csv' }, parseAs: 'text' }));
const isSame = csv.includes(String(total));

const content = new Blob(['%PDF-1.7 licencia']);
const file = await fleet.upload({
  teamId, folder: 'teams-files', entityType: 'team', entityId: teamId, fileName: 'acta.pdf', contentType: 'application/pdf', content,
});

const missing = await fleet.GET('/teams/{teamId}/trips/{tripId}', { params: { path: { teamId, tripId: teamId } } });
const code: 'NOT_FOUND' | undefined = missing.response.status === 404 && missing.error && 'error' in missing.error && missing.error.error === 'NOT_FOUND' ? missing.error.error : undefined;
let thrown = '';
try {
  // @ts-expect-error: a route needs stops
  await ok(fleet.POST('/routes', { body: { teamId, name: 'Sin paradas' } }));
} catch (failure) {
  if (failure instanceof FleetError && failure.code === 'VALIDATION_FAILED') thrown = String(failure.field);
  // @ts-expect-error: no code of the contract
  if (failure instanceof FleetError && failure.code === 'NO_SUCH_CODE') thrown = '';
}
const vehicles = await fleet.vehicles.list({ teamId, limit: 1 });
const plate: string | undefined = vehicles.vehicles[0]?.plate;
let listed = 0;
for await (const { id } of fleet.trips.list.each({ teamId, limit: 5 })) listed += id ? 1 : 0;
let pages = 0;
for await (const { pagination } of fleet.invoices.list.pages({ teamId, limit: 5 })) pages = pagination.page;
const taken = await fleet.vehicles.create({ teamId, body: { plate: '58-AK-7M' } }).result();
const takenCode: 'PLATE_TAKEN' | undefined = taken.error?.code === 'PLATE_TAKEN' ? taken.error.code : undefined;
let formError: string | undefined;
try {
  await fleet.vehicles.create({ teamId, body: { plate: '', year: 1 } });
} catch (failure) {
  if (!fleet.vehicles.create.failed(failure)) throw failure;
  if (failure.code === 'VALIDATION_FAILED') formError = failure.errors.map(({ field }) => field).join();
  // @ts-expect-error: a code of another operation
  if (failure.code === 'TRIP_NOT_READY') formError = '';
  // @ts-expect-error: no field of a vehicle
  failure.errors.find(({ field }) => field === 'plates');
}
const sameCsv: string = await fleet.reports.income({ teamId }, { accept: 'text/csv', timeout: 10_000 });
const progress: number[] = [];
await fleet.upload({
  teamId, folder: 'teams-files', entityType: 'team', entityId: teamId, fileName: 'acta-2.pdf', contentType: 'application/pdf', content,
  onProgress: ({ sent }) => progress.push(sent),
});
const unreachable = await createFleet({ baseUrl: 'http://127.0.0.1:9', sleep: async () => {} }).teams.list().result();
void (async () => {
  // @ts-expect-error: a code of another operation
  if (taken.error?.code === 'TRIP_NOT_READY') return;
  // @ts-expect-error: no parameter of the operation
  await fleet.trips.start({ trip: teamId });
  // @ts-expect-error: its trip is missing
  await fleet.trips.start();
  // @ts-expect-error: no field of the body
  await fleet.vehicles.create({ teamId, body: { plate: 'X', plates: 'Y' } });
  // @ts-expect-error: a field of the body has another type
  await fleet.vehicles.create({ teamId, body: { plate: 7 } });
  // @ts-expect-error: no list
  fleet.trips.get.each({ teamId, tripId: teamId });
  // @ts-expect-error: the operation answers no XML
  await fleet.reports.income({ teamId }, { accept: 'application/xml' });
  // @ts-expect-error: a page is JSON
  fleet.invoices.list.pages({ teamId }, { accept: 'text/csv' });
  // @ts-expect-error: so are the records of all pages
  fleet.trips.list.each({ teamId }, { accept: 'text/csv' });
  // @ts-expect-error: no operation
  await fleet.trips.stop({ tripId: teamId });
  // @ts-expect-error: data is there only without an error
  return taken.data.id;
});

const storage: QueueStorage = { getItem: async () => null, setItem: async () => {}, removeItem: async () => {} };
const { queue } = withDriver(fleet, { storage }).driver;
const place = { tripId: teamId, stopId: teamId };
void (async () => {
  const recorded = await queue.record({ kind: 'STOP_ARRIVED', ...place, source: 'DRIVER', lat: 25.7, lng: -100.3 });
  const at: string | undefined = recorded?.recordedAt;
  // @ts-expect-error: a skipped stop has a reason
  await queue.record({ kind: 'STOP_SKIPPED', ...place });
  // @ts-expect-error: no kind of fact
  await queue.record({ kind: 'LUNCH', ...place });
  // @ts-expect-error: the queue makes the identifier
  await queue.record({ kind: 'NOTE', tripId: teamId, text: 'x', id: teamId });
  return at;
});
const isReachable = 'queue' in withDriver(fleet, { storage }).driver;

// @ts-expect-error: no path of the contract
void (() => fleet.GET('/no-such-path'));
// @ts-expect-error: no list
void (() => fleet.each('/users/me'));
// @ts-expect-error: its team is missing
void (() => fleet.GET('/teams/{teamId}'));

await fleet.signOut();
const methods = { isReachable, plate: typeof plate, listed: listed === trips, pages: pages > 1, takenCode, formError, sameCsv: sameCsv === csv, progress, unreachable: unreachable.error?.message };
console.log(JSON.stringify({ methods, status, trips: trips > 10, file: file.fileName, code, thrown, isSame, kept: kept.map(Boolean) }));
`;

describe('the client, packed and installed in an empty project', () => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ seed: true });
    // Into a folder of its own, because another test compiles into client/dist at the same time.
    const copy = join(project, 'client');
    const isSource = (path: string) => !['dist', 'src'].includes(basename(path));
    cpSync(join(ROOT, 'client'), copy, { recursive: true, filter: isSource });
    await run(ROOT, TSC, '-p', 'client', '--outDir', join(copy, 'dist'));
    await run(ROOT, 'npm', 'pack', copy, '--pack-destination', project);
    rmSync(copy, { recursive: true });
    const [packed = ''] = readdirSync(project).filter((file) => file.endsWith('.tgz'));
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run(project, 'npm', 'install', '--no-audit', '--no-fund', `./${packed}`);
  });
  afterAll(() => cloud.stop());

  test('desk 6.4: typechecks under strict rules, and calls the service', async () => {
    writeFileSync(join(project, 'program.ts'), PROGRAM.replaceAll('process.argv', 'globalThis.process.argv'));
    writeFileSync(join(project, 'node.d.ts'), 'declare var process: { argv: string[] };\n');
    const compilerOptions = { strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: [], module: 'nodenext' };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await run(project, TSC);
    expect(JSON.parse(await run(project, 'node', 'program.js', cloud.url))).toEqual({
      status: 'NO_INICIADO',
      trips: true,
      file: 'acta.pdf',
      code: 'NOT_FOUND',
      thrown: 'stops',
      isSame: true,
      kept: [true, false],
      methods: {
        isReachable: true,
        plate: 'string',
        listed: true,
        pages: true,
        takenCode: 'PLATE_TAKEN',
        formError: 'plate,year',
        sameCsv: true,
        progress: [0, 17],
        unreachable: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 did not answer\. .*fetch failed/),
      },
    });
  });

  const installed = join(project, 'node_modules', 'fleet-operations-client');

  test('desk 6.4: holds its compiled files, a README, a changelog and a licence alone', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) => file !== 'dist');
    const compiled = readdirSync(join(ROOT, 'client', 'src')).flatMap((file) => [
      join('dist', file.replace(/ts$/, 'js')),
      join('dist', file.replace(/ts$/, 'd.ts')),
    ]);
    expect(files.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', ...compiled].sort());
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  test('desk 6.4: says to a registry what it needs for provenance, and to a bundler that it is free of side effects', () => {
    const described = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(described).toMatchObject({
      name: 'fleet-operations-client',
      version,
      license: 'MIT',
      type: 'module',
      main: './dist/index.js',
      sideEffects: false,
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      publishConfig: { access: 'public', provenance: true },
      dependencies: { 'openapi-fetch': expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    expect(readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(`## ${version}`);
  });

  test('asks for nothing that only Node or only a browser has', () => {
    const dist = join(project, 'node_modules', 'fleet-operations-client', 'dist');
    const texts = readdirSync(dist)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(dist, file), 'utf8'));
    expect(texts.join('\n')).not.toMatch(/node:|require\(|\bprocess\b|\bBuffer\b|\bwindow\b|\bdocument\.|localStorage/);
  });
});
