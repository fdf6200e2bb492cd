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

/** A metric of AWS's own, summed over five minutes. */
export const sumOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string> = {}): Metric =>
  new Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period: PERIOD });

export const highestOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string>): Metric =>
  sumOf(namespace, metricName, dimensionsMap).with({ statistic: 'Maximum' });

/** Percent of the requests that ended in a fault of ours; nothing while there are none. */
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
  /** Part of the alarm's name; `docs/operations.md` has a section of the same name, which says what to do. */
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  /** It goes off from this value on. */
  readonly from: number;
  /** Five minutes that must be bad, of the last so many. */
  readonly periods?: { readonly bad: number; readonly of: number };
}

/** An alarm that mails when it goes off and when it is over. No data is no alarm: at night nobody calls. */
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
