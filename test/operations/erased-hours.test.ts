import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as eraseDriver } from '../../functions/drivers/erase-driver';
import { operation as exportDriver } from '../../functions/drivers/export-driver';
import { operation as exportOwnDriver } from '../../functions/drivers/export-own-driver';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { dayHoursKey, hoursCorrectionKey } from '../../shared/hours/day-hours';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { eraseDriverRecords } from '../../shared/privacy/erase-driver-records';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';
import { DATA_KEY } from '../support/stamping-sdk';
import { objectStorage } from '../support/storage';
import { insertDriver } from '../support/store-fleet';
import { runWatch } from '../support/watch-run';

const table = quickTable();
const world = accounts(table);
objectStorage();
const secrets = mockClient(SecretsManagerClient);
beforeEach(() => {
  secrets.on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });
});
const NOW = '2026-03-02T15:00:00.000Z';
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;

async function reported() {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { ...APP, teamId, sub: someId() });
  const cab = await office.cab(driver);
  const sentAt = testContext.now().toISOString();
  const item = { id: factId(), kind: 'DUTY', state: 'DESCANSO', recordedAt: sentAt, lat: 25.5, lng: -100.5 };
  expect((await cab.send(syncFacts, { body: { sentAt, items: [item] } })).body.results).toEqual([
    { id: item.id, result: 'APPLIED' },
  ]);
  return { office, cab, driver, item };
}

test('road 6: the export of a driver has what the phone reported about the own work', async () => {
  const { office, cab, driver, item } = await reported();
  const { kind: _, ...duty } = { ...item, at: item.recordedAt };
  const path = { driverId: driver.id };
  for (const answer of [await office.send(exportDriver, { path }), await cab.send(exportOwnDriver)])
    expect([answer.status, answer.body.duties]).toEqual([200, [duty]]);
});

test('road 6: the erasure of a driver removes the days and their corrections', async () => {
  const { office, driver } = await reported();
  const { teamId, testContext } = office;
  const correction = {
    id: someId(),
    driverId: driver.id,
    from: NOW,
    to: NOW,
    state: 'PAUSA',
    reason: 'Comida',
    by: driver.id,
    byType: 'DRIVER',
    createdAt: NOW,
    expires: 2_000_000_000,
  } as const;
  const day = { day: '2026-03-02', revision: 1, trips: [], expires: 2_000_000_000 };
  await transact(testContext.context, [
    putItem(dayHoursKey(teamId, driver.id, day.day), day),
    putItem(hoursCorrectionKey(teamId, driver.id, day.day, correction.id), correction),
  ]);
  const own = () => table.partition(`TEAM#${teamId}#DRIVER#${driver.id}`, 'HOURS#');
  expect(await own()).toHaveLength(2);
  await testContext.use(eraseDriverRecords)(driver);
  expect(await own()).toEqual([]);
});

test('road 6: the erasure of a driver removes what the phone reported about the own work', async () => {
  const { office, driver } = await reported();
  const own = () => table.partition(`TEAM#${office.teamId}#DRIVER#${driver.id}`, 'DUTY#');
  expect(await own()).toHaveLength(1);
  await office.testContext.use(eraseDriverRecords)(driver);
  expect(await own()).toEqual([]);
});

test('road 6: the end of a trip writes no day of a former driver who was erased', async () => {
  const { office, cabs, path, send, colleague } = await openRoad(world);
  const [cab] = cabs;
  office.testContext.pass(30 * 60_000);
  await send(cab, [0, 5, 10]);
  const headers = { 'idempotency-key': someId() };
  expect((await office.send(relayTrip, { path, body: { driverId: colleague.id }, headers })).status).toBe(200);
  const erased = await office.send(eraseDriver, { path: { driverId: cab.id }, body: { reason: 'Derecho' } });
  expect(erased.status).toBe(200);
  const own = () => table.partition(`TEAM#${office.teamId}#DRIVER#${cab.id}`, 'HOURS#');
  expect(await own()).toEqual([]);
  office.testContext.pass(60 * 60_000);
  expect((await office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } })).status).toBe(200);
  const later = table.testContext();
  later.pass(2 * 60 * 60_000);
  await runWatch(later);
  expect(await own()).toEqual([]);
});
