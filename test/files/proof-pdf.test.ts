import type { FileRecord } from '../../shared/files/file';
import { proofPdf } from '../../shared/files/proof-pdf';
import type { TripProof } from '../../shared/files/read-proof';
import { pngOf } from '../support/png';
import { sha256Of } from '../support/proof-road';

const ID = '01930000-0002-7000-8000-000000000001';
const NOW = new Date('2026-03-02T15:00:00Z');
const PNG = pngOf();
const HASH = sha256Of(PNG);

/** How often a picture is read for a trip with so many proofs of ten pictures each. */
async function readsOf(count: number): Promise<number> {
  const files = new Map<string, FileRecord>();
  const proofs = Array.from({ length: count }, (_, proof) => ({
    ...{ id: ID, at: NOW.toISOString(), by: ID, receiverName: 'Rosa Vela' },
    files: Array.from({ length: 10 }, (_, index) => {
      const fileId = `${proof} ${index}`;
      files.set(fileId, recordOf(fileId));
      return { fileId, sha256: HASH, kind: 'PHOTO' as const, uploaded: true, verified: true };
    }),
  }));
  const trip = { id: ID, status: 'COMPLETADO', startDate: NOW.toISOString() } satisfies Partial<TripProof['trip']>;
  let reads = 0;
  const bytesOf = async () => {
    reads += 1;
    return PNG;
  };
  const proof: TripProof = { trip: { ...EMPTY_TRIP, ...trip }, stops: [], proofs };
  await proofPdf({ proof, files, timeZone: 'America/Mexico_City', madeAt: NOW, bytesOf });
  return reads;
}

const EMPTY_TRIP = {
  ...{ clientName: '', routeName: '', driverName: '', vehiclePlate: '' },
  ...{ actualStartDate: undefined, actualEndDate: undefined },
};

const recordOf = (fileId: string): FileRecord => ({
  ...{ fileId, teamId: ID, entityType: 'TRIP', entityId: ID, key: `trips/${ID}/${fileId}.png`, bucket: 'documents' },
  ...{ contentType: 'image/png', fileName: 'firma.png', size: PNG.length, sha256: HASH, versionId: '1' },
  ...{ uploadedBy: ID, uploadedAt: NOW.toISOString() },
});

describe('road 4: the PDF of many proofs', () => {
  it('road 4: reads 200 pictures at most, so that it is made in time', async () => {
    expect(await readsOf(21)).toBe(200);
  });
});
