import { createDriver, editDriver } from '../../shared/fleet/drivers';
import { listExpirations } from '../../shared/fleet/expiring-documents';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle, editVehicle } from '../../shared/fleet/vehicles';
import { deleteIfPresent } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { storedDriver } from '../support/store-records';

const table = quickTable();

const DATES = { insuranceExpiry: '2026-03-12', registrationExpiry: '2026-12-31' };

async function insertVehicle() {
  const testContext = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const register = (plate: string, dates: object = DATES) =>
    testContext.use(createVehicle)(actor, { plate, ...dates }, undefined);
  const papers = async () =>
    (await table.partition(`TEAM#${actor.teamId}`, 'PAPER#')).map(({ paper, expiresOn }) => `${paper} ${expiresOn}`);
  return { testContext, actor, register, papers, vehicle: await register('AA-1') };
}

test('a date that is undefined is one that was not sent: its paper stays', async () => {
  const { testContext, actor, vehicle, papers } = await insertVehicle();
  await testContext.use(editVehicle)(actor, vehicle, { insuranceExpiry: undefined, notes: 'x' });
  expect(await papers()).toEqual(['INSURANCE 2026-03-12', 'REGISTRATION 2026-12-31']);
});

test('an edit of a driver who has left brings no paper back', async () => {
  const { testContext, actor, papers } = await insertVehicle();
  const hired = await testContext.use(createDriver)(actor, storedDriver({ licenseExpiry: '2026-06-01' }), undefined);
  const left = await testContext.use(editDriver)(actor, { ...hired, everActive: false }, { status: 'BAJA' });
  await testContext.use(editDriver)(actor, left, { name: 'x' });
  expect(await papers()).toEqual(['INSURANCE 2026-03-12', 'REGISTRATION 2026-12-31']);
});

test('two who change two dates of a vehicle at once are both heard', async () => {
  const { testContext, actor, vehicle, papers } = await insertVehicle();
  const late = table.interrupted(() =>
    testContext.use(editVehicle)(actor, vehicle, { registrationExpiry: '2027-12-31' }),
  );
  await late.use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' });
  expect(await papers()).toEqual(['INSURANCE 2027-05-01', 'REGISTRATION 2027-12-31']);
});

test('who changes no date of a vehicle is heard also when it becomes BAJA meanwhile', async () => {
  const { testContext, actor, vehicle, papers } = await insertVehicle();
  const late = table.interrupted(() => testContext.use(changeVehicleStatus)(actor, vehicle, 'BAJA'));
  expect(await late.use(editVehicle)(actor, vehicle, { notes: 'x' })).toMatchObject({ notes: 'x' });
  expect(await papers()).toEqual([]);
});

test('papers of what is gone are passed over by the list, page by page', async () => {
  const { testContext, actor, register, vehicle } = await insertVehicle();
  await register('BB-2', { insuranceExpiry: '2026-03-13' });
  await transact(testContext.context, [deleteIfPresent(vehicleKey(actor.teamId, vehicle.id))]);
  const team = { teamId: actor.teamId, timeZone: 'America/Mexico_City' };
  const { records } = await testContext.use(listExpirations)(team, 30, { limit: 1 });
  expect(records).toMatchObject([{ entityName: 'BB-2', expiresOn: '2026-03-13' }]);
});

test('of what is due a run that has little time left warns of the oldest first, and the last warning leaves the index', async () => {
  const { actor } = await insertVehicle();
  const hasWarned = (): boolean => testContext.actions().includes('TransactWriteItems');
  const testContext: TestContext = table.testContext({ remaining: () => (hasWarned() ? 4_999 : 5_000) });
  testContext.pass(366 * 24 * 3_600_000);
  const others = (await table.everything()).filter(({ gsi2pk, teamId }) => gsi2pk && teamId !== actor.teamId);
  for (const { pk, sk } of others) {
    await transact(table.testContext().context, [
      deleteIfPresent({ ...vehicleKey('', ''), pk: String(pk), sk: String(sk) }),
    ]);
  }
  expect((await testContext.use(raiseExpiryAlerts)(() => {})).raised).toBe(1);
  const papers = await table.partition(`TEAM#${actor.teamId}`, 'PAPER#');
  expect(papers.map(({ paper, gsi2pk, gsi2sk }) => [paper, gsi2pk !== undefined, gsi2sk !== undefined])).toEqual([
    ['INSURANCE', false, false],
    ['REGISTRATION', true, true],
  ]);
});
