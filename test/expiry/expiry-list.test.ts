import {
  type DocumentHolder,
  EXPIRING_DOCUMENTS,
  type ExpiringDocument,
  expiringDocumentsOf,
} from '../../shared/expiry/document-expiry';
import { expiryIndexes, expiryKey } from '../../shared/expiry/expiry-keys';
import { driverKey } from '../../shared/fleet/driver';
import { createDriver, editDriver } from '../../shared/fleet/drivers';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle, editVehicle } from '../../shared/fleet/vehicles';
import { getItem, getItems } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertTeam, insertVehicle } from '../support/store-fleet';
import { storedDriver } from '../support/store-records';

const table = quickTable();

const DATES = { insuranceExpiry: '2026-05-01', registrationExpiry: '2026-12-31' };

async function insertHolders(timeZone = 'America/Mexico_City') {
  const testContext = table.testContext();
  const { teamId } = await insertTeam(testContext, { timeZone });
  const actor = { id: someId(), teamId };
  const vehicle = await testContext.use(createVehicle)(actor, { plate: '12-AB-3C', ...DATES }, undefined);
  const { id: _id, teamId: _team, createdAt: _at, status: _status, ...fields } = storedDriver();
  const hired = await testContext.use(createDriver)(actor, { ...fields, licenseExpiry: '2026-06-01' }, undefined);
  return { actor, teamId, vehicle, driver: { ...hired, everActive: false } };
}

/** The stored expiry items, as document and day. */
async function papersIn(teamId: string): Promise<string[]> {
  const items = await table.partition(`TEAM#${teamId}`, 'PAPER#');
  return items.map(({ paper, expiresOn }) => `${paper} ${expiresOn}`);
}

/** The expiry items that follow from the records. */
function papersBy(entityType: 'DRIVER' | 'VEHICLE', holder: DocumentHolder | undefined): string[] {
  if (holder === undefined || holder.status === 'BAJA') return [];
  return expiringDocumentsOf(entityType).flatMap((paper: ExpiringDocument) => {
    const date = holder[EXPIRING_DOCUMENTS[paper].field];
    return typeof date === 'string' ? [`${paper} ${date}`] : [];
  });
}

/** The expiry items must match the records after every change. */
async function expectAgreement({ teamId, vehicle, driver }: Awaited<ReturnType<typeof insertHolders>>) {
  const [truck, person] = await getItems(table.testContext().context, [
    vehicleKey(teamId, vehicle.id),
    driverKey(teamId, driver.id),
  ]);
  const told = [...papersBy('VEHICLE', truck), ...papersBy('DRIVER', person)];
  expect((await papersIn(teamId)).sort()).toEqual(told.sort());
}

test('a record’s papers are made with it, and stand in the indexes by their days', async () => {
  const { teamId, vehicle, driver } = await insertHolders();
  expect(await papersIn(teamId)).toEqual(['INSURANCE 2026-05-01', 'LICENSE 2026-06-01', 'REGISTRATION 2026-12-31']);
  const [insurance] = await table.partition(`TEAM#${teamId}`, 'PAPER#');
  const paper = { teamId, paper: 'INSURANCE', entityId: vehicle.id, expiresOn: '2026-05-01', warnOn: '2026-04-01' };
  expect(insurance).toEqual({
    pk: `TEAM#${teamId}`,
    sk: `PAPER#INSURANCE#${vehicle.id}`,
    ...paper,
    gsi1pk: `TEAM#${teamId}#PAPERS`,
    gsi1sk: `2026-05-01#INSURANCE#${vehicle.id}`,
    gsi2pk: `PAPERS#${teamId.slice(-1)}`,
    gsi2sk: `2026-04-01#${teamId}#INSURANCE#${vehicle.id}`,
  });
  expect(
    await getItem(table.testContext().context, expiryKey(teamId, { paper: 'LICENSE', entityId: driver.id })),
  ).toMatchObject({ expiresOn: '2026-06-01', warnOn: '2026-05-02' });
  expect(expiryIndexes({ ...paper, paper: 'INSURANCE', warnOn: undefined })).not.toHaveProperty('gsi2pk');
});

test('a date that is an instant is the day it lies in for the team, and the team is read for it alone', async () => {
  const { actor, teamId, vehicle, driver } = await insertHolders('America/Tijuana');
  const testContext = table.testContext();
  const serviced = await testContext.use(editVehicle)(actor, vehicle, { nextMaintenance: '2026-07-02T06:59:59Z' });
  expect(testContext.actions()).toEqual(['GetItem', 'TransactWriteItems']);
  expect(await papersIn(teamId)).toContain('MAINTENANCE 2026-07-01');
  await testContext.use(editDriver)(actor, driver, { medicalExpiry: '2026-07-02T07:00:00Z' });
  expect(await papersIn(teamId)).toContain('MEDICAL 2026-07-02');
  await testContext.use(changeVehicleStatus)(actor, serviced, 'BAJA');
  expect(await papersIn(teamId)).not.toContain('MAINTENANCE 2026-07-01');
  await testContext.use(changeVehicleStatus)(actor, { ...serviced, status: 'BAJA' }, 'DISPONIBLE');
  expect(await papersIn(teamId)).toContain('MAINTENANCE 2026-07-01');
});

test('an edit that changes no date pays nothing for papers, one that does pays for that paper', async () => {
  const { actor, vehicle, driver } = await insertHolders();
  const [plain, same, dated] = [table.testContext(), table.testContext(), table.testContext()];
  await plain.use(editVehicle)(actor, vehicle, { notes: 'Revisar frenos' });
  await same.use(editVehicle)(actor, vehicle, { notes: 'Revisar frenos', ...DATES });
  expect([plain.meter, same.meter]).toEqual([
    { calls: 1, readUnits: 0, writeUnits: 5 },
    { calls: 1, readUnits: 0, writeUnits: 5 },
  ]);
  // The expiry item and its entries in both indexes, each deleted and written again.
  await dated.use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' });
  // The former expiry is read for its alerts.
  expect(dated.meter).toEqual({ calls: 2, readUnits: 1, writeUnits: 5 + 6 });
  const edit = table.testContext();
  await edit.use(editDriver)(actor, driver, { allergies: 'Ninguna' });
  expect(edit.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 5 });
});

test('dates that are written, cleared and written again leave the papers that the records tell of', async () => {
  const holders = await insertHolders();
  const { actor, teamId } = holders;
  let { driver, vehicle } = holders;
  driver = await table.testContext().use(editDriver)(actor, driver, {
    medicalExpiry: '2026-08-01',
    licenseExpiry: null,
  });
  expect(await papersIn(teamId)).toEqual(['INSURANCE 2026-05-01', 'MEDICAL 2026-08-01', 'REGISTRATION 2026-12-31']);
  await expectAgreement(holders);
  vehicle = await table.testContext().use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' });
  driver = await table.testContext().use(editDriver)(actor, driver, {
    licenseExpiry: '2031-06-01',
    medicalExpiry: null,
  });
  await expectAgreement(holders);
  await table.testContext().use(editDriver)(actor, driver, { status: 'BAJA', licenseExpiry: '2032-06-01' });
  await table.testContext().use(changeVehicleStatus)(actor, vehicle, 'BAJA');
  expect(await papersIn(teamId)).toEqual([]);
});

test('BAJA takes papers away, edits of what is BAJA make none, and coming back brings them as they are then', async () => {
  const holders = await insertHolders();
  const { actor, teamId, driver, vehicle } = holders;
  const person = await table.testContext().use(editDriver)(actor, driver, { status: 'BAJA' });
  await table.testContext().use(changeVehicleStatus)(actor, vehicle, 'BAJA');
  expect(await papersIn(teamId)).toEqual([]);
  const truck = await table.testContext().use(editVehicle)(
    actor,
    { ...vehicle, status: 'BAJA' },
    { insuranceExpiry: '2028-02-29' },
  );
  expect(await papersIn(teamId)).toEqual([]);
  await table.testContext().use(changeVehicleStatus)(actor, truck, 'DISPONIBLE');
  await table.testContext().use(editDriver)(actor, person, { status: 'DISPONIBLE', licenseExpiry: '2031-06-01' });
  expect(await papersIn(teamId)).toEqual(['INSURANCE 2028-02-29', 'LICENSE 2031-06-01', 'REGISTRATION 2026-12-31']);
});

describe('at once', () => {
  test('who edits a date of a vehicle that becomes BAJA meanwhile, or comes back, is told to look again', async () => {
    const holders = await insertHolders();
    const { actor } = holders;
    let { vehicle } = holders;
    for (const to of ['BAJA', 'DISPONIBLE'] as const) {
      const before = vehicle;
      const editing = table.interrupted(() => table.testContext().use(changeVehicleStatus)(actor, before, to));
      const edit = editing.use(editVehicle)(actor, before, { insuranceExpiry: '2027-05-01' });
      await expect(edit).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'insuranceExpiry' });
      await expectAgreement(holders);
      vehicle = { ...vehicle, status: to };
    }
  });

  test('a vehicle whose insurance is edited while it becomes BAJA, or comes back, is told to look again', async () => {
    const holders = await insertHolders();
    const { actor } = holders;
    let { vehicle } = holders;
    for (const [to, insuranceExpiry] of [
      ['BAJA', '2027-05-01'],
      ['DISPONIBLE', '2028-05-01'],
    ] as const) {
      const before = vehicle;
      const edit = async () => {
        vehicle = await table.testContext().use(editVehicle)(actor, before, { insuranceExpiry });
      };
      const move = table.interrupted(edit).use(changeVehicleStatus)(actor, before, to);
      await expect(move).rejects.toMatchObject({ code: 'CONFLICT' });
      await expectAgreement(holders);
      await table.testContext().use(changeVehicleStatus)(actor, vehicle, to);
      vehicle = { ...vehicle, status: to };
      await expectAgreement(holders);
    }
  });

  test('of two edits of one date the second is told, also who sends it as it was; other fields are nobody’s business', async () => {
    const holders = await insertHolders();
    const { actor, driver, vehicle } = holders;
    const renewed = { ...driver, licenseExpiry: '2031-01-01' };
    const renew = () => table.testContext().use(editDriver)(actor, driver, { licenseExpiry: '2031-01-01' });
    const second = table.interrupted(renew).use(editDriver)(actor, driver, { licenseExpiry: '2032-01-01' });
    await expect(second).rejects.toMatchObject({ code: 'CONFLICT' });
    const again = () => table.testContext().use(editDriver)(actor, renewed, { licenseExpiry: '2033-01-01' });
    // A form that sends the unchanged old date would undo the renewal.
    const form = { licenseExpiry: '2031-01-01', phone: '8110000000' };
    await expect(table.interrupted(again).use(editDriver)(actor, renewed, form)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await papersIn(holders.teamId)).toContain('LICENSE 2033-01-01');
    await expectAgreement(holders);
    const other = () => table.testContext().use(editVehicle)(actor, vehicle, { mileage: 1000 });
    await table.interrupted(other).use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' });
    await expectAgreement(holders);
  });

  test('whoever wins of many, papers and records agree', async () => {
    const holders = await insertHolders();
    const { actor, driver, vehicle } = holders;
    await Promise.allSettled([
      table.testContext().use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' }),
      table.testContext().use(editVehicle)(actor, vehicle, {
        insuranceExpiry: '2028-05-01',
        nextMaintenance: '2026-04-01',
      }),
      table.testContext().use(changeVehicleStatus)(actor, vehicle, 'BAJA'),
      table.testContext().use(editDriver)(actor, driver, { status: 'BAJA' }),
      table.testContext().use(editDriver)(actor, driver, { licenseExpiry: null }),
      table.testContext().use(editDriver)(actor, driver, { licenseExpiry: '2031-06-01', medicalExpiry: '2026-06-01' }),
    ]);
    await expectAgreement(holders);
  });
});

test('a record from before there were papers gets its paper with the next date that is written', async () => {
  const { teamId } = await insertTeam(table.testContext(), {});
  const vehicle = await insertVehicle(table.testContext(), { teamId, ...DATES });
  const actor = { id: someId(), teamId };
  await table.testContext().use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' });
  expect(await papersIn(teamId)).toEqual(['INSURANCE 2027-05-01']);
  await table.testContext().use(changeVehicleStatus)(actor, { ...vehicle, insuranceExpiry: '2027-05-01' }, 'BAJA');
  expect(await papersIn(teamId)).toEqual([]);
});
