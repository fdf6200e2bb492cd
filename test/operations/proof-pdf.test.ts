import { operation as getTripProof } from '../../functions/trips/get-trip-proof';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice } from '../support/office';
import { pngChunk, pngOf } from '../support/png';
import { openProofOffice, ownFile, type ProofOffice, uploadOwn } from '../support/proof-road';
import { quickTable } from '../support/quick-table';
import { followPdf } from '../support/read-pdf';
import { objectStorage } from '../support/storage';
import { versionsOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();
const PDF = { accept: 'application/pdf' };

async function open() {
  const road = await openProofOffice(world);
  storage.follow(road.office.testContext.now);
  return road;
}

/** Follows the redirect and reads the PDF. */
async function pdfOf({ office, path }: ProofOffice, headers: Record<string, string> = PDF) {
  return followPdf(await office.send(getTripProof, { path, headers }));
}

const kindOf = (file: ReturnType<typeof ownFile>, kind = 'PHOTO') => ({
  fileId: file.fileId,
  sha256: file.sha256,
  kind,
});
/** A picture of one pixel. */
const PNG_BYTES = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** The header of a JPEG of 0 × 0 pixels. */
const JPEG_WITHOUT_PIXELS = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xd9],
]);

describe('road 4: the PDF of a proof, read by another program', () => {
  it('road 4: shows trip, stops, times, receiver, place, hashes, pictures and the statement with the day', async () => {
    const road = await open();
    const { tripId, stopIds, item, sync, cab, driver, vehicle } = road;
    const photo = ownFile(tripId);
    const signature = ownFile(tripId, PNG_BYTES, { contentType: 'image/png' });
    const late = ownFile(tripId);
    await uploadOwn(cab, photo);
    await uploadOwn(cab, signature, PNG_BYTES);
    const receiver = { receiverName: 'Íñigo Muñoz', receiverRole: 'Almacén', text: 'Dos cajas\nmojadas 箱' };
    const files = [kindOf(photo), kindOf(signature, 'SIGNATURE'), kindOf(late, 'DOCUMENT')];
    const proof = item('PROOF', { ...receiver, stopId: stopIds[0], files, lat: 25.686613, lng: -100.316116 });
    const arrival = item('STOP_ARRIVED', { stopId: stopIds[0], source: 'DRIVER' });
    const left = item('STOP_DEPARTED', { stopId: stopIds[1], outcome: 'FAILED', reason: 'Cortina cerrada' });
    expect(await sync(arrival, proof, left)).toEqual(Array(3).fill('APPLIED'));
    const { text, pages } = await pdfOf(road);
    const lines = text.replaceAll(/\s+/g, ' ');
    for (const shown of [
      ...[`Viaje ${tripId}`, driver.name, vehicle.plate, 'Parada 1: Apodaca', 'Parada 2: Vallejo'],
      ...['Llegada: 2026-03-02 09:00:00 (America/Mexico_City)', 'no entregado', 'Cortina cerrada'],
      ...['Recibió: Íñigo Muñoz, Almacén', 'Lugar: 25.686613, -100.316116', 'Dos cajas mojadas ?'],
      ...[photo.sha256, signature.sha256, late.sha256, 'Registro', String(proof.id)],
      ...['Foto: archivo recibido, coincide', 'Documento: el archivo aún no se recibe'],
      'Este PDF se generó el 2026-03-02 a partir del registro del servicio',
    ])
      expect(lines).toContain(shown);
    expect(pages.flatMap(({ pictures }) => pictures)).toHaveLength(2);
  });

  it('road 4: is stored once for a record, and again when the record changes', async () => {
    const road = await open();
    const file = ownFile(road.tripId);
    await road.sync(road.item('PROOF', { receiverName: 'Rosa Vela', files: [kindOf(file)] }));
    const first = await pdfOf(road);
    road.office.testContext.pass(60_000);
    expect((await pdfOf(road)).key).toBe(first.key);
    expect(await versionsOf(first.key)).toHaveLength(1);
    expect(first.key).toMatch(new RegExp(`^proofs/${road.office.teamId}/${road.tripId}/[0-9a-f]{64}\\.pdf$`));
    await uploadOwn(road.cab, file);
    const second = await pdfOf(road);
    expect(second.key).not.toBe(first.key);
    expect(second.pages.flatMap(({ pictures }) => pictures)).toHaveLength(1);
  });

  it('road 4: shows no picture that has another hash, and goes on when a picture cannot be read', async () => {
    const road = await open();
    const [wrong, broken] = [ownFile(road.tripId), Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])];
    const torn = ownFile(road.tripId, broken);
    await uploadOwn(road.cab, wrong);
    await uploadOwn(road.cab, torn, broken);
    const files = [{ ...kindOf(wrong), sha256: 'cd'.repeat(32) }, kindOf(torn)];
    await road.sync(road.item('PROOF', { receiverName: 'Rosa Vela', files }));
    const { text, pages } = await pdfOf(road);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('sin coincidir con el SHA-256 reportado');
    expect(text).toContain('La imagen no se incluye en este PDF');
    expect(pages.flatMap(({ pictures }) => pictures)).toEqual([]);
  });

  it('road 4: is made in spite of pictures that are traps: of 400 million pixels, without an end, and of none', async () => {
    const road = await open();
    const endless = pngOf({ more: [pngChunk('tEXt', Buffer.from('Comment without its end'))] });
    const traps = [
      [pngOf({ width: 20_000, height: 20_000, depth: 1, color: 0 }), 'image/png'],
      [endless, 'image/png'],
      [JPEG_WITHOUT_PIXELS, 'image/jpeg'],
      [PNG_BYTES, 'image/png'],
    ] as const;
    const files: object[] = [];
    for (const [bytes, contentType] of traps) {
      const file = ownFile(road.tripId, bytes, { contentType });
      await uploadOwn(road.cab, file, bytes);
      files.push(kindOf(file));
    }
    await road.sync(road.item('PROOF', { receiverName: 'Rosa Vela', files }));
    const { text, pages } = await pdfOf(road);
    expect(text.match(/La imagen no se incluye en este PDF/g)).toHaveLength(2);
    expect(pages.flatMap(({ pictures }) => pictures)).toHaveLength(2);
    expect(text).toContain('Constancia');
  });

  it('road 4: needs as many pages as the text has, and breaks a word that has no spaces', async () => {
    const road = await open();
    const long = `${'palabra '.repeat(240)}${'x'.repeat(60)}`;
    const items = Array.from({ length: 12 }, () => road.item('PROOF', { receiverName: 'R'.repeat(200), text: long }));
    expect(new Set(await road.sync(...items))).toEqual(new Set(['APPLIED']));
    const { pages, text } = await pdfOf(road);
    expect(pages.length).toBeGreaterThan(3);
    // A4 with a margin of 50 points.
    for (const { right } of pages) expect(right).toBeLessThan(546);
    expect(text.match(/palabra/g)).toHaveLength(12 * 240);
    expect(text).toContain('Constancia');
  });

  it.each([
    ['no preference', {}],
    ['JSON first', { accept: 'application/json, application/pdf' }],
    ['anything', { accept: '*/*' }],
  ])('road 8: with %s is JSON', async (_, headers: Record<string, string>) => {
    const road = await open();
    const { status, body } = await road.office.send(getTripProof, { path: road.path, headers });
    expect([status, body.location, Object(body.trip).id]).toEqual([200, undefined, road.tripId]);
  });

  it('road 8: of an unknown trip and of another team’s is 404, also as a PDF', async () => {
    const [road, stranger] = [await open(), await openOffice(world)];
    for (const [desk, path] of [
      [stranger, road.path],
      [road.office, { tripId: someId() }],
    ] as const)
      expect(refusal(await desk.send(getTripProof, { path, headers: PDF }))).toEqual(refused('NOT_FOUND'));
  });
});
