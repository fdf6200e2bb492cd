import type { AlarmDefinition, CompositeDefinition, Definitions } from './definitions';
import { formulaOf, type Point } from './metric-math';
import type { Recorded } from './metric-store';

/**
 * Readings of what AWS's documentation leaves open. The alarms must behave the same under each of them.
 */
export interface Reading {
  readonly name: string;
  /** A missing term of a calculation: there is no point, or it is 0. */
  readonly missingTerm: Point;
  /** Whether FILL gives a value while no metric of the calculation has a point in the range that is read. */
  readonly fillsEmptyRange: boolean;
  /** Periods that are read beyond the evaluated ones, to replace missing points. */
  readonly morePeriods: number;
}

export const READINGS: readonly Reading[] = [
  { name: 'missing terms drop the point', missingTerm: undefined, fillsEmptyRange: false, morePeriods: 2 },
  { name: 'missing terms are 0', missingTerm: 0, fillsEmptyRange: true, morePeriods: 0 },
];

/** For each minute whether the alarm is in ALARM. */
export type States = readonly boolean[];

/**
 * The states of an alarm. Source: CloudWatch user guide, "Alarm evaluation window" (the window slides with each
 * evaluation, once a minute) and "Configuring how CloudWatch alarms treat missing data".
 */
export function statesOf(
  alarm: AlarmDefinition,
  definitions: Definitions,
  recorded: Recorded,
  reading: Reading,
): States {
  const points = pointsOf(alarm, definitions, recorded, reading);
  const period = periodOf(alarm);
  const isBad = (value: number) => (alarm.isBelow ? value < alarm.threshold : value >= alarm.threshold);
  const missing = ofTable(alarm) ? 'ignore' : alarm.missing;
  let isAlarm = false;
  return points.map((_, minute) => {
    const range = Array.from(
      { length: alarm.of + reading.morePeriods },
      (__, index) => points[minute - index * period],
    );
    // Before the first full range the alarm has just been made.
    if (minute < period * alarm.of) return false;
    const present = range.filter((point) => point !== undefined).slice(0, alarm.of);
    const bad = present.filter(isBad).length;
    const lacking = alarm.of - present.length;
    if (bad >= alarm.bad) isAlarm = true;
    else if (lacking === 0 || missing === 'notBreaching') isAlarm = false;
    else if (missing === 'breaching') isAlarm = bad + lacking >= alarm.bad;
    else if (present.length > 0 && missing === 'missing') isAlarm = false;
    return isAlarm;
  });
}

/** Alarms on metrics of DynamoDB ignore missing data, however they are set. Source: PutMetricAlarm, TreatMissingData. */
const ofTable = ({ operands, expression }: AlarmDefinition): boolean =>
  expression === 'm' && operands.some(({ namespace }) => namespace === 'AWS/DynamoDB');

export function periodOf({ operands }: AlarmDefinition): number {
  const [period, ...others] = new Set(operands.map(({ periodMinutes }) => periodMinutes));
  if (period === undefined || others.length > 0) throw new Error('The metrics of an alarm must have one period.');
  return period;
}

function pointsOf(alarm: AlarmDefinition, { filters }: Definitions, recorded: Recorded, reading: Reading): Point[] {
  const formula = formulaOf(alarm.expression);
  const period = periodOf(alarm);
  const range = period * (alarm.of + reading.morePeriods);
  const operands = new Map(
    alarm.operands.map(({ id, key, statistic }) => {
      const points = recorded.series(key, filters).statistic(statistic, period);
      return [id, points] as const;
    }),
  );
  const pointsIn = (id: string): readonly Point[] => {
    const found = operands.get(id);
    if (found === undefined) throw new Error(`The alarm ${alarm.name} has no metric ${id}.`);
    return found;
  };
  const all = [...operands.values()];
  const hasTerm = Array.from({ length: recorded.minutes }, (_, minute) =>
    all.some((points) => points[minute] !== undefined),
  );
  const isSeen = seenWithin(hasTerm, range);
  return hasTerm.map((has, minute) => {
    const point = (id: string) => pointsIn(id)[minute];
    return formula({
      point,
      filled: (id, value) => point(id) ?? (reading.fillsEmptyRange || isSeen[minute] === true ? value : undefined),
      missingTerm: has ? reading.missingTerm : undefined,
    });
  });
}

/** Whether there is a point among the last `range` minutes. */
function seenWithin(points: readonly boolean[], range: number): boolean[] {
  let last = Number.NEGATIVE_INFINITY;
  return points.map((isThere, minute) => {
    if (isThere) last = minute;
    return minute - last < range;
  });
}

/** A composite alarm is in ALARM while one of its alarms is. Other rules are not known. */
function childrenOf({ name, rule }: CompositeDefinition, { alarms }: Pick<Definitions, 'alarms'>): string[] {
  const references = rule
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .map((part) => /^ALARM\("([^"]+)"\)?$/.exec(part.trim())?.[1] ?? part);
  return references.map((reference) => {
    const child = alarms.find((alarm) => alarm.reference === reference);
    if (child === undefined) throw new Error(`The composite alarm ${name} names the unknown alarm ${reference}.`);
    return child.name;
  });
}

/** The states of all alarms, also of the composite ones, by name. `only` names those that are wanted. */
export function allStates(
  definitions: Definitions,
  recorded: Recorded,
  reading: Reading,
  only?: readonly string[],
): Map<string, States> {
  const isWanted = (name: string) => only === undefined || only.includes(name);
  const composites = definitions.composites.filter(({ name }) => isWanted(name));
  const parts = composites.flatMap((composite) => childrenOf(composite, definitions));
  const states = new Map(
    definitions.alarms
      .filter(({ name }) => isWanted(name) || parts.includes(name))
      .map((alarm) => [alarm.name, statesOf(alarm, definitions, recorded, reading)] as const),
  );
  for (const composite of composites) {
    const children = childrenOf(composite, definitions).map((name) => states.get(name) ?? []);
    const combined = Array.from({ length: recorded.minutes }, (_, minute) => children.some((child) => child[minute]));
    states.set(composite.name, combined);
  }
  return states;
}

/** The first minute from `since` on in which the alarm goes off. */
export function firesAt(states: States, since = 0): number | undefined {
  const minute = states.findIndex((isAlarm, at) => at >= since && isAlarm);
  return minute < 0 ? undefined : minute;
}
