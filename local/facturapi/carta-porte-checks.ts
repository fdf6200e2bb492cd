import * as v from 'valibot';
import { ALWAYS_HAZARDOUS, ONE_MODE, PERHAPS_TRAILER, TWO_MODES, WITHOUT_TRAILER } from './carta-porte-keys';
import { ApiError, invalidField } from './errors';

/**
 * The Carta Porte as the provider and the SAT check it. The stand-in has the schema and the rules of its own, so that it finds what the
 * service's check overlooks: nothing here imports shared/carta-porte.
 */

const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
/** XML Schema counts characters. A character past U+FFFF has a length of two in JavaScript. */
const text = (minimum: number, maximum: number) => matching(new RegExp(`^[^|]{${minimum},${maximum}}$`, 'su'));
const decimal = (minimum: number, decimals: number) =>
  v.pipe(
    v.number(),
    v.minValue(minimum),
    v.check((value) => Number(value.toFixed(decimals)) === value, `Send at most ${decimals} decimals.`),
  );

const Rfc = matching(/^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/);
const Plate = matching(/^[A-Z\d]{5,7}$/);
const Kilometres = v.pipe(decimal(0.01, 2), v.maxValue(99_999));
const Kilograms = decimal(0.001, 3);
const Quantity = decimal(0.000_001, 6);
const Money = decimal(0, 6);

const Domicilio = v.strictObject({
  Calle: v.optional(text(1, 100)),
  NumeroExterior: v.optional(text(1, 55)),
  NumeroInterior: v.optional(text(1, 55)),
  Localidad: v.optional(text(1, 120)),
  Referencia: v.optional(text(1, 250)),
  Municipio: v.optional(text(1, 120)),
  Estado: matching(/^[A-Z]{3}$/),
  Pais: v.literal('MEX'),
  CodigoPostal: matching(/^\d{5}$/),
});

const Ubicacion = v.strictObject({
  TipoUbicacion: v.picklist(['Origen', 'Destino']),
  IDUbicacion: matching(/^(OR|DE)\d{6}$/),
  RFCRemitenteDestinatario: Rfc,
  NombreRemitenteDestinatario: text(1, 254),
  FechaHoraSalidaLlegada: matching(/^20[1-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  DistanciaRecorrida: v.optional(Kilometres),
  Domicilio,
});
type Ubicacion = v.InferOutput<typeof Ubicacion>;

const Mercancia = v.strictObject({
  BienesTransp: matching(/^\d{8}$/),
  Descripcion: text(1, 1000),
  Cantidad: Quantity,
  ClaveUnidad: text(1, 3),
  Dimensiones: v.optional(matching(/^(\d{1,3}\/){2}\d{1,3}(cm|plg)$/)),
  MaterialPeligroso: v.optional(v.picklist(['Sí', 'No'])),
  CveMaterialPeligroso: v.optional(matching(/^\w{4}$/)),
  Embalaje: v.optional(matching(/^\w{2,4}$/)),
  DescripEmbalaje: v.optional(text(1, 100)),
  PesoEnKg: Kilograms,
  ValorMercancia: v.optional(Money),
  Moneda: v.optional(v.literal('MXN')),
  GuiasIdentificacion: v.optional(
    v.array(
      v.strictObject({
        NumeroGuiaIdentificacion: text(10, 30),
        DescripGuiaIdentificacion: text(1, 1000),
        PesoGuiaIdentificacion: Kilograms,
      }),
    ),
  ),
  CantidadTransporta: v.optional(
    v.array(v.strictObject({ Cantidad: Quantity, IDOrigen: matching(/^OR\d{6}$/), IDDestino: matching(/^DE\d{6}$/) })),
  ),
});
type Mercancia = v.InferOutput<typeof Mercancia>;

const Autotransporte = v.strictObject({
  PermSCT: matching(/^TP(AF\d\d|XX00)$/),
  NumPermisoSCT: text(1, 50),
  IdentificacionVehicular: v.strictObject({
    ConfigVehicular: text(2, 10),
    PesoBrutoVehicular: v.pipe(decimal(0.01, 2), v.maxValue(150)),
    PlacaVM: Plate,
    AnioModeloVM: matching(/^(19|20)\d\d$/),
  }),
  Seguros: v.strictObject({
    AseguraRespCivil: text(3, 50),
    PolizaRespCivil: text(3, 30),
    AseguraMedAmbiente: v.optional(text(3, 50)),
    PolizaMedAmbiente: v.optional(text(3, 30)),
    AseguraCarga: v.optional(text(3, 50)),
    PolizaCarga: v.optional(text(3, 30)),
    PrimaSeguro: v.optional(Money),
  }),
  Remolques: v.optional(
    v.pipe(
      v.array(v.strictObject({ SubTipoRem: matching(/^CTR\d{3}$/), Placa: Plate })),
      v.minLength(1),
      v.maxLength(2),
    ),
  ),
});
type Autotransporte = v.InferOutput<typeof Autotransporte>;

const Figura = v.strictObject({
  TipoFigura: v.picklist(['01', '02', '03', '05']),
  RFCFigura: v.optional(Rfc),
  NumLicencia: v.optional(text(6, 16)),
  NombreFigura: text(1, 254),
  PartesTransporte: v.optional(v.array(v.strictObject({ ParteTransporte: matching(/^PT(0[1-9]|1[0-2])$/) }))),
  Domicilio: v.optional(Domicilio),
});
type Figura = v.InferOutput<typeof Figura>;

const CartaPorte = v.strictObject({
  IdCCP: matching(/^CCC[0-9a-f]{5}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  TranspInternac: v.literal('No'),
  TotalDistRec: Kilometres,
  Ubicaciones: v.pipe(v.array(Ubicacion), v.minLength(2)),
  Mercancias: v.strictObject({
    PesoBrutoTotal: Kilograms,
    UnidadPeso: v.literal('KGM'),
    NumTotalMercancias: v.pipe(v.number(), v.integer()),
    LogisticaInversaRecoleccionDevolucion: v.optional(v.literal('Sí')),
    Mercancia: v.pipe(v.array(Mercancia), v.minLength(1)),
    Autotransporte,
  }),
  FiguraTransporte: v.array(Figura),
});
type CartaPorte = v.InferOutput<typeof CartaPorte>;

/** A rule that fails: its code in the SAT's table of errors. */
type Broken = `CP${number}`;

/** Refuses a Carta Porte that does not have the schema, or that breaks a rule of the SAT. */
export function checkCartaPorte(data: unknown, productKeys: readonly string[]): void {
  const path = 'complements.0.data';
  const parsed = v.safeParse(CartaPorte, data);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw invalidField(`${path}.${v.getDotPath(issue) ?? ''}`, issue.message);
  }
  const [code] = brokenRules(parsed.output, productKeys);
  if (code === undefined) return;
  const message = `El complemento Carta Porte no cumple con la regla ${code}.`;
  throw new ApiError(400, 'sat_error', message, [{ code, message, source: 'sat', path }]);
}

function* brokenRules(cartaPorte: CartaPorte, productKeys: readonly string[]): Generator<Broken> {
  if (productKeys.some((key) => TWO_MODES.includes(key))) yield 'CP110';
  if (productKeys.some((key) => !ONE_MODE.includes(key) && !TWO_MODES.includes(key))) yield 'CP109';
  yield* placeRules(cartaPorte);
  yield* cargoRules(cartaPorte);
  yield* trailerRules(cartaPorte.Mercancias.Autotransporte);
  yield* figureRules(cartaPorte.FiguraTransporte);
}

const sum = (values: readonly number[], unit: number): number =>
  values.reduce((total, value) => total + Math.round(value * unit), 0) / unit;

function* placeRules({ Ubicaciones, TotalDistRec }: CartaPorte): Generator<Broken> {
  const isDestination = ({ TipoUbicacion }: Ubicacion): boolean => TipoUbicacion === 'Destino';
  if (Ubicaciones.some((one) => isDestination(one) !== one.IDUbicacion.startsWith('DE'))) yield 'CP130';
  if (Ubicaciones.some((one) => isDestination(one) !== (one.DistanciaRecorrida !== undefined))) yield 'CP141';
  if (
    sum(
      Ubicaciones.map(({ DistanciaRecorrida = 0 }) => DistanciaRecorrida),
      100,
    ) !== TotalDistRec
  )
    yield 'CP126';
}

function* cargoRules({ Mercancias, Ubicaciones }: CartaPorte): Generator<Broken> {
  const { Mercancia: goods, PesoBrutoTotal, NumTotalMercancias, Autotransporte: transport } = Mercancias;
  if (
    sum(
      goods.map(({ PesoEnKg }) => PesoEnKg),
      1000,
    ) !== PesoBrutoTotal
  )
    yield 'CP149';
  if (goods.length !== NumTotalMercancias) yield 'CP154';
  for (const one of goods) yield* hazardRules(one);
  const isHazardous = goods.some(({ MaterialPeligroso }) => MaterialPeligroso === 'Sí');
  const { AseguraMedAmbiente, PolizaMedAmbiente } = transport.Seguros;
  if (isHazardous !== (AseguraMedAmbiente !== undefined)) yield 'CP182';
  if ((AseguraMedAmbiente !== undefined) !== (PolizaMedAmbiente !== undefined)) yield 'CP183';
  const ids = Ubicaciones.map(({ IDUbicacion }) => IDUbicacion);
  const deliveries = goods.map(({ CantidadTransporta = [] }) => CantidadTransporta);
  if (deliveries.flat().some(({ IDOrigen, IDDestino }) => !ids.includes(IDOrigen) || !ids.includes(IDDestino)))
    yield 'CP178';
  if (ids.length > 2 && deliveries.some((parts) => parts.length === 0)) yield 'CP179';
}

function* hazardRules(goods: Mercancia): Generator<Broken> {
  const { BienesTransp, MaterialPeligroso, CveMaterialPeligroso, Embalaje, ValorMercancia, Moneda } = goods;
  const isHazardous = MaterialPeligroso === 'Sí';
  if (ALWAYS_HAZARDOUS.includes(BienesTransp) && !isHazardous) yield 'CP155';
  if (isHazardous !== (CveMaterialPeligroso !== undefined)) yield 'CP156';
  if (isHazardous !== (Embalaje !== undefined)) yield 'CP157';
  if ((ValorMercancia === undefined) !== (Moneda === undefined)) yield 'CP168';
}

function* trailerRules({ IdentificacionVehicular, Remolques = [] }: Autotransporte): Generator<Broken> {
  const { ConfigVehicular } = IdentificacionVehicular;
  if (PERHAPS_TRAILER.includes(ConfigVehicular)) return;
  if (WITHOUT_TRAILER.includes(ConfigVehicular) !== (Remolques.length === 0)) yield 'CP184';
}

function* figureRules(figures: readonly Figura[]): Generator<Broken> {
  if (figures.length === 0) yield 'CP193';
  else if (!figures.some(({ TipoFigura }) => TipoFigura === '01')) yield 'CP194';
  for (const { TipoFigura, RFCFigura = '', NumLicencia, PartesTransporte = [] } of figures) {
    const isOperator = TipoFigura === '01';
    if (RFCFigura === 'XEXX010101000') yield 'CP197';
    else if (isOperator && (RFCFigura.length !== 13 || RFCFigura === 'XAXX010101000')) yield 'CP195';
    if (isOperator !== (NumLicencia !== undefined)) yield 'CP196';
    if (['02', '03'].includes(TipoFigura) !== PartesTransporte.length > 0) yield 'CP199';
  }
}
