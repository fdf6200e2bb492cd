import { WATCH_USES, watchTrips } from '../../shared/files/watch-trips';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Raises alerts about trucks that send nothing, and about files of proofs that have not come, within five minutes. */
export const trigger = defineTrigger({
  id: 'watchTrips',
  summary: 'Raise alerts for silent trucks and for missing files of proofs',
  source: 'schedule',
  rate: 'rate(5 minutes)',
  seconds: 240,
  uses: WATCH_USES,
  run: ({ deps, report }) => watchTrips(deps, report),
});
