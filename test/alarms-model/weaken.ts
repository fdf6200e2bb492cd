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
  const open = unnoticed.filter(({ name }) => !WITHOUT_EFFECT.some(([pattern]) => pattern.test(name)));
  for (const { name } of open) console.log(`  ✕ no case notices: ${name}`);
  const explained = unnoticed.length - open.length;
  console.log(`\nweakened: ${all.length} changes, ${all.length - unnoticed.length} noticed, ${explained} explained`);
  return open.length;
}

/** Changes that cannot have an effect, with the reason. */
const WITHOUT_EFFECT: readonly (readonly [RegExp, string])[] = [
  [
    /^(unreachable|faults|busy|slo-burn-\w+): \w+ without FILL$/,
    'A share without a part has no point, which is not breaching; the whole exists whenever a part does.',
  ],
  [
    /: (runs|failed|thrown|successes|m)\d* with another statistic than Sum$/,
    'A period has one run, so its average is its sum; CloudWatch has no point for a sum of nothing.',
  ],
  [
    /^(dead-letters|repeated-work-lost|events-late|mails-late|mail-reputation|invoices-stuck): periods six times as long$/,
    'A maximum, or a figure above 0, is reached at the same minute in a longer period. Only the end is later.',
  ],
  [/^invoices-stuck: a limit that each value reaches$/, 'The filter writes figures above 0 only.'],
  [
    /^(dead-letters: refused|repeated-work-lost: unreadable) with another statistic than Sum$/,
    'The filter writes figures of 1 and above only.',
  ],
  [/^mail-reputation: \w+ without FILL$/, 'MAX leaves out what is missing.'],
  [/^slo-burn-\w+: missing data the other way$/, 'The canary calls every five minutes, so no period lacks calls.'],
];

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
