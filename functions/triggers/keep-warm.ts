import * as v from 'valibot';
import { defineTrigger } from '../../shared/operation/define-trigger';
import { WARM_CALL } from '../../shared/operation/warm-call';
import { callFunctions } from '../../shared/platform/invoke/functions';

/** The schedule's event: the names of the functions of all operations. */
const Names = v.object({ functions: v.array(v.string()) });

/**
 * Calls each function of an operation in the hours of the office, so that Lambda keeps one execution environment of it.
 * AWS promises no duration; an environment without calls ended after five minutes at the earliest (docs/decisions/0041).
 */
export const trigger = defineTrigger({
  id: 'keepWarm',
  summary: 'Keep one execution environment of each operation in office hours',
  source: 'hours',
  hours: { everyMinutes: 5, from: 6, to: 20, days: 'MON-SAT', zone: 'America/Mexico_City' },
  uses: { callFunctions },
  run: async ({ event, deps, report }) => {
    const { functions } = v.parse(Names, event);
    const failures = await deps.callFunctions(functions, WARM_CALL);
    const [first] = failures;
    if (first !== undefined) report(first);
    return { called: functions.length - failures.length, refused: failures.length };
  },
});
