import * as v from 'valibot';
import type { Change, Condition } from '../../shared/platform/table/expression';
import type { IndexKeys } from '../../shared/platform/table/keys';
import { check, deleteItem, put, type Step, update } from '../../shared/platform/table/steps';
import type { Chance } from '../load/chance';

const Item = v.record(v.string(), v.unknown());
const VALUES = [
  'DRAFT',
  'PENDING',
  3,
  7,
  null,
  true,
  { number: 1, attemptId: 'a' },
  { number: 1, attemptId: 'b' },
  ['x', 2],
];
const ENDED = [[], [{ id: 'a', until: 1 }], [{ id: 'c' }, { id: 'b', until: 2 }], 'a'];
const NAMES = ['status', 'stamping', 'count', 'at'];

const some = (chance: Chance, make: () => unknown): Record<string, unknown> =>
  Object.fromEntries(NAMES.filter(() => chance.below(3) === 0).map((name) => [name, make()]));

export function conditionOf(chance: Chance): Condition {
  const value = () => chance.among(VALUES);
  const kinds: Condition[] = [
    {},
    { equals: some(chance, value) },
    { differs: { status: value() } },
    { oneOf: { status: [value(), value()] } },
    { absent: ['stamping'] },
    { absentOrAtMost: { at: chance.among(['2026-01', '2026-02']) } },
    { above: { count: 3 } },
    { atMostUnless: { at: { bound: '2026-02', unless: { attribute: 'status', is: 'DRAFT' } } } },
    { sizeAtMost: { stamping: chance.below(3) } },
    { holds: { stamping: chance.among(['number', 'other']) } },
    {
      absentOrEntry: { stamping: { name: 'number', is: chance.among(['<=', '>=']), value: chance.among(['a', 'b']) } },
    },
    { noneWith: { ended: { field: 'id', value: chance.among(['a', 'b']), most: 3 } } },
    { exists: false },
  ];
  return chance.among(kinds);
}

/** A random write in the form of the product. `indexes` are keys of indexes for a put. */
export function stepOf(chance: Chance, pk: string, sk: string, indexes: IndexKeys = {}): Step {
  const key = { pk, sk, schema: Item };
  const value = () => chance.among(VALUES);
  const refused = () => new Error('refused');
  const ended = chance.below(3) === 0 ? { ended: chance.among(ENDED) } : {};
  const at = chance.among(['2026-01', '2026-02', '2026-03']);
  const set: Record<string, unknown> = { ...some(chance, value), ...ended, at };
  const change: Change = { set, remove: chance.below(3) === 0 ? ['stamping'] : [] };
  const count: Change = { add: { moved: 1 + chance.below(3) } };
  const { exists: _, ...there } = conditionOf(chance);
  return chance.among([
    () => put(key, { ...set, nothing: undefined }, conditionOf(chance), refused, indexes),
    () => update(key, set.stamping === undefined ? change : { set }, there, refused),
    () => update(key, count, { exists: undefined }, refused),
    () => deleteItem(key, there, refused),
    () => check(key, there, refused),
  ])();
}
