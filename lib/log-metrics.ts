import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { sumOf } from './alarms';
import { functionsLogName, prefixOf } from './names';
import type { Settings } from './settings';

export type LogMetrics = ReturnType<typeof makeLogMetrics>;

/**
 * Metrics from our log lines (shared/operation/request-log.ts). All functions share one log group, so one filter per
 * metric is enough.
 */
export function makeLogMetrics(scope: Construct, settings: Settings) {
  const log = new Construct(scope, 'Log');
  const logGroup = LogGroup.fromLogGroupName(log, 'Group', functionsLogName(settings));
  const metricNamespace = prefixOf(settings);
  const filter = (metricName: string, pattern: string, metricValue: string): Metric => {
    const filterPattern = FilterPattern.literal(pattern);
    new MetricFilter(log, metricName, { logGroup, metricNamespace, metricName, filterPattern, metricValue });
    return sumOf(metricNamespace, metricName);
  };
  const count = (name: string, pattern: string) => filter(name, pattern, '1');
  const figure = (name: string, field: string) => filter(name, `{ ${field} > 0 }`, field);
  return {
    requests: count('Requests', '{ $.status = * }'),
    /** Faults of the service. The gateway's 5xx metric would include the provider's 502. */
    faults: count('Faults', '{ $.error = "INTERNAL" }'),
    busy: count('Busy', '{ $.error = "UNAVAILABLE" }'),
    providerErrors: count('ProviderErrors', '{ $.error = "PROVIDER_ERROR" }'),
    signInFailures: count('SignInFailures', '{ $.event = "SIGN_IN_FAILED" || $.event = "MFA_FAILED" }'),
    recoveries: count('Recoveries', '{ $.event = "RECOVERY" }'),
    denied: count('Denied', '{ $.status = 401 || $.status = 403 }'),
    limited: count('Limited', '{ $.status = 429 }'),
    /** A team has used all of its stamps of the day. */
    stampLimits: count('StampLimits', '{ $.limit = "STAMPS" }'),
    /** The cause of a fault line, at any depth of its chain. */
    claimsRefused: count('ClaimsRefused', '"ORGANIZATION_CLAIM_REFUSED"'),
    coldStarts: count('ColdStarts', '{ $.cold_start IS TRUE }'),
    /** Invoices that are PENDING for more than two hours, counted by each run of the recovery. */
    stuck: figure('Stuck', '$.figures.stuck'),
    /** Tasks that failed in a schedule. Its next run retries them. */
    failed: figure('Failed', '$.figures.failed'),
  };
}
