import { checkCartaPorte } from '../../local/facturapi/carta-porte-checks';
import { ApiError } from '../../local/facturapi/errors';
import { catalogueDays } from '../../shared/carta-porte/readiness-input';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import { complementOf } from '../../shared/stamping/provider/complement';
import { cartaPorte, readyFreight } from '../support/freight';

/** The rules of the Carta Porte that the stand-in applies by itself, each with a document that breaks it. */

const { driver, vehicle, ...rest } = readyFreight();
const idCcp = 'CCCcaf10-3180-7000-8000-000000000001';
const { destino, mercancias } = cartaPorte();
const second = { ...destino, distancia: 100, fechaHora: '2026-03-03T20:00:00' };
const valid = () =>
  complementOf(
    {
      cartaPorte: cartaPorte({
        totalDistRec: 790,
        destino: { ...destino, distancia: 690 },
        destinos: [second],
        mercancias: mercancias.map((goods) => ({
          ...goods,
          valorMercancia: 5,
          entregas: [
            { destino: 1, cantidad: 6 },
            { destino: 2, cantidad: 6 },
          ],
        })),
        figuras: [{ tipo: '02', nombre: 'Norte', rfc: 'URE180429TM6', partes: ['PT01'] }],
      }),
      driver,
      vehicle,
      idCcp,
    },
    catalogues.on(catalogueDays({ ...rest })),
  );

function refusalOf(data: unknown, keys: readonly string[] = ['78101802']): (string | undefined)[] {
  try {
    checkCartaPorte(data, keys);
    return [];
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const [detail] = failure.errors;
    return [detail?.code, detail?.path];
  }
}

/** The valid document with one value set, or removed if it is undefined, by its path. */
function broken(path: string, value: unknown): unknown {
  const data: unknown = JSON.parse(JSON.stringify(valid()));
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((inner: unknown, name) => Reflect.get(Object(inner), name), data);
  if (value === undefined) Reflect.deleteProperty(Object(holder), last);
  else Reflect.set(Object(holder), last, value);
  return data;
}

test('tax 10.5: takes what the service makes', () => {
  expect(refusalOf(valid())).toEqual([]);
});

const GOODS = 'Mercancias.Mercancia.0';
const DRIVER = 'FiguraTransporte.0';

test.each([
  ['CP126', 'TotalDistRec', 791],
  ['CP130', 'Ubicaciones.1.IDUbicacion', 'OR000002'],
  ['CP141', 'Ubicaciones.0.DistanciaRecorrida', 1],
  ['CP149', 'Mercancias.PesoBrutoTotal', 1],
  ['CP154', 'Mercancias.NumTotalMercancias', 2],
  ['CP155', `${GOODS}.BienesTransp`, '15101505'],
  ['CP156', `${GOODS}.CveMaterialPeligroso`, '1202'],
  ['CP157', `${GOODS}.Embalaje`, '1A1'],
  ['CP168', `${GOODS}.Moneda`, undefined],
  ['CP178', `${GOODS}.CantidadTransporta.1.IDDestino`, 'DE000003'],
  ['CP179', `${GOODS}.CantidadTransporta`, undefined],
  ['CP182', 'Mercancias.Autotransporte.Seguros.AseguraMedAmbiente', 'Qualitas'],
  ['CP183', 'Mercancias.Autotransporte.Seguros.PolizaMedAmbiente', 'MA-1'],
  ['CP184', 'Mercancias.Autotransporte.IdentificacionVehicular.ConfigVehicular', 'T3S2'],
  ['CP193', 'FiguraTransporte', []],
  ['CP194', DRIVER, undefined],
  ['CP195', `${DRIVER}.RFCFigura`, 'URE180429TM6'],
  ['CP196', `${DRIVER}.NumLicencia`, undefined],
  ['CP197', `${DRIVER}.RFCFigura`, 'XEXX010101000'],
  ['CP199', 'FiguraTransporte.1.PartesTransporte', []],
])('tax 10.5: refuses with %s where %s is %j', (code, path, value) => {
  const data = broken(path, value);
  if (path === DRIVER) Reflect.set(Object(data), 'FiguraTransporte', valid().FiguraTransporte.slice(1));
  expect(refusalOf(data)[0]).toBe(code);
});

test.each([
  ['CP109', ['78101802', '78121602']],
  ['CP110', ['78101902']],
])('tax 10.5: refuses with %s the services %j', (code, keys) => {
  expect(refusalOf(valid(), keys)).toEqual([code, 'complements.0.data']);
});

test.each([
  ['IdCCP', 'CCC1'],
  ['Otro', 'x'],
  ['Mercancias.Mercancia.0.Colonia', 'x'],
  ['Mercancias.Autotransporte.IdentificacionVehicular.PlacaVM', '12-AB-3C'],
  ['Mercancias.Autotransporte.IdentificacionVehicular.PesoBrutoVehicular', 17_500],
  ['Ubicaciones.0.FechaHoraSalidaLlegada', '2026-03-03T06:00'],
])('tax M11: a document without the schema has no code of the SAT: %s', (path, value) => {
  expect(refusalOf(broken(path, value))).toEqual(['validation_error', `complements.0.data.${path}`]);
});
