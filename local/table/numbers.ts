import { invalid } from './failure';

/** A number that JavaScript's own numbers do not represent exactly, as its digits. */
export class Decimal {
  constructor(readonly text: string) {}
}

/** DynamoDB's numbers: a JavaScript number, or a {@link Decimal} for one that has more digits. */
export type TableNumber = number | Decimal;

/** digits × 10^exponent, without zeros at the end of the digits. */
interface Parts {
  readonly digits: bigint;
  readonly exponent: number;
}

const FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function partsOf(text: string): Parts {
  const [all, sign, whole = '', fraction = '', exponent = '0'] = FORM.exec(text) ?? [];
  if (all === undefined || whole + fraction === '')
    throw invalid(`The parameter cannot be converted to a numeric value: ${text}`);
  return trimmed(BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), Number(exponent) - fraction.length);
}

function trimmed(digits: bigint, exponent: number): Parts {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const kept = text.replace(/0+$/, '');
  return { digits: BigInt(kept), exponent: exponent + text.length - kept.length };
}

const lengthOf = (digits: bigint): number => String(digits < 0n ? -digits : digits).length;

/** DynamoDB's limits: 38 digits, and magnitudes from 1E-130 to 9.9E125. */
function checked(parts: Parts): Parts {
  const length = lengthOf(parts.digits);
  if (parts.digits === 0n) return parts;
  if (length > 38) throw invalid('Attempting to store more than 38 significant digits in a Number');
  if (length + parts.exponent > 126)
    throw invalid('Number overflow. Attempting to store a number with magnitude larger than supported range');
  if (length + parts.exponent < -129)
    throw invalid('Number underflow. Attempting to store a number with magnitude smaller than supported range');
  return parts;
}

function plain({ digits, exponent }: Parts): string {
  const [sign, text] = digits < 0n ? ['-', String(-digits)] : ['', String(digits)];
  if (exponent >= 0) return sign + text + '0'.repeat(exponent);
  if (text.length > -exponent) return `${sign}${text.slice(0, exponent)}.${text.slice(exponent)}`;
  return `${sign}0.${'0'.repeat(-exponent - text.length)}${text}`;
}

/** The number of a text in any form. Throws ValidationException for a text that is no number or past the limits. */
export function numberOf(text: string): TableNumber {
  const digits = plain(checked(partsOf(text)));
  const number = Number(digits);
  return textOf(number) === digits ? number : new Decimal(digits);
}

const INTEGER = /^-?\d+$/;

/** The text that DynamoDB answers: digits without exponent. */
export function textOf(number: TableNumber): string {
  if (number instanceof Decimal) return number.text;
  const text = String(number);
  return INTEGER.test(text) ? text : plain(checked(partsOf(text)));
}

/** The sum, or with the sign −1 the difference, of two numbers. */
export function sumOf(one: TableNumber, other: TableNumber, sign: 1 | -1 = 1): TableNumber {
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) {
    const sum = Number(one) + sign * Number(other);
    if (Number.isSafeInteger(sum)) return sum;
  }
  return numberOf(plain(exactSum(one, other, sign)));
}

function exactSum(one: TableNumber, other: TableNumber, sign: 1 | -1): Parts {
  const [left, right] = [partsOf(textOf(one)), partsOf(textOf(other))];
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = ({ digits, exponent: own }: Parts): bigint => digits * 10n ** BigInt(own - exponent);
  return trimmed(scaled(left) + BigInt(sign) * scaled(right), exponent);
}

/** Negative, zero or positive, as for a sort. */
export function compareNumbers(one: TableNumber, other: TableNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // The difference can have more digits than a number of the table.
  return Number(exactSum(one, other, -1).digits);
}

/**
 * The bytes that DynamoDB counts: one for two digits, one for the exponent, one for a minus. Source: DynamoDB developer guide,
 * "DynamoDB item sizes and formats".
 */
export function sizeOfNumber(number: TableNumber): number {
  if (typeof number === 'number' && Number.isSafeInteger(number)) return sizeOfInteger(number);
  const { digits, exponent } = partsOf(textOf(number));
  if (digits === 0n) return 1;
  return sizeOfDigits(lengthOf(digits), exponent, digits < 0n);
}

/** Most numbers of an item are integers: their size needs no digits of any length. */
function sizeOfInteger(number: number): number {
  if (number === 0) return 1;
  let [digits, zeros] = [Math.abs(number), 0];
  for (; digits % 10 === 0; digits /= 10) zeros += 1;
  return sizeOfDigits(String(digits).length, zeros, number < 0);
}

const sizeOfDigits = (length: number, exponent: number, isNegative: boolean): number =>
  Math.ceil((length + (Math.abs(exponent) % 2)) / 2) + 1 + (isNegative ? 1 : 0);
