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

/** The sum of the rounded quantities that are sent, added in millionths to stay exact. */
export const sumOfQuantities = (parts: readonly { readonly cantidad: number }[]): number =>
  parts.reduce((sum, { cantidad }) => sum + Math.round(quantity(cantidad) * 1_000_000), 0) / 1_000_000;

/** Gross weight of the goods: the sum of the rounded weights that are sent (CP149). Added in grams to stay exact. */
export const totalWeight = (goods: readonly Pick<Mercancia, 'pesoKg'>[]): number =>
  goods.reduce((grams, { pesoKg }) => grams + Math.round(kilograms(pesoKg) * 1000), 0) / 1000;

/** Kilometres of all legs: the sum of the rounded distances that are sent (CP126). Added in hundredths to stay exact. */
export const legsSum = (legs: readonly number[]): number =>
  legs.reduce((sum, leg) => sum + Math.round(kilometres(leg) * 100), 0) / 100;

/** The same local time some days later. */
export const dayAfter = (localTime: string, days: number): string =>
  new Date(Date.parse(`${localTime}Z`) + days * 86_400_000).toISOString().slice(0, 19);

/** A local time in the SAT's form YYYY-MM-DDThh:mm:ss, without zone. Fractions of a second are cut off. */
export const localSeconds = (time: string): string => `${time.slice(0, 16)}${time.slice(16, 19) || ':00'}`;

/** The complement's identifier (IdCCP): a UUID whose first three characters are replaced by `CCC`. */
export const idCcpOf = (id: string): string => `CCC${id.slice(3)}`;
