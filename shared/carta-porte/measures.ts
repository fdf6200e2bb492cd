import type { Mercancia } from '../invoices/carta-porte';

/** Rounds half-up as decimals: 1.005 becomes 1.01, although its double is below 1.005. */
function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(Number((value * scale).toPrecision(15))) / scale;
}

/** Tonnes, with two decimals (PesoBrutoVehicular). */
export const tonnes = (value: number): number => rounded(value, 2);

/** Kilometres, with two decimals (TotalDistRec, DistanciaRecorrida). */
export const kilometres = (value: number): number => rounded(value, 2);

/** Kilograms, with three decimals (PesoEnKg). */
export const kilograms = (value: number): number => rounded(value, 3);

/** A quantity, with six decimals (Cantidad). */
export const quantity = (value: number): number => rounded(value, 6);

/** Gross weight of the goods: the sum of the rounded weights that are sent (CP149). Added in grams to stay exact. */
export const totalWeight = (goods: readonly Pick<Mercancia, 'pesoKg'>[]): number =>
  goods.reduce((grams, { pesoKg }) => grams + Math.round(kilograms(pesoKg) * 1000), 0) / 1000;

/** A local time in the SAT's form YYYY-MM-DDThh:mm:ss, without zone. Fractions of a second are cut off. */
export const localSeconds = (time: string): string => `${time.slice(0, 16)}${time.slice(16, 19) || ':00'}`;

/** The complement's identifier (IdCCP): a UUID whose first three characters are replaced by `CCC`. */
export const idCcpOf = (id: string): string => `CCC${id.slice(3)}`;
