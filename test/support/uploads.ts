import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { operation as createUploadUrl } from '../../functions/files/create-upload-url';
import { operation as registerUpload } from '../../functions/files/register-file';
import { publishUpload } from '../../shared/files/publish-upload';
import type { ObjectStorage } from '../../shared/files/register-file';
import { deleteVersion, lookAtUpload } from '../../shared/files/uploads';
import { someId, type TestContext } from './engine-runtime';
import type { TestAnswer } from './http-event';
import type { Desk } from './office';
import { upload } from './storage';

export const PDF = 'application/pdf';
export const PDF_BYTES = '%PDF-1.7\nuna licencia';

export const ask = ({ send }: Pick<Desk, 'send'>, body: object) =>
  send(createUploadUrl, { body: { folder: 'teams-files', fileName: `${someId()}.pdf`, contentType: PDF, ...body } });

export const register = ({ send }: Pick<Desk, 'send'>, body: object, headers = {}) =>
  send(registerUpload, { body, headers });

export const fileOf = ({ status, body }: TestAnswer): Record<string, unknown> => {
  expect([status, body.error]).toEqual([201, undefined]);
  return Object(body.file);
};

export const textAt = async (url: unknown) => (await fetch(String(url))).text();

/** The calls of a registration, made with this test context. */
export const storageOf = ({ use }: TestContext): ObjectStorage => ({
  look: use(lookAtUpload),
  publish: use(publishUpload),
  discard: use(deleteVersion),
});

/** Uploads a file of the team by a new address. Returns the request that registers it. */
export async function uploadOf(
  desk: Pick<Desk, 'send'>,
  teamId: string,
  {
    text = PDF_BYTES,
    ...asked
  }: { text?: string; fileName?: string; folder?: string; size?: number; contentType?: string } = {},
) {
  const sent = { folder: 'teams', fileName: `${someId()}.pdf`, contentType: PDF, ...asked };
  const { status, body } = await ask(desk, sent);
  expect(status).toBe(200);
  const { fileName, contentType } = sent;
  expect((await upload(body.uploadUrl, text, contentType)).status).toBe(200);
  const file = { entityType: 'logo', entityId: teamId, fileId: someId(), key: String(body.key), fileName, contentType };
  return { file, address: String(body.uploadUrl), publicUrl: String(body.publicUrl) };
}

/** The versions of exactly that key. */
export async function versionsOf(key: string, bucket = 'documents') {
  const command = new ListObjectVersionsCommand({ Bucket: `fleet-local-${bucket}`, Prefix: key });
  const { Versions = [] } = await new S3Client({ forcePathStyle: true }).send(command);
  return Versions.filter(({ Key }) => Key === key);
}

/** The key of the waiting object in an upload address. */
export const waitingIn = (address: string): string =>
  decodeURIComponent(new URL(address).pathname).split('/').slice(2).join('/');
