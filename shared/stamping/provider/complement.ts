import type { Catalogues } from '../../carta-porte/catalogues';
import { kilograms, kilometres, localSeconds, quantity, tonnes, totalWeight } from '../../carta-porte/measures';
import type { FreightDriver, FreightVehicle } from '../../carta-porte/readiness-input';
import { cleanText, isBlank, satPlate } from '../../carta-porte/texts';
import {
  type CartaPorte,
  type Domicilio,
  type Figura,
  type Guia,
  type Mercancia,
  trailersOf,
  type Ubicacion,
} from '../../invoices/carta-porte';
import { cleanRfc } from '../../platform/values/rfc';
import type {
  AutotransporteData,
  CartaPorteData,
  DomicilioData,
  FiguraData,
  MercanciaData,
  UbicacionData,
} from './complement-data';

interface ComplementParts {
  readonly cartaPorte: CartaPorte;
  readonly driver: FreightDriver | undefined;
  readonly vehicle: FreightVehicle | undefined;
  readonly idCcp: string;
}

const ORIGIN_ID = 'OR000001';

/** The destinations are numbered in the order of visit. */
const destinationId = (number: number): string => `DE${String(number).padStart(6, '0')}`;

/**
 * Fills in no missing value: throws an error that names the missing field. `cartaPorte` already has the values of the
 * vehicle's record ({@link fillFromVehicle}).
 */
export function complementOf(parts: ComplementParts, catalogues: Catalogues): CartaPorteData {
  const { cartaPorte, idCcp } = parts;
  const { mercancias, totalDistRec, logisticaInversa } = cartaPorte;
  return {
    IdCCP: idCcp,
    TranspInternac: 'No',
    TotalDistRec: kilometres(totalDistRec),
    Ubicaciones: locationsOf(cartaPorte, catalogues),
    Mercancias: {
      PesoBrutoTotal: totalWeight(mercancias),
      UnidadPeso: 'KGM',
      NumTotalMercancias: mercancias.length,
      ...(logisticaInversa && { LogisticaInversaRecoleccionDevolucion: 'Sí' }),
      Mercancia: mercancias.map((goods) => goodsOf(goods, catalogues)),
      Autotransporte: transportOf(parts, catalogues),
    },
    FiguraTransporte: figuresOf(parts, catalogues),
  };
}

function locationsOf(
  { origen, destino, destinos = [], totalDistRec }: CartaPorte,
  catalogues: Catalogues,
): UbicacionData[] {
  const destinations = [destino, ...destinos].map((place, index) => {
    const distance = destinos.length === 0 ? (place.distancia ?? totalDistRec) : place.distancia;
    const field = index === 0 ? 'cartaPorte.destino.distancia' : `cartaPorte.destinos[${index - 1}].distancia`;
    return {
      ...locationOf('Destino', destinationId(index + 1), place, catalogues),
      DistanciaRecorrida: kilometres(given(distance, field)),
    };
  });
  return [locationOf('Origen', ORIGIN_ID, origen, catalogues), ...destinations];
}

const locationOf = (
  kind: 'Origen' | 'Destino',
  id: string,
  { rfc, nombre, fechaHora, domicilio }: Ubicacion,
  catalogues: Catalogues,
): UbicacionData => ({
  TipoUbicacion: kind,
  IDUbicacion: id,
  RFCRemitenteDestinatario: cleanRfc(rfc),
  NombreRemitenteDestinatario: cleanText(nombre),
  FechaHoraSalidaLlegada: localSeconds(fechaHora),
  Domicilio: addressOf(domicilio, catalogues),
});

/** Colonia is never sent. The municipality comes from the catalogue, if the catalogue has one for the postcode. */
function addressOf(domicilio: Domicilio, catalogues: Catalogues): DomicilioData {
  const { calle, numeroExterior, numeroInterior, localidad, referencia, codigoPostal, estado, pais } = domicilio;
  return {
    ...texts({
      Calle: calle,
      NumeroExterior: numeroExterior,
      NumeroInterior: numeroInterior,
      Localidad: localidad,
      Referencia: referencia,
      Municipio: catalogues.postcode(codigoPostal)?.municipality,
    }),
    Estado: estado,
    Pais: pais,
    CodigoPostal: codigoPostal,
  };
}

/** The fields that have a text, as the SAT's schema requires it. */
function texts<const Name extends string>(
  fields: Readonly<Record<Name, string | null | undefined>>,
): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  for (const name in fields) {
    const text = fields[name];
    if (!isBlank(text)) found[name] = cleanText(text);
  }
  return found;
}

/** `No` is sent only for goods that can be hazardous: the SAT refuses it for the others. */
function goodsOf(goods: Mercancia, catalogues: Catalogues): MercanciaData {
  const { materialPeligroso, valorMercancia, guias = [], entregas = [] } = goods;
  const isSent = materialPeligroso === 'Sí' || catalogues.hazard(goods.bienesTransp) !== '0';
  return {
    BienesTransp: goods.bienesTransp,
    Descripcion: cleanText(goods.descripcion),
    Cantidad: quantity(goods.cantidad),
    ClaveUnidad: goods.claveUnidad,
    ...texts({ Dimensiones: goods.dimensiones }),
    ...(materialPeligroso !== undefined && isSent && { MaterialPeligroso: materialPeligroso }),
    ...texts({
      CveMaterialPeligroso: goods.cveMaterialPeligroso,
      Embalaje: goods.embalaje,
      DescripEmbalaje: goods.descripEmbalaje,
    }),
    PesoEnKg: kilograms(goods.pesoKg),
    ...(valorMercancia !== undefined && { ValorMercancia: valorMercancia, Moneda: 'MXN' }),
    ...(guias.length > 0 && { GuiasIdentificacion: guias.map(guideOf) }),
    ...(entregas.length > 0 && { CantidadTransporta: entregas.map(deliveryOf) }),
  };
}

const guideOf = ({ numero, descripcion, pesoKg }: Guia) => ({
  NumeroGuiaIdentificacion: cleanText(numero),
  DescripGuiaIdentificacion: cleanText(descripcion),
  PesoGuiaIdentificacion: kilograms(pesoKg),
});

const deliveryOf = ({ destino, cantidad }: { readonly destino: number; readonly cantidad: number }) => ({
  Cantidad: quantity(cantidad),
  IDOrigen: ORIGIN_ID,
  IDDestino: destinationId(destino),
});

function transportOf({ cartaPorte, vehicle }: ComplementParts, catalogues: Catalogues): AutotransporteData {
  const { configVehicular, pesoBrutoVehicular, permSCT, numPermisoSCT, aseguradora, primaSeguro } = cartaPorte;
  const configuration = given(configVehicular, 'cartaPorte.configVehicular');
  const trailers = trailersFor(cartaPorte, configuration, catalogues);
  return {
    PermSCT: given(permSCT, 'cartaPorte.permSCT'),
    NumPermisoSCT: cleanText(given(numPermisoSCT, 'cartaPorte.numPermisoSCT')),
    IdentificacionVehicular: {
      ConfigVehicular: configuration,
      PesoBrutoVehicular: tonnes(given(pesoBrutoVehicular, 'cartaPorte.pesoBrutoVehicular')),
      PlacaVM: plateOf(vehicle?.plate, 'vehicle.plate'),
      AnioModeloVM: String(given(vehicle?.year, 'vehicle.year')),
    },
    Seguros: {
      AseguraRespCivil: cleanText(given(aseguradora, 'cartaPorte.aseguradora')),
      PolizaRespCivil: cleanText(given(vehicle?.insuranceNumber, 'vehicle.insuranceNumber')),
      ...texts({
        AseguraMedAmbiente: cartaPorte.aseguraMedAmbiente,
        PolizaMedAmbiente: cartaPorte.polizaMedAmbiente,
        AseguraCarga: cartaPorte.aseguraCarga,
        PolizaCarga: cartaPorte.polizaCarga,
      }),
      ...(primaSeguro !== undefined && { PrimaSeguro: primaSeguro }),
    },
    ...(trailers.length > 0 && { Remolques: trailers }),
  };
}

/** The trailers that the configuration requires or permits. A vehicle without trailer sends none. */
function trailersFor(cartaPorte: CartaPorte, configuration: string, catalogues: Catalogues) {
  const rule = catalogues.trailerRule(configuration);
  if (rule !== 'required' && rule !== 'optional') return [];
  const trailers = trailersOf(cartaPorte);
  const wanted = rule === 'required' && trailers.length === 0 ? [{ subtipoRemolque: '', placa: '' }] : trailers;
  return wanted.map((trailer, index) => {
    const path = (name: string, single: string): string =>
      cartaPorte.remolques === undefined ? `cartaPorte.${single}` : `cartaPorte.remolques[${index}].${name}`;
    return {
      SubTipoRem: given(trailer.subtipoRemolque, path('subtipoRemolque', 'subtipoRemolque')),
      Placa: plateOf(trailer.placa, path('placa', 'placaRemolque')),
    };
  });
}

/** The trip's driver is first. Without one, an operator of the list takes his place. */
function figuresOf({ cartaPorte: { figuras = [] }, driver }: ComplementParts, catalogues: Catalogues): FiguraData[] {
  const others = figuras.map((figure, index) => figureOf(figure, `cartaPorte.figuras[${index}]`, catalogues));
  if (driver === undefined && figuras.some(({ tipo }) => tipo === OPERATOR)) return others;
  return [
    {
      TipoFigura: OPERATOR,
      RFCFigura: cleanRfc(given(driver?.rfc, 'driver.rfc')),
      NumLicencia: cleanText(given(driver?.licenseNumber, 'driver.licenseNumber')),
      NombreFigura: cleanText(given(driver?.name, 'driver.name')),
    },
    ...others,
  ];
}

const OPERATOR = '01';

function figureOf(figure: Figura, path: string, catalogues: Catalogues): FiguraData {
  const { tipo, rfc, nombre, licencia, partes = [], domicilio } = figure;
  return {
    TipoFigura: tipo,
    RFCFigura: cleanRfc(given(rfc, `${path}.rfc`)),
    ...(tipo === OPERATOR && { NumLicencia: cleanText(given(licencia, `${path}.licencia`)) }),
    NombreFigura: cleanText(given(nombre, `${path}.nombre`)),
    ...(partes.length > 0 && { PartesTransporte: partes.map((part) => ({ ParteTransporte: part })) }),
    ...(domicilio !== undefined && { Domicilio: addressOf(domicilio, catalogues) }),
  };
}

const plateOf = (plate: string | null | undefined, field: string): string =>
  given(satPlate(given(plate, field)), field);

function given<T extends string | number>(value: T | null | undefined, field: string): T {
  if (value === null || value === undefined || value === '')
    throw new Error(`${field} is missing. Validate the invoice before it is stamped.`);
  return value;
}
