import { fileIndexes, fileKey } from '../../shared/files/file-keys';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { eraseDriverRecords } from '../../shared/privacy/erase-driver-records';
import { editStops } from '../../shared/trips/edit-stops';
import { someId } from '../support/engine-runtime';
import { openPhoneRoad, type PhoneRoad, proof, resultsOf, sync } from '../support/phone';
import { tripNow } from '../support/phone-stops';
import { laterOn, pingAt } from '../support/phone-track';
import { idAt, instantAt, tripEnd } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { alertsAbout, runWatch, statusesOf, watchesOf } from '../support/watch-run';

const DAY = 24 * 60;
const MONTH = 30 * DAY;
const table = quickTable();
const later = laterOn(table);

const open = () => openPhoneRoad(later(0));
const run = (minute: number) => runWatch(later(minute));
const missing = (road: PhoneRoad) => statusesOf(table, 'PROOF_FILE_MISSING', road);
const send = (road: PhoneRoad, minute: number, ...items: object[]) => resultsOf(later(minute), road.fleet, items);
const duesOf = async (road: PhoneRoad) => (await watchesOf(table, road)).map(({ watched, dueAt }) => [watched, dueAt]);

/** A proof of a stop, or of the trip, with the files of the given identifiers. */
const proofOf = (road: PhoneRoad, stop: 0 | 1 | undefined, minute: number, ...fileIds: string[]) =>
  proof(road, stop, idAt(minute), {
    files: fileIds.map((fileId) => ({ fileId, sha256: 'ab'.repeat(32), kind: 'PHOTO' })),
  });

/** Registers a file of a trip, as if its bytes had come. */
async function register({ trip: { teamId, id }, fleet }: PhoneRoad, fileId: string, entityId = id): Promise<void> {
  const file = {
    ...{ teamId, fileId, entityId, entityType: 'TRIP', key: fileId, fileName: 'a.jpg', versionId: 'x', size: 9 },
    ...{ contentType: 'image/jpeg', uploadedBy: fleet.driver.sub, uploadedAt: instantAt(0) },
    bucket: 'documents',
  } as const;
  await transact(later(0).context, [putItem(fileKey(teamId, fileId), file, fileIndexes(file))]);
}

/** A trip that ended with one file that has not come. */
async function openMissing(stop: 0 | 1 | undefined = 0) {
  const road = await open();
  const fileId = someId();
  expect(await send(road, 10, proofOf(road, stop, 10, fileId), tripEnd(road, 20))).toEqual(['APPLIED', 'APPLIED']);
  await run(30);
  return { road, fileId };
}

describe('road 4: PROOF_FILE_MISSING', () => {
  test('road 4: is raised once, a day after the report of a file that has not come', async () => {
    const { road } = await openMissing();
    expect(await duesOf(road)).toEqual([['FILES', instantAt(DAY + 10)]]);
    await run(DAY + 9);
    expect(await missing(road)).toEqual([]);
    for (const minute of [DAY + 10, DAY + 15, DAY + 70, 2 * DAY]) await run(minute);
    expect(await alertsAbout(table, 'PROOF_FILE_MISSING', road)).toMatchObject([
      { status: 'OPEN', severity: 'WARNING', entityType: 'TRIP', facts: { name: 'Apodaca' } },
    ]);
  });

  test('road 4: is one for each stop, and one for the trip as a whole, whose text names no stop', async () => {
    const road = await open();
    const [first, whole] = [proofOf(road, 0, 1, someId(), someId()), proofOf(road, undefined, 2, someId())];
    await send(road, 10, first, proofOf(road, 0, 3, someId()), whole, tripEnd(road, 20));
    for (const minute of [30, DAY + 10]) await run(minute);
    const alerts = await alertsAbout(table, 'PROOF_FILE_MISSING', road);
    expect(alerts.map(({ facts }) => Object(facts).name ?? null).sort()).toEqual(['Apodaca', null]);
    expect(alerts.map(({ message }) => message)).toContain(
      'A file of a proof of delivery has not arrived for a day. Ask the driver to open the app with a connection.',
    );
  });

  test('road 4: is not raised for a stop that the office deleted while a call reported it: no answer shows its proof', async () => {
    const road = await open();
    const meanwhile = async () => {
      const trip = await tripNow(later(5), road);
      await later(5).use(editStops)(road.fleet.actor, trip, { stopsRevision: trip.stopsRevision ?? 0, stops: [] });
    };
    const faults = [{ action: 'UpdateItem', times: 1, meanwhile }];
    await sync(later(5, faults), road.fleet, [proofOf(road, 0, 5, someId())]);
    await send(road, 20, tripEnd(road, 20));
    for (const minute of [30, DAY + 30]) await run(minute);
    expect(await missing(road)).toEqual([]);
  });

  test('road 1.14: is resolved when the file has come, and the watch ends', async () => {
    const { road, fileId } = await openMissing();
    await run(DAY + 10);
    await run(DAY + 70);
    expect(await missing(road)).toEqual(['OPEN']);
    await register(road, fileId);
    await run(DAY + 130);
    expect([await missing(road), await duesOf(road)]).toEqual([['RESOLVED'], []]);
  });

  test('road 4: is not raised when the file came in time, and the watch ends with the trip', async () => {
    const road = await open();
    const fileId = someId();
    await register(road, fileId);
    await send(road, 10, proofOf(road, 0, 10, fileId), proofOf(road, 1, 10), tripEnd(road, 20));
    await run(30);
    expect(await duesOf(road)).toEqual([]);
    const { road: other, fileId: late } = await openMissing();
    await register(other, late);
    await run(DAY + 10);
    expect([await duesOf(other), await missing(other), await missing(road)]).toEqual([[], [], []]);
  });

  test('road 4: a file of another trip with the identifier is no file of this one', async () => {
    const { road, fileId } = await openMissing();
    await register(road, fileId, someId());
    await run(DAY + 10);
    expect(await missing(road)).toEqual(['OPEN']);
  });

  test('road 4: is raised for a proof that came after the end of the trip', async () => {
    const road = await open();
    await send(road, 20, tripEnd(road, 20));
    await run(30);
    expect(await duesOf(road)).toEqual([]);
    await send(road, 5 * DAY, proofOf(road, 0, 15, someId()), proofOf(road, 1, 16, someId()));
    expect(await duesOf(road)).toEqual([['FILES', instantAt(6 * DAY)]]);
    await run(6 * DAY);
    expect(await missing(road)).toEqual(['OPEN', 'OPEN']);
  });

  test('road 4: a proof that came after the end and whose call was interrupted is looked at after its repetition', async () => {
    const road = await open();
    await send(road, 20, tripEnd(road, 20));
    await run(30);
    const late = proofOf(road, 0, 15, someId());
    const lost = [{ action: 'UpdateItem', skip: 2, before: () => new Error('killed') }];
    await expect(sync(later(100, lost), road.fleet, [late])).rejects.toThrow('killed');
    expect(await duesOf(road)).toEqual([]);
    expect(await send(road, 101, late)).toEqual(['DUPLICATE']);
    expect(await duesOf(road)).toEqual([['FILES', instantAt(DAY + 101)]]);
  });

  test('road 4: a proof without files writes no watch after the end, and none with files does before it', async () => {
    const road = await open();
    await send(road, 10, proofOf(road, 0, 10, someId()));
    expect((await duesOf(road)).map(([watched]) => watched)).toEqual(['TRIP']);
    await send(road, 20, tripEnd(road, 20));
    await send(road, 25, proofOf(road, 1, 15));
    expect((await duesOf(road)).map(([watched]) => watched)).toEqual(['TRIP']);
  });

  test('road 4: is raised while the trip goes on for more than a day', async () => {
    const road = await open();
    await send(road, 10, proofOf(road, 0, 10, someId()));
    for (let minute = 20; minute <= DAY + 20; minute += 20) {
      await send(road, minute, pingAt(road, minute));
      await run(minute + 10);
    }
    expect(await missing(road)).toEqual(['OPEN']);
  });

  test('road 4: two runs at once raise one', async () => {
    const { road } = await openMissing();
    await Promise.all([run(DAY + 10), run(DAY + 10), run(DAY + 10)]);
    expect([await missing(road), (await duesOf(road)).length]).toEqual([['OPEN'], 1]);
  });

  test('road 4: is given up a month later', async () => {
    const { road } = await openMissing();
    await run(DAY + 10);
    await run(MONTH + DAY + 9);
    expect(await duesOf(road)).toHaveLength(1);
    await run(MONTH + DAY + 70);
    expect([await duesOf(road), await missing(road)]).toEqual([[], ['OPEN']]);
  });

  test('road 4: the files of an erased driver, which the erasure deleted, are not missing', async () => {
    const { road } = await openMissing();
    await later(60).use(eraseDriverRecords)(road.fleet.driver);
    await run(DAY + 10);
    expect([await missing(road), await duesOf(road)]).toEqual([[], []]);
  });

  test('road 4: the watches hold no word and no place of a person', async () => {
    const { road } = await openMissing();
    const [watch] = await watchesOf(table, road);
    expect(Object.keys(watch ?? {}).sort()).toEqual(['dueAt', 'pk', 'since', 'sk', 'teamId', 'tripId', 'watched']);
  });
});
