import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
// @ts-expect-error: no path of the contract
void (() => fleet.GET('/no-such-path'));
// @ts-expect-error: no list
void (() => fleet.each('/users/me'));
// @ts-expect-error: its team is missing
void (() => fleet.GET('/teams/{teamId}'));

await fleet.signOut();
console.log(JSON.stringify({ status, trips: trips > 10, file: file.fileName, code, thrown, isSame, kept: kept.map(Boolean) }));
`;

describe('the client, packed and installed in an empty project', () => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ seed: true });
    await run(ROOT, TSC, '-p', 'client');
    await run(ROOT, 'npm', 'pack', './client', '--pack-destination', project);
    const [packed = ''] = readdirSync(project).filter((file) => file.endsWith('.tgz'));
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run(project, 'npm', 'install', '--no-audit', '--no-fund', `./${packed}`);
  }, 120_000);
  afterAll(() => cloud.stop());

  test('typechecks under strict rules, and calls the service', async () => {
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
    });
  }, 60_000);

  test('holds its compiled files alone', () => {
    const installed = join(project, 'node_modules', 'fleet-operations-client');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
  });

  test('asks for nothing that only Node or only a browser has', () => {
    const dist = join(project, 'node_modules', 'fleet-operations-client', 'dist');
    const texts = readdirSync(dist)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(dist, file), 'utf8'));
    expect(texts.join('\n')).not.toMatch(/node:|require\(|\bprocess\b|\bBuffer\b|\bwindow\b|\bdocument\.|localStorage/);
  });
});
