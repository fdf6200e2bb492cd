import { randomUUID } from 'node:crypto';
import { type Answer, must, sendFrom, textAt } from './http';
import type { Person, World } from './world';

/** The bytes by which a file of this type begins. */
export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A picture with these words behind its first bytes. */
export const picture = (words: string): Buffer => Buffer.concat([PNG, Buffer.from(words)]);

export interface Grant {
  readonly uploadUrl: string;
  readonly key: string;
  readonly publicUrl: string;
  readonly fileName: string;
}

/** Asks for the upload of a public picture of the team. */
export const askGrant = (person: Person, teamId: string, fileName: string): Promise<Answer> =>
  person.send('POST /dms/upload-url', {
    teamId,
    folder: 'teams',
    entityId: teamId,
    fileName,
    contentType: 'image/png',
  });

export async function grant(person: Person, teamId: string, fileName: string): Promise<Grant> {
  const { body } = await must(200, askGrant(person, teamId, fileName));
  return {
    uploadUrl: textAt(body, 'uploadUrl'),
    key: textAt(body, 'key'),
    publicUrl: textAt(body, 'publicUrl'),
    fileName,
  };
}

export const put = (world: World, { uploadUrl }: Grant, bytes: Buffer): Promise<Answer> =>
  sendFrom(world.address(), 'PUT', uploadUrl, { body: bytes, headers: { 'content-type': 'image/png' } });

export const register = (person: Person, teamId: string, { key, fileName }: Grant, fileId = randomUUID()) =>
  person.send('POST /dms/files', {
    teamId,
    entityType: 'team',
    entityId: teamId,
    fileId,
    key,
    fileName,
    contentType: 'image/png',
  });

/** Uploads and registers a picture. Answers the grant and the id of the file. */
export async function publish(world: World, person: Person, teamId: string, fileName: string, bytes: Buffer) {
  const granted = await grant(person, teamId, fileName);
  await must(200, put(world, granted, bytes));
  const { body } = await must(201, register(person, teamId, granted));
  return { granted, fileId: textAt(body, 'file.fileId') };
}

/** Reads the public address, as any visitor can. */
export const visit = (world: World, { publicUrl }: Grant): Promise<Answer> =>
  sendFrom(world.address(), 'GET', publicUrl);
