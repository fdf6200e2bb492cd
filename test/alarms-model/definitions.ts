import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { TRIGGERS } from '../../functions/catalog';
import { minutesOf, watchedSchedules } from '../../lib/watched-schedules';
import { type Fleet, synthesize } from '../stack/synthesis';
import { PRODUCTION } from '../support/production';

/** Properties of CloudFormation's resources, as far as the stacks use them. An unknown property is refused. */
const Metric = v.strictObject({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.optional(v.array(v.strictObject({ Name: v.string(), Value: v.string() })), []),
});

const Query = v.strictObject({
  Id: v.string(),
  Expression: v.optional(v.string()),
  MetricStat: v.optional(v.strictObject({ Metric, Period: v.number(), Stat: v.string() })),
  ReturnData: v.optional(v.boolean(), true),
  Period: v.optional(v.number()),
});

const Alarm = v.strictObject({
  AlarmName: v.string(),
  AlarmDescription: v.string(),
  AlarmActions: v.optional(v.array(v.string()), []),
  OKActions: v.optional(v.array(v.string()), []),
  ComparisonOperator: v.picklist(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
  DatapointsToAlarm: v.number(),
  EvaluationPeriods: v.number(),
  Threshold: v.number(),
  TreatMissingData: v.picklist(['breaching', 'notBreaching', 'ignore', 'missing']),
  Metrics: v.optional(v.array(Query)),
  ...v.partial(
    v.object({ ...Metric.entries, Statistic: v.string(), ExtendedStatistic: v.string(), Period: v.number() }),
  ).entries,
});

const Filter = v.object({
  FilterPattern: v.string(),
  MetricTransformations: v.pipe(
    v.array(v.strictObject({ MetricName: v.string(), MetricNamespace: v.string(), MetricValue: v.string() })),
    v.length(1),
  ),
});

/** A metric, by its namespace, name and dimensions. */
export type MetricKey = string;
export const metricKey = (
  namespace: string,
  name: string,
  dimensions: Readonly<Record<string, string>> = {},
): MetricKey => JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);

export interface Operand {
  readonly id: string;
  readonly key: MetricKey;
  readonly namespace: string;
  readonly periodMinutes: number;
  readonly statistic: string;
}

export interface AlarmDefinition {
  readonly name: string;
  /** The reference of a composite alarm to this one. */
  readonly reference: string;
  /** The metrics, by the names in the expression. */
  readonly operands: readonly Operand[];
  readonly expression: string;
  readonly isBelow: boolean;
  readonly threshold: number;
  readonly bad: number;
  readonly of: number;
  readonly missing: 'breaching' | 'notBreaching' | 'ignore' | 'missing';
}

export interface FilterDefinition {
  readonly pattern: string;
  readonly key: MetricKey;
  readonly value: string;
}

export interface CompositeDefinition {
  readonly name: string;
  readonly rule: string;
}

/** The alarms of a stage, with the ids and intervals of its schedules. */
export interface Definitions {
  readonly alarms: readonly AlarmDefinition[];
  readonly composites: readonly CompositeDefinition[];
  readonly filters: readonly FilterDefinition[];
  readonly schedules: Schedules;
}

export interface Schedule {
  readonly id: string;
  readonly minutes: number;
}
export interface Schedules {
  readonly recovery: Schedule;
  readonly hourly: readonly Schedule[];
}

/** Names for the resources that dimensions refer to, by the beginning of their logical ids. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^<\w*StorageTable/, 'table'],
  [/^<\w*SchedulesMissed/, 'missed'],
  [/^<\w*MailUndelivered/, 'undelivered'],
  [/^<\w*MailQueue/, 'mails'],
  [/^<\w*DeliveriesLost/, 'lost'],
  [/^<\w*ImportsLost/, 'lost imports'],
  [/^<\w*IdentityStaff\w*SelfService/, 'self-service client'],
  [/^<\w*IdentityStaff\w*Client/, 'staff client'],
  [/^<\w*IdentityDrivers\w*Client/, 'drivers client'],
  [/^<\w*IdentityStaff/, 'staff pool'],
  [/^<\w*IdentityDrivers/, 'drivers pool'],
  [/^<Api/, 'api'],
];

function placeOf(value: string): string {
  if (!value.startsWith('<')) return value;
  const [, place] = PLACES.find(([pattern]) => pattern.test(value)) ?? [];
  if (place === undefined) throw new Error(`The model does not know the dimension ${value}.`);
  return place;
}

const keyOf = ({ Namespace, MetricName, Dimensions }: v.InferOutput<typeof Metric>): MetricKey =>
  metricKey(Namespace, MetricName, Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, placeOf(Value)])));

/** Resources as {@link Template} resolves them. */
export interface Resources {
  readonly alarms: readonly { readonly id: string; readonly properties: unknown }[];
  readonly composites: readonly { readonly properties: unknown }[];
  readonly filters: readonly { readonly properties: unknown }[];
}

function definitionsOf(resources: Resources, schedules: Schedules): Definitions {
  const Composite = v.object({ AlarmName: v.string(), AlarmRule: v.string() });
  return {
    alarms: resources.alarms.map(({ id, properties }) => alarmOf(id, v.parse(Alarm, properties))),
    composites: resources.composites.map(({ properties }) => {
      const { AlarmName, AlarmRule } = v.parse(Composite, properties);
      return { name: shortName(AlarmName), rule: AlarmRule };
    }),
    filters: resources.filters.map(({ properties }) => {
      const { FilterPattern, MetricTransformations } = v.parse(Filter, properties);
      const [{ MetricNamespace, MetricName, MetricValue } = raise('A filter without a metric.')] =
        MetricTransformations;
      return { pattern: FilterPattern, key: metricKey(MetricNamespace, MetricName), value: MetricValue };
    }),
    schedules,
  };
}

function raise(message: string): never {
  throw new Error(message);
}

const shortName = (alarmName: string): string => alarmName.replace(/^fleet-\w+-/, '');

function alarmOf(id: string, alarm: v.InferOutput<typeof Alarm>): AlarmDefinition {
  const [metrics, expression] = alarm.Metrics ? calculationOf(alarm.Metrics) : [[singleOf(alarm)], 'm'];
  return {
    name: shortName(alarm.AlarmName),
    reference: `<${id}.Arn>`,
    operands: metrics,
    expression,
    isBelow: alarm.ComparisonOperator === 'LessThanThreshold',
    threshold: alarm.Threshold,
    bad: alarm.DatapointsToAlarm,
    of: alarm.EvaluationPeriods,
    missing: alarm.TreatMissingData,
  };
}

function singleOf(alarm: v.InferOutput<typeof Alarm>): Operand {
  const { Namespace = '', MetricName = '', Dimensions = [], Period = 0 } = alarm;
  return {
    id: 'm',
    key: keyOf({ Namespace, MetricName, Dimensions }),
    namespace: Namespace,
    periodMinutes: Period / 60,
    statistic: alarm.Statistic ?? alarm.ExtendedStatistic ?? raise(`${alarm.AlarmName} has no statistic.`),
  };
}

function calculationOf(queries: readonly v.InferOutput<typeof Query>[]): [Operand[], string] {
  const operands = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat
      ? [
          {
            id: Id,
            key: keyOf(MetricStat.Metric),
            namespace: MetricStat.Metric.Namespace,
            periodMinutes: MetricStat.Period / 60,
            statistic: MetricStat.Stat,
          },
        ]
      : [],
  );
  const [answer, ...others] = queries.filter(({ ReturnData }) => ReturnData);
  if (answer === undefined || others.length > 0) throw new Error('An alarm must return exactly one series.');
  return [operands, answer.Expression ?? answer.Id];
}

/** The alarms of the present stacks. The operations make no difference to them, and synthesis without them is faster. */
export function presentDefinitions(fleet: Fleet = synthesize(PRODUCTION, { operations: {} })): Definitions {
  const { api } = fleet;
  const { recovery, hourly } = watchedSchedules(TRIGGERS);
  const scheduleOf = (id: string): Schedule => {
    const trigger = Object.values(TRIGGERS).find((one) => one.id === id) ?? raise(`No trigger ${id}.`);
    return { id, minutes: minutesOf(trigger.rate ?? raise(`The trigger ${id} has no rate.`)) };
  };
  return definitionsOf(
    {
      alarms: api.resources('AWS::CloudWatch::Alarm'),
      composites: api.resources('AWS::CloudWatch::CompositeAlarm'),
      filters: api.resources('AWS::Logs::MetricFilter'),
    },
    { recovery: scheduleOf(recovery), hourly: hourly.map(scheduleOf) },
  );
}

const Earlier = v.object({
  origin: v.string(),
  schedules: v.object({
    recovery: v.object({ id: v.string(), minutes: v.number() }),
    hourly: v.array(v.object({ id: v.string(), minutes: v.number() })),
  }),
  alarms: v.array(v.object({ id: v.string(), properties: v.unknown() })),
  filters: v.array(v.object({ properties: v.unknown() })),
});

/** The seven alarms before these twenty, synthesized at the commit that the file names. */
export function earlierDefinitions(): Definitions {
  const text = readFileSync(join(__dirname, 'data', 'alarms-1018597.json'), 'utf8');
  const { alarms, filters, schedules } = v.parse(Earlier, JSON.parse(text));
  return definitionsOf({ alarms, composites: [], filters }, schedules);
}
