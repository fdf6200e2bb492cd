import { answerTo, call } from './api.js';
import { t } from './language.js';

/** Asks for an address in the folder of `place`, sends the file there, and returns its key. Without `contentType` the browser's own type of the file. */
export async function uploadFile(session, file, { contentType = file.type, ...place }) {
  const { uploadUrl, key } = await call(session, 'POST /dms/upload-url', {
    body: { teamId: session.team.teamId, fileName: file.name, contentType, ...place, size: file.size },
  });
  const answer = await answerTo(uploadUrl, { method: 'PUT', headers: { 'content-type': contentType }, body: file });
  if (!answer.ok) throw new Error(t('The storage did not take the file.', 'El almacén no aceptó el archivo.'));
  return key;
}
