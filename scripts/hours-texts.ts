import type { DutyState } from '../shared/hours/duty';
import type { HOURS_WARNINGS } from '../shared/hours/hours-answer';
import type { HoursState, ShownState } from '../shared/hours/interval';
import type { HoursRuleId } from '../shared/hours/limits';

type Meanings<Code extends string> = Readonly<Record<Code, string>>;

const DUTIES: Meanings<DutyState> = {
  CONDUCE: 'drives',
  AUXILIAR: 'works without driving, as at loading',
  PAUSA: 'pauses',
  DESCANSO: 'rests',
};
const STATES: Meanings<HoursState> = { ...DUTIES, SIN_DATO: 'on a trip without positions, which is no pause' };

/** What the codes of a driver’s working time mean. */
export const HOURS_TEXTS = [
  DUTIES,
  STATES,
  { ...STATES, ESPERA: 'stands too shortly for a pause' } satisfies Meanings<ShownState>,
  {
    CONTINUOUS_DRIVING: 'five hours of driving without a pause of 30 minutes',
    DRIVING: '14 hours of driving without a rest of eight hours',
  } satisfies Meanings<HoursRuleId>,
  {
    HOURS_NEAR_LIMIT: '30 minutes of driving are left',
    HOURS_OVER_LIMIT: 'the limit was passed',
    REST_NOT_REPORTED: 'eight hours without a trip and without a report: a new count begins, but the log has no rest',
  } satisfies Meanings<(typeof HOURS_WARNINGS)[number]>,
  { OFF: 'nothing follows', WARN: 'the answers warn', REFUSE: 'a start is refused too' },
  { WARN: 'an alert is raised', REFUSE: 'the trip does not start' },
  { DRIVER: 'by the driver', MEMBER: 'by a member of the team' },
  {
    ALLOW: 'other trips are not read',
    WARN: 'the answer names the other trips',
    REFUSE: 'the trip is not planned in these hours',
  },
] as const;
