import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { DataStack } from '../data-stack';
import type { LogMetrics } from '../log-metrics';
import type { Settings } from '../settings';
import type { WatchedSchedules } from '../watched-schedules';

/** All that the alarms for outages watch. */
export interface Watched {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly metrics: LogMetrics;
  readonly schedules: WatchedSchedules;
  readonly apiId: string;
}

export const QUARTER = Duration.minutes(15);
export const HOUR = Duration.hours(1);

export const ONCE = { bad: 1, of: 1 };
/** One bad period is a single fault, or a deploy. */
export const SUSTAINED = { bad: 2, of: 3 };
export const always = (periods: number) => ({ bad: periods, of: periods });

/** Metrics of the same name for several dimensions, by names that a calculation accepts. */
export const numbered = (prefix: string, metrics: readonly IMetric[]): Record<string, IMetric> =>
  Object.fromEntries(metrics.map((metric, index) => [`${prefix}${index}`, metric]));
