import { allOf, type Condition } from '../../../shared/platform/table/expression';
import { type Effect, interpret, refusalOf, rowFor } from '../../../shared/platform/table/state-machine';
import { quickTable } from '../../support/quick-table';

const table = quickTable();

describe('two conditions that must both hold', () => {
  test('keep every kind of both', () => {
    const one: Condition = {
      exists: true,
      equals: { a: 1 },
      differs: { b: 1 },
      oneOf: { c: [1] },
      absent: ['d'],
      absentOrAtMost: { e: 1 },
      above: { f: 1 },
    };
    const other: Condition = {
      equals: { g: 2 },
      differs: { h: 2 },
      oneOf: { i: [2] },
      absent: ['j'],
      absentOrAtMost: { k: 2 },
      above: { l: 2 },
    };
    const both = {
      exists: true,
      equals: { a: 1, g: 2 },
      differs: { b: 1, h: 2 },
      oneOf: { c: [1], i: [2] },
      absent: ['d', 'j'],
      absentOrAtMost: { e: 1, k: 2 },
      above: { f: 1, l: 2 },
    };
    expect(allOf(one, other)).toEqual(both);
    expect(allOf(other, one)).toEqual({ ...both, absent: ['j', 'd'] });
  });

  const kinds: readonly (readonly [string, Condition, Condition])[] = [
    ['exists', { exists: true }, { exists: false }],
    ['equals', { equals: { a: 1 } }, { equals: { a: 2 } }],
    ['differs', { differs: { a: 1 } }, { differs: { a: 2 } }],
    ['oneOf', { oneOf: { a: [1, 2] } }, { oneOf: { a: [2, 3] } }],
    ['absentOrAtMost', { absentOrAtMost: { a: 1 } }, { absentOrAtMost: { a: 2 } }],
    ['above', { above: { a: 1 } }, { above: { a: 2 } }],
  ];
  test.each(kinds)('are refused when %s demands two things of one attribute', (_, one, other) => {
    expect(() => allOf(one, other)).toThrow(/differ/);
    expect(allOf(one, one)).toEqual(one);
  });

  test('skip an undefined value', () => {
    expect(allOf({ equals: { a: undefined } }, { equals: { a: 1 } })).toEqual({ equals: { a: 1 } });
    expect(allOf({ equals: { a: 1 } }, { equals: { a: undefined } })).toEqual({ equals: { a: 1 } });
    expect('exists' in allOf({}, {})).toBe(false);
  });
});

describe('a transition', () => {
  interface Lamp {
    readonly status: string;
    readonly watts?: number | undefined;
  }
  const refuseBroken: Effect<Lamp, number> = {
    says: 'refused without power',
    refuse: (_, watts) => (watts === 0 ? new Error('No power.') : undefined),
    condition: () => ({ differs: { status: 'BROKEN' } }),
  };
  const recordPower: Effect<Lamp, number> = {
    says: '`watts` is set',
    condition: (_, watts) => ({ above: { supply: watts } }),
    set: (_, watts) => ({ watts }),
  };
  const clearPower: Effect<Lamp, number> = { says: '`watts` is removed', set: () => ({ watts: undefined }) };
  const on = { from: ['OFF'], to: 'ON', effects: [refuseBroken, recordPower] } as const;

  test('writes the status, the fields and the conditions of all effects', () => {
    const { context } = table.testContext();
    expect(interpret(context, on, { status: 'OFF' }, 40)).toEqual({
      after: { status: 'ON', watts: 40 },
      change: { set: { status: 'ON', watts: 40 }, remove: [] },
      condition: { differs: { status: 'BROKEN' }, above: { supply: 40 } },
      steps: [],
    });
  });

  test('writes the status also when it stays the same, and removes a field that becomes undefined', () => {
    const { context } = table.testContext();
    const { change } = interpret(context, { to: 'ON', effects: [clearPower] }, { status: 'ON', watts: 40 }, 0);
    expect(change).toEqual({ set: { status: 'ON' }, remove: ['watts'] });
  });

  test('takes its status from the record, in the field of the machine', () => {
    const { context } = table.testContext();
    const row = { to: ({ watts }: { watts: number }) => (watts > 0 ? 'WARM' : 'COLD'), effects: [] };
    expect(interpret(context, row, { watts: 40 }, undefined, 'heat').change.set).toEqual({ heat: 'WARM' });
    expect(interpret(context, row, { watts: 0 }, undefined, 'heat').change.set).toEqual({ heat: 'COLD' });
  });

  test('throws the refusal of an effect before anything is written', () => {
    const { context } = table.testContext();
    expect(() => interpret(context, on, { status: 'OFF' }, 0)).toThrow('No power.');
    expect(refusalOf(on, { status: 'OFF' }, 0)).toEqual(new Error('No power.'));
    expect(refusalOf(on, { status: 'OFF' }, 40)).toBeUndefined();
  });

  test('is the row with both statuses', () => {
    expect(rowFor<string, typeof on>([on], 'OFF', 'ON')).toBe(on);
    expect(rowFor<string, typeof on>([on], 'ON', 'ON')).toBeUndefined();
    expect(rowFor<string, typeof on>([on], 'OFF', 'BROKEN')).toBeUndefined();
  });
});
