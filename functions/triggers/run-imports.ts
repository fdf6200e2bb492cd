import * as v from 'valibot';
import { ImportPlace } from '../../shared/imports/import';
import { RUN_USES, runImport } from '../../shared/imports/run-import';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Continues the imports of a batch. A message that fails is not repeated: the schedule continues the import when its lease has ended. */
export const trigger = defineTrigger({
  id: 'runImports',
  summary: 'Write the rows of imports',
  source: 'importQueue',
  seconds: 55,
  uses: RUN_USES,
  run: async ({ event, deps, report }) => {
    for (const { body } of event.Records)
      await runImport(deps, v.parse(ImportPlace, JSON.parse(body))).catch((failure: unknown) => report(failure));
    return { batchItemFailures: [] };
  },
});
