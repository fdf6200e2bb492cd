import type { Payload } from './payload';
import { element, group } from './xml';

const named = (name: string): string => `cartaporte31:${name}`;

/** The complement CartaPorte 3.1 by the provider's description: its fields have the names of the SAT's schema. */
export const cartaPorteXml = (data: Payload): string => {
  const attributes = {
    Version: '3.1',
    IdCCP: data.text('IdCCP'),
    TranspInternac: data.text('TranspInternac'),
    TotalDistRec: data.optionalNumber('TotalDistRec'),
  };
  return element(named('CartaPorte'), attributes, [
    group(named('Ubicaciones'), data.list('Ubicaciones', locationXml)),
    data.object('Mercancias', goodsXml),
    group(named('FiguraTransporte'), data.optionalList('FiguraTransporte', figureXml) ?? []),
  ]);
};

const locationXml = (place: Payload): string =>
  element(
    named('Ubicacion'),
    {
      TipoUbicacion: place.text('TipoUbicacion'),
      IDUbicacion: place.optionalText('IDUbicacion'),
      RFCRemitenteDestinatario: place.text('RFCRemitenteDestinatario'),
      NombreRemitenteDestinatario: place.optionalText('NombreRemitenteDestinatario'),
      FechaHoraSalidaLlegada: place.text('FechaHoraSalidaLlegada'),
      DistanciaRecorrida: place.optionalNumber('DistanciaRecorrida'),
    },
    [place.optionalObject('Domicilio', addressXml)],
  );

const addressXml = (address: Payload): string =>
  element(named('Domicilio'), {
    Calle: address.optionalText('Calle'),
    NumeroExterior: address.optionalText('NumeroExterior'),
    NumeroInterior: address.optionalText('NumeroInterior'),
    Colonia: address.optionalText('Colonia'),
    Localidad: address.optionalText('Localidad'),
    Referencia: address.optionalText('Referencia'),
    Municipio: address.optionalText('Municipio'),
    Estado: address.text('Estado'),
    Pais: address.text('Pais'),
    CodigoPostal: address.text('CodigoPostal'),
  });

const goodsXml = (goods: Payload): string =>
  element(
    named('Mercancias'),
    {
      PesoBrutoTotal: goods.number('PesoBrutoTotal'),
      UnidadPeso: goods.text('UnidadPeso'),
      NumTotalMercancias: goods.number('NumTotalMercancias'),
      LogisticaInversaRecoleccionDevolucion: goods.optionalText('LogisticaInversaRecoleccionDevolucion'),
    },
    [...goods.list('Mercancia', oneGoodsXml), goods.optionalObject('Autotransporte', roadXml)],
  );

const oneGoodsXml = (goods: Payload): string =>
  element(
    named('Mercancia'),
    {
      BienesTransp: goods.text('BienesTransp'),
      Descripcion: goods.text('Descripcion'),
      Cantidad: goods.number('Cantidad'),
      ClaveUnidad: goods.text('ClaveUnidad'),
      Unidad: goods.optionalText('Unidad'),
      Dimensiones: goods.optionalText('Dimensiones'),
      MaterialPeligroso: goods.optionalText('MaterialPeligroso'),
      CveMaterialPeligroso: goods.optionalText('CveMaterialPeligroso'),
      Embalaje: goods.optionalText('Embalaje'),
      DescripEmbalaje: goods.optionalText('DescripEmbalaje'),
      PesoEnKg: goods.number('PesoEnKg'),
      ValorMercancia: goods.optionalNumber('ValorMercancia'),
      Moneda: goods.optionalText('Moneda'),
    },
    [
      ...(goods.optionalList('GuiasIdentificacion', guideXml) ?? []),
      ...(goods.optionalList('CantidadTransporta', deliveryXml) ?? []),
    ],
  );

const guideXml = (guide: Payload): string =>
  element(named('GuiasIdentificacion'), {
    NumeroGuiaIdentificacion: guide.text('NumeroGuiaIdentificacion'),
    DescripGuiaIdentificacion: guide.text('DescripGuiaIdentificacion'),
    PesoGuiaIdentificacion: guide.number('PesoGuiaIdentificacion'),
  });

const deliveryXml = (delivery: Payload): string =>
  element(named('CantidadTransporta'), {
    Cantidad: delivery.number('Cantidad'),
    IDOrigen: delivery.text('IDOrigen'),
    IDDestino: delivery.text('IDDestino'),
  });

const roadXml = (road: Payload): string =>
  element(named('Autotransporte'), { PermSCT: road.text('PermSCT'), NumPermisoSCT: road.text('NumPermisoSCT') }, [
    road.object('IdentificacionVehicular', (vehicle) =>
      element(named('IdentificacionVehicular'), {
        ConfigVehicular: vehicle.text('ConfigVehicular'),
        PesoBrutoVehicular: vehicle.number('PesoBrutoVehicular'),
        PlacaVM: vehicle.text('PlacaVM'),
        AnioModeloVM: vehicle.text('AnioModeloVM'),
      }),
    ),
    road.object('Seguros', (insurance) =>
      element(named('Seguros'), {
        AseguraRespCivil: insurance.text('AseguraRespCivil'),
        PolizaRespCivil: insurance.text('PolizaRespCivil'),
        AseguraMedAmbiente: insurance.optionalText('AseguraMedAmbiente'),
        PolizaMedAmbiente: insurance.optionalText('PolizaMedAmbiente'),
        AseguraCarga: insurance.optionalText('AseguraCarga'),
        PolizaCarga: insurance.optionalText('PolizaCarga'),
        PrimaSeguro: insurance.optionalNumber('PrimaSeguro'),
      }),
    ),
    group(named('Remolques'), road.optionalList('Remolques', trailerXml) ?? []),
  ]);

const trailerXml = (trailer: Payload): string =>
  element(named('Remolque'), { SubTipoRem: trailer.text('SubTipoRem'), Placa: trailer.text('Placa') });

const figureXml = (figure: Payload): string =>
  element(
    named('TiposFigura'),
    {
      TipoFigura: figure.text('TipoFigura'),
      RFCFigura: figure.optionalText('RFCFigura'),
      NumLicencia: figure.optionalText('NumLicencia'),
      NombreFigura: figure.text('NombreFigura'),
    },
    [
      ...(figure.optionalList('PartesTransporte', (part) =>
        element(named('PartesTransporte'), { ParteTransporte: part.text('ParteTransporte') }),
      ) ?? []),
      figure.optionalObject('Domicilio', addressXml),
    ],
  );
