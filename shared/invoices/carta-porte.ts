import * as v from 'valibot';
import { Decimal, isDay, Line, List, nullable } from '../platform/values/fields';

/**
 * The Carta Porte complement as the interface has it (§2.9, bounds of §8), and no rule of the SAT's: a half-finished one can be saved, empty
 * texts included (docs/decisions/0022). What stands in the way of a stamp is told by validate (`readiness.ts`).
 */

/** More than 0. The least positive number that is taken has six decimals, as the SAT's quantities do: the table keeps none near 0. */
const Positive = v.pipe(
  v.number('Send a number.'),
  v.gtValue(0, 'Send more than 0.'),
  v.check((value) => value >= 0.000_001, 'Send at least 0.000001.'),
  v.maxValue(1_000_000_000, 'Send 1000000000 or less.'),
);

/** A number whose bounds the interface does not give. */
const Measure = Decimal(-1_000_000_000, 1_000_000_000);

const LOCAL_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/** A local date-time: ISO 8601 without zone, stored as sent. */
export const LocalTime = v.pipe(
  v.string('Send a date-time without zone.'),
  v.regex(LOCAL_TIME, 'Send a date-time without zone, such as 2026-03-01T08:30:00.'),
  v.check((value) => isDay(value.slice(0, 10)), 'Send a day that the calendar has.'),
);

export const Domicilio = v.object({
  calle: nullable(Line()),
  codigoPostal: Line(),
  colonia: nullable(Line()),
  estado: Line(),
  municipio: nullable(Line()),
  pais: v.optional(Line(), 'MEX'),
});
export type Domicilio = v.InferOutput<typeof Domicilio>;

export const Ubicacion = v.object({
  tipoUbicacion: v.optional(v.picklist(['Origen', 'Destino'])),
  rfc: Line(13),
  nombre: Line(300),
  fechaHora: LocalTime,
  distancia: nullable(Measure),
  domicilio: Domicilio,
});
export type Ubicacion = v.InferOutput<typeof Ubicacion>;

export const Mercancia = v.object({
  bienesTransp: Line(),
  descripcion: Line(),
  cantidad: v.optional(Measure, 1),
  claveUnidad: v.optional(Line(), 'KGM'),
  pesoKg: Positive,
  /** Whether the goods are hazardous; added to the interface, and sent to the SAT only if given. */
  materialPeligroso: v.optional(v.picklist(['Sí', 'No'])),
});
export type Mercancia = v.InferOutput<typeof Mercancia>;

export const CartaPorte = v.object({
  totalDistRec: Positive,
  origen: Ubicacion,
  destino: Ubicacion,
  mercancias: List(Mercancia, 500, 1),
  configVehicular: nullable(Line()),
  permSCT: nullable(Line()),
  numPermisoSCT: nullable(Line()),
  aseguradora: nullable(Line()),
  placaRemolque: nullable(Line()),
  subtipoRemolque: nullable(Line()),
  pesoBrutoVehicular: nullable(Measure),
});
export type CartaPorte = v.InferOutput<typeof CartaPorte>;
