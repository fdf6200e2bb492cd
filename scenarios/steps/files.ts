import type { Desk, Fields, Filter } from './desk';

export const askForUpload = ({ fleet, teamId }: Desk, body: Fields<'createUploadUrl'>) =>
  fleet.POST('/dms/upload-url', { body: { teamId, ...body } });

/** Sends a file to an upload address, as a front end does. */
export const sendFile = (address: string, body: string, contentType: string): Promise<Response> =>
  fetch(address, { method: 'PUT', headers: { 'content-type': contentType }, body });

export const registerFile = ({ fleet, teamId }: Desk, body: Fields<'registerFile'>) =>
  fleet.POST('/dms/files', { body: { teamId, ...body } });

export const listFiles = ({ fleet, teamId }: Desk, query: Filter<'listFiles'> = {}) =>
  fleet.GET('/dms/files', { params: { query: { teamId, ...query } } });

export const deleteFile = ({ fleet, teamId }: Desk, fileId: string) =>
  fleet.DELETE('/dms/files/{fileId}', { params: { path: { fileId }, query: { teamId } } });
