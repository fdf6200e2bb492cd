import { filledCartaPorte } from '../../shared/carta-porte/filled-values';
import { checkReadiness } from '../../shared/carta-porte/readiness';
import type { FreightVehicle } from '../../shared/carta-porte/readiness-input';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import type { CartaPorte } from '../../shared/invoices/carta-porte';
import { cartaPorte, readyFreight } from '../support/freight';

const given = (changes: Partial<CartaPorte>, ofVehicle: Partial<FreightVehicle>) => {
  const freight = readyFreight();
  if (freight.vehicle === undefined) throw new Error('The scene has a vehicle.');
  return {
    ...freight,
    invoice: { ...freight.invoice, cartaPorte: cartaPorte(changes) },
    vehicle: { ...freight.vehicle, ...ofVehicle },
  };
};

const NOTHING = {
  configVehicular: null,
  permSCT: null,
  numPermisoSCT: null,
  aseguradora: null,
  pesoBrutoVehicular: null,
};
const RECORD = {
  configVehicular: 'T3S2',
  permSCT: 'TPAF01',
  numPermisoSCT: '3085TEN',
  aseguradora: 'GNP',
  pesoBrutoVehicular: 46.5,
};

test('tax 7.8: values that the Carta Porte lacks come from the vehicle’s record, and validate shows them', () => {
  const trailer = { remolques: [{ subtipoRemolque: 'CTR004', placa: '98UH7T' }] };
  const { ready, filled } = checkReadiness(given({ ...NOTHING, ...trailer }, RECORD), catalogues);
  expect(ready).toBe(true);
  expect(filled).toEqual(
    Object.entries(RECORD).map(([name, value]) => ({ field: `cartaPorte.${name}`, value, from: `vehicle.${name}` })),
  );
});

test('tax 7.8: a value of the Carta Porte stays, and an empty one is filled', () => {
  const { cartaPorte: made, filled } = filledCartaPorte(given({ aseguradora: '' }, RECORD)) ?? {};
  expect(filled).toEqual([{ field: 'cartaPorte.aseguradora', value: 'GNP', from: 'vehicle.aseguradora' }]);
  expect(made).toMatchObject({ configVehicular: 'C2', aseguradora: 'GNP', pesoBrutoVehicular: 17.5 });
});

test('tax 7.8: an invoice without Carta Porte has no filled values', () => {
  const { invoice, ...rest } = given({}, RECORD);
  expect(filledCartaPorte({ ...rest, invoice: { ...invoice, cartaPorte: undefined } })).toBeUndefined();
});

const OWNER = { ownerName: 'Arrendadora del Norte', ownerRfc: 'ure 180429-tm6' };
const figuresOf = (changes: Partial<CartaPorte>, ofVehicle: Partial<FreightVehicle>) =>
  filledCartaPorte(given(changes, ofVehicle))?.cartaPorte.figuras;

test.each([
  ['02, an owner', 'PROPIO', 'C2', '02', 'PT01'],
  ['02, an owner, of a truck with trailer', undefined, 'C3R2', '02', 'PT02'],
  ['03, a lessor', 'ARRENDADO', 'T3S2', '03', 'PT03'],
  ['03, a lessor of a van', 'ARRENDADO', 'VL', '03', 'PT06'],
  ['03, a lessor of a crane', 'ARRENDADO', 'GPLATA', '03', 'PT07'],
] as const)(
  'tax 7.8: an owner who is not the issuer becomes figure %s',
  (_, ownership, configVehicular, tipo, part) => {
    const figure = { tipo, nombre: OWNER.ownerName, rfc: OWNER.ownerRfc, partes: [part] };
    expect(figuresOf({ configVehicular }, { ...OWNER, ownership })).toEqual([figure]);
  },
);

test('tax 7.8: validate shows the owner as a figure, with the fields of the vehicle’s record', () => {
  const operator = { tipo: '01', nombre: 'Ana', rfc: 'CACX7605101P8', licencia: 'LFD7654321' } as const;
  const { filled } = checkReadiness(given({ figuras: [operator] }, OWNER), catalogues);
  expect(filled.map(({ field, value, from }) => `${field}=${value} ${from}`)).toEqual([
    'cartaPorte.figuras[1].tipo=02 vehicle.ownership',
    'cartaPorte.figuras[1].nombre=Arrendadora del Norte vehicle.ownerName',
    'cartaPorte.figuras[1].rfc=ure 180429-tm6 vehicle.ownerRfc',
    'cartaPorte.figuras[1].partes[0]=PT01 cartaPorte.configVehicular',
  ]);
});

test('tax 7.8: the issuer’s own vehicle has no figure, and an owner whom the Carta Porte names has one', () => {
  expect(figuresOf({}, { ...OWNER, ownerRfc: 'EKU-9003173C9' })).toBeUndefined();
  const owner = { tipo: '02', nombre: 'Norte', rfc: 'URE180429TM6', partes: ['PT05'] } as const;
  const figuras = [{ ...owner, partes: [...owner.partes] }];
  expect(figuresOf({ figuras }, OWNER)).toEqual(figuras);
});
