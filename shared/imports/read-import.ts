import { capability } from '../platform/runtime/capability';
import { readResults, urlOfTable } from './files';
import { type ImportRecord, importOf } from './import';
import { firstErrors } from './results';

/** An import with its first refused rows, and the address of all results once it is DONE. */
export const detailOfImport = capability.of({ readResults, urlOfTable }, (deps) => async (job: ImportRecord) => ({
  ...importOf(job),
  errors: job.failed === 0 ? [] : firstErrors(await deps.readResults(job)),
  ...(job.status === 'DONE' && { resultUrl: await deps.urlOfTable(job) }),
}));
