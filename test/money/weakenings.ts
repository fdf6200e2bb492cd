import { MONEY_RULES, type MoneyRules } from '../../shared/invoices/amounts';
import { halfUp, MILLION, MILLIONTHS_OF_A_CENT } from '../../shared/platform/values/money';

/** A rule of the amounts that is replaced by a wrong one. Each must be noticed. */
export const MONEY_WEAKENINGS: Readonly<Record<string, Partial<MoneyRules>>> = {
  'each line rounded to cents': {
    importe: (exact, { quotient }) => quotient(exact, MILLION * MILLIONTHS_OF_A_CENT) * MILLIONTHS_OF_A_CENT,
  },
  'each tax of a line rounded to cents': {
    tax: (exact, { quotient }) => quotient(exact, MILLION * MILLIONTHS_OF_A_CENT) * MILLIONTHS_OF_A_CENT,
  },
  'the tax of a group taken from its rounded base': {
    groupCents: (taxes, { quotient }) => {
      const base = taxes.reduce((sum, one) => sum + one.base, 0n);
      const cents = quotient(base, MILLIONTHS_OF_A_CENT);
      return Number(quotient(cents * (taxes[0]?.rate ?? 0n), MILLION));
    },
  },
  'floor instead of half up': { quotient: (dividend, divisor) => dividend / divisor },
  'half to even instead of half up': {
    quotient: (dividend, divisor) => {
      const isTie = (dividend % divisor) * 2n === divisor;
      return isTie ? dividend / divisor + ((dividend / divisor) % 2n) : halfUp(dividend, divisor);
    },
  },
  'lines with five decimals': { importe: (exact, { quotient }) => quotient(exact, MILLION * 10n) * 10n },
  'one group for all transferred rates': { groupOf: ({ tax }) => tax },
  'withheld taxes grouped by rate': { groupOf: ({ tax, isWithheld, rate }) => `${tax} ${isWithheld} ${rate}` },
  'each line a group': {
    groupCents: (taxes, rules) => taxes.reduce((sum, one) => sum + MONEY_RULES.groupCents([one], rules), 0),
  },
  'items of object 01 taxed': { isTaxed: () => true },
};

export const weakenedRules = (name: string): MoneyRules => ({ ...MONEY_RULES, ...MONEY_WEAKENINGS[name] });
