import fc from 'fast-check';
import { totalOf } from '../../local/facturapi/totals';
import { amountsOf } from '../../shared/invoices/amounts';
import { runs } from '../support/runs';
import { violationsOf } from './judge';
import type { ModelItem } from './model';
import { computedBy, pricedItem } from './product';
import { randomInvoice } from './random-invoice';
import { VECTORS } from './vectors';
import { MONEY_WEAKENINGS, weakenedRules } from './weakenings';

describe('tax 2.5: the vector', () => {
  test.each(VECTORS)('$name', ({ items, subtotal, tax, withheld, total }) => {
    expect(amountsOf(items.map(pricedItem))).toMatchObject({
      subtotal,
      taxAmount: tax,
      withheldAmount: withheld,
      total,
    });
    expect(violationsOf(items, computedBy(items))).toEqual([]);
  });
});

test('tax 2.3: the part of the withheld taxes that is ISR is named', () => {
  const { isrWithheldAmount } = amountsOf([{ price: 10_000, quantity: 1, taxRate: 0.16, isrWithholdingRate: 0.0125 }]);
  expect(isrWithheldAmount).toBe(125);
});

/** The items as the provider receives them. */
const bodyOf = (items: readonly ModelItem[]) =>
  items.map((item) => ({
    quantity: Number(item.quantity),
    product: {
      price: Number(item.price),
      tax_included: false,
      taxability: item.object,
      taxes: [
        { type: 'IVA', rate: Number(item.rate), withholding: false },
        { type: 'IVA', rate: Number(item.withheldIva), withholding: true },
        { type: 'ISR', rate: Number(item.withheldIsr), withholding: true },
      ],
    },
  }));

test.each(VECTORS)('tax 2.4: the stand-in’s document of $name has the same total', ({ items, total }) => {
  expect(totalOf(bodyOf(items))).toBe(total);
});

test('tax 2.4: the stand-in’s documents have the service’s totals', () => {
  for (let seed = 0; seed < 1_000; seed += 1) {
    const items = randomInvoice(seed);
    expect([seed, totalOf(bodyOf(items))]).toEqual([seed, computedBy(items).amounts.total]);
  }
});

/** `npm run prove -- --money` runs a million. */
const RUNS = runs(1_000, 5_000);
const seeds = fc.integer({ min: 0, max: 0xffffffff });

test(`tax 2.6: ${RUNS} random invoices have the amounts of a second computation, within the SAT’s limits`, () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const items = randomInvoice(seed);
      const [first] = violationsOf(items, computedBy(items));
      if (first) throw new Error(`randomInvoice(${seed}): ${first}`);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** The invoices that a weakening needs at most until it is noticed. */
const ENOUGH = 5_000;

test.each(Object.keys(MONEY_WEAKENINGS))('tax 2.6: it is noticed when the rule is “%s”', (name) => {
  const isNoticed = (items: readonly ModelItem[]) =>
    violationsOf(items, computedBy(items, weakenedRules(name))).length > 0;
  expect(
    Array.from({ length: ENOUGH }, (_, seed) => seed).findIndex((seed) => isNoticed(randomInvoice(seed))),
  ).not.toBe(-1);
});
