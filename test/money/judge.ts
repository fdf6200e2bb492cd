import {
  amountsOf,
  type Decimal,
  decimalOf,
  isEqual,
  isImporteInLimits,
  isTaxInLimits,
  isTie,
  lineOf,
  type ModelItem,
  type ModelLine,
  type ModelTax,
  rounded,
  sumsOf,
  times,
  totalOfRoundedLines,
  withoutZeros,
} from './model';

/** What the judged code computes: the amounts in pesos, and each line in millionths. This file imports no product code. */
export interface Computed {
  readonly amounts: {
    readonly subtotal: number;
    readonly taxAmount: number;
    readonly withheldAmount: number;
    readonly isrWithheldAmount: number;
    readonly total: number;
  };
  readonly lines: readonly {
    readonly importe: bigint;
    readonly taxes: readonly {
      readonly tax: string;
      readonly isWithheld: boolean;
      readonly rate: bigint;
      readonly amount: bigint;
    }[];
  }[];
}

const millionths = (digits: bigint) => ({ digits, decimals: 6 });

/** The cents of a number. Returns undefined when the number has more than two decimals. */
function centsOf(pesos: number): bigint | undefined {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(pesos)) ?? [];
  return whole === '' ? undefined : BigInt(`${sign}${whole}${decimals.padEnd(2, '0')}`);
}

/** All differences between the computed amounts of an invoice and the SAT's rules. */
export function violationsOf(items: readonly ModelItem[], { amounts, lines }: Computed): string[] {
  const model = items.map(lineOf);
  const expected = amountsOf(model);
  const compared: readonly [string, number, bigint][] = [
    ['CFDI40108 subtotal', amounts.subtotal, expected.subtotal],
    ['CFDI40205 transferred', amounts.taxAmount, expected.tax],
    ['CFDI40203 withheld', amounts.withheldAmount, expected.withheld],
    ['withheld ISR', amounts.isrWithheldAmount, expected.isr],
    ['CFDI40119 total', amounts.total, expected.total],
  ];
  const found = compared.flatMap(([name, pesos, cents]) =>
    centsOf(pesos) === cents ? [] : [`${name}: ${pesos} is not ${cents} cents`],
  );
  return [...found, ...items.flatMap((item, index) => lineViolations(item, lines[index], `line ${index + 1}`))];
}

type ComputedLine = Computed['lines'][number];

function lineViolations(item: ModelItem, line: ComputedLine | undefined, name: string): string[] {
  if (line === undefined) return [`${name} is missing`];
  const expected = lineOf(item);
  const importe = millionths(line.importe);
  const [price, quantity] = [decimalOf(item.price), decimalOf(item.quantity)];
  const areWithin =
    isImporteInLimits(price, quantity, importe) &&
    isImporteInLimits(withoutZeros(price), withoutZeros(quantity), withoutZeros(importe));
  const isSameNumber = line.taxes.length === expected.taxes.length;
  return [
    ...(isEqual(importe, expected.importe) ? [] : [`${name}: importe ${line.importe} millionths`]),
    ...(areWithin ? [] : [`${name}: CFDI40167`]),
    ...(isSameNumber ? [] : [`${name}: ${line.taxes.length} taxes`]),
    ...line.taxes.flatMap((tax, index) => taxViolations(importe, tax, expected.taxes[index], name)),
  ];
}

function taxViolations(
  importe: Decimal,
  { tax, isWithheld, rate, amount }: ComputedLine['taxes'][number],
  wanted: ModelTax | undefined,
  name: string,
): string[] {
  const isThisTax =
    wanted?.name === tax && wanted.withheld === isWithheld && isEqual(decimalOf(wanted.rate), millionths(rate));
  const isWithin =
    isTaxInLimits(importe, millionths(rate), millionths(amount)) &&
    isTaxInLimits(withoutZeros(importe), millionths(rate), withoutZeros(millionths(amount)));
  return [
    ...(isThisTax ? [] : [`${name}: ${tax} at ${rate} is another tax`]),
    ...(wanted && isEqual(wanted.amount, millionths(amount)) ? [] : [`${name}: ${tax} of ${amount} millionths`]),
    ...(isWithin ? [] : [`${name}: ${isWithheld ? 'CFDI40186' : 'CFDI40180'}`]),
  ];
}

/** The kinds of input and rounding that an invoice contains. */
export function kindsOf(items: readonly ModelItem[]): Set<string> {
  const lines = items.map(lineOf);
  const { subtotal, transferred, iva, isr } = sumsOf(lines);
  const withheldRates = new Set(items.flatMap(({ withheldIva }) => (withheldIva === '0' ? [] : [withheldIva])));
  const isOtherTotal = amountsOf(lines).total !== totalOfRoundedLines(items);
  return new Set([
    ...items.flatMap(inputKinds),
    ...lines.flatMap(lineKinds),
    ...sumKinds('subtotal', subtotal),
    ...transferred.flatMap((group) => sumKinds('transferred group', group)),
    ...sumKinds('withheld IVA', iva),
    ...sumKinds('withheld ISR', isr),
    ...(transferred.length > 1 ? ['several transferred rates'] : []),
    ...(withheldRates.size > 1 ? ['several withheld rates of IVA'] : []),
    ...(items.length === 1 ? ['one line'] : []),
    ...(items.length > 10 ? ['more than 10 lines'] : []),
    ...(isOtherTotal ? ['rounding each line gives another total'] : []),
  ]);
}

const inputKinds = ({ price, quantity, object, rate, withheldIva, withheldIsr }: ModelItem): string[] => [
  `price of ${decimalOf(price).decimals} decimals`,
  `quantity of ${decimalOf(quantity).decimals} decimals`,
  object === '01' ? 'object 01' : `rate ${rate}`,
  ...(withheldIva === '0' ? [] : [`withheld IVA ${withheldIva}`]),
  ...(withheldIsr === '0' ? [] : [`withheld ISR ${withheldIsr}`]),
];

/** At 16 % and 8 % a transferred tax of a line never lies between two millionths, so that kind is not counted. */
const lineKinds = ({ exact, importe, taxes }: ModelLine): string[] => [
  isEqual(exact, importe) ? 'importe exact' : 'importe rounded',
  ...(isTie(exact, 6) ? ['importe half a millionth'] : []),
  ...(taxes.some(({ rate }) => isTie(times(importe, decimalOf(rate)), 6)) ? ['tax of a line half a millionth'] : []),
];

function sumKinds(name: string, value: Decimal): string[] {
  const cents = rounded(value, 2, 'half up');
  if (isTie(value, 2)) return [`${name} half a cent`];
  if (isEqual(cents, value)) return [];
  return [`${name} rounded ${isEqual(cents, rounded(value, 2, 'up')) ? 'up' : 'down'}`];
}
