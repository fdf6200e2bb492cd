import { type AlarmProps, sumOf } from './alarms';
import type { LogMetrics } from './log-metrics';
import { HOUR } from './outage-alarms/watched';

/** Two of three periods: one person who types a wrong password often must not raise an alarm. */
const SUSTAINED = { bad: 2, of: 3 };
const ONCE = { bad: 1, of: 1 };

/** The alarms on security events. Their limits are guesses until a stage has a normal week to compare with. */
export const securityAlarmsOf = (metrics: LogMetrics): AlarmProps[] => [
  {
    name: 'sign-ins-failing',
    says: 'Fifty wrong passwords or codes within five minutes.',
    metric: metrics.signInFailures,
    limit: { from: 50 },
    periods: SUSTAINED,
    severity: 'ticket',
  },
  {
    name: 'requests-denied',
    says: 'Two hundred answers 401 or 403 within five minutes.',
    metric: metrics.denied,
    limit: { from: 200 },
    periods: SUSTAINED,
    severity: 'ticket',
  },
  {
    name: 'requests-limited',
    says: 'A hundred answers 429 within five minutes.',
    metric: metrics.limited,
    limit: { from: 100 },
    periods: SUSTAINED,
    severity: 'ticket',
  },
  {
    name: 'recoveries',
    says: 'Five second factors were turned off by a recovery within five minutes.',
    metric: metrics.recoveries,
    limit: { from: 5 },
    periods: ONCE,
    severity: 'ticket',
  },
  {
    name: 'stamps-nearly-spent',
    says: 'A team has used 80 % of its stamps of the day.',
    metric: metrics.stampsNearlySpent,
    limit: { from: 1 },
    periods: ONCE,
    severity: 'ticket',
  },
  {
    name: 'stamps-limit',
    says: 'A team has used all of its stamps of the day.',
    metric: metrics.stampLimits,
    limit: { from: 1 },
    periods: ONCE,
    severity: 'ticket',
  },
  {
    name: 'mails-bouncing',
    says: 'Ten mails bounced within an hour.',
    metric: sumOf('AWS/SES', 'Bounce').with({ period: HOUR }),
    limit: { from: 10 },
    periods: ONCE,
    severity: 'ticket',
  },
  {
    name: 'mail-complaints',
    says: 'A recipient called a mail spam.',
    metric: sumOf('AWS/SES', 'Complaint'),
    limit: { from: 1 },
    periods: ONCE,
    severity: 'ticket',
  },
  {
    name: 'claims-refused',
    says: 'The provider answered an organization that belongs to another team.',
    metric: metrics.claimsRefused,
    limit: { from: 1 },
    periods: ONCE,
    severity: 'ticket',
  },
];
