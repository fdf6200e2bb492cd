import { cartaPorte, readyFreight } from '../../support/freight';
import { withValue } from '../judge/leaves';
import { readinessInputOf } from '../product/stampable';

type Changes = Readonly<Record<string, unknown>>;

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const { destino, mercancias } = cartaPorte();
const [goods] = mercancias;
const CP = 'invoice.cartaPorte';
const GOODS = `${CP}.mercancias[0]`;
const ITEM = 'invoice.items[0]';
const HOUR = 3_600_000;
const at = (hours: number): string =>
  new Date(Date.parse('2026-03-03T06:00:00Z') + hours * HOUR).toISOString().slice(0, 19);

/** Legs of ten metres to 49 destinations, each with its millionth of the goods. */
const DESTINATIONS: Changes = {
  [`${CP}.totalDistRec`]: 0.49,
  [`${CP}.destino`]: { ...destino, fechaHora: at(1), distancia: 0.01 },
  [`${CP}.destinos`]: many(48, (index) => ({ ...destino, fechaHora: at(index + 2), distancia: 0.01 })),
  [GOODS]: {
    ...goods,
    cantidad: 0.000049,
    entregas: many(49, (index) => ({ destino: index + 1, cantidad: 0.000001 })),
  },
};
const TWO_TRAILERS = ['A1B2C', 'ZZ-99-99'].map((placa) => ({ subtipoRemolque: 'CTR004', placa }));
const OWNER = { tipo: '02', nombre: 'ÑANDÚ & HIJOS', rfc: 'ÑAÑ010101AAA', partes: ['PT05', 'PT01'] };
const FUEL: Changes = {
  [`${CP}.permSCT`]: 'TPAF03',
  [`${CP}.aseguraMedAmbiente`]: 'a'.repeat(50),
  [`${CP}.polizaMedAmbiente`]: '1'.repeat(30),
  [GOODS]: {
    ...goods,
    bienesTransp: '15101505',
    materialPeligroso: 'Sí',
    cveMaterialPeligroso: '1202',
    embalaje: '1A1',
    descripEmbalaje: '🛢'.repeat(100),
  },
};
const TRANSFER: Changes = {
  'invoice.type': 'T',
  'invoice.items': many(200, () => ({
    description: '🚚',
    productKey: '30102300',
    unitKey: 'XPX',
    quantityDecimal: 0.000001,
  })),
  'invoice.cfdiUse': 'S01',
  client: undefined,
};
const BORDER = { 'organization.zipCode': '21000', [`${ITEM}.taxRate`]: 0.08, [`${ITEM}.withholdingRate`]: 0.08 };

/** Odd invoices that the SAT accepts. */
export const LEGAL: readonly [string, Changes][] = [
  ['a name of 300 signs outside the basic plane', { 'client.name': '🚚'.repeat(300) }],
  ['a name with Ñ, &, quotes and a part of CDATA', { 'client.name': `PEÑA & "ÑANDÚ" ]]> <![CDATA[ 'O''X` }],
  ['a name in decomposed letters', { 'client.name': 'n\u0303andu\u0301 e\u0308' }],
  ['an RFC of Ñ and &', { 'client.rfc': 'Ñ&Ñ010101AAA' }],
  ['an RFC in small letters with hyphens', { 'client.rfc': 'ure-180429-tm6' }],
  ['a description of 1000 signs outside the basic plane', { [`${ITEM}.description`]: '🚛'.repeat(1000) }],
  ['a description of one sign', { [`${ITEM}.description`]: '-' }],
  ['a description with all kinds of spaces', { [`${ITEM}.description`]: '\u00a0a\u3000b\u2028c\u2003 d\ufeff' }],
  [
    'a description from right to left, with joined letters',
    { [`${ITEM}.description`]: 'شحن \u200dנסיעה 👩‍🔧 e\u0301' },
  ],
  ['the largest price', { [`${ITEM}.price`]: 999_999_999.999999 }],
  ['the smallest price of the largest quantity', { [ITEM]: { ...item(), price: 0.000001, quantity: 999_999_999 } }],
  ['the largest price of the smallest quantity', decimalItem(999_999_999.999999, 0.000001)],
  [
    'an importe of one millionth',
    { 'invoice.items': [item(), { ...item(), price: 1, quantity: undefined, quantityDecimal: 0.000001 }] },
  ],
  [
    '200 items with six decimals',
    { 'invoice.items': many(200, (index) => ({ ...item(), price: Number(`${index + 1}e-6`) })) },
  ],
  ['a withheld ISR of a millionth', { [`${ITEM}.isrWithholdingRate`]: 0.000001 }],
  ['the highest rates of withholding', { [`${ITEM}.withholdingRate`]: 0.16, [`${ITEM}.isrWithholdingRate`]: 0.35 }],
  ['the rate of the border', BORDER],
  ['one item of object 01', { [ITEM]: { ...item(), taxObject: '01', taxRate: 0, withholdingRate: 0 } }],
  [
    'conditions of 1000 and a series of 25 signs',
    { 'invoice.conditions': 'Ñ'.repeat(1000), 'invoice.series': '&'.repeat(25) },
  ],
  ['conditions of spaces', { 'invoice.conditions': ' ' }],
  ['500 goods', { [`${CP}.mercancias`]: many(500, (index) => ({ ...goods, pesoKg: Number(`${index + 1}e-3`) })) }],
  ['49 destinations with a millionth of the goods', DESTINATIONS],
  ['the longest way', { [`${CP}.totalDistRec`]: 99_999 }],
  [
    'the first and the last year',
    { [`${CP}.origen.fechaHora`]: '2010-01-01T00:00', [`${CP}.destino.fechaHora`]: '2099-12-31T23:59:59' },
  ],
  ['parts of a second', { [`${CP}.origen.fechaHora`]: '2026-03-03T06:00:00.123456789' }],
  [
    '50 waybills of 30 signs',
    { [`${GOODS}.guias`]: many(50, () => ({ numero: 'Ñ'.repeat(30), descripcion: '🚚', pesoKg: 0.001 })) },
  ],
  ['a value and a premium of 0', { [`${GOODS}.valorMercancia`]: 0, [`${CP}.primaSeguro`]: 0 }],
  ['the largest value of goods', { [`${GOODS}.valorMercancia`]: 999_999_999.9999 }],
  [
    'two trailers with the shortest and the longest plate',
    { [`${CP}.configVehicular`]: 'T3S2R4', [`${CP}.remolques`]: TWO_TRAILERS },
  ],
  ['ten figures', { [`${CP}.figuras`]: many(10, () => ({ ...OWNER, domicilio: destino.domicilio })) }],
  ['fuel with the longest texts', FUEL],
  ['a vehicle of 150 tonnes, and goods of a gram', { [`${CP}.pesoBrutoVehicular`]: 150, [`${GOODS}.pesoKg`]: 0.001 }],
  [
    'texts of one sign',
    { [`${CP}.numPermisoSCT`]: '1', [`${CP}.origen.domicilio.calle`]: '1', [`${CP}.origen.nombre`]: 'Ñ' },
  ],
  ['a plate in small letters with spaces', { 'vehicle.plate': ' ab 12-3 c ' }],
  ['no reverse logistics', { [`${CP}.logisticaInversa`]: false }],
  [
    'a quantity and a weight with more decimals than the document has',
    { [`${GOODS}.cantidad`]: 5e-7, [`${CP}.pesoBrutoVehicular`]: 17.555 },
  ],
  ['own goods in 200 items of a millionth', TRANSFER],
];

/** Invoices that look legal, and whose document would not be valid: readiness must say so. */
export const ILLEGAL: readonly [string, Changes, ...string[]][] = [
  ['a name that is longer in capitals', { 'client.name': 'ß'.repeat(200) }, 'client.name'],
  ['a name that is longer when it is composed', { 'client.name': '\u0958'.repeat(200) }, 'client.name'],
  ['a weight below a gram', { [`${GOODS}.pesoKg`]: 0.0004 }, 'cartaPorte.mercancias[0].pesoKg'],
  ['a line of half a millionth', decimalItem(0.000001, 0.4), 'items', 'items[0].price'],
];

function item(): object {
  const { invoice } = readyFreight();
  return { ...invoice.items[0] };
}

function decimalItem(price: number, quantityDecimal: number): Changes {
  return { [ITEM]: { ...item(), price, quantity: undefined, quantityDecimal } };
}

const partsOf = (path: string): (string | number)[] =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** An invoice of freight with these changes, as readiness reads it. */
export function givenWith(changes: Changes) {
  let given: unknown = readyFreight();
  for (const [path, value] of Object.entries(changes)) given = withValue(given, partsOf(path), value);
  return readinessInputOf(Object(given));
}
