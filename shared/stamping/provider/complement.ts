import type { Catalogues } from '../../carta-porte/catalogues';
import { kilograms, kilometres, localSeconds, quantity, tonnes, totalWeight } from '../../carta-porte/measures';
import type { FreightDriver, FreightVehicle } from '../../carta-porte/readiness-input';
import { cleanRfc, cleanText, isBlank, satPlate } from '../../carta-porte/texts';
import type { CartaPorte, Domicilio, Mercancia, Ubicacion } from '../../invoices/carta-porte';

/** The provider's `carta_porte` complement, version 3.1, in our own types. Source: docs/spec/rulings.md §11. */
export type CartaPorteData = {
  /** `CCC` and the rest of a UUID: 36 characters. */
  IdCCP: string;
  TranspInternac: 'No';
  TotalDistRec: number;
  Ubicaciones: UbicacionData[];
  Mercancias: {
    /** Kilograms: the sum of the goods' weights. */
    PesoBrutoTotal: number;
    UnidadPeso: 'KGM';
    NumTotalMercancias: number;
    Mercancia: MercanciaData[];
    Autotransporte: AutotransporteData;
  };
  FiguraTransporte: { TipoFigura: '01'; RFCFigura: string; NumLicencia: string; NombreFigura: string }[];
};

type UbicacionData = {
  TipoUbicacion: 'Origen' | 'Destino';
  IDUbicacion: string;
  RFCRemitenteDestinatario: string;
  NombreRemitenteDestinatario: string;
  /** Local, without zone. */
  FechaHoraSalidaLlegada: string;
  DistanciaRecorrida?: number;
  Domicilio: { Calle?: string; Municipio?: string; Estado: string; Pais: string; CodigoPostal: string };
};

type MercanciaData = {
  BienesTransp: string;
  Descripcion: string;
  Cantidad: number;
  ClaveUnidad: string;
  MaterialPeligroso?: 'Sí' | 'No';
  PesoEnKg: number;
};

type AutotransporteData = {
  PermSCT: string;
  NumPermisoSCT: string;
  IdentificacionVehicular: {
    ConfigVehicular: string;
    /** Tonnes. */
    PesoBrutoVehicular: number;
    PlacaVM: string;
    AnioModeloVM: string;
  };
  Seguros: { AseguraRespCivil: string; PolizaRespCivil: string };
  Remolques?: { SubTipoRem: string; Placa: string }[];
};

export interface ComplementParts {
  readonly cartaPorte: CartaPorte;
  readonly driver: FreightDriver | undefined;
  readonly vehicle: FreightVehicle | undefined;
  readonly idCcp: string;
}

/** Throws by the name of a field that is missing: nothing is filled in. */
export function complementOf(parts: ComplementParts, catalogues: Catalogues): CartaPorteData {
  const { cartaPorte, driver, idCcp } = parts;
  const { mercancias, totalDistRec } = cartaPorte;
  return {
    IdCCP: idCcp,
    TranspInternac: 'No',
    TotalDistRec: kilometres(totalDistRec),
    Ubicaciones: [
      locationOf('Origen', 'OR000001', cartaPorte.origen, catalogues),
      {
        ...locationOf('Destino', 'DE000001', cartaPorte.destino, catalogues),
        DistanciaRecorrida: kilometres(cartaPorte.destino.distancia ?? totalDistRec),
      },
    ],
    Mercancias: {
      PesoBrutoTotal: totalWeight(mercancias),
      UnidadPeso: 'KGM',
      NumTotalMercancias: mercancias.length,
      Mercancia: mercancias.map(goodsOf),
      Autotransporte: transportOf(parts, catalogues),
    },
    FiguraTransporte: [
      {
        TipoFigura: '01',
        RFCFigura: cleanRfc(given(driver?.rfc, 'driver.rfc')),
        NumLicencia: cleanText(given(driver?.licenseNumber, 'driver.licenseNumber')),
        NombreFigura: cleanText(given(driver?.name, 'driver.name')),
      },
    ],
  };
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

/** Colonia is never sent; the municipality is the catalogue's, where it has one for the postcode. */
function addressOf({ calle, codigoPostal, estado, pais }: Domicilio, catalogues: Catalogues) {
  const municipality = catalogues.postcode(codigoPostal)?.municipality;
  return {
    ...(!isBlank(calle) && { Calle: cleanText(calle) }),
    ...(municipality !== undefined && { Municipio: municipality }),
    Estado: estado,
    Pais: pais,
    CodigoPostal: codigoPostal,
  };
}

const goodsOf = (goods: Mercancia): MercanciaData => ({
  BienesTransp: goods.bienesTransp,
  Descripcion: cleanText(goods.descripcion),
  Cantidad: quantity(goods.cantidad),
  ClaveUnidad: goods.claveUnidad,
  ...(goods.materialPeligroso !== undefined && { MaterialPeligroso: goods.materialPeligroso }),
  PesoEnKg: kilograms(goods.pesoKg),
});

function transportOf({ cartaPorte, vehicle }: ComplementParts, catalogues: Catalogues): AutotransporteData {
  const { configVehicular, pesoBrutoVehicular, permSCT, numPermisoSCT, aseguradora } = cartaPorte;
  const configuration = given(configVehicular, 'cartaPorte.configVehicular');
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
    },
    ...(drawsTrailer(cartaPorte, configuration, catalogues) && { Remolques: [trailerOf(cartaPorte)] }),
  };
}

function drawsTrailer({ subtipoRemolque }: CartaPorte, configuration: string, catalogues: Catalogues): boolean {
  const rule = catalogues.trailerRule(configuration);
  return rule === 'required' || (rule === 'optional' && !isBlank(subtipoRemolque));
}

const trailerOf = ({ subtipoRemolque, placaRemolque }: CartaPorte) => ({
  SubTipoRem: given(subtipoRemolque, 'cartaPorte.subtipoRemolque'),
  Placa: plateOf(placaRemolque, 'cartaPorte.placaRemolque'),
});

const plateOf = (plate: string | null | undefined, field: string): string =>
  given(satPlate(given(plate, field)), field);

function given<T extends string | number>(value: T | null | undefined, field: string): T {
  if (value === null || value === undefined || value === '')
    throw new Error(`${field} is missing: an invoice is validated before it is stamped.`);
  return value;
}
