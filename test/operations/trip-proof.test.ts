import { operation as getTripProof } from '../../functions/trips/get-trip-proof';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice } from '../support/office';
import { JPEG_BYTES, openProofOffice, ownFile, type ProofOffice, sha256Of, uploadOwn } from '../support/proof-road';
import { quickTable } from '../support/quick-table';
import { objectStorage, upload } from '../support/storage';
import { ask, PDF, PDF_BYTES, register, uploadOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

async function open() {
  const road = await openProofOffice(world);
  storage.follow(road.office.testContext.now);
  return road;
}

async function proofOf({ office, path }: ProofOffice) {
  const { status, body } = await office.send(getTripProof, { path });
  expect(status).toBe(200);
  return body;
}

const PLACE = { lat: 25.686613, lng: -100.316116 };
const reported = (file: ReturnType<typeof ownFile>, kind = 'PHOTO') => ({
  fileId: file.fileId,
  sha256: file.sha256,
  kind,
});

describe('road 8: the proof of a trip', () => {
  it('road 8: shows trip, stops and proofs with receiver, place and files', async () => {
    const road = await open();
    const { tripId, stopIds, item, sync, cab, driver } = road;
    const [photo, signature] = [ownFile(tripId), ownFile(tripId)];
    await uploadOwn(cab, photo);
    const receiver = { receiverName: 'Rosa Vela', receiverRole: 'Almacén', text: 'Dos cajas mojadas', ...PLACE };
    const files = [reported(photo), reported(signature, 'SIGNATURE')];
    const proof = item('PROOF', { ...receiver, stopId: stopIds[0], files });
    const ofTrip = item('PROOF', { receiverName: 'Luis Mora' });
    const arrival = item('STOP_ARRIVED', { stopId: stopIds[0], source: 'DRIVER' });
    expect(await sync(arrival, proof, ofTrip)).toEqual(Array(3).fill('APPLIED'));
    const shown = await proofOf(road);
    expect(shown.trip).toMatchObject({ id: tripId, status: 'EN_PROCESO', driverName: driver.name });
    expect(shown).toMatchObject({
      stops: [
        { id: stopIds[0], name: 'Apodaca', status: 'LLEGO', missing: [], arrived: { source: 'DRIVER' } },
        { id: stopIds[1], name: 'Vallejo', status: 'PENDIENTE', proofs: [] },
      ],
      proofs: [{ id: ofTrip.id, receiverName: 'Luis Mora', files: [] }],
    });
    expect(Object(shown.stops)[0].proofs).toEqual([
      {
        ...{ id: proof.id, at: proof.recordedAt, by: driver.id, ...receiver },
        files: [
          {
            ...{ ...files[0], uploaded: true, verified: true },
            ...{ fileName: 'entrega.jpg', contentType: 'image/jpeg', size: JPEG_BYTES.length },
            url: expect.stringContaining('X-Amz-Expires=900'),
          },
          { ...files[1], uploaded: false, verified: false },
        ],
      },
    ]);
    const read = await fetch(Object(shown.stops)[0].proofs[0].files[0].url);
    expect(sha256Of(new Uint8Array(await read.arrayBuffer()))).toBe(photo.sha256);
  });

  it('road 4: shows a file whose bytes came before the proof, or after it, in the same way', async () => {
    const answers = [];
    for (const isFirst of [true, false]) {
      const road = await open();
      const file = ownFile(road.tripId);
      const proof = road.item('PROOF', { receiverName: 'Rosa', stopId: road.stopIds[0], files: [reported(file)] });
      if (isFirst) await uploadOwn(road.cab, file);
      await road.sync(proof);
      if (!isFirst) await uploadOwn(road.cab, file);
      const [first] = Object(await proofOf(road)).stops[0].proofs;
      answers.push([first.files[0].uploaded, first.files[0].verified]);
    }
    expect(answers).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('road 4: does not verify a file with another hash than the reported one', async () => {
    const road = await open();
    const file = ownFile(road.tripId);
    const wrong = { ...reported(file), sha256: 'cd'.repeat(32) };
    await uploadOwn(road.cab, file);
    await road.sync(road.item('PROOF', { receiverName: 'Rosa', files: [wrong] }));
    expect(Object(await proofOf(road)).proofs[0].files).toEqual([
      expect.objectContaining({ sha256: wrong.sha256, uploaded: true, verified: false }),
    ]);
  });

  it('road 4: does not show another file of the team under an identifier that a phone reports', async () => {
    const road = await open();
    const { file } = await uploadOf(road.office, road.office.teamId);
    expect((await register(road.office, file)).status).toBe(201);
    const guess = { fileId: file.fileId, sha256: 'cd'.repeat(32), kind: 'DOCUMENT' };
    await road.sync(road.item('PROOF', { receiverName: 'Rosa', files: [guess] }));
    expect(Object(await proofOf(road)).proofs[0].files).toEqual([{ ...guess, uploaded: false, verified: false }]);
  });

  it('road 4: shows a member’s file of the trip as uploaded, and not as verified', async () => {
    const road = await open();
    const { tripId, office } = road;
    const sent = { folder: 'trips', entityId: tripId, fileName: 'remision.pdf', contentType: PDF };
    const asked = await ask(office, sent);
    await upload(asked.body.uploadUrl, PDF_BYTES, PDF);
    const file = { entityType: 'TRIP', entityId: tripId, fileId: someId(), key: String(asked.body.key) };
    expect((await register(office, { ...file, fileName: 'remision.pdf', contentType: PDF })).status).toBe(201);
    const named = { fileId: file.fileId, sha256: sha256Of(PDF_BYTES), kind: 'DOCUMENT' };
    await road.sync(road.item('PROOF', { receiverName: 'Rosa', files: [named] }));
    const [shown] = Object(await proofOf(road)).proofs[0].files;
    expect(shown).toMatchObject({ ...named, uploaded: true, verified: false, fileName: 'remision.pdf' });
  });

  it('road 8: of a trip without stops and proofs is empty, and of another team’s 404', async () => {
    const road = await open();
    expect(await proofOf(road)).toMatchObject({ proofs: [], stops: [{ proofs: [] }, { proofs: [] }] });
    const stranger = await openOffice(world);
    expect(refusal(await stranger.send(getTripProof, { path: road.path }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await road.office.send(getTripProof, { path: { tripId: someId() } }))).toEqual(refused('NOT_FOUND'));
  });

  it('road 8: leaves out what is beyond 200 proofs, and says how many', async () => {
    const road = await open();
    const { office, path } = road;
    const stops = Array.from({ length: 12 }, (_, index) => ({ order: index + 1, name: `Parada ${index}` }));
    const planned = await office.send(updateTripStops, { path, body: { stopsRevision: 1, stops } });
    const ids: string[] = Object(planned.body).stops.map(({ id }: { id: string }) => id);
    const items = ids.flatMap((stopId) =>
      Array.from({ length: 17 }, () => road.item('PROOF', { receiverName: 'Rosa', stopId })),
    );
    for (let start = 0; start < items.length; start += 30) await road.sync(...items.slice(start, start + 30));
    const shown = Object(await proofOf(road));
    const count = shown.stops.reduce((sum: number, { proofs }: { proofs: unknown[] }) => sum + proofs.length, 0);
    expect([count, shown.leftOut]).toEqual([200, 4]);
  });
});
