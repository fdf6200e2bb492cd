import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { DOCUMENT_USES, openDocument } from '../../shared/stamping/open-document';
import { findPaper, notePaperRead } from '../../shared/trips/driver-papers';
import { tripKey } from '../../shared/trips/trip';

/** Redirects a driver to the stamped document of the own trip, and writes down that it was read. */
export const operation = defineOperation({
  id: 'getOwnTripInvoice',
  summary: 'Read the document of your own trip',
  route: 'GET /drivers/me/trips/{tripId}/invoice',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: {
    query: v.object({
      /** Which of the two files. */
      format: v.optional(v.picklist(['pdf', 'xml']), 'pdf'),
    }),
  },
  output: {
    status: 302,
    body: v.object({ location: v.string() }),
    leadsTo: ['application/pdf', 'application/xml'],
  },
  errors: ['INVOICE_WITHOUT_DOCUMENT', 'PROVIDER_ERROR'],
  uses: { ...DOCUMENT_USES, findPaper, notePaperRead },
  entity: ({ path, caller }) => tripKey(caller.teamId, path.tripId),
  run: async ({ input, caller, deps, entity: trip }) => {
    const record = await deps.findPaper(caller, trip);
    const location = await openDocument(deps, record, input.query.format);
    await deps.notePaperRead(caller, record, input.query.format);
    return { location };
  },
});
