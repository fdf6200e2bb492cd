/**
 * Exact decimal arithmetic of its own, with as many decimals as a number has. The product computes in millionths, so
 * that one wrong rule of rounding shows as a difference between the two.
 */
export class Decimal {
  private constructor(
    private readonly digits: bigint,
    private readonly decimals: number,
  ) {}

  static readonly ZERO = new Decimal(0n, 0);

  /** Reads the digits of a JSON number, without a detour through binary fractions. */
  static of(value: number | string): Decimal {
    const [, sign = '', whole = '', decimals = '', exponent = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(value)) ?? [];
    if (whole === '') throw new Error(`${value} is not a decimal number.`);
    const digits = BigInt(`${sign}${whole}${decimals}`);
    const scale = decimals.length - Number(exponent);
    return scale >= 0 ? new Decimal(digits, scale) : new Decimal(digits * powerOfTen(-scale), 0);
  }

  static sum(values: readonly Decimal[]): Decimal {
    return values.reduce((sum, value) => sum.plus(value), Decimal.ZERO);
  }

  plus(other: Decimal): Decimal {
    const decimals = Math.max(this.decimals, other.decimals);
    return new Decimal(this.digitsAt(decimals) + other.digitsAt(decimals), decimals);
  }

  minus({ digits, decimals }: Decimal): Decimal {
    return this.plus(new Decimal(-digits, decimals));
  }

  times({ digits, decimals }: Decimal): Decimal {
    return new Decimal(this.digits * digits, this.decimals + decimals);
  }

  /** The number with so many decimals that is nearest, the larger of two that are equally near. */
  rounded(decimals: number): Decimal {
    const half = new Decimal(5n, decimals + 1);
    return this.plus(half).floor(decimals);
  }

  /** The number with so many decimals that is next below it, or equal. */
  floor(decimals: number): Decimal {
    if (this.decimals <= decimals) return this;
    const divisor = powerOfTen(this.decimals - decimals);
    const isBelow = this.digits < 0n && this.digits % divisor !== 0n;
    return new Decimal(this.digits / divisor - (isBelow ? 1n : 0n), decimals);
  }

  /** The number with so many decimals that is next above it, or equal. */
  ceiling(decimals: number): Decimal {
    return Decimal.ZERO.minus(Decimal.ZERO.minus(this).floor(decimals));
  }

  compare(other: Decimal): number {
    const { digits } = this.minus(other);
    return digits === 0n ? 0 : digits > 0n ? 1 : -1;
  }

  /** The digits, with exactly so many decimals. Throws if that needs rounding. */
  toFixed(decimals: number): string {
    if (this.compare(this.floor(decimals)) !== 0) throw new Error(`${this} has more than ${decimals} decimals.`);
    return written(this.floor(decimals).digitsAt(decimals), decimals);
  }

  /** The digits, with as many decimals as the number has. */
  toString(): string {
    const text = written(this.digits, this.decimals);
    return this.decimals === 0 ? text : text.replace(/\.?0+$/, '');
  }

  private digitsAt(decimals: number): bigint {
    return this.digits * powerOfTen(decimals - this.decimals);
  }
}

const POWERS = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));

const powerOfTen = (power: number): bigint => POWERS[power] ?? 10n ** BigInt(power);

function written(digits: bigint, decimals: number): string {
  const sign = digits < 0n ? '-' : '';
  const padded = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  return decimals === 0 ? `${sign}${padded}` : `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
