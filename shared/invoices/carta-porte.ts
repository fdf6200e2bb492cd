import * as v from 'valibot';
import { Decimal, EXISTING_DAY, Integer, isDay, Line, List, nullable } from '../platform/values/fields';
import { SixDecimals } from '../platform/values/money';
import { said } from '../platform/values/text';
import { refusingUnknown } from '../platform/values/unknown-fields';
import { REFUSED_FIELDS } from './refused-fields';

/**
 * The Carta Porte complement with the interface's bounds and without the SAT's rules: an incomplete one, empty texts
 * included, can be saved (docs/decisions/0022). The validation before a stamp (`readiness.ts`) reports what is missing.
 */

/**
 * A number above 0. The minimum has six decimals, like the SAT's quantities, because the table cannot store numbers
 * close to 0.
 */
const Positive = v.pipe(
  v.number(said({ en: 'Send a number.', es: 'Envíe un número.' })),
  v.gtValue(0, said({ en: 'Send more than 0.', es: 'Envíe más de 0.' })),
  v.check((value) => value >= 0.000_001, said({ en: 'Send at least 0.000001.', es: 'Envíe al menos 0.000001.' })),
  v.maxValue(1_000_000_000, said({ en: 'Send 1000000000 or less.', es: 'Envíe 1000000000 o menos.' })),
);

/** A number without bounds in the interface. These bounds are ours. */
const Measure = Decimal(-1_000_000_000, 1_000_000_000);

const LOCAL_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/** A local date-time: ISO 8601 without zone, stored as sent. */
const LocalTime = v.pipe(
  v.string(said({ en: 'Send a date-time without zone.', es: 'Envíe una fecha y hora sin zona horaria.' })),
  v.regex(
    LOCAL_TIME,
    said({
      en: 'Send a date-time without zone, such as 2026-03-01T08:30:00.',
      es: 'Envíe una fecha y hora sin zona horaria, por ejemplo 2026-03-01T08:30:00.',
    }),
  ),
  v.check((value) => isDay(value.slice(0, 10)), said(EXISTING_DAY)),
);

export const Domicilio = v.object({
  /** Street. */
  calle: nullable(Line()),
  /**
   * Postcode, five digits; it must fit `estado`.
   * @example 76343
   */
  codigoPostal: Line(),
  /** A key of c_Colonia, four digits within the postcode. */
  colonia: nullable(Line()),
  /**
   * A key of c_Estado, such as NLE (Nuevo León).
   * @example NLE
   */
  estado: Line(),
  /** A key of c_Municipio, three digits within the state. */
  municipio: nullable(Line()),
  /** A key of c_Pais, such as MEX (México). */
  pais: v.optional(Line(), 'MEX'),
  /** The exterior number, as on the house. */
  numeroExterior: v.optional(Line()),
  /** The interior number: of the flat or dock. */
  numeroInterior: v.optional(Line()),
  /** How to find the place. */
  referencia: v.optional(Line()),
  /** A key of c_Localidad, which begins anew in each state. */
  localidad: v.optional(Line()),
});
export type Domicilio = v.InferOutput<typeof Domicilio>;

export const Ubicacion = v.object({
  /** What happens here. Absent: the place in the Carta Porte says it. */
  tipoUbicacion: v.optional(v.picklist(['Origen', 'Destino'])),
  /**
   * The tax number of the sender or receiver.
   * @example XIA190128J61
   */
  rfc: Line(13),
  /** The name of the sender or receiver. */
  nombre: Line(300),
  /**
   * Planned departure or arrival in the local time of the place, without zone.
   * @example 2026-03-02T06:00:00
   */
  fechaHora: LocalTime,
  /** Kilometres from the place before. Only destinations have it. */
  distancia: nullable(Measure),
  /** The address, with the SAT’s keys. */
  domicilio: Domicilio,
});
export type Ubicacion = v.InferOutput<typeof Ubicacion>;

/** Why an invoice of freight has no Carta Porte. */
export const NO_CARTA_PORTE_REASONS = ['LOCAL', 'RADIO_30_KM', 'DEDICADO', 'SUBCONTRATADO', 'SIN_MERCANCIA'] as const;
export type NoCartaPorteReason = (typeof NO_CARTA_PORTE_REASONS)[number];

const Guia = v.object({
  /** The number of the parcel’s waybill. */
  numero: Line(),
  /** What the parcel contains. */
  descripcion: Line(),
  /** Kilograms of the parcel. */
  pesoKg: Positive,
});
export type Guia = v.InferOutput<typeof Guia>;

/** The highest value that a double holds with six decimals. */
const LARGEST_AMOUNT = 999_999_999.999_999;

/** The fields after `pesoKg` are additions of this service. */
export const Mercancia = v.object({
  /**
   * The goods, a key of c_ClaveProdServCP, such as 52141500 (Electrodomésticos de cocina).
   * @example 52141500
   */
  bienesTransp: Line(),
  /** The goods in words. */
  descripcion: Line(),
  /** How many units of `claveUnidad`. */
  cantidad: v.optional(Measure, 1),
  /**
   * The unit, a key of c_ClaveUnidad, such as KGM (kilogramo) or H87 (pieza).
   * @example H87
   */
  claveUnidad: v.optional(Line(), 'KGM'),
  /** Kilograms of all of these goods, with their packing. */
  pesoKg: Positive,
  /** Whether the goods are hazardous. Absent: the catalogue says no. */
  materialPeligroso: v.optional(v.picklist(['Sí', 'No'])),
  /** A key of c_MaterialPeligroso, such as 1203 (gasolina). Only hazardous goods have it, and the two fields after it. */
  cveMaterialPeligroso: v.optional(Line()),
  /** The packing, a key of c_TipoEmbalaje, such as 4G (cajas de cartón). */
  embalaje: v.optional(Line()),
  /** The packing in words. */
  descripEmbalaje: v.optional(Line()),
  /** The parcels among these goods. */
  guias: v.optional(List(Guia, 50)),
  /** The value of the goods in MXN. */
  valorMercancia: v.optional(SixDecimals(LARGEST_AMOUNT)),
  /** Length, width and height, such as 120/80/100cm. */
  dimensiones: v.optional(Line()),
  /** The part of the quantity that each destination gets: `destino` 1 is the field `destino`, 2 is `destinos[0]`. */
  entregas: v.optional(
    List(
      v.object({
        /** The destination: 1 is the field `destino`, 2 is `destinos[0]`. */
        destino: Integer(1, 49),
        /** How much of the quantity this destination gets. */
        cantidad: Measure,
      }),
      49,
    ),
  ),
});
export type Mercancia = v.InferOutput<typeof Mercancia>;

const Remolque = v.object({
  /**
   * The kind of trailer, a key of c_SubTipoRem, such as CTR004 (caja cerrada).
   * @example CTR004
   */
  subtipoRemolque: Line(),
  /**
   * The trailer’s plate, without blanks or hyphens.
   * @example 44UB7X
   */
  placa: Line(),
});
export type Remolque = v.InferOutput<typeof Remolque>;

/** A figure beside the trip's driver (FiguraTransporte). 04 can be saved; the validation refuses it with a sentence. */
export const Figura = v.object({
  /** What the figure does for the transport (c_FiguraTransporte). */
  tipo: v.picklist(['01', '02', '03', '04', '05']),
  /** The person’s or company’s name. */
  nombre: Line(300),
  /** The person’s or company’s tax number. */
  rfc: Line(13),
  /** The licence of an operator (01). */
  licencia: v.optional(Line()),
  /** The parts of the transport that belong to an owner or lessor: keys of c_ParteTransporte. */
  partes: v.optional(List(Line(), 12)),
  /** The address, with the SAT’s keys. */
  domicilio: v.optional(Domicilio),
});
export type Figura = v.InferOutput<typeof Figura>;

/** The fields after `pesoBrutoVehicular` are additions of this service. */
export const CartaPorte = v.object({
  /** Kilometres of the whole journey: the sum of the destinations’ `distancia`. */
  totalDistRec: Positive,
  /** Where the goods are loaded. */
  origen: Ubicacion,
  /** Where the goods are unloaded: the first of the destinations. */
  destino: Ubicacion,
  /** What is carried. */
  mercancias: List(Mercancia, 500, 1),
  /** A key of c_ConfigAutotransporte, such as T3S2. null: the vehicle’s value. */
  configVehicular: nullable(Line()),
  /** A key of c_TipoPermiso, such as TPAF01. null: the vehicle’s value. */
  permSCT: nullable(Line()),
  /** The number of the permit. null: the vehicle’s value. */
  numPermisoSCT: nullable(Line()),
  /** The insurer of the liability policy. null: the vehicle’s value. */
  aseguradora: nullable(Line()),
  /** The plate of the only trailer. With `remolques` it is ignored. */
  placaRemolque: nullable(Line()),
  /** A key of c_SubTipoRem, such as CTR004. With `remolques` it is ignored. */
  subtipoRemolque: nullable(Line()),
  /** Tonnes of vehicle and load. null: the vehicle’s value. */
  pesoBrutoVehicular: nullable(Measure),
  /** More destinations, after `destino`, in the order of visit. */
  destinos: v.optional(List(Ubicacion, 48)),
  /** The trailers. It replaces `subtipoRemolque` and `placaRemolque`. */
  remolques: v.optional(List(Remolque, 2, 1)),
  /** The figures after the trip's driver. */
  figuras: v.optional(List(Figura, 10)),
  /** The insurance against damage to the environment, for hazardous goods only. */
  aseguraMedAmbiente: v.optional(Line()),
  /** The number of that policy. */
  polizaMedAmbiente: v.optional(Line()),
  /** The insurer of the goods. */
  aseguraCarga: v.optional(Line()),
  /** The number of the goods’ policy. */
  polizaCarga: v.optional(Line()),
  /** MXN of insurance that carrier and customer agreed on. */
  primaSeguro: v.optional(SixDecimals(LARGEST_AMOUNT)),
  /** true: the goods go back to where they came from, such as returned pallets. */
  logisticaInversa: v.optional(v.boolean()),
});
export type CartaPorte = v.InferOutput<typeof CartaPorte>;

type Trailers = Pick<CartaPorte, 'remolques' | 'subtipoRemolque' | 'placaRemolque'>;

/** The trailers in the order of the document: the list, or the two single fields. */
export function trailersOf({ remolques, subtipoRemolque, placaRemolque }: Trailers): Remolque[] {
  if (remolques !== undefined) return remolques;
  const single = { subtipoRemolque: subtipoRemolque ?? '', placa: placaRemolque ?? '' };
  return single.subtipoRemolque === '' && single.placa === '' ? [] : [single];
}

const singleTrailerAgrees = ({ remolques, subtipoRemolque, placaRemolque }: CartaPorte): boolean =>
  remolques === undefined ||
  ((subtipoRemolque === null || subtipoRemolque === remolques[0]?.subtipoRemolque) &&
    (placaRemolque === null || placaRemolque === remolques[0]?.placa));

/** A Carta Porte in a request: unknown fields are refused by name. */
export const CartaPorteInput = v.pipe(
  refusingUnknown(CartaPorte, { sentences: REFUSED_FIELDS }),
  v.forward(
    v.check(
      singleTrailerAgrees,
      said({
        en: 'Leave subtipoRemolque and placaRemolque out: remolques replaces them, and its first element differs from them.',
        es: 'Omita subtipoRemolque y placaRemolque: remolques los reemplaza, y su primer elemento es distinto de ellos.',
      }),
    ),
    ['remolques'],
  ),
);
