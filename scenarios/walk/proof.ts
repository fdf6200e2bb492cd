import { expectRefused, succeed } from '../expect';
import { recorder } from '../phone';
import { photoOf, sendPhoto } from '../photo';
import { askForOwnUpload, readProof, registerOwnFile } from '../steps/proof';
import { sync } from '../steps/trips';
import type { Ground } from './ground';

/** The driver reports who received the delivery, with a photo whose bytes come after the report. */
export async function proofWalk(
  { owner, app, tripId }: Pick<Ground, 'owner' | 'app' | 'tripId'>,
  stopId: string,
): Promise<void> {
  const { sha256, ...photo } = photoOf(tripId);
  const record = recorder(tripId);
  const files = [{ fileId: photo.fileId, sha256, kind: 'PHOTO' }];
  const receiver = { receiverName: 'Rosa Vela', receiverRole: 'Jefa de almacén' };
  await succeed(sync(app, [record('PROOF', 1, { stopId, ...receiver, files, lat: 23.65, lng: -100.64 })]));
  await expectRefused('403 FORBIDDEN', registerOwnFile(app, { ...photo, key: `trips/${tripId}/${photo.fileId}.jpg` }));
  const granted = await succeed(askForOwnUpload(app, { ...photo, sha256 }));
  await sendPhoto(granted);
  await succeed(registerOwnFile(app, { ...photo, stopId, key: granted.key }));
  await succeed(readProof(owner, tripId));
}
