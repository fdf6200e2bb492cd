import * as v from 'valibot';
import { operation as deleteFile } from '../../functions/files/delete-file';
import { trigger } from '../../functions/triggers/remove-oversized-upload';
import { EDGE_BYTES } from '../../shared/files/content-types';
import { FileRegistration, FOLDERS, MAXIMUM_FILE_BYTES, waitingKey } from '../../shared/files/file';
import { registerFile } from '../../shared/files/register-file';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage, upload } from '../support/storage';
import { ask, fileOf, PDF, PDF_BYTES, register, storageOf, uploadOf, versionsOf, waitingIn } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

async function office(): Promise<Office> {
  const opened = await openOffice(world, { role: 'MEMBER' });
  storage.follow(opened.testContext.now);
  return opened;
}
const actorOf = ({ id, teamId }: Office) => ({ id, teamId, role: 'MEMBER' }) as const;
const sentBy = ({ teamId }: Office, file: object) => v.parse(FileRegistration, { ...file, teamId });

describe('an upload', () => {
  it.each(Object.keys(FOLDERS))('doors 5: to the folder %s waits where nothing is read', async (folder) => {
    const opened = await office();
    const { address, file } = await uploadOf(opened, opened.teamId, {
      folder,
      ...(folder === 'imports' && { contentType: 'text/csv' }),
    });
    const waiting = waitingIn(address);
    expect(new URL(address).pathname).toMatch(
      new RegExp(`^/fleet-local-documents/uploads/${opened.teamId}/[0-9a-f-]{36}$`),
    );
    expect((await storage.asset(file.key)).status).toBe(403);
    expect((await storage.asset(waiting)).status).toBe(403);
    expect((await fetch(`${storage.endpoint()}/fleet-local-documents/${waiting}`)).status).toBe(403);
    expect([await versionsOf(file.key), await versionsOf(file.key, 'assets')]).toEqual([[], []]);
  });

  it('doors 5: with a size has exactly this number of bytes', async () => {
    const opened = await office();
    const { body } = await ask(opened, { size: PDF_BYTES.length });
    for (const text of [`${PDF_BYTES}.`, PDF_BYTES.slice(1)]) {
      const answer = await upload(body.uploadUrl, text, PDF);
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
    }
    expect((await upload(body.uploadUrl, PDF_BYTES, PDF)).status).toBe(200);
  });

  it.each([0, -1, 1.5, '9', MAXIMUM_FILE_BYTES + 1])('doors 5: of the size %p is 400', async (size) => {
    expect(refusal(await ask(await office(), { size }))).toEqual(refused('VALIDATION_FAILED', 'size'));
  });

  it('doors 5: of 25 MB may be announced', async () => {
    expect((await ask(await office(), { size: MAXIMUM_FILE_BYTES })).status).toBe(200);
  });

  it('doors 5: leaves its grant in the log line of the request', async () => {
    const opened = await office();
    const { body } = await ask(opened, {});
    const line = JSON.parse(opened.testContext.logs.at(-1) ?? '');
    expect(line).toMatchObject({ operation: 'createUploadUrl', team: opened.teamId, grant: expect.any(String) });
    expect(waitingIn(String(body.uploadUrl))).toBe(waitingKey(opened.teamId, line.grant));
  });

  it('doors 5: above 25 MB without a size is deleted by its event, and others send none', async () => {
    const opened = await office();
    const before = storage.events.length;
    const { address } = await uploadOf(opened, opened.teamId, { text: 'x'.repeat(MAXIMUM_FILE_BYTES) });
    expect(storage.events).toHaveLength(before);
    await upload(address, 'x'.repeat(MAXIMUM_FILE_BYTES + 1), PDF);
    expect(storage.events).toHaveLength(before + 1);
    expect(await versionsOf(waitingIn(address))).toHaveLength(2);
    const handle = makeTriggerHandler(trigger, opened.testContext.runtime);
    await handle(storage.events.at(-1), lambdaContext());
    expect((await versionsOf(waitingIn(address))).map(({ Size }) => Size)).toEqual([MAXIMUM_FILE_BYTES]);
  });

  it.each([
    ['another place', { key: 'teams/logo.png', size: MAXIMUM_FILE_BYTES + 1 }],
    ['the permitted size', { key: 'uploads/a/b', size: MAXIMUM_FILE_BYTES }],
  ])('doors 5: an event of %s deletes nothing', async (_, object) => {
    const opened = await office();
    const handle = makeTriggerHandler(trigger, opened.testContext.runtime);
    const event = { detail: { object: { ...object, 'version-id': 'x' } } };
    await expect(handle(event, lambdaContext())).rejects.toThrow();
    expect(opened.testContext.actions()).not.toContain('DeleteObject');
  });
});

describe('a registration', () => {
  it('doors 5: needs a grant of its own caller, not of a colleague', async () => {
    const opened = await office();
    const colleague = await opened.hire('OWNER');
    const { file } = await uploadOf(opened, opened.teamId);
    expect(refusal(await register(colleague, file))).toEqual(refused('FORBIDDEN', 'key'));
    expect((await register(opened, file)).status).toBe(201);
  });

  it('doors 5: does not end a grant that was renewed meanwhile', async () => {
    const opened = await office();
    const fileName = `${someId()}.pdf`;
    const { file } = await uploadOf(opened, opened.teamId, { fileName });
    let renewed = file;
    const meanwhile = async () => {
      renewed = (await uploadOf(opened, opened.teamId, { fileName })).file;
    };
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] });
    const sent = testContext.use(registerFile)(
      actorOf(opened),
      sentBy(opened, file),
      undefined,
      storageOf(testContext),
    );
    await expect(sent).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'key' });
    expect(await versionsOf(file.key, 'assets')).toEqual([]);
    expect((await register(opened, renewed)).status).toBe(201);
  });

  it('doors 5: publishes the version that was checked, also when another one arrives before the copy', async () => {
    const opened = await office();
    const { file, address } = await uploadOf(opened, opened.teamId);
    const meanwhile = async () => void (await upload(address, '<script>alert(1)</script>', PDF));
    const testContext = table.testContext({ faults: [{ action: 'CopyObject', times: 1, meanwhile }] });
    await testContext.use(registerFile)(actorOf(opened), sentBy(opened, file), undefined, storageOf(testContext));
    expect(await versionsOf(waitingIn(address))).toHaveLength(1);
    expect(String((await storage.asset(file.key)).body)).toBe(PDF_BYTES);
  });

  it.each([
    [
      'logo ñ "1".pdf',
      PDF,
      PDF_BYTES,
      `inline; filename="logo n _1_.pdf"; filename*=UTF-8''logo%20%C3%B1%20%221%22.pdf`,
    ],
    ['factura.exe', PDF, PDF_BYTES, `inline; filename="factura.exe.pdf"; filename*=UTF-8''factura.exe.pdf`],
    ['sin punto', PDF, PDF_BYTES, `inline; filename="sin punto.pdf"; filename*=UTF-8''sin%20punto.pdf`],
    ['LICENCIA.PDF', PDF, PDF_BYTES, `inline; filename="LICENCIA.PDF"; filename*=UTF-8''LICENCIA.PDF`],
    ['pdf', PDF, PDF_BYTES, `inline; filename="pdf.pdf"; filename*=UTF-8''pdf.pdf`],
    ['datos.csv', 'text/csv', 'a;b', `attachment; filename="datos.csv"; filename*=UTF-8''datos.csv`],
    ['合同.xml', 'text/xml', '<a/>', `attachment; filename="__.xml"; filename*=UTF-8''%E5%90%88%E5%90%8C.xml`],
  ])(
    'doors 5: publishes %s with our headers, not with those of the upload',
    async (fileName, contentType, text, disposition) => {
      const opened = await office();
      const { body } = await ask(opened, { folder: 'teams', fileName, contentType });
      const headers = {
        ...{ 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' },
        'content-disposition': 'inline; filename="a.html"',
      };
      expect((await fetch(String(body.uploadUrl), { method: 'PUT', headers, body: text })).status).toBe(200);
      const file = {
        entityType: 'logo',
        entityId: opened.teamId,
        fileId: someId(),
        key: body.key,
        fileName,
        contentType,
      };
      fileOf(await register(opened, file));
      expect((await storage.asset(String(body.key))).headers).toMatchObject({
        'content-type': contentType,
        'cache-control': 'public, max-age=300',
        'content-disposition': disposition,
      });
    },
  );

  it('doors 5: of a document answers an address that shows our headers', async () => {
    const opened = await office();
    const { file } = await uploadOf(opened, opened.teamId, { folder: 'teams-files' });
    const answer = await fetch(String(fileOf(await register(opened, file)).url));
    expect([answer.headers.get('cache-control'), await answer.text()]).toEqual(['public, max-age=300', PDF_BYTES]);
  });

  it('doors 5: deletes the waiting object, and leaves one version of the file', async () => {
    const opened = await office();
    const { file, address } = await uploadOf(opened, opened.teamId);
    const headers = { 'idempotency-key': someId() };
    const answers = await Promise.all([1, 2, 3].map(() => register(opened, file, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await versionsOf(waitingIn(address))).toEqual([]);
    expect(await versionsOf(file.key, 'assets')).toHaveLength(1);
  });

  it('doors 5: of a file that ends as another format is 400, and the upload is deleted', async () => {
    const opened = await office();
    const archive = `${'x'.repeat(9_000)}PK\x05\x06${'\0'.repeat(18)}`;
    const { file, address } = await uploadOf(opened, opened.teamId, { text: `${PDF_BYTES}${archive}` });
    expect(refusal(await register(opened, file))).toEqual(refused('VALIDATION_FAILED', 'contentType'));
    expect(await versionsOf(waitingIn(address))).toEqual([]);
    expect(await versionsOf(file.key, 'assets')).toEqual([]);
  });
});

describe('a key with a registered file', () => {
  const auditOf = async ({ teamId }: Office, fileId: string) =>
    (await table.partition(`TEAM#${teamId}#FILE#${fileId}`)).map(({ action, actorId, changes }) => [
      ...[action, actorId],
      changes,
    ]);

  /** A key of this team alone, with its first file. */
  async function registered() {
    const opened = await office();
    const fileName = `${someId()}.pdf`;
    const { file, publicUrl } = await uploadOf(opened, opened.teamId, { fileName });
    return { opened, fileName, file, publicUrl, record: fileOf(await register(opened, file)) };
  }

  it('doors 5: is replaced by its uploader, at a new address', async () => {
    const { opened, fileName, file, record, publicUrl } = await registered();
    const next = await uploadOf(opened, opened.teamId, { fileName, text: '%PDF-1.7 nueva' });
    const replacement = fileOf(await register(opened, next.file));
    expect([record.url, replacement.url].map((url) => String(url).split('?v=')[0])).toEqual([publicUrl, publicUrl]);
    expect(replacement.url).not.toBe(record.url);
    expect(String((await storage.asset(file.key)).body)).toBe('%PDF-1.7 nueva');
    const [{ VersionId: replaced } = {}] = (await versionsOf(file.key, 'assets')).slice(-1);
    expect(await auditOf(opened, file.fileId)).toEqual([
      ['CREATE', opened.id, undefined],
      ['UPDATE', opened.id, { replaced, by: next.file.fileId }],
    ]);
    expect(await auditOf(opened, next.file.fileId)).toEqual([['CREATE', opened.id, undefined]]);
  });

  it('doors 5: is replaced by an administrator, and by no other colleague', async () => {
    const { opened, fileName, file } = await registered();
    const [colleague, admin] = [await opened.hire('MEMBER'), await opened.hire('ADMIN')];
    const wrong = await uploadOf(colleague, opened.teamId, { fileName, text: '%PDF-1.7 ajena' });
    const before = opened.testContext.calls.length;
    expect(refusal(await register(colleague, wrong.file))).toEqual(refused('FORBIDDEN', 'key'));
    expect(opened.testContext.actions().slice(before)).not.toContain('CopyObject');
    expect(String((await storage.asset(file.key)).body)).toBe(PDF_BYTES);
    const right = await uploadOf(admin, opened.teamId, { fileName, text: '%PDF-1.7 admin' });
    expect((await register(admin, right.file)).status).toBe(201);
    expect(String((await storage.asset(file.key)).body)).toBe('%PDF-1.7 admin');
    const late = await uploadOf(opened, opened.teamId, { fileName });
    expect(refusal(await register(opened, late.file))).toEqual(refused('FORBIDDEN', 'key'));
  });

  it('doors 5: shows the file before it when the newest is deleted, and is gone with the last', async () => {
    const { opened, fileName, file } = await registered();
    const next = await uploadOf(opened, opened.teamId, { fileName, text: '%PDF-1.7 nueva' });
    await register(opened, next.file);
    const remove = (fileId: string) => opened.send(deleteFile, { path: { fileId } });
    expect((await remove(next.file.fileId)).status).toBe(200);
    expect(String((await storage.asset(file.key)).body)).toBe(PDF_BYTES);
    expect((await remove(file.fileId)).status).toBe(200);
    expect((await storage.asset(file.key)).status).toBe(403);
  });

  it('doors 5: of which the file is deleted is free for every colleague', async () => {
    const { opened, fileName, file } = await registered();
    const colleague = await opened.hire('MEMBER');
    const { file: other } = await uploadOf(colleague, opened.teamId, { fileName });
    expect(refusal(await register(colleague, other))).toEqual(refused('FORBIDDEN', 'key'));
    await opened.send(deleteFile, { path: { fileId: file.fileId } });
    expect((await register(colleague, other)).status).toBe(201);
  });

  it('doors 5: and two registrations at once shows one, and the copy of the other is deleted', async () => {
    const opened = await office();
    const colleague = await opened.hire('MEMBER');
    const fileName = `${someId()}.pdf`;
    const mine = await uploadOf(opened, opened.teamId, { fileName });
    const theirs = await uploadOf(colleague, opened.teamId, { fileName, text: '%PDF-1.7 ajena' });
    const meanwhile = async () => void (await register(colleague, theirs.file));
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] });
    const sent = testContext.use(registerFile)(
      actorOf(opened),
      sentBy(opened, mine.file),
      undefined,
      storageOf(testContext),
    );
    await expect(sent).rejects.toMatchObject({ code: 'FORBIDDEN', field: 'key' });
    expect(await versionsOf(mine.file.key, 'assets')).toHaveLength(1);
    expect(String((await storage.asset(mine.file.key)).body)).toBe('%PDF-1.7 ajena');
  });

  it.each([
    ['first look', 'GetObject', 0],
    ['second look', 'GetObject', 1],
    ['copy', 'CopyObject', 0],
  ])('doors 5: that the same request registers before the %s answers the same file', async (_, action, skip) => {
    const opened = await office();
    const { file } = await uploadOf(opened, opened.teamId, { text: `${PDF_BYTES}${'\n'.repeat(EDGE_BYTES)}` });
    const first: unknown[] = [];
    const meanwhile = async () => void first.push(fileOf(await register(opened, file)).fileId);
    const testContext = table.testContext({ faults: [{ action, skip, times: 1, meanwhile }] });
    const send = (sent: object) =>
      testContext.use(registerFile)(actorOf(opened), sentBy(opened, sent), undefined, storageOf(testContext));
    expect((await send(file)).fileId).toBe(first[0]);
    expect(await versionsOf(file.key, 'assets')).toHaveLength(1);
  });

  it('doors 5: that another request registers before the copy is 400', async () => {
    const opened = await office();
    const { file } = await uploadOf(opened, opened.teamId);
    const meanwhile = async () => void (await register(opened, { ...file, fileId: someId() }));
    const testContext = table.testContext({ faults: [{ action: 'CopyObject', times: 1, meanwhile }] });
    const sent = testContext.use(registerFile)(
      actorOf(opened),
      sentBy(opened, file),
      undefined,
      storageOf(testContext),
    );
    await expect(sent).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'key' });
  });

  it('doors 5: that an administrator replaces while a colleague does has the later file', async () => {
    const { opened, fileName, file } = await registered();
    const admin = await opened.hire('ADMIN');
    const [mine, theirs] = [
      await uploadOf(opened, opened.teamId, { fileName, text: '%PDF-1.7 media' }),
      await uploadOf(admin, opened.teamId, { fileName, text: '%PDF-1.7 final' }),
    ];
    const meanwhile = async () => void (await register(opened, mine.file));
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] });
    const actor = { id: admin.id, teamId: opened.teamId, role: 'ADMIN' } as const;
    await testContext.use(registerFile)(actor, sentBy(opened, theirs.file), undefined, storageOf(testContext));
    expect(String((await storage.asset(file.key)).body)).toBe('%PDF-1.7 final');
    expect(await versionsOf(file.key, 'assets')).toHaveLength(3);
    expect((await auditOf(opened, mine.file.fileId)).map(([action]) => action)).toEqual(['CREATE', 'UPDATE']);
  });
});
