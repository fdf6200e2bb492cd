import * as v from 'valibot';
import { Decimal, Integer, isDay, Line, List, nullable } from '../platform/values/fields';
import { SixDecimals } from '../platform/values/money';
import { refusingUnknown } from '../platform/values/unknown-fields';

/**
 * The Carta Porte complement with the interface's bounds and without the SAT's rules: an incomplete one, empty texts
 * included, can be saved (docs/decisions/0022). The validation before a stamp (`readiness.ts`) reports what is missing.
 */

/**
 * A number above 0. The minimum has six decimals, like the SAT's quantities, because the table cannot store numbers
 * close to 0.
 */
const Positive = v.pipe(
  v.number('Send a number.'),
  v.gtValue(0, 'Send more than 0.'),
  v.check((value) => value >= 0.000_001, 'Send at least 0.000001.'),
  v.maxValue(1_000_000_000, 'Send 1000000000 or less.'),
);

/** A number without bounds in the interface. These bounds are ours. */
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
  numeroExterior: v.optional(Line()),
  numeroInterior: v.optional(Line()),
  referencia: v.optional(Line()),
  /** A key of c_Localidad, which begins anew in each state. */
  localidad: v.optional(Line()),
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

/** Why an invoice of freight has no Carta Porte. */
export const NO_CARTA_PORTE_REASONS = ['LOCAL', 'RADIO_30_KM', 'DEDICADO', 'SUBCONTRATADO', 'SIN_MERCANCIA'] as const;
export type NoCartaPorteReason = (typeof NO_CARTA_PORTE_REASONS)[number];

const Guia = v.object({ numero: Line(), descripcion: Line(), pesoKg: Positive });
export type Guia = v.InferOutput<typeof Guia>;

/** The highest value that a double holds with six decimals. */
const LARGEST_AMOUNT = 999_999_999.999_999;

/** The fields after `pesoKg` are additions of this service. */
export const Mercancia = v.object({
  bienesTransp: Line(),
  descripcion: Line(),
  cantidad: v.optional(Measure, 1),
  claveUnidad: v.optional(Line(), 'KGM'),
  pesoKg: Positive,
  /** Whether the goods are hazardous. */
  materialPeligroso: v.optional(v.picklist(['Sí', 'No'])),
  /** A key of c_MaterialPeligroso, for hazardous goods only, as the two fields after it. */
  cveMaterialPeligroso: v.optional(Line()),
  /** A key of c_TipoEmbalaje. */
  embalaje: v.optional(Line()),
  descripEmbalaje: v.optional(Line()),
  guias: v.optional(List(Guia, 50)),
  /** The value of the goods in MXN. */
  valorMercancia: v.optional(SixDecimals(LARGEST_AMOUNT)),
  /** Length, width and height, such as 120/80/100cm. */
  dimensiones: v.optional(Line()),
  /** The part of the quantity that each destination gets: `destino` 1 is the field `destino`, 2 is `destinos[0]`. */
  entregas: v.optional(List(v.object({ destino: Integer(1, 49), cantidad: Measure }), 49)),
});
export type Mercancia = v.InferOutput<typeof Mercancia>;

const Remolque = v.object({ subtipoRemolque: Line(), placa: Line() });
export type Remolque = v.InferOutput<typeof Remolque>;

/** A figure beside the trip's driver (FiguraTransporte). 04 can be saved; the validation refuses it with a sentence. */
export const Figura = v.object({
  /** 01 operator, 02 owner, 03 lessor, 04 notified, 05 member of a coordinated group. */
  tipo: v.picklist(['01', '02', '03', '04', '05']),
  nombre: Line(300),
  rfc: Line(13),
  /** The licence of an operator (01). */
  licencia: v.optional(Line()),
  /** The parts of the transport that belong to an owner or lessor: keys of c_ParteTransporte. */
  partes: v.optional(List(Line(), 12)),
  domicilio: v.optional(Domicilio),
});
export type Figura = v.InferOutput<typeof Figura>;

/** The fields after `pesoBrutoVehicular` are additions of this service. */
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
  /** More destinations, after `destino`, in the order of visit. */
  destinos: v.optional(List(Ubicacion, 48)),
  /** The trailers. It replaces `subtipoRemolque` and `placaRemolque`. */
  remolques: v.optional(List(Remolque, 2, 1)),
  /** The figures after the trip's driver. */
  figuras: v.optional(List(Figura, 10)),
  /** The insurance against damage to the environment, for hazardous goods only. */
  aseguraMedAmbiente: v.optional(Line()),
  polizaMedAmbiente: v.optional(Line()),
  aseguraCarga: v.optional(Line()),
  polizaCarga: v.optional(Line()),
  primaSeguro: v.optional(SixDecimals(LARGEST_AMOUNT)),
  logisticaInversa: v.optional(v.boolean()),
});
export type CartaPorte = v.InferOutput<typeof CartaPorte>;

const COFEPRIS =
  'Medicines, precursors and pesticides need data that cannot be given here: make this Carta Porte at the provider.';
const INTERNATIONAL =
  'FOREIGN_TRANSPORT: this service does not support transport to or from another country. Create that Carta Porte at the provider.';
const ROAD_ONLY = 'This service issues the Carta Porte by road only. Create this one at the provider.';

const sayings = (sentence: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, sentence]));

/** The fields of other kinds of transport. Each is refused with a sentence that says what to do. */
export const REFUSED_FIELDS: Readonly<Record<string, string>> = {
  ...sayings(
    COFEPRIS,
    `sectorCOFEPRIS nombreIngredienteActivo nomQuimico denominacionGenericaProd denominacionDistintivaProd fabricante
     fechaCaducidad loteMedicamento formaFarmaceutica condicionesEspTransp registroSanitarioFolioAutorizacion
     permisoImportacion folioImpoVUCEM numCAS razonSocialEmpImp numRegSanPlagCOFEPRIS datosFabricante datosFormulador
     datosMaquilador usoAutorizado`,
  ),
  ...sayings(
    INTERNATIONAL,
    `transpInternac regimenesAduaneros documentacionAduanera entradaSalidaMerc paisOrigenDestino viaEntradaSalida
     fraccionArancelaria numRegIdTrib residenciaFiscal`,
  ),
  ...sayings(
    ROAD_ONLY,
    `registroISTMO ubicacionPoloOrigen ubicacionPoloDestino transporteMaritimo transporteAereo transporteFerroviario`,
  ),
};

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
      'Leave subtipoRemolque and placaRemolque out: remolques replaces them, and its first element differs from them.',
    ),
    ['remolques'],
  ),
);
