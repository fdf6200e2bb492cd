import type { Mercancia } from '../invoices/carta-porte';

/** Half-up in decimals: 1.005 is 1.01, though the double nearest to it lies below. */
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

/** Gross weight of the goods: the sum of their weights as they are sent (CP149), added in grams so that it is exact. */
export const totalWeight = (goods: readonly Pick<Mercancia, 'pesoKg'>[]): number =>
  goods.reduce((grams, { pesoKg }) => grams + Math.round(kilograms(pesoKg) * 1000), 0) / 1000;

/** A local time as the SAT takes it: YYYY-MM-DDThh:mm:ss, no zone. What is after the seconds is left out. */
export const localSeconds = (time: string): string => `${time.slice(0, 16)}${time.slice(16, 19) || ':00'}`;

/** The complement's own identifier (IdCCP): a UUID of ours whose first three characters say what it is; 36 characters. */
export const idCcpOf = (id: string): string => `CCC${id.slice(3)}`;
