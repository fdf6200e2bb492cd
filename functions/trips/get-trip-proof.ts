import { openProofPdf } from '../../shared/files/open-proof-pdf';
import { readProof, TripProof } from '../../shared/files/read-proof';
import { urlOfFile } from '../../shared/files/uploads';
import { defineOperation } from '../../shared/operation/define';
import { tripKey } from '../../shared/trips/trip';

/** The proofs of delivery of a trip, with the state of their files. */
export const operation = defineOperation({
  id: 'getTripProof',
  summary: 'Read the proofs of delivery of a trip',
  description:
    'Each file of a proof says whether its bytes have come (`uploaded`) and whether they have the hash that the phone reported (`verified`). The addresses of files are valid for 900 seconds. With `Accept: application/pdf` the answer leads to a PDF in Spanish that was made from this record.',
  route: 'GET /teams/{teamId}/trips/{tripId}/proof',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  output: { status: 200, body: TripProof, orLeadsTo: 'application/pdf' },
  errors: [],
  uses: { readProof, openProofPdf, urlOfFile },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ deps, entity, request }) =>
    request.prefers('application/pdf') ? deps.openProofPdf(entity) : deps.readProof(entity, deps.urlOfFile),
});
