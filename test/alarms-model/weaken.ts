import type { AlarmDefinition, Definitions, FilterDefinition } from './definitions';
import { type Case, faultsOf } from './judge';

export interface Weakening {
  readonly name: string;
  readonly definitions: Definitions;
  /** The alarms that the change concerns. The others behave as before. */
  readonly concerns: readonly string[];
}

/** Changes one property of each alarm for outages at a time. Returns the number of changes that no case notices. */
export function weaken(definitions: Definitions, cases: readonly Case[], onAttacks: readonly string[]): number {
  const all = weakeningsOf(definitions).filter(({ concerns }) => concerns.some((name) => !onAttacks.includes(name)));
  const unnoticed = all.filter(({ definitions: weakened, concerns }) => {
    const isOwn = ({ outage }: Case) => outage !== undefined && concerns.includes(outage.alarm);
    const sorted = [...cases.filter(isOwn), ...cases.filter((one) => !isOwn(one))];
    return !sorted.some((one) => faultsOf(one, weakened, concerns).length > 0);
  });
  const open = unnoticed.filter(({ name }) => !(name in WITHOUT_EFFECT));
  for (const { name } of open) console.log(`  ✕ no case notices: ${name}`);
  const explained = unnoticed.length - open.length;
  console.log(`\nweakened: ${all.length} changes, ${all.length - unnoticed.length} noticed, ${explained} explained`);
  return open.length;
}

/** Changes that cannot have an effect, with the reason. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {};

export function weakeningsOf(definitions: Definitions): Weakening[] {
  return [
    ...definitions.alarms.flatMap((alarm, index) =>
      changesOf(alarm).map(({ name, ...changed }) => ({
        name: `${alarm.name}: ${name}`,
        concerns: [alarm.name],
        definitions: {
          ...definitions,
          alarms: definitions.alarms.map((one, at) => (at === index ? { ...one, ...changed } : one)),
        },
      })),
    ),
    ...definitions.filters.map((filter) => ({
      name: `${filter.pattern}: another pattern`,
      concerns: definitions.alarms
        .filter(({ operands }) => operands.some(({ key }) => key === filter.key))
        .map(({ name }) => name),
      definitions: {
        ...definitions,
        filters: definitions.filters.map((one) => (one === filter ? otherPattern(one) : one)),
      },
    })),
    ...definitions.composites.flatMap((composite) =>
      composite.rule.split(' OR ').map((part, index, parts) => ({
        name: `${composite.name}: without ${part}`,
        concerns: [composite.name],
        definitions: {
          ...definitions,
          composites: [{ ...composite, rule: parts.filter((_, at) => at !== index).join(' OR ') }],
        },
      })),
    ),
  ];
}

type Change = Partial<AlarmDefinition> & { readonly name: string };

function changesOf(alarm: AlarmDefinition): Change[] {
  const { threshold, of, bad, isBelow, missing, operands, expression } = alarm;
  const period = (factor: number) =>
    operands.map((operand) => ({ ...operand, periodMinutes: operand.periodMinutes * factor }));
  return [
    { name: 'a limit that no value reaches', threshold: isBelow ? -1 : threshold * 1_000 },
    { name: 'a limit that each value reaches', threshold: isBelow ? 1_000_000 : 0 },
    { name: 'the other direction', isBelow: !isBelow },
    { name: 'periods six times as long', operands: period(6) },
    { name: 'three times the periods', of: of * 3, bad: bad * 3 },
    ...(of > 1 ? [{ name: 'one period', of: 1, bad: 1 }] : []),
    { name: 'missing data the other way', missing: missing === 'breaching' ? 'notBreaching' : 'breaching' },
    ...operands.flatMap(({ id, statistic }): Change[] => [
      {
        name: `${id} with another statistic than ${statistic}`,
        operands: operands.map((one) => (one.id === id ? { ...one, statistic: OTHER_STATISTIC(statistic) } : one)),
      },
      {
        name: `${id} of another metric`,
        operands: operands.map((one) => (one.id === id ? { ...one, key: 'a metric that does not exist' } : one)),
      },
      ...(expression.includes(`FILL(${id}, 0)`)
        ? [{ name: `${id} without FILL`, expression: expression.replaceAll(`FILL(${id}, 0)`, id) }]
        : []),
    ]),
    ...(/>= \d+/.test(expression)
      ? [{ name: 'without the least number', expression: expression.replace(/>= \d+/, '>= 0') }]
      : []),
  ];
}

const OTHER_STATISTIC = (statistic: string): string =>
  ({ Sum: 'Average', Maximum: 'SampleCount', p95: 'p50' })[statistic] ?? 'Minimum';

const otherPattern = (filter: FilterDefinition): FilterDefinition => ({
  ...filter,
  pattern: filter.pattern.replace('$.', '$.other.'),
});
