import { capability } from '../platform/runtime/capability';
import { hasDocument, presignDocument, putDocument, readVersionBytes } from '../platform/storage/documents';
import { getItem } from '../platform/table/read';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import type { TripRecord } from '../trips/trip';
import type { FileRecord } from './file';
import { keptPdf } from './kept-pdf';
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
 * Returns the proofs of a trip with the address of their PDF, which is kept by what it shows.
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
      const folder = `${PROOFS_PREFIX}${trip.teamId}/${trip.id}`;
      const location = await keptPdf(deps, folder, [LAYOUT, timeZone, proof], () =>
        proofPdf({ proof, files, timeZone, madeAt: deps.clock(), bytesOf: deps.readVersionBytes }),
      );
      return { ...proof, location };
    },
);
