import type { FreightDriver } from '../../shared/carta-porte/readiness-input';
import { catalogueDays } from '../../shared/carta-porte/readiness-input';
import { catalogues as version } from '../../shared/carta-porte/sat/catalogues';
import type { CartaPorte } from '../../shared/invoices/carta-porte';
import { complementOf } from '../../shared/stamping/provider/complement';
import { cartaPorte, readyFreight } from '../support/freight';

const made = (changes: Partial<CartaPorte>, driver: FreightDriver | undefined = readyFreight().driver) => {
  const freight = readyFreight();
  const catalogues = version.on(catalogueDays(freight));
  const idCcp = 'CCCcaf10-3180-7000-8000-000000000001';
  return complementOf({ cartaPorte: cartaPorte(changes), driver, vehicle: freight.vehicle, idCcp }, catalogues);
};
const { origen, destino, mercancias } = cartaPorte();
const goods = (changes: Partial<CartaPorte['mercancias'][number]>) =>
  made({ mercancias: mercancias.map((one) => ({ ...one, ...changes })) }).Mercancias.Mercancia[0];

test('tax 7.1: destinations are numbered in the order of visit, each with its leg', () => {
  const second = { ...destino, distancia: 100.251 };
  const { Ubicaciones } = made({ destino: { ...destino, distancia: 690 }, destinos: [second, second] });
  expect(Ubicaciones.map(({ IDUbicacion, DistanciaRecorrida }) => [IDUbicacion, DistanciaRecorrida])).toEqual([
    ['OR000001', undefined],
    ['DE000001', 690],
    ['DE000002', 100.25],
    ['DE000003', 100.25],
  ]);
  expect(() => made({ destino: { ...destino, distancia: 690 }, destinos: [destino] })).toThrow(
    'cartaPorte.destinos[0].distancia is missing',
  );
});

test('tax 7.2: a delivery names origin and destination', () => {
  expect(
    goods({
      entregas: [
        { destino: 1, cantidad: 5 },
        { destino: 12, cantidad: 7 },
      ],
    })?.CantidadTransporta,
  ).toEqual([
    { Cantidad: 5, IDOrigen: 'OR000001', IDDestino: 'DE000001' },
    { Cantidad: 7, IDOrigen: 'OR000001', IDDestino: 'DE000012' },
  ]);
});

test('tax 7.3: two trailers are sent in their order', () => {
  const remolques = [
    { subtipoRemolque: 'CTR004', placa: '98-uh-7t' },
    { subtipoRemolque: 'CTR007', placa: '99UH7T' },
  ];
  const { Remolques } = made({ configVehicular: 'T3S2R4', remolques }).Mercancias.Autotransporte;
  expect(Remolques).toEqual([
    { SubTipoRem: 'CTR004', Placa: '98UH7T' },
    { SubTipoRem: 'CTR007', Placa: '99UH7T' },
  ]);
  expect(made({ remolques }).Mercancias.Autotransporte).not.toHaveProperty('Remolques');
  const broken = [{ subtipoRemolque: 'CTR004', placa: '' }];
  expect(() => made({ configVehicular: 'T3S2', remolques: broken })).toThrow(
    'cartaPorte.remolques[0].placa is missing',
  );
});

test('tax 7.4: hazardous goods have their key, packaging and insurance', () => {
  const hazard = { materialPeligroso: 'Sí', cveMaterialPeligroso: '1202', embalaje: '1A1' } as const;
  expect(goods({ bienesTransp: '15101505', ...hazard, descripEmbalaje: ' Tambor  de 200 l' })).toMatchObject({
    MaterialPeligroso: 'Sí',
    CveMaterialPeligroso: '1202',
    Embalaje: '1A1',
    DescripEmbalaje: 'Tambor de 200 l',
  });
  const insured = made({ aseguraMedAmbiente: 'Qualitas', polizaMedAmbiente: 'MA-1' }).Mercancias.Autotransporte.Seguros;
  expect(insured).toMatchObject({ AseguraMedAmbiente: 'Qualitas', PolizaMedAmbiente: 'MA-1' });
});

test.each([
  ['never hazardous', '30102300', undefined],
  ['perhaps hazardous', '24112700', 'No'],
])('tax M9: No of goods that are %s (%s) is sent as %s', (_, bienesTransp, sent) => {
  expect(goods({ bienesTransp, materialPeligroso: 'No' })?.MaterialPeligroso).toBe(sent);
});

test('tax 7.4: waybills, value in MXN and dimensions', () => {
  const guias = [{ numero: 'GUIA000001', descripcion: 'Caja', pesoKg: 1.2345 }];
  expect(goods({ guias, valorMercancia: 1500.5, dimensiones: '120/80/100cm' })).toMatchObject({
    GuiasIdentificacion: [
      { NumeroGuiaIdentificacion: 'GUIA000001', DescripGuiaIdentificacion: 'Caja', PesoGuiaIdentificacion: 1.235 },
    ],
    ValorMercancia: 1500.5,
    Moneda: 'MXN',
    Dimensiones: '120/80/100cm',
  });
});

test('tax 7.5: the insurance of the goods, and a collection of returned goods', () => {
  const { Mercancias } = made({ aseguraCarga: 'GNP', polizaCarga: 'C-1', primaSeguro: 0, logisticaInversa: true });
  expect(Mercancias.LogisticaInversaRecoleccionDevolucion).toBe('Sí');
  expect(Mercancias.Autotransporte.Seguros).toMatchObject({ AseguraCarga: 'GNP', PolizaCarga: 'C-1', PrimaSeguro: 0 });
  expect(made({ logisticaInversa: false }).Mercancias).not.toHaveProperty('LogisticaInversaRecoleccionDevolucion');
});

test('tax 7.6: the parts of an address that are given', () => {
  const domicilio = {
    ...origen.domicilio,
    numeroExterior: ' 1500 ',
    numeroInterior: '',
    referencia: 'Andén 4',
    localidad: '07',
    colonia: '0552',
  };
  expect(made({ origen: { ...origen, domicilio } }).Ubicaciones[0]?.Domicilio).toEqual({
    NumeroExterior: '1500',
    Localidad: '07',
    Referencia: 'Andén 4',
    Municipio: '039',
    Estado: 'NLE',
    Pais: 'MEX',
    CodigoPostal: '64000',
  });
});

const operator = { tipo: '01', nombre: 'Ana Ruiz', rfc: 'cacx 760510-1p8', licencia: 'LFD7654321' } as const;

test('tax 7.7: the trip’s driver is the first figure, and an owner names the parts', () => {
  const { domicilio } = origen;
  const owner = { tipo: '03', nombre: 'Norte', rfc: 'URE180429TM6', partes: ['PT05', 'PT03'], domicilio } as const;
  const figuras = [operator, { ...owner, partes: [...owner.partes] }];
  expect(made({ figuras }).FiguraTransporte).toEqual([
    { TipoFigura: '01', RFCFigura: 'CACX7605101P8', NumLicencia: 'LFD01234567', NombreFigura: 'José Hernández' },
    { TipoFigura: '01', RFCFigura: 'CACX7605101P8', NumLicencia: 'LFD7654321', NombreFigura: 'Ana Ruiz' },
    {
      TipoFigura: '03',
      RFCFigura: 'URE180429TM6',
      NombreFigura: 'Norte',
      PartesTransporte: [{ ParteTransporte: 'PT05' }, { ParteTransporte: 'PT03' }],
      Domicilio: { Municipio: '039', Estado: 'NLE', Pais: 'MEX', CodigoPostal: '64000' },
    },
  ]);
});

test('tax 7.7: an operator of the list takes the place of a driver whom the trip does not have', () => {
  const catalogues = version.on(catalogueDays(readyFreight()));
  const { vehicle } = readyFreight();
  const parts = { cartaPorte: cartaPorte({ figuras: [operator] }), driver: undefined, vehicle, idCcp: 'CCC' };
  expect(complementOf(parts, catalogues).FiguraTransporte.map(({ NombreFigura }) => NombreFigura)).toEqual([
    'Ana Ruiz',
  ]);
});
