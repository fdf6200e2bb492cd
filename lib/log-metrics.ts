import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { sumOf } from './alarms';
import { constructId, functionsLogName, prefixOf } from './names';
import type { Settings } from './settings';
import type { WatchedSchedules } from './watched-schedules';

export type LogMetrics = ReturnType<typeof makeLogMetrics>;

/**
 * Metrics from our log lines (shared/operation/request-log.ts) and from Lambda's own. All functions share one log
 * group, so one filter per metric is enough.
 */
export function makeLogMetrics(scope: Construct, settings: Settings, { canary, recovery, hourly }: WatchedSchedules) {
  const log = new Construct(scope, 'Log');
  const logGroup = LogGroup.fromLogGroupName(log, 'Group', functionsLogName(settings));
  const metricNamespace = prefixOf(settings);
  const filter = (metricName: string, pattern: string, metricValue: string): Metric => {
    const filterPattern = FilterPattern.literal(pattern);
    new MetricFilter(log, metricName, { logGroup, metricNamespace, metricName, filterPattern, metricValue });
    return sumOf(metricNamespace, metricName);
  };
  const count = (name: string, condition: string) => filter(name, `{ ${condition} }`, '1');
  /** A figure of a run, by its value. Runs with 0 write no value. */
  const figure = (name: string, field: string, of = '') => filter(name, `{ ${of}${field} > 0 }`, field);
  const highest = (name: string, field: string) => figure(name, field).with({ statistic: 'Maximum' });
  const lineOf = (trigger: string) => `$.trigger = "${trigger}"`;
  return {
    requests: count('Requests', '$.status = *'),
    /** Faults of the service. The gateway's 5xx metric would include the provider's 502. */
    faults: count('Faults', '$.error = "INTERNAL"'),
    busy: count('Busy', '$.error = "UNAVAILABLE"'),
    providerErrors: count('ProviderErrors', '$.error = "PROVIDER_ERROR"'),
    /** Lambda's report of a run that timed out, ran out of memory or threw. */
    crashes: count('Crashes', '$.type = "platform.report" && $.record.status != "success"'),
    canarySuccesses: count('CanarySuccesses', `${lineOf(canary)} && $.figures.ok > 0`),
    signInFailures: count('SignInFailures', '$.event = "SIGN_IN_FAILED" || $.event = "MFA_FAILED"'),
    recoveries: count('Recoveries', '$.event = "RECOVERY"'),
    denied: count('Denied', '$.status = 401 || $.status = 403'),
    limited: count('Limited', '$.status = 429'),
    /** A team has used all of its stamps of the day. */
    stampLimits: count('StampLimits', '$.limit = "STAMPS"'),
    /** A team has used 80 % of them. */
    stampsNearlySpent: count('StampsNearlySpent', '$.nearly = "STAMPS"'),
    /** The cause of a fault line, at any depth of its chain. */
    claimsRefused: filter('ClaimsRefused', '"ORGANIZATION_CLAIM_REFUSED"', '1'),
    coldStarts: count('ColdStarts', '$.cold_start IS TRUE'),
    /** Invoices that are PENDING for more than two hours, counted by each run of the recovery. */
    stuck: figure('Stuck', '$.figures.stuck'),
    /** The open work of stamping, and the age of its oldest item in minutes, at the end of a run. */
    open: highest('Open', '$.figures.open'),
    oldestMinutes: highest('OldestMinutes', '$.figures.oldestMinutes'),
    /** Mails that SES refused for good. */
    mailsRefused: figure('MailsRefused', '$.figures.refused', `${lineOf('sendMail')} && `),
    recoveryRuns: count('RecoveryRuns', lineOf(recovery)),
    /** Tasks that failed in a run. The next run retries them. */
    recoveryFailed: figure('RecoveryFailed', '$.figures.failed', `${lineOf(recovery)} && `),
    hourlyFailed: figure('HourlyFailed', '$.figures.failed', `(${hourly.map(lineOf).join(' || ')}) && `),
    /** Records of the stream that could not be read and were left out. */
    eventsUnreadable: figure('EventsUnreadable', '$.figures.unreadable'),
    hourlyRuns: Object.fromEntries(hourly.map((id) => [id, count(`${constructId(id)}Runs`, lineOf(id))])),
  };
}
