import { operation as listOwnTripDocuments } from '../../functions/drivers/list-own-trip-documents';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { eventsOf } from '../../shared/audit/audit-event';
import type { FileRecord, Folder } from '../../shared/files/file';
import { fileIndexes, fileKey } from '../../shared/files/file-keys';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import type { TripRecord } from '../../shared/trips/trip';
import { accounts, refusal } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { type Desk, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrips, insertVehicle } from '../support/store-fleet';
import { storedTrip } from '../support/store-records';

const table = quickTable();
const world = accounts(table);
const HOUR_MS = 60 * 60_000;
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;

/** A driver with a trip, a colleague, and a way to give a record files. The later a file is given, the newer it is. */
async function openCab(given: Partial<TripRecord> = {}) {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const [driver, colleague] = [
    await insertDriver(testContext, { ...APP, teamId, sub: someId() }),
    await insertDriver(testContext, { ...APP, teamId, sub: someId() }),
  ];
  const vehicle = await insertVehicle(testContext, { teamId });
  const own = { teamId, driverId: driver.id, vehicleId: vehicle.id, status: 'EN_PROCESO', ...given } as const;
  const [trip = storedTrip()] = await insertTrips(testContext, [own]);
  let minutes = 0;
  const file = async (folder: Folder, entityId: string, fileName: string, team = teamId) => {
    minutes += 1;
    const fileId = someId();
    const record: FileRecord = {
      ...{ fileId, teamId: team, entityType: 'DOCUMENT', entityId, key: `${folder}/${entityId}/${fileName}`, fileName },
      ...{ bucket: 'documents', contentType: 'application/pdf', size: 10, uploadedBy: someId(), versionId: someId() },
      uploadedAt: new Date(START - HOUR_MS + minutes * 60_000).toISOString(),
    };
    await transact(testContext.context, [putItem(fileKey(team, fileId), record, fileIndexes(record))]);
  };
  const [cab, other] = [await office.cab(driver), await office.cab(colleague)];
  return { office, driver, colleague, vehicle, trip, file, cab, other };
}

const ask = (cab: Desk, { id: tripId }: TripRecord, query: Record<string, string> = {}) =>
  cab.send(listOwnTripDocuments, { path: { tripId }, query });
const namesIn = (answer: Parameters<typeof recordsOf>[0]) => recordsOf(answer, 'files').map(({ fileName }) => fileName);

describe('road 7: the papers that a driver shows', () => {
  test('road 7: are those of the vehicle, then those of the driver, the newest first, with addresses', async () => {
    const { trip, vehicle, driver, file, cab } = await openCab();
    await file('drivers-files', driver.id, 'licencia.pdf');
    await file('vehicles-files', vehicle.id, 'poliza.pdf');
    await file('vehicles-files', vehicle.id, 'tarjeta.pdf');
    const answer = await ask(cab, trip);
    expect([answer.status, namesIn(answer)]).toEqual([200, ['tarjeta.pdf', 'poliza.pdf', 'licencia.pdf']]);
    expect(answer.body).toMatchObject({ count: 3, nextCursor: null });
    for (const { url } of recordsOf(answer, 'files')) expect(url).toMatch(/X-Amz-Expires=900/);
  });

  test('road 7: are no photo, no file of another record, and none of another team', async () => {
    const { trip, vehicle, driver, colleague, file, cab } = await openCab();
    await file('vehicles-profile', vehicle.id, 'frente.jpg');
    await file('drivers-profile', driver.id, 'retrato.jpg');
    await file('drivers-files', colleague.id, 'ajena.pdf');
    await file('vehicles-files', someId(), 'otro-camion.pdf');
    await file('vehicles-files', vehicle.id, 'otro-equipo.pdf', someId());
    expect(namesIn(await ask(cab, trip))).toEqual([]);
  });

  test.each([1, 2, 3])('road 7: come once each, by pages of %i', async (limit) => {
    const { trip, vehicle, driver, file, cab } = await openCab();
    for (const name of ['a', 'b', 'c']) await file('vehicles-files', vehicle.id, name);
    for (const name of ['d', 'e']) await file('drivers-files', driver.id, name);
    const seen: unknown[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const answer = await ask(cab, trip, { limit: String(limit), ...(cursor !== '' && { cursor: String(cursor) }) });
      expect(recordsOf(answer, 'files').length).toBeGreaterThan(0);
      seen.push(...namesIn(answer));
      cursor = answer.body.nextCursor;
    }
    expect(seen).toEqual(['c', 'b', 'a', 'e', 'd']);
  });

  test('road 7: are of the driver alone on a trip without a vehicle, and a foreign cursor is refused', async () => {
    const { trip, driver, file, cab } = await openCab({ vehicleId: undefined });
    await file('drivers-files', driver.id, 'licencia.pdf');
    await file('drivers-files', driver.id, 'apto.pdf');
    const page = await ask(cab, trip, { limit: '1' });
    expect(namesIn(page)).toEqual(['apto.pdf']);
    const { trip: foreign, cab: stranger } = await openCab();
    const stolen = await ask(stranger, foreign, { cursor: String(page.body.nextCursor) });
    expect(refusal(stolen)).toEqual([400, 'VALIDATION_FAILED', 'cursor']);
  });

  test('road 7: each read is in the audit with the files that were shown, and not in the timeline of the trip', async () => {
    const { office, trip, vehicle, driver, file, cab } = await openCab();
    await file('vehicles-files', vehicle.id, 'poliza.pdf');
    const [shown] = recordsOf(await ask(cab, trip), 'files');
    const changes = { tripId: trip.id, fileIds: [shown?.fileId] };
    const entries = (entity: 'DRIVER' | 'TRIP', id: string) =>
      table.partition(eventsOf(office.teamId, entity, id).pk, 'EVENT#');
    expect(await entries('DRIVER', driver.id)).toMatchObject([{ action: 'READ', actorId: driver.id, changes }]);
    expect(await entries('TRIP', trip.id)).toEqual([]);
  });

  test('road 7: are refused to a driver who never had the trip, and to the office', async () => {
    const { office, trip, other } = await openCab();
    expect(await ask(other, trip)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect((await ask(office, trip)).status).toBe(403);
    expect((await ask(other, { ...trip, id: someId() })).status).toBe(404);
  });

  test('road 7: can be read for 24 hours after the end, and by a former driver for 24 hours after the relay', async () => {
    const { office, trip, colleague, driver, file, cab, other } = await openCab();
    await file('drivers-files', driver.id, 'licencia.pdf');
    const headers = { 'idempotency-key': someId() };
    const relayed = { path: { tripId: trip.id }, body: { driverId: colleague.id }, headers };
    expect((await office.send(relayTrip, relayed)).status).toBe(200);
    expect(namesIn(await ask(cab, trip))).toEqual(['licencia.pdf']);
    expect((await ask(other, trip)).status).toBe(200);
    office.testContext.pass(25 * HOUR_MS);
    expect((await ask(cab, trip)).status).toBe(404);
    expect((await ask(other, trip)).status).toBe(200);
    const ended = new Date(START - 25 * HOUR_MS).toISOString();
    const done = await openCab({ status: 'COMPLETADO', actualStartDate: ended, actualEndDate: ended });
    expect((await ask(done.cab, done.trip)).status).toBe(404);
  });
});
