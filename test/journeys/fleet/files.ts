import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { expectRefused, expectStatus, listAt, textAt, valueAt } from '../http';
import type { Scene } from './scene';

export interface FilesOptions {
  /** Absent where the object storage takes uploads as they come, and nothing shows assets: on the emulator. */
  readonly checksUploads?: boolean;
}

const PDF = 'application/pdf';
const LICENCE = '%PDF-1.7\nLicencia federal, categoría B';

/** Sends a file to an upload address, as a front end does. */
const upload = async (address: string, body: string, type: string): Promise<number> =>
  (await fetch(address, { method: 'PUT', body, headers: { 'content-type': type } })).status;

/** A driver's licence is uploaded, registered, listed, read and deleted; then a team's logo, which anybody may see. */
export async function filesLeg(scene: Scene, driver: string, options: FilesOptions = {}): Promise<void> {
  const { send, team, colleague } = scene;
  const asked = {
    teamId: team,
    folder: 'drivers-files',
    entityId: driver,
    fileName: 'Licencia ñ (1).pdf',
    contentType: PDF,
  };
  const grant = await expectStatus(200, send('POST /dms/upload-url', { token: colleague, body: asked }));
  assert.deepEqual([grant.key, grant.publicUrl], [`drivers-files/${driver}/Licencia ñ (1).pdf`, '']);
  const address = textAt(grant, 'uploadUrl');
  const fileId = randomUUID();
  const { fileName, contentType } = asked;
  const file = { entityType: 'DRIVER', entityId: driver, fileId, key: grant.key, fileName, contentType, size: 1 };
  const register = (token: string, change: object = {}) =>
    send('POST /dms/files', { token, body: { teamId: team, ...file, ...change } });
  await expectRefused('400 VALIDATION_FAILED', register(colleague), 'key');
  if (options.checksUploads) {
    assert.equal(await upload(address, LICENCE, 'text/plain'), 403);
    assert.equal(await upload(address.replace('Licencia', 'Otra'), LICENCE, PDF), 403);
  }
  assert.equal(await upload(address, LICENCE, PDF), 200);
  await refusals(scene, asked, register);

  const { file: record } = await expectStatus(201, register(colleague));
  assert.deepEqual([valueAt(record, 'bucket'), valueAt(record, 'size')], ['documents', Buffer.byteLength(LICENCE)]);
  assert.equal(await textOf(textAt(record, 'url')), LICENCE);
  assert.equal(await upload(address, '%PDF-1.7 otra', PDF), 200);
  const again = await expectStatus(201, register(colleague));
  assert.equal(await textOf(textAt(again, 'file.url')), LICENCE);
  const bare = await fetch(textAt(record, 'url').split('?')[0] ?? '');
  if (options.checksUploads) assert.equal(bare.status, 403);

  const list = () => send(`GET /dms/files?teamId=${team}&entityType=DRIVER&entityId=${driver}`, { token: colleague });
  const [listed, ...others] = listAt(await expectStatus(200, list()), 'files');
  assert.deepEqual([valueAt(listed, 'fileId'), others.length], [fileId, 0]);
  assert.equal(await textOf(textAt(listed, 'url')), LICENCE);
  const remove = () => send(`DELETE /dms/files/${fileId}?teamId=${team}`, { token: colleague });
  await expectStatus(200, remove());
  await expectRefused('404 NOT_FOUND', remove());
  assert.equal((await fetch(textAt(listed, 'url'))).status, 404);
  assert.deepEqual(listAt(await expectStatus(200, list()), 'files'), []);
  await pictureLeg(scene, options);
}

async function pictureLeg({ send, team, owner }: Scene, { checksUploads }: FilesOptions): Promise<void> {
  const asked = { teamId: team, folder: 'teams', entityId: team, fileName: 'logo.gif', contentType: 'image/gif' };
  const grant = await expectStatus(200, send('POST /dms/upload-url', { token: owner, body: asked }));
  const address = textAt(grant, 'publicUrl');
  assert.ok(address.endsWith(`/teams/${team}/logo.gif`), address);
  assert.equal(await upload(textAt(grant, 'uploadUrl'), 'GIF89a…', asked.contentType), 200);
  const { fileName, contentType } = asked;
  const file = { entityType: 'logo', entityId: team, fileId: randomUUID(), key: grant.key, fileName, contentType };
  const registered = await expectStatus(
    201,
    send('POST /dms/files', { token: owner, body: { teamId: team, ...file } }),
  );
  assert.deepEqual([valueAt(registered, 'file.bucket'), valueAt(registered, 'file.url')], ['assets', address]);
  if (!checksUploads) return;
  const shown = await fetch(address);
  assert.deepEqual([shown.headers.get('content-type'), await shown.text()], [contentType, 'GIF89a…']);
}

/** What the registration of an upload that is there is refused for. */
async function refusals(
  { send, team, owner, outsider, otherTeam }: Scene,
  asked: { readonly entityId: string; readonly fileName: string },
  register: (token: string, change?: object) => ReturnType<Scene['send']>,
): Promise<void> {
  await expectRefused('403 FORBIDDEN', register(outsider));
  await expectRefused('403 FORBIDDEN', register(outsider, { teamId: otherTeam, entityType: 'licence' }), 'key');
  await expectRefused('400 VALIDATION_FAILED', register(owner, { contentType: 'image/png' }), 'contentType');
  await expectRefused('400 VALIDATION_FAILED', register(owner, { entityType: 'x'.repeat(51) }), 'entityType');
  const ask = (token: string, change: object) =>
    send('POST /dms/upload-url', { token, body: { teamId: team, ...asked, ...change } });
  await expectRefused('403 FORBIDDEN', ask(outsider, { teamId: otherTeam }), 'entityId');
  await expectRefused('400 VALIDATION_FAILED', ask(owner, { fileName: '../../licencia.pdf' }), 'fileName');
  await expectRefused('400 VALIDATION_FAILED', ask(owner, { contentType: 'text/html' }), 'contentType');
}

const textOf = async (address: string): Promise<string> => (await fetch(address)).text();
