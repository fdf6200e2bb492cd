import { answerTo, call, Refused, repeatAdvice } from './api.js';
import { languageTag, t } from './language.js';

/** Asks for an address in the folder of `place`, sends the file there, and returns its key. Without `contentType` the browser's own type of the file. */
export async function uploadFile(session, file, { contentType = file.type, ...place }) {
  const { uploadUrl, key } = await call(session, 'POST /dms/upload-url', {
    body: { teamId: session.team.teamId, fileName: file.name, contentType, ...place, size: file.size },
    isRepeatable: true,
  });
  const init = { method: 'PUT', headers: { 'content-type': contentType }, body: file };
  const answer = await answerTo(uploadUrl, init, repeatAdvice);
  if (!answer.ok) throw refusalOf(answer);
  return key;
}

/** Another origin's Retry-After can be unreadable. */
const refusalOf = ({ status, headers }) =>
  new Refused({
    status,
    lang: languageTag(),
    retryAfter: Number(headers.get('retry-after')) || undefined,
    message: t(
      'The storage did not take the file. Press again to upload it anew.',
      'El almacén no aceptó el archivo. Pulse otra vez para volver a subirlo.',
    ),
  });
