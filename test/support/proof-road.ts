import { createHash } from 'node:crypto';
import { operation as createOwnUploadUrl } from '../../functions/drivers/create-own-upload-url';
import { operation as registerOwnFile } from '../../functions/drivers/register-own-file';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { JPEG_BYTES } from '../../local/seed/picture';
import type { accounts } from './accounts';
import { someId } from './engine-runtime';
import type { TestAnswer } from './http-event';
import { type Desk, openOffice, recordsOf } from './office';
import { factId } from './phone';
import { insertDriver, insertVehicle } from './store-fleet';

const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;

export { JPEG_BYTES };
export const JPEG = 'image/jpeg';
export const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A trip under way with two stops, of which the first requires a photo and a signature. */
export async function openProofOffice(world: ReturnType<typeof accounts>) {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { ...APP, teamId, sub: someId() });
  const vehicle = await insertVehicle(testContext, { teamId });
  const now = testContext.now().toISOString();
  const body = { driverId: driver.id, vehicleId: vehicle.id, startDate: now };
  const tripId = String((await office.send(createTrip, { body })).body.id);
  const path = { tripId };
  const stops = [
    { order: 1, name: 'Apodaca', requires: ['PHOTO', 'SIGNATURE'] },
    { order: 2, name: 'Vallejo' },
  ];
  const planned = await office.send(updateTripStops, { path, body: { stopsRevision: 0, stops } });
  const stopIds = recordsOf(planned, 'stops').map(({ id }) => String(id));
  expect((await office.send(updateTripStatus, { path, body: { status: 'EN_PROCESO' } })).status).toBe(200);
  const cab = await office.cab(driver);
  const item = (kind: string, fields: object = {}) => ({
    ...{ id: factId(testContext.now().getTime()), kind, recordedAt: testContext.now().toISOString(), tripId },
    ...fields,
  });
  const sync = async (...items: object[]) => {
    const sentAt = testContext.now().toISOString();
    return recordsOf(await cab.send(syncFacts, { body: { sentAt, items } }), 'results').map(
      ({ result, error }) => error ?? result,
    );
  };
  return { office, driver, vehicle, cab, tripId, path, stopIds, item, sync };
}
export type ProofOffice = Awaited<ReturnType<typeof openProofOffice>>;

/** A file of a trip as a phone announces it. */
export const ownFile = (tripId: string, bytes: string | Uint8Array = JPEG_BYTES, fields: object = {}) => ({
  ...{ tripId, fileId: someId(), fileName: 'entrega.jpg', contentType: JPEG, sha256: sha256Of(bytes) },
  ...fields,
});

export const askOwn = ({ send }: Pick<Desk, 'send'>, body: object): Promise<TestAnswer> =>
  send(createOwnUploadUrl, { body });

export const registerOwn = ({ send }: Pick<Desk, 'send'>, body: object, headers = {}): Promise<TestAnswer> =>
  send(registerOwnFile, { body, headers });

/** Sends bytes with the headers that came with the address. */
export const putOwn = (
  { uploadUrl, headers }: TestAnswer['body'],
  bytes: string | Uint8Array<ArrayBuffer> = JPEG_BYTES,
  change: Record<string, string> = {},
): Promise<Response> =>
  fetch(String(uploadUrl), { method: 'PUT', body: bytes, headers: { ...Object(headers), ...change } });

/** Uploads and registers a file. Returns its record. */
export async function uploadOwn(cab: Pick<Desk, 'send'>, file: ReturnType<typeof ownFile>, bytes = JPEG_BYTES) {
  const asked = await askOwn(cab, file);
  expect([asked.status, (await putOwn(asked.body, bytes)).status]).toEqual([200, 200]);
  const { sha256: _, ...sent } = file;
  const answer = await registerOwn(cab, { ...sent, key: asked.body.key });
  expect(answer.status).toBe(201);
  return Object(answer.body.file);
}
