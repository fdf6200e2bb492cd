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
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { constructId, prefixOf } from './names';
import type { Settings } from './settings';

const PERIOD = Duration.minutes(5);

/** A metric that AWS records, as a sum over five minutes. */
export const sumOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string> = {}): Metric =>
  new Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period: PERIOD });

export const highestOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string>): Metric =>
  sumOf(namespace, metricName, dimensionsMap).with({ statistic: 'Maximum' });

/** The percentage of `part` in `whole`; 0 while `whole` is 0. */
export const percentOf = (part: IMetric, whole: IMetric): MathExpression =>
  new MathExpression({
    expression: 'IF(whole > 0, 100 * part / whole, 0)',
    usingMetrics: { part, whole },
    period: PERIOD,
  });

export const sumOfAll = (metrics: Readonly<Record<string, IMetric>>): MathExpression =>
  new MathExpression({
    expression: Object.keys(metrics).join(' + '),
    usingMetrics: { ...metrics },
    period: PERIOD,
  });

export interface AlarmProps {
  /** Part of the alarm's name. The section of `docs/operations.md` with this name describes the response. */
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value or above. */
  readonly from: number;
  /** The alarm goes off when `bad` of the last `of` periods of five minutes were bad. */
  readonly periods?: { readonly bad: number; readonly of: number };
}

/** An alarm that mails when it goes off and when it ends. Missing data is no alarm: at night there are no requests. */
export function addAlarm(
  scope: Construct,
  settings: Pick<Settings, 'stage'>,
  topic: ITopic | undefined,
  { name, says, metric, from, periods = { bad: 1, of: 1 } }: AlarmProps,
): Alarm {
  const alarm = new Alarm(scope, constructId(name), {
    alarmName: `${prefixOf(settings)}-${name}`,
    alarmDescription: `${says} What to do: docs/operations.md, "${name}".`,
    metric,
    threshold: from,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    datapointsToAlarm: periods.bad,
    evaluationPeriods: periods.of,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  if (topic) {
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
  return alarm;
}
