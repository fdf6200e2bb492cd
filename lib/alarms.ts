import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { constructId, prefixOf } from './names';
import type { Settings } from './settings';
import type { Topics } from './topics';

const PERIOD = Duration.minutes(5);

/** A metric that AWS records, as a sum over five minutes. */
export const sumOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string> = {}): Metric =>
  new Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period: PERIOD });

export const highestOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string> = {}): Metric =>
  sumOf(namespace, metricName, dimensionsMap).with({ statistic: 'Maximum' });

type MetricsByName = Readonly<Record<string, IMetric>>;

/**
 * A calculation with metrics. A metric without a value in a period counts as 0 there. Sources disagree on whether
 * CloudWatch itself counts it as 0 or leaves out the period.
 */
export const mathOf = (expression: string, metrics: MetricsByName, period = PERIOD): MathExpression =>
  new MathExpression({
    expression: Object.keys(metrics).reduce(
      (text, name) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), `FILL(${name}, 0)`),
      expression,
    ),
    usingMetrics: { ...metrics },
    period,
  });

export const sumOfAll = (metrics: MetricsByName, period = PERIOD): MathExpression =>
  mathOf(Object.keys(metrics).join(' + '), metrics, period);

/** The lowest of several metrics. */
export const lowestOf = (metrics: MetricsByName, period: Duration): MathExpression =>
  mathOf(`MIN([${Object.keys(metrics).join(', ')}])`, metrics, period);

export interface Share {
  /** An expression over the metrics. */
  readonly part: string;
  readonly whole: string;
  readonly metrics: MetricsByName;
  /** Below this number of parts the share is 0: a single fault at night is half of the requests. */
  readonly least: number;
  readonly period?: Duration;
}

/** The percentage of the part in the whole. */
export const percentOf = ({ part, whole, metrics, least, period = PERIOD }: Share): MathExpression =>
  mathOf(`IF((${part}) >= ${least}, 100 * (${part}) / (${whole}), 0)`, metrics, period);

export interface AlarmProps {
  /** Part of the alarm's name. The section of `docs/operations.md` with this name describes the response. */
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value or above, or below this value. */
  readonly limit: { readonly from: number } | { readonly below: number };
  /** The alarm goes off when `bad` of the last `of` periods of the metric were bad. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** By default missing data is no alarm: at night there are no requests. */
  readonly missing?: TreatMissingData;
  /** `down`: only the composite alarm `down` wakes a person, so that one outage is one message. */
  readonly severity: 'page' | 'ticket' | 'down';
}

/** Adds an alarm that informs the topic of its severity when it goes off and when it ends. */
export function addAlarm(
  scope: Construct,
  settings: Pick<Settings, 'stage'>,
  topics: Topics,
  { name, says, metric, limit, periods, missing = TreatMissingData.NOT_BREACHING, severity }: AlarmProps,
): Alarm {
  const alarm = new Alarm(scope, constructId(name), {
    alarmName: `${prefixOf(settings)}-${name}`,
    alarmDescription: descriptionOf(name, says),
    metric,
    ...('from' in limit
      ? {
          threshold: limit.from,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        }
      : { threshold: limit.below, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }),
    datapointsToAlarm: periods.bad,
    evaluationPeriods: periods.of,
    treatMissingData: missing,
  });
  const topic = severity === 'down' ? undefined : topics[severity];
  if (topic) {
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
  return alarm;
}

export const descriptionOf = (name: string, says: string): string =>
  `${says} What to do: docs/operations.md, "${name}".`;
