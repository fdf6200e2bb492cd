import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { base64Of } from '../../shared/files/checksums';
import { grantOwnUpload, OwnUploadRequest } from '../../shared/files/own-uploads';
import { publishUpload } from '../../shared/files/publish-upload';
import { lookAtUpload, presignUpload } from '../../shared/files/uploads';
import { readSource } from '../../shared/imports/files';
import { importKey } from '../../shared/imports/import';
import { RUN_USES, runImport } from '../../shared/imports/run-import';
import { startImport } from '../../shared/imports/start-import';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { CHECKSUM_HEADER } from '../../shared/platform/storage/presign';
import { scopeOf, use } from './capabilities';
import { DELIVERY_PHOTO, LICENCE } from './files';
import { CLIENTS_FILE } from './other-systems';
import { pageWith, upload } from './seed-files';
import { earlier, type Seeding } from './seed-records';

/** Uploads that are not registered yet, so that the registrations among the examples find their files. A grant ends after an hour. */
export async function addUploads(seeding: Seeding): Promise<void> {
  await addLicence(seeding);
  await addPhoto(seeding);
  await checkClients(seeding);
}

async function addLicence(seeding: Seeding): Promise<void> {
  const { text, ...file } = LICENCE;
  await upload(seeding, { ...file, contentType: 'application/pdf' }, pageWith(text));
}

/** The photo of a delivery, which the driver's phone has sent. */
async function addPhoto({ runtime, actor: { teamId } }: Seeding): Promise<void> {
  const { driverId, bytes, ...photo } = DELIVERY_PHOTO;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const driver = { id: driverId, teamId, pool: 'drivers' } as const;
  const asked = v.parse(OwnUploadRequest, { ...photo, sha256 });
  const grant = await use(runtime, grantOwnUpload)(driver, asked);
  const headers = { 'content-type': grant.contentType, [CHECKSUM_HEADER]: base64Of(sha256) };
  const address = await use(runtime, presignUpload)(grant);
  const { status } = await fetch(address, { method: 'PUT', headers, body: bytes });
  if (status !== 200) throw new Error(`The storage answered ${status} to the demo's photo.`);
}

/** Checks a file of clients as an import without writing them. */
async function checkClients(seeding: Seeding): Promise<void> {
  const { runtime, actor } = seeding;
  const { teamId } = actor;
  const { importId, fileName, text } = CLIENTS_FILE;
  if (await earlier(seeding, importKey(teamId, importId))) return;
  const key = await upload(seeding, { folder: 'imports', entityId: teamId, fileName, contentType: 'text/csv' }, text);
  const storage = {
    look: use(runtime, lookAtUpload),
    publish: use(runtime, publishUpload),
    read: use(runtime, readSource),
  };
  await use(runtime, startImport, importId)(actor, { kind: 'clients', key, dryRun: true }, undefined, storage);
  await runImport(makeDeps(RUN_USES, runtime, scopeOf(runtime)), { teamId, importId });
}
