import { createHash } from 'node:crypto';
import { capability } from '../platform/runtime/capability';
import { hasDocument, presignDocument, putDocument, readVersionBytes } from '../platform/storage/documents';
import { getItem } from '../platform/table/read';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import type { TripRecord } from '../trips/trip';
import type { FileRecord } from './file';
import { PROOFS_PREFIX } from './proof-files';
import { proofPdf } from './proof-pdf';
import { readProof, type TripProof } from './read-proof';

/** Raise it when the same record makes another PDF. */
const LAYOUT = 1;

const readTimeZone = capability(
  { table: ['GetItem'] },
  (context) =>
    async (teamId: string): Promise<string> =>
      (await getItem(context, teamKey(teamId)))?.timeZone ?? DEFAULT_TIME_ZONE,
);

const clock = capability({}, (context) => () => context.now());

/**
 * Returns the proofs of a trip with the address of their PDF. It is stored once, under the hash of what it shows; another record makes another
 * PDF. Two simultaneous first calls store it twice.
 */
export const openProofPdf = capability.of(
  { readProof, readTimeZone, clock, hasDocument, putDocument, presignDocument, readVersionBytes },
  (deps) =>
    async (trip: TripRecord): Promise<TripProof> => {
      const files = new Map<string, FileRecord>();
      const proof = await deps.readProof(trip, async (file) => {
        files.set(file.fileId, file);
        return '';
      });
      const timeZone = await deps.readTimeZone(trip.teamId);
      const hash = createHash('sha256')
        .update(JSON.stringify([LAYOUT, timeZone, proof]))
        .digest('hex');
      const key = `${PROOFS_PREFIX}${trip.teamId}/${trip.id}/${hash}.pdf`;
      if (!(await deps.hasDocument(key))) {
        const source = { proof, files, timeZone, madeAt: deps.clock(), bytesOf: deps.readVersionBytes };
        await deps.putDocument({ key, body: await proofPdf(source), contentType: 'application/pdf' });
      }
      return { ...proof, location: await deps.presignDocument(key) };
    },
);
