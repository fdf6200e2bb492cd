import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as listExpirations } from '../../functions/expirations/list-expirations';
import { operation as updateTeam } from '../../functions/teams/update-team';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { operation as updateVehicleStatus } from '../../functions/vehicles/update-vehicle-status';
import { driverKey } from '../../shared/fleet/driver';
import { listExpirations as listPapers } from '../../shared/fleet/expiring-documents';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { getItem } from '../../shared/platform/table/read';
import { put, unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { saveCertificate } from '../../shared/stamping/organization/accounts';
import type { ReadyAccount } from '../../shared/stamping/organization/organization';
import { stampingAccountKey } from '../../shared/stamping/organization/organization';
import { accounts, refusal, refused } from '../support/accounts';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

/** On the day of the test context: 2026-03-02. */
async function made({ send }: Office, operation: typeof createVehicle | typeof createDriver, body: object) {
  const answer = await send(operation, { body });
  expect(answer.status).toBe(201);
  return String(Object(answer.body.driver ?? answer.body).id);
}

const listed = async ({ send }: Office, query = {}) => recordsOf(await send(listExpirations, { query }), 'expirations');
const summary = (papers: Record<string, unknown>[]) =>
  papers.map(({ paper, entityName, daysLeft }) => `${daysLeft} ${paper} ${entityName}`);

async function insertPapers() {
  const office = await openOffice(world);
  const truck = await made(office, createVehicle, {
    plate: '12-AB-3C',
    insuranceExpiry: '2026-03-02',
    registrationExpiry: '2026-04-01',
    nextMaintenance: '2026-04-02',
  });
  const ana = await made(office, createDriver, {
    name: 'Ana Treviño',
    licenseExpiry: '2026-02-28',
    medicalExpiry: '2026-03-09T12:00:00-06:00',
  });
  const luis = await made(office, createDriver, { name: 'Luis Ríos', licenseExpiry: '2025-03-02' });
  const other = await openOffice(world);
  await made(other, createVehicle, { plate: 'ZZ-1', insuranceExpiry: '2026-03-02' });
  return { office, truck, ana, luis };
}

describe('the papers about to expire', () => {
  let laid: Awaited<ReturnType<typeof insertPapers>>;
  beforeAll(async () => {
    laid = await insertPapers();
  });

  it('are answered as the ruling says, those that have expired with negative days', async () => {
    const { office, ana } = laid;
    const [, license] = await listed(office);
    expect(license).toEqual({
      paper: 'LICENSE',
      entityType: 'DRIVER',
      entityId: ana,
      entityName: 'Ana Treviño',
      expiresOn: '2026-02-28',
      daysLeft: -2,
    });
  });

  it.each([
    [undefined, 5],
    ['0', 3],
    ['6', 3],
    ['7', 4],
    ['29', 4],
    ['30', 5],
    ['31', 6],
    ['366', 6],
  ])('within %p days are the first %d of all, by the days that are left', async (days, count) => {
    const query = days === undefined ? {} : { days };
    const all = [
      '-365 LICENSE Luis Ríos',
      '-2 LICENSE Ana Treviño',
      '0 INSURANCE 12-AB-3C',
      '7 MEDICAL Ana Treviño',
      '30 REGISTRATION 12-AB-3C',
      '31 MAINTENANCE 12-AB-3C',
    ];
    expect(summary(await listed(laid.office, query))).toEqual(all.slice(0, count));
    const pages = await pagesOf(laid.office, listExpirations, 'expirations', { ...query, limit: '2' });
    expect(summary(pages.flat())).toEqual(all.slice(0, count));
  });

  it.each([
    ['days', '367'],
    ['days', '-1'],
    ['days', 'many'],
    ['limit', '0'],
    ['cursor', 'made-up'],
  ])('are not found by a wrong %s: %s', async (field, value) => {
    const answer = await laid.office.send(listExpirations, { query: { [field]: value } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('are read by every member of the team, and by nobody else', async () => {
    const member = await laid.office.hire('MEMBER');
    expect((await member.send(listExpirations)).body.count).toBe(5);
    expect(refusal(await (await laid.office.stranger()).send(listExpirations))).toEqual(refused('FORBIDDEN'));
  });

  it('cost what they answer: the index, and each holder once', async () => {
    const testContext = table.testContext();
    const { records } = await testContext.use(listPapers)(laid.office.team, 30, { limit: 50 });
    expect(records).toHaveLength(5);
    expect(testContext.meter).toEqual({ calls: 2, readUnits: 0.5 + 3, writeUnits: 0 });
    const today = table.testContext();
    await today.use(listPapers)(laid.office.team, 0, { limit: 1 });
    expect(today.meter).toEqual({ calls: 2, readUnits: 0.5 + 1, writeUnits: 0 });
  });
});

it('follow their records: renewed, cleared, BAJA, back again', async () => {
  const { office, truck, ana, luis } = await insertPapers();
  const edit = (driverId: string, body: object) => office.send(updateDriver, { path: { driverId }, body });
  const move = (status: string) => office.send(updateVehicleStatus, { path: { vehicleId: truck }, body: { status } });
  await edit(luis, { licenseExpiry: '2031-03-02' });
  await edit(ana, { medicalExpiry: null });
  await office.send(updateVehicle, { path: { vehicleId: truck }, body: { registrationExpiry: '2027-04-01' } });
  expect(summary(await listed(office))).toEqual(['-2 LICENSE Ana Treviño', '0 INSURANCE 12-AB-3C']);
  await move('BAJA');
  await edit(ana, { status: 'BAJA' });
  expect(await listed(office)).toEqual([]);
  await move('MANTENIMIENTO');
  expect(summary(await listed(office))).toEqual([]);
  await move('DISPONIBLE');
  await edit(ana, { status: 'DISPONIBLE', name: 'Ana Treviño de León' });
  expect(summary(await listed(office))).toEqual(['-2 LICENSE Ana Treviño de León', '0 INSURANCE 12-AB-3C']);
});

it('are not those of who has left, also while the index is a moment behind', async () => {
  const { office, ana } = await insertPapers();
  const left = update(driverKey(office.teamId, ana), { set: { status: 'BAJA' } }, {}, unexpectedConflict('A driver'));
  await transact(office.testContext.context, [left]);
  expect(summary(await listed(office))).toEqual([
    '-365 LICENSE Luis Ríos',
    '0 INSURANCE 12-AB-3C',
    '30 REGISTRATION 12-AB-3C',
  ]);
});

it('are the seal’s too: it expires at an instant, is the team’s, and is replaced by the next one', async () => {
  const office = await openOffice(world, { team: { name: 'Fletes del Norte' } });
  const { testContext, teamId } = office;
  const at = testContext.now().toISOString();
  const account: ReadyAccount = {
    teamId,
    organizationId: 'organization-1',
    legalName: 'FLETES DEL NORTE',
    taxRegime: '601',
    zipCode: '64000',
    isProductionReady: false,
    pendingSteps: [],
    livemode: false,
    testKey: 'sealed',
    webhookToken: 'token',
    createdAt: at,
    updatedAt: at,
  };
  const key = stampingAccountKey(teamId);
  await transact(testContext.context, [put(key, account, {}, unexpectedConflict('An account of the test'))]);
  const seal = {
    csdSerial: '1',
    rfc: 'EKU9003173C9',
    sealName: 'FLETES DEL NORTE',
    isProductionReady: false,
    pendingSteps: [],
  };
  const sealed = await testContext.use(saveCertificate)(office, account, {
    ...seal,
    csdExpiresAt: '2026-03-12T05:59:59.000Z',
  });
  expect(await listed(office)).toEqual([
    {
      paper: 'SEAL_CERTIFICATE',
      entityType: 'ORGANIZATION',
      entityId: teamId,
      entityName: 'Fletes del Norte',
      expiresOn: '2026-03-11',
      daysLeft: 9,
    },
  ]);
  await testContext.use(raiseExpiryAlerts)(() => {});
  expect(recordsOf(await office.send(listAlerts, { query: { type: 'PAPER_EXPIRING' } }), 'alerts')).toMatchObject([
    {
      entityType: 'ORGANIZATION',
      entityId: teamId,
      severity: 'INFO',
      message: expect.stringMatching(/signing certificate/),
    },
  ]);
  await testContext.use(saveCertificate)(office, sealed, {
    ...seal,
    csdSerial: '2',
    csdExpiresAt: '2030-03-12T05:59:59.000Z',
  });
  expect(await listed(office)).toEqual([]);
  const late = testContext.use(saveCertificate)(office, sealed, { ...seal, csdExpiresAt: '2026-03-12T05:59:59.000Z' });
  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await listed(office)).toEqual([]);
  expect(await getItem(testContext.context, key)).toMatchObject({
    csdSerial: '2',
    csdExpiresAt: '2030-03-12T05:59:59.000Z',
  });
});

it('count their days in the zone that the team has now', async () => {
  const office = await openOffice(world, { team: { timeZone: 'America/Mexico_City' } });
  await made(office, createVehicle, { plate: '12-AB-3C', insuranceExpiry: '2026-03-02' });
  expect(summary(await listed(office))).toEqual(['0 INSURANCE 12-AB-3C']);
  // It is 09:00 in Mexico and 3 March on Kiritimati.
  await office.send(updateTeam, { body: { timeZone: 'Pacific/Kiritimati' } });
  expect(summary(await listed(office))).toEqual(['-1 INSURANCE 12-AB-3C']);
});
