import type { Fleet } from '../../client/src/index';
import type { Desk, Fields } from './desk';

export const askForOwnUpload = (app: Fleet, body: Fields<'createOwnUploadUrl'>) =>
  app.POST('/drivers/me/files/upload-url', { body });

export const registerOwnFile = (app: Fleet, body: Fields<'registerOwnFile'>) => app.POST('/drivers/me/files', { body });

export const readProof = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/proof', { params: { path: { teamId, tripId } } });

/** Answers the address of the PDF; does not follow it. */
export const readProofPdf = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/proof', {
    params: { path: { teamId, tripId } },
    headers: { accept: 'application/pdf' },
    redirect: 'manual',
    parseAs: 'text',
  });
