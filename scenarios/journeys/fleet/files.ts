import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { expectRefused, expectSame, expectStatus, present } from '../../expect';
import type { Desk, Fields } from '../../steps/desk';
import { askForUpload, deleteFile, listFiles, registerFile, sendFile } from '../../steps/files';
import type { TestContext } from './scene';

interface FilesOptions {
  /** Absent where the object storage takes uploads as they come, and nothing shows assets: on the emulator. */
  readonly checksUploads?: boolean;
}

const PDF = 'application/pdf';
const LICENCE = '%PDF-1.7\nLicencia federal, categoría B';

/** Sends a file to an upload address, as a front end does that does not leave it to the client. */
const upload = async (address: string, body: string, type: string): Promise<number> =>
  (await sendFile(address, body, type)).status;

/** A driver's licence is uploaded, registered, listed, read and deleted; then a team's logo, which anybody may see. */
export async function filesLeg(testContext: TestContext, driver: string, options: FilesOptions = {}): Promise<void> {
  const { colleague } = testContext;
  const asked = { entityId: driver, fileName: 'Licencia ñ (1).pdf', contentType: PDF } as const;
  const wanted = askForUpload(colleague, { ...asked, folder: 'drivers-files' });
  const { key, publicUrl, uploadUrl } = await expectStatus(200, wanted);
  expectSame([key, publicUrl], [`drivers-files/${driver}/Licencia ñ (1).pdf`, '']);
  const fileId = randomUUID();
  const register = (desk: Desk, change: Partial<Fields<'registerFile'>> = {}) =>
    registerFile(desk, { ...asked, entityType: 'DRIVER', fileId, key, size: 1, ...change });
  await expectRefused('400 VALIDATION_FAILED', register(colleague), 'key');
  if (options.checksUploads) {
    assert.equal(await upload(uploadUrl, LICENCE, 'text/plain'), 403);
    assert.equal(await upload(uploadUrl.replace('/uploads/', '/drivers-files/'), LICENCE, PDF), 403);
    const size = Buffer.byteLength(LICENCE);
    const { uploadUrl: sized } = await expectStatus(
      200,
      askForUpload(colleague, { ...asked, folder: 'drivers-files', fileName: 'medida.pdf', size }),
    );
    assert.equal(await upload(sized, `${LICENCE}.`, PDF), 403);
    assert.equal(await upload(sized, LICENCE, PDF), 200);
    await oversized(colleague, driver);
  }
  assert.equal(await upload(uploadUrl, LICENCE, PDF), 200);
  await refusals(testContext, asked, register);

  const { file: record } = await expectStatus(201, register(colleague));
  expectSame([record.bucket, record.size], ['documents', Buffer.byteLength(LICENCE)]);
  assert.equal(await textOf(record.url), LICENCE);
  assert.equal(await upload(uploadUrl, '%PDF-1.7 otra', PDF), 200);
  const again = await expectStatus(201, register(colleague));
  assert.equal(await textOf(again.file.url), LICENCE);
  const bare = await fetch(record.url.split('?')[0] ?? '');
  if (options.checksUploads) assert.equal(bare.status, 403);

  const query = { entityType: 'DRIVER', entityId: driver };
  const list = async () => (await expectStatus(200, listFiles(colleague, query))).files;
  const [listed, ...others] = await list();
  expectSame([listed?.fileId, others.length], [fileId, 0]);
  assert.equal(await textOf(present(listed, 'file').url), LICENCE);
  await expectStatus(200, deleteFile(colleague, fileId));
  await expectRefused('404 NOT_FOUND', deleteFile(colleague, fileId));
  assert.equal((await fetch(present(listed, 'file').url)).status, 404);
  expectSame(await list(), []);
  await pictureLeg(testContext, options);
}

/** An upload of more than 25 MB by an address without a size is deleted: by its event, or by the registration if that comes first. */
async function oversized(desk: Desk, entityId: string): Promise<void> {
  const of = { entityId, fileName: 'grande.pdf', contentType: PDF } as const;
  const { key, uploadUrl } = await expectStatus(200, askForUpload(desk, { ...of, folder: 'drivers-files' }));
  assert.equal(await upload(uploadUrl, '%PDF-1.7'.padEnd(25 * 1024 * 1024 + 1, 'x'), PDF), 200);
  const file = { ...of, entityType: 'DRIVER', fileId: randomUUID(), key };
  await expectRefused('400 VALIDATION_FAILED', registerFile(desk, file));
}

/** The client's own upload, both steps in one. */
async function pictureLeg({ owner }: TestContext, { checksUploads }: FilesOptions): Promise<void> {
  const contentType = 'image/gif';
  const { fleet, teamId } = owner;
  const picture = { teamId, folder: 'teams', entityType: 'logo', entityId: teamId, fileName: 'logo.gif' } as const;
  const { bucket, url } = await fleet.upload({ ...picture, contentType, content: 'GIF89a…' });
  assert.equal(bucket, 'assets');
  const [address = '', version] = url.split('?v=');
  assert.ok(address.endsWith(`/teams/${teamId}/logo.gif`) && version, url);
  const { publicUrl } = await expectStatus(
    200,
    askForUpload(owner, { folder: 'teams', entityId: teamId, fileName: 'logo.gif', contentType }),
  );
  assert.equal(publicUrl, address);
  if (!checksUploads) return;
  const shown = await fetch(url);
  expectSame([shown.headers.get('content-type'), await shown.text()], [contentType, 'GIF89a…']);
  expectSame(shown.headers.get('cache-control'), 'public, max-age=300');
}

/** What the registration of an upload that is there is refused for. */
async function refusals(
  { owner, colleague, outsider, abroad, untyped }: TestContext,
  asked: Omit<Fields<'createUploadUrl'>, 'folder'>,
  register: (desk: Desk, change?: Partial<Fields<'registerFile'>>) => ReturnType<typeof registerFile>,
): Promise<void> {
  await expectRefused('403 FORBIDDEN', register(outsider));
  await expectRefused('403 FORBIDDEN', register(abroad, { entityType: 'licence' }), 'key');
  await expectRefused('403 FORBIDDEN', register(owner), 'key');
  await expectRefused('403 FORBIDDEN', register(colleague, { entityId: owner.teamId }), 'entityId');
  await expectRefused('400 VALIDATION_FAILED', register(colleague, { contentType: 'image/png' }), 'contentType');
  await expectRefused('400 VALIDATION_FAILED', register(colleague, { entityType: 'x'.repeat(51) }), 'entityType');
  const folder = 'drivers-files';
  await expectRefused('403 FORBIDDEN', askForUpload(abroad, { ...asked, folder }), 'entityId');
  const climbing = askForUpload(owner, { ...asked, folder, fileName: '../../licencia.pdf' });
  await expectRefused('400 VALIDATION_FAILED', climbing, 'fileName');
  const page = { ...asked, folder, teamId: owner.teamId, contentType: 'text/html' };
  const tooLarge = askForUpload(owner, { ...asked, folder, size: 25 * 1024 * 1024 + 1 });
  await expectRefused('400 VALIDATION_FAILED', tooLarge, 'size');
  const html = untyped(owner.fleet).POST('/dms/upload-url', { body: page });
  await expectRefused('400 VALIDATION_FAILED', html, 'contentType');
}

const textOf = async (address: string): Promise<string> => (await fetch(address)).text();
