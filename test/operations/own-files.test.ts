import { operation as deleteFile } from '../../functions/files/delete-file';
import { operation as listFiles } from '../../functions/files/list-files';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { readChecksum } from '../../shared/files/checksums';
import { uploadCountKey } from '../../shared/files/upload-caps';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { entriesOf } from '../support/entries';
import { openOffice, recordsOf } from '../support/office';
import {
  askOwn,
  JPEG,
  JPEG_BYTES,
  openProofOffice,
  ownFile,
  putOwn,
  registerOwn,
  sha256Of,
  uploadOwn,
} from '../support/proof-road';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { insertDriver } from '../support/store-fleet';
import { ask, versionsOf, waitingIn } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;
const INVALID = (field: string) => refused('VALIDATION_FAILED', field);

async function open() {
  const road = await openProofOffice(world);
  storage.follow(road.office.testContext.now);
  return road;
}

/** Asks for an address and returns what registers the file. */
async function asked(road: Awaited<ReturnType<typeof open>>, bytes: string | Uint8Array = JPEG_BYTES, fields = {}) {
  const { sha256, ...file } = ownFile(road.tripId, bytes, fields);
  const grant = await askOwn(road.cab, { ...file, sha256 });
  expect(grant.status).toBe(200);
  return { grant: grant.body, file: { ...file, key: grant.body.key } };
}

describe('road 4: the upload of a driver', () => {
  it('doors 5: is one of 150 a day, so that a stolen telephone leaves room for the colleagues and the office', async () => {
    const road = await open();
    const { office, tripId, cab, driver } = road;
    const { testContext, teamId } = office;
    const count = uploadCountKey(teamId, testContext.now().toISOString().slice(0, 10));
    const counts = { grants: 149, bytes: 0, waiting15: 149, [`by${driver.id.slice(-8)}`]: 149 };
    await transact(testContext.context, [putItem(count, counts)]);
    expect((await askOwn(cab, ownFile(tripId))).status).toBe(200);
    const refusedNow = await askOwn(cab, ownFile(tripId));
    expect(refusal(refusedNow)).toEqual(refused('TOO_MANY_REQUESTS'));
    expect([refusedNow.headers['retry-after'], refusedNow.headers['ratelimit-limit']]).toEqual(['32400', '150']);
    expect(await getItem(testContext.context, count)).toMatchObject({ grants: 150, waiting15: 150 });
    expect((await ask(office, {})).status).toBe(200);
    testContext.pass(9 * 3_600_000);
    expect((await askOwn(cab, ownFile(tripId))).status).toBe(200);
  });

  it('road 4: becomes a file of the trip in the documents bucket, which the members see', async () => {
    const road = await open();
    const { office, tripId, cab, stopIds } = road;
    const file = ownFile(tripId);
    const grant = await askOwn(cab, file);
    expect(grant.body).toEqual({
      uploadUrl: expect.stringContaining('/uploads/'),
      key: `trips/${tripId}/${file.fileId}.jpg`,
      headers: {
        'content-type': JPEG,
        'x-amz-checksum-sha256': Buffer.from(file.sha256, 'hex').toString('base64'),
      },
    });
    expect((await putOwn(grant.body)).status).toBe(200);
    const { sha256, ...sent } = file;
    const registration = { ...sent, key: grant.body.key, stopId: stopIds[0] };
    const answer = await registerOwn(cab, registration);
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        file: expect.objectContaining({
          ...{
            fileId: file.fileId,
            entityType: 'TRIP',
            entityId: tripId,
            bucket: 'documents',
            size: JPEG_BYTES.length,
          },
          ...{ uploadedBy: road.driver.id, sha256, stopId: stopIds[0], fileName: 'entrega.jpg' },
        }),
      },
    ]);
    const read = await fetch(String(Object(answer.body.file).url));
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(JPEG_BYTES))).toBe(true);
    const listed = recordsOf(await office.send(listFiles, { query: { entityId: tripId } }), 'files');
    expect(listed.map(({ fileId }) => fileId)).toEqual([file.fileId]);
    expect(await versionsOf(waitingIn(String(grant.body.uploadUrl)))).toEqual([]);
    const [entry] = await entriesOf(table, office.teamId, 'FILE', file.fileId);
    expect(entry).toMatchObject({ action: 'CREATE', actorId: road.driver.id, actorType: 'DRIVER' });
  });

  it('road 4: is refused by the storage with other bytes, another type or without the checksum', async () => {
    const road = await open();
    const { grant } = await asked(road);
    const other = Uint8Array.from([...JPEG_BYTES, 0]);
    expect((await putOwn(grant, other)).status).toBe(400);
    const sum = Buffer.from(sha256Of(other), 'hex').toString('base64');
    expect((await putOwn(grant, other, { 'x-amz-checksum-sha256': sum })).status).toBe(403);
    expect((await putOwn(grant, JPEG_BYTES, { 'content-type': 'image/png' })).status).toBe(403);
    const bare = await fetch(String(grant.uploadUrl), {
      method: 'PUT',
      body: JPEG_BYTES,
      headers: { 'content-type': JPEG },
    });
    expect(bare.status).toBe(403);
    expect(await versionsOf(waitingIn(String(grant.uploadUrl)))).toEqual([]);
    expect((await putOwn(grant)).status).toBe(200);
  });

  it('road 4: a repeated registration answers the same record, also to two calls at once', async () => {
    const road = await open();
    const { grant, file } = await asked(road);
    await putOwn(grant);
    const twice = await Promise.all([registerOwn(road.cab, file), registerOwn(road.cab, file)]);
    const again = await registerOwn(road.cab, file);
    const records = [...twice, again].map(({ status, body }) => [status, { ...Object(body.file), url: '' }]);
    expect(records).toEqual(Array(3).fill(records[0]));
    expect(records[0]?.[0]).toBe(201);
    expect(await versionsOf(String(file.key))).toHaveLength(1);
    const other = await registerOwn(road.cab, { ...file, fileName: 'otra.jpg' });
    expect(refusal(other)).toEqual(INVALID('fileId'));
    expect(refusal(await registerOwn(road.cab, { ...file, stopId: someId() }))).toEqual(INVALID('fileId'));
  });

  it('road 4: whose upload another call registers between the two looks answers the record of that call', async () => {
    const road = await open();
    const { grant, file } = await asked(road);
    await putOwn(grant);
    const { bucket, key } = { bucket: 'documents', key: waitingIn(String(grant.uploadUrl)) } as const;
    const [version] = await versionsOf(key);
    const stored = { bucket, key, versionId: String(version?.VersionId) };
    const read = road.office.testContext.use(readChecksum);
    expect(await read(stored)).toBe(sha256Of(JPEG_BYTES));
    expect((await registerOwn(road.cab, file)).status).toBe(201);
    expect(await read(stored)).toBeUndefined();
  });

  it('road 8: whose bytes do not have the announced hash is 400 sha256, and is deleted', async () => {
    const road = await open();
    const { grant, file } = await asked(road);
    await putOwn(grant);
    // A later request for the same file announces other bytes: the grant waits for those.
    const later = await askOwn(road.cab, { ...file, sha256: 'ab'.repeat(32) });
    expect(refusal(await registerOwn(road.cab, file))).toEqual(INVALID('key'));
    const key = waitingIn(String(later.body.uploadUrl));
    await putDirectly(key);
    expect(refusal(await registerOwn(road.cab, file))).toEqual(INVALID('sha256'));
    expect(await versionsOf(key)).toEqual([]);
    expect(await versionsOf(String(file.key))).toEqual([]);
  });

  it('road 4: above 10 MB is 400 size, and with the bytes of another type 400 contentType', async () => {
    const road = await open();
    const big = new Uint8Array(10 * 1024 * 1024 + 1);
    big.set(JPEG_BYTES);
    const large = await asked(road, big);
    expect((await putOwn(large.grant, big)).status).toBe(200);
    expect(refusal(await registerOwn(road.cab, large.file))).toEqual(INVALID('size'));
    const text = await asked(road, '%PDF-1.7 no es una foto');
    await putOwn(text.grant, '%PDF-1.7 no es una foto');
    expect(refusal(await registerOwn(road.cab, text.file))).toEqual(INVALID('contentType'));
  });

  test.each<[string, object, string]>([
    ['no hash', { sha256: undefined }, 'sha256'],
    ['a hash in base64', { sha256: Buffer.alloc(32).toString('base64') }, 'sha256'],
    ['a type that no proof has', { contentType: 'image/webp' }, 'contentType'],
    ['no file', { fileId: 'x' }, 'fileId'],
    ['a path as its name', { fileName: '../x.jpg' }, 'fileName'],
    ['no trip', { tripId: undefined }, 'tripId'],
  ])('road 4: an address with %s is 400', async (_, change, field) => {
    const road = await open();
    expect(refusal(await askOwn(road.cab, { ...ownFile(road.tripId), ...change }))).toEqual(INVALID(field));
  });

  it('road 8: is 404 for an unknown trip and that of another team, and 403 for a colleague’s', async () => {
    const [road, other] = [await open(), await open()];
    const colleague = await insertDriver(road.office.testContext, {
      ...APP,
      teamId: road.office.teamId,
      sub: someId(),
    });
    const stranger = await road.office.cab(colleague);
    const { grant, file } = await asked(road);
    await putOwn(grant);
    for (const [tripId, cab, code] of [
      [someId(), road.cab, 'NOT_FOUND'],
      [road.tripId, other.cab, 'NOT_FOUND'],
      [road.tripId, stranger, 'FORBIDDEN'],
    ] as const) {
      expect(refusal(await askOwn(cab, ownFile(tripId)))).toEqual(refused(code));
      expect(refusal(await registerOwn(cab, { ...file, tripId }))).toEqual(refused(code));
    }
    expect((await registerOwn(road.cab, file)).status).toBe(201);
    // Only drivers of the trip get the record of its file, also by a repetition.
    expect(refusal(await registerOwn(stranger, file))).toEqual(refused('FORBIDDEN'));
  });

  it('road 4: works for the driver of a former leg, and not with the grant of the other driver', async () => {
    const road = await open();
    const { office, path } = road;
    const next = await insertDriver(office.testContext, { ...APP, teamId: office.teamId, sub: someId() });
    const once = { 'idempotency-key': someId() };
    const relayed = await office.send(relayTrip, { path, body: { driverId: next.id }, headers: once });
    expect(relayed.status).toBe(200);
    const { file } = await asked(road);
    expect(refusal(await registerOwn(await office.cab(next), file))).toEqual(refused('FORBIDDEN', 'key'));
    expect(await uploadOwn(road.cab, ownFile(road.tripId))).toMatchObject({ uploadedBy: road.driver.id });
  });

  it('road 4: is not registered under the key of another file, nor without a grant', async () => {
    const road = await open();
    const { grant, file } = await asked(road);
    await putOwn(grant);
    expect(refusal(await registerOwn(road.cab, { ...file, fileId: someId() }))).toEqual(INVALID('key'));
    expect(refusal(await registerOwn(road.cab, { ...file, key: 'teams/logo.png' }))).toEqual(INVALID('key'));
    const { key: _, sha256: __, ...none } = { ...file, ...ownFile(road.tripId) };
    const key = `trips/${road.tripId}/${none.fileId}.jpg`;
    expect(refusal(await registerOwn(road.cab, { ...none, key }))).toEqual(refused('FORBIDDEN', 'key'));
    office1h(road);
    expect(refusal(await registerOwn(road.cab, file))).toEqual(refused('FORBIDDEN', 'key'));
  });

  const office1h = ({ office }: Awaited<ReturnType<typeof open>>) => office.testContext.pass(60 * 60_000);

  it('road 4: is refused to a member, and to a driver without access', async () => {
    const road = await open();
    expect((await askOwn(road.office, ownFile(road.tripId))).status).toBe(403);
    const blocked = await insertDriver(road.office.testContext, {
      ...{ teamId: road.office.teamId, sub: someId(), appAccessStatus: 'DISABLED' },
    });
    expect((await askOwn(await road.office.cab(blocked), ownFile(road.tripId))).status).toBe(403);
  });

  it('road 4: an upload counts against the caps of the team, and a file can be deleted by a member', async () => {
    const road = await open();
    const file = await uploadOwn(road.cab, ownFile(road.tripId));
    const deleted = await road.office.send(deleteFile, { path: { fileId: String(file.fileId) } });
    expect(deleted.status).toBe(200);
    const { testContext, teamId } = road.office;
    const count = uploadCountKey(teamId, testContext.now().toISOString().slice(0, 10));
    await transact(testContext.context, [putItem(count, { grants: 199, bytes: 0, waiting15: 199 })]);
    const statuses = [await askOwn(road.cab, ownFile(road.tripId)), await askOwn(road.cab, ownFile(road.tripId))];
    expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
  });

  it('road 4: members can use the folder too, in the documents bucket alone', async () => {
    const road = await open();
    const sent = { folder: 'trips', entityId: road.tripId, contentType: 'application/pdf' };
    expect((await ask(road.office, sent)).body).toMatchObject({ publicUrl: '' });
    expect(refusal(await ask(road.office, { ...sent, bucket: 'assets' }))).toEqual(INVALID('bucket'));
    const other = await openOffice(world);
    expect(refusal(await ask(other, sent))).toEqual(refused('FORBIDDEN', 'entityId'));
  });
});

/** Puts bytes under a key as an address that names no checksum would. */
async function putDirectly(key: string): Promise<void> {
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const put = { Bucket: 'fleet-local-documents', Key: key, Body: JPEG_BYTES, ContentType: JPEG };
  await client.send(new PutObjectCommand(put));
}
