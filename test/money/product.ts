import { amountsOf, itemAmounts, MONEY_RULES, type MoneyRules, type PricedItem } from '../../shared/invoices/amounts';
import type { Computed } from './judge';
import type { ModelItem } from './model';

/** The item as the service stores it. A quantity with decimals is a decimal quantity. */
export const pricedItem = ({ price, quantity, object, rate, withheldIva, withheldIsr }: ModelItem): PricedItem => ({
  price: Number(price),
  ...(quantity.includes('.')
    ? { quantity: Math.max(1, Math.trunc(Number(quantity))), quantityDecimal: Number(quantity) }
    : { quantity: Number(quantity) }),
  taxObject: object,
  taxRate: Number(rate),
  withholdingRate: Number(withheldIva),
  isrWithholdingRate: Number(withheldIsr),
});

/** The service's computation, for the judge. */
export function computedBy(items: readonly ModelItem[], rules: MoneyRules = MONEY_RULES): Computed {
  const priced = items.map(pricedItem);
  return { amounts: amountsOf(priced, rules), lines: priced.map((item) => itemAmounts(item, rules)) };
}
