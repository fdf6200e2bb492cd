import assert from 'node:assert/strict';
import { JPEG_BYTES } from '../../../local/seed/picture';
import { expectRefused, expectSame, expectStatus, present } from '../../expect';
import { recorder } from '../../phone';
import { photoOf, sendPhoto, uploadPhoto } from '../../photo';
import { askForOwnUpload, readProof, readProofPdf, registerOwnFile } from '../../steps/proof';
import { listAlerts } from '../../steps/teams';
import {
  changeStops,
  planTrip,
  readDriverHoursPdf,
  readOwnHoursPdf,
  readStops,
  setTripStatus,
  startTrip,
  sync,
} from '../../steps/trips';
import type { TripContext } from './under-way';

const DAY_MINUTES = 24 * 60;

/** The driver delivered yesterday without network, the office ended the trip, and the signature comes a day late: first the report, then its bytes. */
export async function lateSignatureLeg({ colleague, drivers, vehicles }: TripContext): Promise<void> {
  const { oscarsApp: app } = drivers;
  const plan = { driverId: drivers.oscar, vehicleId: vehicles.kenworth, startDate: '2026-03-21T12:00:00Z' };
  const { id: tripId } = await expectStatus(201, planTrip(colleague, plan));
  const stops = [{ order: 1, name: 'Cedis Apodaca', requires: ['PHOTO' as const, 'SIGNATURE' as const] }];
  const planned = await expectStatus(200, changeStops(colleague, tripId, { stopsRevision: 0, stops }));
  const stopId = present(planned.stops[0], 'stop').id;
  await expectStatus(200, startTrip(app, tripId));
  const record = recorder(tripId);
  const [photo, signature] = [photoOf(tripId), photoOf(tripId)];
  await uploadPhoto(app, photo);
  await expectStatus(200, setTripStatus(colleague, tripId, 'COMPLETADO'));
  const alertOf = async () => {
    const { alerts } = await expectStatus(200, listAlerts(colleague, { type: 'TRIP_ENDED_WITHOUT_PROOF' }));
    return alerts.filter(({ entityId }) => entityId === tripId).map(({ status }) => status);
  };
  expectSame(await alertOf(), ['OPEN']);
  const file = ({ fileId, sha256 }: typeof photo, kind: string) => ({ fileId, sha256, kind });
  const receiver = { stopId, receiverName: 'Rosa Vela', lat: 25.7782, lng: -100.1876 };
  const queue = [
    record('STOP_ARRIVED', DAY_MINUTES + 30, { stopId, source: 'DRIVER' }),
    record('PROOF', DAY_MINUTES + 5, { ...receiver, files: [file(photo, 'PHOTO'), file(signature, 'SIGNATURE')] }),
    record('STOP_DEPARTED', DAY_MINUTES, { stopId }),
  ];
  const sent = await expectStatus(200, sync(app, queue));
  expectSame(
    sent.results.map(({ result }) => result),
    ['APPLIED', 'APPLIED', 'APPLIED'],
  );
  expectSame(await alertOf(), ['RESOLVED']);
  const after = await expectStatus(200, readStops(colleague, tripId));
  expectSame(
    after.stops.map(({ status, missing, proofs }) => [status, missing, proofs]),
    [['SALIO', undefined, [queue[1]?.id]]],
  );
  const states = async () => {
    const { stops: shown } = await expectStatus(200, readProof(colleague, tripId));
    return shown.flatMap(({ proofs }) =>
      proofs.flatMap(({ files }) => files.map((one) => [one.uploaded, one.verified])),
    );
  };
  expectSame(await states(), [
    [true, true],
    [false, false],
  ]);
  const granted = await expectStatus(200, askForOwnUpload(app, signature));
  const { sha256: _, ...announced } = signature;
  await expectRefused('400 VALIDATION_FAILED', registerOwnFile(app, { ...announced, key: granted.key }), 'key');
  const forged = Uint8Array.from([...JPEG_BYTES, 0]);
  assert.equal((await sendPhoto(granted, forged)).status, 400);
  assert.equal((await sendPhoto(granted)).status, 200);
  const register = () => expectStatus(201, registerOwnFile(app, { ...announced, stopId, key: granted.key }));
  const [first, again] = [await register(), await register()];
  expectSame([again.file.fileId, again.file.uploadedAt], [first.file.fileId, first.file.uploadedAt]);
  expectSame(await states(), [
    [true, true],
    [true, true],
  ]);
  await expectPdf(readProofPdf(colleague, tripId));
  await expectPdf(readDriverHoursPdf(colleague, drivers.oscar));
  await expectPdf(readOwnHoursPdf(app));
}

/** Follows an answer that leads to a PDF. */
async function expectPdf(asked: Promise<{ readonly response: Response }>): Promise<void> {
  const { response } = await asked;
  expectSame(response.status, 302);
  const pdf = await fetch(present(response.headers.get('location'), 'address of the PDF'));
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expectSame([pdf.status, bytes.subarray(0, 5).toString()], [200, '%PDF-']);
}
