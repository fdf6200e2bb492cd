import type { Weakening } from './weakening';

/** The faults of the working time that the proof must notice. */
export const HOURS_WEAKENINGS: readonly Weakening[] = [
  {
    name: 'the days of a trip are not written again after late facts',
    seed: 698,
    sees: /^6: a driver/,
    rules: { makeHoursAgain: () => async () => {} },
  },
  {
    name: 'reports count in the order of their times',
    seed: 911,
    sees: /^6: a driver/,
    rules: {
      logOf: (strong) => (trips, reports, within) => {
        const inTime = reports.toSorted((one, other) => one.at - other.at);
        const renamed = inTime.map((report, index) => ({ ...report, id: String(index).padStart(4, '0') }));
        return strong(trips, renamed, within);
      },
    },
  },
  {
    name: 'movement does not end a reported pause',
    sees: /^6: a driver/,
    rules: {
      logOf: (strong) => (trips, reports, within) => {
        const unseen = trips.intervals.filter(({ state }) => state !== 'CONDUCE');
        const [shown, held] = [
          strong(trips, reports, within),
          strong({ ...trips, intervals: unseen }, reports, within),
        ];
        return reports.length > 0 ? held : shown;
      },
    },
  },
];
