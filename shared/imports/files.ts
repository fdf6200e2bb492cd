import { capability } from '../platform/runtime/capability';
import { presignDocument, putDocument, readDocument, readDocumentBytes } from '../platform/storage/documents';
import { type ImportRecord, resultKeyOf, rowsKeyOf, sourceKeyOf } from './import';
import { linesOf, type RowResult, resultCsv, resultsIn } from './results';

type Job = Pick<ImportRecord, 'teamId' | 'id'>;

export const readSource = capability.of({ readDocumentBytes }, (deps) => async (job: Job): Promise<Uint8Array> => {
  const bytes = await deps.readDocumentBytes(sourceKeyOf(job));
  if (bytes === undefined) throw new Error('The file of an import that has not ended is gone.');
  return bytes;
});

export const readResults = capability.of(
  { readDocument },
  (deps) =>
    async (job: Job & Pick<ImportRecord, 'done'>): Promise<RowResult[]> =>
      job.done === 0 ? [] : resultsIn((await deps.readDocument(rowsKeyOf(job))) ?? '', job.done),
);

export const saveResults = capability.of(
  { putDocument },
  (deps) =>
    (job: Job, results: readonly RowResult[]): Promise<void> =>
      deps.putDocument({ key: rowsKeyOf(job), body: linesOf(results), contentType: 'application/x-ndjson' }),
);

export const saveTable = capability.of(
  { putDocument },
  (deps) =>
    (job: Job & Pick<ImportRecord, 'dryRun'>, results: readonly RowResult[]): Promise<void> =>
      deps.putDocument({ key: resultKeyOf(job), body: resultCsv(results, job), contentType: 'text/csv' }),
);

export const urlOfTable = capability.of(
  { presignDocument },
  (deps) => (job: Job) => deps.presignDocument(resultKeyOf(job)),
);
