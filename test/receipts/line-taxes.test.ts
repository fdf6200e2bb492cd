import type { PricedItem } from '../../shared/invoices/amounts';
import { amountsOf } from '../../shared/invoices/amounts';
import { centsOf, MILLIONTHS_OF_A_CENT, millionthsOf } from '../../shared/platform/values/money';
import {
  LINE_RULES,
  type LineRules,
  lineBases,
  lineTaxes,
  remainingGroups,
  type TaxGroup,
  taxGroupsOf,
} from '../../shared/receipts/line-taxes';
import { numberedLines } from '../../shared/receipts/number-lines';
import { Decimal } from '../conformance/judge/decimal';
import { Chance } from '../load/chance';
import { runs } from '../support/runs';

const item = (price: number, changes: Partial<PricedItem> = {}): PricedItem => ({
  price,
  quantity: 1,
  taxObject: '02',
  taxRate: 0.16,
  withholdingRate: 0.04,
  isrWithholdingRate: 0,
  ...changes,
});

const pesos = (value: number) => millionthsOf(value);
const FREIGHT = taxGroupsOf([item(10_000)]);
const line = (paid: number, lastBalance: number, taken: readonly TaxGroup[] = [], groups = FREIGHT) =>
  lineBases({ paid, lastBalance, total: 1_120_000, groups, taken });

describe('tax 4.5: the taxes of a line', () => {
  test('items are grouped by all their rates; items of object 01 have none', () => {
    const items = [
      item(100),
      item(50.5),
      item(20, { withholdingRate: 0 }),
      item(3, { isrWithholdingRate: 0.0125 }),
      item(7, { taxObject: '01', taxRate: 0 }),
    ];
    expect(taxGroupsOf(items).map(({ base }) => base)).toEqual([pesos(150.5), pesos(20), pesos(3)]);
  });

  test('half of the balance takes half of what remains', () => {
    expect(line(560_000, 1_120_000)).toEqual([{ ...FREIGHT[0], base: pesos(5_000) }]);
  });

  test('the base is a share of the remaining base over the last balance, rounded half up to a millionth', () => {
    const taken = [{ ...FREIGHT[0], base: pesos(3_333.333333) } as TaxGroup];
    // 6666.666667 × 1 ÷ 746.66 cents.
    expect(line(100, 74_666, taken)[0]?.base).toBe((pesos(6_666.666667) * 100n + 37_333n) / 74_666n);
  });

  test('the line that settles takes all that remains', () => {
    const taken = [{ ...FREIGHT[0], base: pesos(9_999.123456) } as TaxGroup];
    expect(line(1, 1, taken)[0]?.base).toBe(pesos(0.876544));
  });

  test('another line takes at least a millionth and leaves at least a millionth', () => {
    const small = (base: bigint) => [{ ...FREIGHT[0], base } as TaxGroup];
    expect(line(1, 1_120_000, [], small(5n))[0]?.base).toBe(1n);
    expect(line(1_119_999, 1_120_000, [], small(5n))[0]?.base).toBe(4n);
    expect(line(1, 1_120_000, [], small(1n))).toEqual([]);
  });

  test('a group with nothing left is left out, and without groups the line is of object 01', () => {
    expect(line(1, 2, FREIGHT)).toEqual([]);
    expect(lineTaxes([])).toEqual([]);
    expect(taxGroupsOf([item(5, { taxObject: '01', taxRate: 0 })])).toEqual([]);
  });

  test('each tax and rate is named once', () => {
    const items = [item(100), item(50, { withholdingRate: 0 }), item(30, { isrWithholdingRate: 0.0125 })];
    expect(lineTaxes(taxGroupsOf(items))).toEqual([
      { type: 'IVA', withholding: false, rate: 160_000n, base: pesos(180) },
      { type: 'IVA', withholding: true, rate: 40_000n, base: pesos(130) },
      { type: 'ISR', withholding: true, rate: 12_500n, base: pesos(30) },
    ]);
  });

  test('a credit note with rates of its own takes from the groups with the same transferred rate, never below 0', () => {
    const groups = taxGroupsOf([item(100), item(40, { withholdingRate: 0 }), item(10, { taxRate: 0.08 })]);
    const note = taxGroupsOf([item(120, { isrWithholdingRate: 0.0125 })]);
    expect(remainingGroups(groups, note).map(({ base }) => base)).toEqual([0n, pesos(20), pesos(10)]);
    const whole = taxGroupsOf([item(200, { isrWithholdingRate: 0.0125 })]);
    expect(remainingGroups(groups, whole).map(({ base }) => base)).toEqual([0n, 0n, 0n]);
  });
});

describe('tax 4.4: the lines of a receipt', () => {
  const document = { id: 'a', total: 11_200, groups: FREIGHT, taken: [] };

  test('are numbered by paidAt from the ledger: instalment and last balance', () => {
    const ledger = { ...document, credited: 100_000, receipted: 20_000, receiptCount: 2 };
    const lines = numberedLines(
      [
        { paidAt: '2026-02-20T10:00:00.000Z', invoiceId: 'a', paid: 300_000 },
        { paidAt: '2026-02-10T10:00:00.000Z', invoiceId: 'a', paid: 500_000 },
      ],
      [ledger],
    );
    expect(lines.map(({ paid, installment, lastBalance }) => [paid, installment, lastBalance])).toEqual([
      [500_000, 3, 1_000_000],
      [300_000, 4, 500_000],
    ]);
  });

  test('a line beyond the balance has no bases', () => {
    const paidAt = '2026-02-20T10:00:00.000Z';
    const [line] = numberedLines([{ paidAt, invoiceId: 'a', paid: 1_120_001 }], [document]);
    expect(line).toMatchObject({ lastBalance: 1_120_000, bases: [] });
  });
});

const RATES = { taxRate: [0.16, 0.16, 0.08, 0], withholdingRate: [0, 0.04, 0.106667], isrWithholdingRate: [0, 0.0125] };

function randomItems(chance: Chance): PricedItem[] {
  return Array.from({ length: 1 + chance.below(5) }, () => {
    const isTaxed = chance.below(8) > 0;
    const price = Number(`${chance.below(50_000)}.${String(1 + chance.below(999_999)).padStart(6, '0')}`);
    const taxRate = isTaxed ? chance.among(RATES.taxRate) : 0;
    const withheld = taxRate > 0.1 ? chance.among(RATES.withholdingRate) : 0;
    const isr = taxRate > 0.1 ? chance.among(RATES.isrWithholdingRate) : 0;
    const taxObject = isTaxed ? '02' : '01';
    return item(price, { taxRate, withholdingRate: withheld, isrWithholdingRate: isr, taxObject });
  });
}

/** What the taxes of a line say that was paid. */
const worthOf = (bases: readonly TaxGroup[]): Decimal =>
  lineTaxes(bases).reduce(
    (sum, { base, rate, withholding }) => {
      const amount = Decimal.of(`${base}e-6`).times(Decimal.of(`${rate}e-6`));
      return withholding ? sum.minus(amount) : sum.plus(amount);
    },
    Decimal.sum(bases.map(({ base }) => Decimal.of(`${base}e-6`))),
  );

const NEAR = Decimal.of('0.019');

function* lineFaults(bases: readonly TaxGroup[], paid: number, isExempt: boolean): Generator<string> {
  for (const { base } of bases) if (base <= 0n) yield 'A base is 0.';
  const apart = worthOf(bases).minus(Decimal.of(`${paid}e-2`));
  const isNear = apart.compare(NEAR) <= 0 && apart.plus(NEAR).compare(Decimal.ZERO) >= 0;
  if (!isExempt && !isNear) yield `The line is ${apart} away from the ${paid} cents that were paid.`;
}

/** Pays a document in random parts and returns what the rules of the SAT say against it. */
function faultsOf(seed: number, rules: LineRules): string[] {
  const chance = new Chance(seed * 7919);
  const items = randomItems(chance);
  const total = centsOf(amountsOf(items).total);
  const groups = taxGroupsOf(items);
  const isExempt = items.some(({ taxObject }) => taxObject === '01');
  const faults: string[] = [];
  const taken: TaxGroup[] = [];
  for (let [balance, count] = [total, 0]; balance > 0 && count < 12; count += 1) {
    const paid = count === 11 || chance.below(4) === 0 ? balance : 1 + chance.below(balance);
    const [one] = numberedLines(
      [{ paidAt: '2026-02-20T10:00:00.000Z', invoiceId: 'a', paid }],
      [{ id: 'a', total: total / 100, receipted: total - balance, receiptCount: count, groups, taken }],
      rules,
    );
    if (one?.installment !== count + 1 || one.lastBalance !== balance) return ['The line is numbered wrongly.'];
    faults.push(...lineFaults(one.bases, paid, isExempt));
    taken.push(...one.bases);
    balance -= paid;
  }
  const left = remainingGroups(groups, taken);
  const sum = (some: readonly TaxGroup[]) => some.reduce((all, { base }) => all + base, 0n);
  if (sum(left) !== 0n || sum(taken) !== sum(groups)) faults.push('The bases of the settled document are not its own.');
  return faults;
}

const RUNS = runs(500, 3_000);
const firstFault = (rules: LineRules): string | undefined => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const [fault] = faultsOf(seed, rules);
    if (fault) return `${seed}: ${fault}`;
  }
  return undefined;
};

describe(`tax 4.5: ${RUNS} random documents, each paid in up to 12 parts`, () => {
  test('bases above 0 that add up to those of the document, within 0.019 of what was paid', () => {
    expect(firstFault(LINE_RULES)).toBeUndefined();
  });

  const share = (base: bigint, paid: number, of: number) => (base * BigInt(paid) + BigInt(of) / 2n) / BigInt(of);

  test.each<[string, LineRules]>([
    ['prorates the original total', { baseOf: ({ original, paid, total }) => share(original, paid, total) }],
    [
      'has bases in cents',
      {
        baseOf: ({ remaining, paid, lastBalance }) =>
          share(remaining / MILLIONTHS_OF_A_CENT, paid, lastBalance) * MILLIONTHS_OF_A_CENT,
      },
    ],
  ])('the check notices a rule that %s', (_, rules) => {
    expect(firstFault(rules)).toBeDefined();
  });
});
