import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { operation as deleteFile } from '../../functions/files/delete-file';
import { operation as listFiles } from '../../functions/files/list-files';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { FileRegistration, FOLDERS } from '../../shared/files/file';
import { fileKey, objectHolderKey } from '../../shared/files/file-keys';
import { registerFile } from '../../shared/files/register-file';
import { getItem } from '../../shared/platform/table/read';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { entriesOf } from '../support/entries';
import { connectionReset } from '../support/faults';
import { type Desk, type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage, upload } from '../support/storage';
import { insertClient, insertDriver, insertVehicle } from '../support/store-fleet';
import { ask, fileOf, PDF, PDF_BYTES, register, storageOf, textAt } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const HOUR_MS = 60 * 60_000;
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const FORBIDDEN = refused('FORBIDDEN');

async function office(): Promise<Office> {
  const opened = await openOffice(world, { role: 'MEMBER' });
  storage.follow(opened.testContext.now);
  return opened;
}

/** An uploaded file of a driver, with the request that registers it. */
async function uploaded(opened: Office, body: string | Uint8Array<ArrayBuffer> = PDF_BYTES, asked: object = {}) {
  const { id } = await insertDriver(opened.testContext, { teamId: opened.teamId });
  const sent = { folder: 'drivers-files', entityId: id, fileName: 'licencia.pdf', contentType: PDF, ...asked };
  const answer = await ask(opened, sent);
  expect(answer.status).toBe(200);
  expect((await upload(answer.body.uploadUrl, body, sent.contentType)).status).toBe(200);
  const { fileName, contentType } = sent;
  const file = {
    entityType: 'DRIVER',
    entityId: id,
    fileId: someId(),
    key: String(answer.body.key),
    fileName,
    contentType,
  };
  return { file, grant: answer.body, again: () => upload(answer.body.uploadUrl, '%PDF-1.7 otra', sent.contentType) };
}

/** The caller of the office as a capability receives it. */
const member = ({ id, teamId }: Office) => ({ id, teamId, role: 'MEMBER' }) as const;

describe('an upload address', () => {
  const OWN: Record<string, (opened: Office) => Promise<string>> = {
    team: async ({ teamId }) => teamId,
    driver: async ({ testContext, teamId }) => (await insertDriver(testContext, { teamId })).id,
    vehicle: async ({ testContext, teamId }) => (await insertVehicle(testContext, { teamId })).id,
    client: async ({ testContext, teamId }) => (await insertClient(testContext, { teamId })).id,
    trip: async ({ send }) => String((await send(createTrip, { body: { startDate: '2026-03-02T15:00:00Z' } })).body.id),
    caller: async ({ id }) => id,
  };

  it.each(Object.entries(FOLDERS))('of the folder %s takes the %s’s own, and of nobody else', async (folder, kind) => {
    const [mine, theirs] = [await office(), await office()];
    const entityId = (await OWN[kind]?.(mine)) ?? '';
    const contentType = folder === 'imports' ? 'text/csv' : PDF;
    const { status, body } = await ask(mine, { folder, entityId, fileName: 'Póliza 1+2 (b).pdf', contentType });
    const key = `${folder}/${entityId}/Póliza 1+2 (b).pdf`;
    const isPublic = !folder.endsWith('-files') && folder !== 'imports' && folder !== 'trips';
    const address = `https://assets.example/${folder}/${entityId}/P%C3%B3liza%201%2B2%20%28b%29.pdf`;
    expect([status, body]).toEqual([200, { uploadUrl: body.uploadUrl, key, publicUrl: isPublic ? address : '' }]);
    expect(refusal(await ask(theirs, { folder, entityId, contentType }))).toEqual(refused('FORBIDDEN', 'entityId'));
    expect(refusal(await ask(mine, { folder, entityId: someId(), contentType }))).toEqual(
      refused('FORBIDDEN', 'entityId'),
    );
  });

  it('of a colleague’s own folder is 403', async () => {
    const opened = await office();
    const colleague = await opened.hire('OWNER');
    const asked = { folder: 'user-profiles', entityId: colleague.id };
    expect(refusal(await ask(opened, asked))).toEqual(refused('FORBIDDEN', 'entityId'));
    expect((await ask(colleague, asked)).status).toBe(200);
  });

  it('without an entity has a key directly under the folder', async () => {
    const { body } = await ask(await office(), {
      folder: 'clients',
      fileName: 'sin-entidad.png',
      contentType: 'image/png',
    });
    expect(body).toMatchObject({
      key: 'clients/sin-entidad.png',
      publicUrl: 'https://assets.example/clients/sin-entidad.png',
    });
  });

  it.each([
    ['assets', 'drivers-files'],
    ['documents', 'teams'],
  ])('is of the bucket %s when it is asked for, whatever %s would say', async (bucket, folder) => {
    const { body } = await ask(await office(), { folder, bucket });
    expect(body.publicUrl === '').toBe(bucket === 'documents');
  });

  it('takes the file within 300 seconds, and with that type alone', async () => {
    const opened = await office();
    const { body } = await ask(opened, {});
    expect((await upload(body.uploadUrl, PDF_BYTES, 'image/png')).status).toBe(403);
    expect((await upload(body.uploadUrl, PDF_BYTES)).status).toBe(403);
    opened.testContext.pass(299_999);
    expect((await upload(body.uploadUrl, PDF_BYTES, PDF)).status).toBe(200);
    opened.testContext.pass(1);
    expect((await upload(body.uploadUrl, PDF_BYTES, PDF)).status).toBe(403);
  });

  it.each([
    ['folder', { folder: 'boxes' }],
    ['bucket', { folder: 'trips', bucket: 'assets' }],
    ['folder', { folder: undefined }],
    ['entityId', { entityId: 'x' }],
    ['bucket', { bucket: 'secret' }],
    ['contentType', { contentType: 'text/html' }],
    ['contentType', { contentType: 'image/svg+xml' }],
    ['contentType', { contentType: 'application/pdf; charset=utf-8' }],
    ['contentType', { contentType: 'application/x-msdownload' }],
    ['contentType', { contentType: undefined }],
    ['fileName', { fileName: undefined }],
  ])('is refused for its %s: %j', async (field, change) => {
    expect(refusal(await ask(await office(), change))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('of a team that one is not in, or that is none, is 403', async () => {
    const opened = await office();
    expect(refusal(await ask(await opened.stranger(), {}))).toEqual(FORBIDDEN);
    expect(refusal(await ask(opened, { teamId: someId() }))).toEqual(FORBIDDEN);
  });

  it('costs a read and three writes, beside the caller’s membership', async () => {
    const opened = await office();
    const before = opened.testContext.calls.length;
    await ask(opened, {});
    expect(opened.testContext.actions().slice(before)).toEqual([
      'BatchGetItem',
      'BatchGetItem',
      'UpdateItem',
      'UpdateItem',
      'UpdateItem',
    ]);
  });
});

describe('a key', () => {
  it('that another team holds is 403, whether its file was registered or not', async () => {
    const [first, second] = [await office(), await office()];
    const fileName = `${someId()}.pdf`;
    const { body } = await ask(first, { fileName });
    expect(refusal(await ask(second, { fileName }))).toEqual(refused('FORBIDDEN', 'fileName'));
    await upload(body.uploadUrl, PDF_BYTES, PDF);
    const file = {
      entityType: 'logo',
      entityId: first.teamId,
      fileId: someId(),
      key: body.key,
      fileName,
      contentType: PDF,
    };
    expect((await register(first, file)).status).toBe(201);
    second.testContext.pass(1000 * HOUR_MS);
    expect(refusal(await ask(second, { fileName }))).toEqual(refused('FORBIDDEN', 'fileName'));
  });

  it('that was granted an hour ago and never used is free, though its row is still there', async () => {
    const [first, second] = [await office(), await office()];
    const fileName = `${someId()}.pdf`;
    await ask(first, { fileName });
    second.testContext.pass(HOUR_MS - 1000);
    expect(refusal(await ask(second, { fileName }))).toEqual(refused('FORBIDDEN', 'fileName'));
    second.testContext.pass(1000);
    expect((await ask(second, { fileName })).status).toBe(200);
    first.testContext.pass(HOUR_MS);
    expect(refusal(await ask(first, { fileName }))).toEqual(refused('FORBIDDEN', 'fileName'));
  });

  it('that two teams ask for at once is one team’s', async () => {
    const opened = await Promise.all([office(), office(), office()]);
    const fileName = `${someId()}.pdf`;
    const answers = await Promise.all(opened.map((one) => ask(one, { fileName })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('whose file was registered stays held for good, also when it is granted to its team again', async () => {
    const [first, second] = [await office(), await office()];
    const { file } = await uploaded(first, PDF_BYTES, { entityId: undefined, fileName: `${someId()}.pdf` });
    expect((await register(first, { ...file, entityType: 'x', entityId: first.teamId })).status).toBe(201);
    const again = { folder: 'drivers-files', fileName: file.fileName };
    expect((await ask(first, again)).status).toBe(200);
    second.testContext.pass(2 * HOUR_MS);
    expect(refusal(await ask(second, again))).toEqual(refused('FORBIDDEN', 'fileName'));
  });

  it('is granted to its own team again, for another hour and another type', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    opened.testContext.pass(HOUR_MS - 1000);
    const { folder, entityId } = { folder: 'drivers-files', entityId: file.entityId };
    const { body } = await ask(opened, { folder, entityId, fileName: file.fileName, contentType: 'image/png' });
    opened.testContext.pass(HOUR_MS - 1000);
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'contentType'));
    expect(body.key).toBe(file.key);
    const holder = await getItem(opened.testContext.context, objectHolderKey(file.key));
    expect(holder?.expires).toBe(Math.floor(opened.testContext.now().getTime() / 1000) + 1);
  });
});

describe('a file', () => {
  it('is registered as what the object is, and read by an address of its own', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    const record = fileOf(await register(opened, { ...file, bucket: 'documents', size: 3 }));
    expect(record).toEqual({
      ...file,
      teamId: opened.teamId,
      bucket: 'documents',
      size: PDF_BYTES.length,
      uploadedBy: opened.id,
      uploadedAt: opened.testContext.now().toISOString(),
      url: record.url,
    });
    expect(await textAt(record.url)).toBe(PDF_BYTES);
    opened.testContext.pass(899_999);
    expect((await fetch(String(record.url))).status).toBe(200);
    opened.testContext.pass(1);
    expect((await fetch(String(record.url))).status).toBe(403);
    expect((await fetch(String(record.url).split('?')[0] ?? '')).status).toBe(403);
  });

  it('integrations 1: its events name the record that it belongs to, when it is registered and deleted', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    await register(opened, file);
    expect((await opened.send(deleteFile, { path: { fileId: file.fileId } })).status).toBe(200);
    const affects = [{ entityType: 'DRIVER', entityId: file.entityId }];
    expect(await entriesOf(table, opened.teamId, 'FILE', file.fileId)).toMatchObject([
      { action: 'CREATE', affects },
      { action: 'DELETE', affects },
    ]);
  });

  it('of the assets is read by its public address', async () => {
    const opened = await office();
    const { file, grant } = await uploaded(opened, PNG, {
      folder: 'drivers-profile',
      fileName: 'cara.png',
      contentType: 'image/png',
    });
    const record = fileOf(await register(opened, file));
    expect([record.bucket, record.url]).toEqual(['assets', expect.stringMatching(/\?v=[0-9a-f]{12}$/)]);
    expect(String(record.url).split('?')[0]).toBe(grant.publicUrl);
    expect(await storage.asset(file.key)).toMatchObject({ status: 200, body: Buffer.from(PNG) });
  });

  it('stays what it was when its address is used again: a licence cannot be swapped', async () => {
    const opened = await office();
    const { file, again } = await uploaded(opened);
    const { url } = fileOf(await register(opened, file));
    expect((await again()).status).toBe(200);
    expect(await textAt(url)).toBe(PDF_BYTES);
    const [listed] = recordsOf(await opened.send(listFiles), 'files');
    expect(await textAt(listed?.url)).toBe(PDF_BYTES);
  });

  it('sent again answers the same record, without a second look and after its grant is over', async () => {
    const opened = await office();
    const { file, again } = await uploaded(opened);
    const first = fileOf(await register(opened, file));
    await again();
    opened.testContext.pass(1000 * HOUR_MS);
    const second = fileOf(await register(opened, file));
    expect({ ...second, url: '' }).toEqual({ ...first, url: '' });
    expect(await textAt(second.url)).toBe(PDF_BYTES);
  });

  it.each([
    ['entityType', 'licence'],
    ['fileName', 'otra.pdf'],
    ['key', 'drivers-files/otra.pdf'],
    ['bucket', 'assets'],
  ])('with the same fileId and another %s is 400', async (field, value) => {
    const opened = await office();
    const { file } = await uploaded(opened);
    await register(opened, file);
    expect(refusal(await register(opened, { ...file, [field]: value }))).toEqual(
      refused('VALIDATION_FAILED', 'fileId'),
    );
  });

  it('is one however often it is sent at once, with an Idempotency-Key or without', async () => {
    const opened = await office();
    for (const headers of [{}, { 'idempotency-key': someId() }]) {
      const { file } = await uploaded(opened);
      const answers = await Promise.all([1, 2, 3].map(() => register(opened, file, headers)));
      const records = answers.map((answer) => ({ ...fileOf(answer), url: '' }));
      expect(records[1]).toEqual(records[0]);
      expect(records[2]).toEqual(records[0]);
    }
  });

  it.each([
    ['before its write', 'before'],
    ['after its write', 'after'],
  ])('whose function died %s is registered whole by the same request', async (_, when) => {
    const opened = await office();
    const { file } = await uploaded(opened);
    const dying = table.testContext({ faults: [{ action: 'TransactWriteItems', [when]: connectionReset }] });
    const sent = v.parse(FileRegistration, { ...file, teamId: opened.teamId });
    await expect(dying.use(registerFile)(member(opened), sent, undefined, storageOf(dying))).rejects.toThrow();
    const record = fileOf(await register(opened, file));
    expect(await textAt(record.url)).toBe(PDF_BYTES);
    expect(recordsOf(await opened.send(listFiles), 'files')).toHaveLength(1);
    expect(await table.partition(`TEAM#${opened.teamId}#FILE#${file.fileId}`)).toHaveLength(1);
  });

  it('may have the fileId of another team’s', async () => {
    const [mine, theirs] = [await office(), await office()];
    const [{ file }, other] = [await uploaded(mine), await uploaded(theirs)];
    await register(mine, file);
    expect(fileOf(await register(theirs, { ...other.file, fileId: file.fileId })).teamId).toBe(theirs.teamId);
  });

  it('has an upload of its own: two files of one version are not taken, two versions are', async () => {
    const opened = await office();
    const { file, again } = await uploaded(opened);
    const twin = { ...file, fileId: someId() };
    const answers = await Promise.all([register(opened, file), register(opened, twin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const lost = answers[0]?.status === 201 ? twin : file;
    await again();
    expect(refusal(await register(opened, lost))).toEqual(refused('FORBIDDEN', 'key'));
    const { body } = await ask(opened, { folder: 'drivers-files', entityId: file.entityId, fileName: file.fileName });
    await upload(body.uploadUrl, '%PDF-1.7 otra', PDF);
    expect(await textAt(fileOf(await register(opened, lost)).url)).toBe('%PDF-1.7 otra');
  });
});

describe('a registration is refused', () => {
  it('for a key that was not granted to the team, and touches no object', async () => {
    const [mine, theirs] = [await office(), await office()];
    const { file } = await uploaded(mine);
    const { id: entityId } = await insertDriver(theirs.testContext, { teamId: theirs.teamId });
    const before = theirs.testContext.calls.length;
    const asked = { ...file, entityType: 'papel' };
    expect(refusal(await register(theirs, asked))).toEqual(refused('FORBIDDEN', 'key'));
    expect(refusal(await register(theirs, { ...file, entityId }))).toEqual(refused('FORBIDDEN', 'entityId'));
    expect(
      refusal(await register(theirs, { ...asked, key: `invoices/${mine.teamId}/x.pdf`, entityId: mine.teamId })),
    ).toEqual(refused('FORBIDDEN', 'key'));
    expect(theirs.testContext.actions().slice(before)).not.toContain('GetObject');
  });

  it('an hour after the grant', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    opened.testContext.pass(HOUR_MS - 1000);
    expect((await register(opened, file)).status).toBe(201);
    const late = await uploaded(opened);
    opened.testContext.pass(HOUR_MS);
    const before = opened.testContext.calls.length;
    expect(refusal(await register(opened, late.file))).toEqual(refused('FORBIDDEN', 'key'));
    expect(opened.testContext.actions().slice(before)).not.toContain('GetObject');
  });

  it('when nothing was uploaded, or nothing but an empty file', async () => {
    const opened = await office();
    const { body } = await ask(opened, { fileName: 'nada.pdf' });
    const file = {
      entityType: 'x',
      entityId: opened.teamId,
      fileId: someId(),
      key: body.key,
      fileName: 'nada.pdf',
      contentType: PDF,
    };
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'key'));
    await upload(body.uploadUrl, '', PDF);
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'key'));
    await upload(body.uploadUrl, PDF_BYTES, PDF);
    expect((await register(opened, file)).status).toBe(201);
  });

  it('past 25 MB, and the upload is deleted', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    const discarded: string[] = [];
    const ofSize = (size: number) =>
      opened.testContext.use(registerFile)(
        member(opened),
        v.parse(FileRegistration, { ...file, teamId: opened.teamId }),
        undefined,
        {
          look: async () => {
            const [head, tail] = [Buffer.from(PDF_BYTES), Buffer.from('%%EOF')];
            return { size, contentType: PDF, versionId: `version of ${size}`, etag: '"tag"', head, tail };
          },
          publish: async () => 'the copy',
          discard: async ({ versionId }) => {
            discarded.push(versionId);
          },
        },
      );
    await expect(ofSize(26_214_401)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'size' });
    expect(discarded).toEqual(['version of 26214401']);
    expect((await ofSize(26_214_400)).size).toBe(26_214_400);
  });

  it('when its bytes are of another type, and the upload is deleted', async () => {
    const opened = await office();
    const { file } = await uploaded(opened, 'MZ no es un PDF');
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'contentType'));
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'key'));
  });

  it('when it was uploaded by an older address, of another type', async () => {
    const opened = await office();
    const { file } = await uploaded(opened, 'a,b', { fileName: 'a.csv', contentType: 'text/csv' });
    const { entityId, fileName } = file;
    await ask(opened, { folder: 'drivers-files', entityId, fileName, contentType: 'text/plain' });
    const sent = { ...file, contentType: 'text/plain' };
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'contentType'));
    expect(refusal(await register(opened, sent))).toEqual(refused('VALIDATION_FAILED', 'key'));
  });

  it.each([
    [{ bucket: 'assets' }, refused('VALIDATION_FAILED', 'bucket')],
    [{ contentType: 'image/png' }, refused('VALIDATION_FAILED', 'contentType')],
    [{ entityId: '01890a5d-ac96-774b-bcce-b302099a8099' }, refused('FORBIDDEN', 'entityId')],
    [{ entityType: '' }, refused('VALIDATION_FAILED', 'entityType')],
    [{ entityType: 'x'.repeat(51) }, refused('VALIDATION_FAILED', 'entityType')],
    [{ fileName: '../x' }, refused('VALIDATION_FAILED', 'fileName')],
    [{ key: 'ñ'.repeat(513) }, refused('VALIDATION_FAILED', 'key')],
    [{ key: undefined }, refused('VALIDATION_FAILED', 'key')],
    [{ fileId: undefined }, refused('VALIDATION_FAILED', 'fileId')],
    [{ size: -1 }, refused('VALIDATION_FAILED', 'size')],
  ])('for %j', async (change, expected) => {
    const opened = await office();
    const { file } = await uploaded(opened);
    expect(refusal(await register(opened, { ...file, ...change }))).toEqual(expected);
    expect((await register(opened, file)).status).toBe(201);
  });

  it('for an entity of another team, where the type says whose it is', async () => {
    const opened = await office();
    const foreign = await insertVehicle(opened.testContext, { teamId: someId() });
    const { body } = await ask(opened, { fileName: 'ajeno.pdf' });
    await upload(body.uploadUrl, PDF_BYTES, PDF);
    const file = { entityId: foreign.id, fileId: someId(), key: body.key, fileName: 'ajeno.pdf', contentType: PDF };
    for (const entityType of ['VEHICLE', 'vehicles', 'Driver', 'client', 'users', 'team']) {
      expect(refusal(await register(opened, { ...file, entityType }))).toEqual(refused('FORBIDDEN', 'entityId'));
    }
    expect((await register(opened, { ...file, entityType: 'user', entityId: opened.id })).status).toBe(201);
  });
});

describe('the files of a team', () => {
  it('are listed newest first, of all or of an entity or of a type, and nobody else’s', async () => {
    const [opened, other] = [await office(), await office()];
    const made: Record<string, unknown>[] = [];
    for (const entityType of ['driver', 'licencia', 'licencia']) {
      opened.testContext.pass(1000);
      const { file } = await uploaded(opened);
      made.unshift({ ...fileOf(await register(opened, { ...file, entityType })), url: expect.any(String) });
    }
    await register(other, (await uploaded(other)).file);
    const list = async (query: Record<string, string>) => (await pagesOf(opened, listFiles, 'files', query)).flat();
    expect(await list({})).toEqual(made);
    expect((await pagesOf(opened, listFiles, 'files', { limit: '2' })).map((page) => page.length)).toEqual([2, 1]);
    expect(await list({ entityType: 'licencia', limit: '1' })).toEqual(made.slice(0, 2));
    expect(await list({ entityId: String(made[1]?.entityId) })).toEqual([made[1]]);
    expect(await list({ entityId: String(made[1]?.entityId), entityType: 'driver' })).toEqual([]);
    expect(await list({ entityId: someId() })).toEqual([]);
  });

  it('cost what a page answers', async () => {
    const opened = await office();
    await register(opened, (await uploaded(opened)).file);
    const before = opened.testContext.calls.length;
    await opened.send(listFiles, { query: { limit: '1' } });
    expect(opened.testContext.actions().slice(before)).toEqual(['BatchGetItem', 'Query', 'BatchGetItem']);
  });
});

describe('a deletion', () => {
  const remove = ({ send }: Pick<Desk, 'send'>, fileId: string) => send(deleteFile, { path: { fileId } });

  it('takes file and object away for good, leaves an entry in the audit, and keeps the key', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    const { url } = fileOf(await register(opened, file));
    expect((await remove(opened, file.fileId)).status).toBe(200);
    expect((await fetch(String(url))).status).toBe(404);
    expect(recordsOf(await opened.send(listFiles), 'files')).toEqual([]);
    expect(refusal(await remove(opened, file.fileId))).toEqual(refused('NOT_FOUND'));
    const entries = await table.partition(`TEAM#${opened.teamId}#FILE#${file.fileId}`);
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['CREATE', opened.id],
      ['DELETE', opened.id],
    ]);
    expect(await getItem(opened.testContext.context, objectHolderKey(file.key))).toMatchObject({
      teamId: opened.teamId,
    });
  });

  it('of another team’s file is 404', async () => {
    const [mine, theirs] = [await office(), await office()];
    const { file } = await uploaded(mine);
    await register(mine, file);
    expect(refusal(await remove(theirs, file.fileId))).toEqual(refused('NOT_FOUND'));
    expect(await getItem(mine.testContext.context, fileKey(mine.teamId, file.fileId))).toBeDefined();
  });

  it('sent twice at once is done once', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    await register(opened, file);
    const answers = await Promise.all([remove(opened, file.fileId), remove(opened, file.fileId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('that was cut off after the object can be sent again', async () => {
    const opened = await office();
    const { file } = await uploaded(opened);
    await register(opened, file);
    const record = await getItem(opened.testContext.context, fileKey(opened.teamId, file.fileId));
    const command = new DeleteObjectCommand({
      Bucket: 'fleet-local-documents',
      Key: file.key,
      VersionId: record?.versionId,
    });
    await new S3Client({}).send(command);
    expect((await remove(opened, file.fileId)).status).toBe(200);
  });
});
