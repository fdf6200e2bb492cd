import * as v from 'valibot';
import { CartaPorte } from '../../shared/invoices/carta-porte';
import { InvoiceEdit, NewInvoice } from '../../shared/invoices/invoice';
import { InvoiceItemInput, itemsFor } from '../../shared/invoices/item';
import { accepts, ID, refusals, withField } from '../platform/values/schemas';
import { cartaPorte } from '../support/freight';

/** The contract's bounds of an invoice and its Carta Porte: one below, at, and one above each. Nothing beyond the contract is refused. */

const item = { description: 'Flete', price: 100 };
const edit = { teamId: ID, items: [item], cartaPorte: cartaPorte() };
const [goods] = cartaPorte().mercancias;

const takes = (schema: v.GenericSchema, body: object, field: string, values: readonly unknown[]): boolean[] =>
  values.map((value) => accepts(schema, withField({ ...body }, field, value)));

const texts = (...lengths: number[]): string[] => lengths.map((length) => 'x'.repeat(length));

describe('an item', () => {
  test('gets the interface’s defaults', () => {
    expect(v.parse(InvoiceItemInput, item)).toEqual({
      ...item,
      productKey: '78101500',
      quantity: 1,
      unitKey: 'E48',
      taxObject: '02',
    });
    const [made] = itemsFor([v.parse(InvoiceItemInput, item)], { rfc: undefined, issuer: undefined });
    expect(made).toMatchObject({ taxRate: 0.16, withholdingRate: 0, isrWithholdingRate: 0 });
  });

  test.each([
    ['description', 1000],
    ['productKey', 10],
    ['unitKey', 10],
  ])('has a %s of at most %d characters', (field, most) => {
    expect(takes(InvoiceItemInput, item, field, texts(0, most - 1, most, most + 1))).toEqual([true, true, true, false]);
  });

  test.each([
    ['price', [0, -1, 0.000001, 0.0000001, 1.123456, 1.1234567, 999_999_999.999999, 1_000_000_000], '+.+.+.+.'],
    ['quantity', [0, -1, 1, 1.5, 999_999_999, 1_000_000_000], '..+.+.'],
    ['taxRate', [-0.01, 0, 0.08, 0.106667, 1, 1.000001, Number.NaN], '.++++..'],
    ['withholdingRate', [-0.01, 0, 0.04, 1, 1.01, undefined], '.+++.+'],
    ['isrWithholdingRate', [-0.01, 0, 0.0125, 0.35, 0.350001, undefined], '.+++.+'],
    ['quantityDecimal', [0, -1, 0.000001, 0.0000001, 31.45, 999_999_999.999999, 1_000_000_000, '1'], '..+.++..'],
    ['taxObject', ['02', '03', '2', 1, undefined], '+...+'],
    ['taxFactor', ['Tasa', 'Exento', undefined], '+.+'],
  ])('takes of %s in %j: %s', (field, values, taken) => {
    const written = takes(InvoiceItemInput, item, field, values).map((one) => (one ? '+' : '.'));
    expect(written.join('')).toBe(taken);
  });

  test('tax 8: a decimal quantity replaces the quantity, and shows its whole part, at least 1', () => {
    const shown = (quantityDecimal: number) => v.parse(InvoiceItemInput, { ...item, quantityDecimal }).quantity;
    expect([shown(31.45), shown(0.5), shown(2)]).toEqual([31, 1, 2]);
    expect(refusals(InvoiceItemInput, { ...item, quantity: 5, quantityDecimal: 31.45 })).toEqual([
      'quantity: Send quantity or quantityDecimal, not both.',
    ]);
    expect(accepts(InvoiceItemInput, v.parse(InvoiceItemInput, { ...item, quantityDecimal: 31.45 }))).toBe(true);
  });

  test('tax 8: an item of object 01 has no tax, and 0 as its default rate', () => {
    const [made] = itemsFor([v.parse(InvoiceItemInput, { ...item, taxObject: '01' })], {
      rfc: undefined,
      issuer: undefined,
    });
    expect(made).toMatchObject({ taxObject: '01', taxRate: 0 });
    for (const rate of ['taxRate', 'withholdingRate', 'isrWithholdingRate']) {
      expect(refusals(InvoiceItemInput, { ...item, taxObject: '01', [rate]: 0.04 })).toEqual([
        `${rate}: An item of taxObject 01 has no tax. Leave this rate out, or send taxObject 02.`,
      ]);
      expect(accepts(InvoiceItemInput, { ...item, taxObject: '01', [rate]: 0 })).toBe(true);
    }
  });

  test('tax 8: an exempt item is refused with a sentence', () => {
    expect(refusals(InvoiceItemInput, { ...item, taxFactor: 'Exento' })).toEqual([
      expect.stringMatching(/^taxFactor: Exempt items cannot be invoiced here/),
    ]);
  });

  test.each(['description', 'price'])('needs its %s', (field) => {
    const without = Object.fromEntries(Object.entries(item).filter(([name]) => name !== field));
    expect(accepts(NewInvoice, { teamId: ID, tripId: ID, items: [item] })).toBe(true);
    expect(accepts(NewInvoice, { teamId: ID, tripId: ID, items: [without] })).toBe(false);
  });
});

describe('an edit', () => {
  test('may change nothing, and may clear what is nullable', () => {
    expect(accepts(InvoiceEdit, { teamId: ID })).toBe(true);
    const cleared = { teamId: ID, clientId: null, cartaPorte: null, notes: null, series: null };
    expect(v.parse(InvoiceEdit, cleared)).toEqual(cleared);
    for (const field of ['items', 'paymentForm', 'paymentMethod', 'cfdiUse'])
      expect(takes(InvoiceEdit, edit, field, [null])).toEqual([false]);
  });

  test('takes 0 to 200 items', () => {
    const lists = [0, 199, 200, 201].map((length) => Array.from({ length }, () => item));
    expect(takes(InvoiceEdit, edit, 'items', lists)).toEqual([true, true, true, false]);
  });

  test('takes no items whose sum has no exact cents', () => {
    const dear = { ...item, price: 999_999_999.99, quantity: 1000 };
    const lists = [
      [{ ...dear, quantity: 999 }],
      [dear],
      [dear, { ...item, price: 9.99 }],
      [dear, { ...item, price: 10 }],
    ];
    expect(takes(InvoiceEdit, edit, 'items', lists)).toEqual([true, true, true, false]);
  });

  test('tax 8: takes MXN alone, and no exchange rate', () => {
    const sentence =
      'currency: Only MXN is issued here; a receipt in another currency needs margins that are not built.';
    // An edit with XXX is refused by the type of the record: `transfers.test.ts`.
    for (const [schema, body, refused] of [
      [InvoiceEdit, edit, []],
      [NewInvoice, { ...edit, clientId: ID }, [{ currency: 'XXX' }]],
    ] as const) {
      expect(accepts(schema, { ...body, currency: 'MXN' })).toBe(true);
      for (const other of [{ currency: 'USD' }, ...refused, { currency: 'MXN', exchange: 1 }, { exchange: 17.5 }])
        expect(refusals(schema, { ...body, ...other })).toEqual([sentence]);
    }
  });

  test('takes PUE and PPD', () => {
    expect(takes(InvoiceEdit, edit, 'paymentMethod', ['PUE', 'PPD', 'CASH'])).toEqual([true, true, false]);
  });

  test('takes what only the tax authority refuses: a half-finished invoice can be saved', () => {
    const address = { codigoPostal: '', estado: 'Nuevo León' };
    const place = { rfc: '', nombre: '', fechaHora: '2026-03-03T06:00', domicilio: address };
    const halfFinished = {
      teamId: ID,
      items: [{ description: '', productKey: 'FLETE', unitKey: '', price: 0.000001, taxRate: 0.5 }],
      paymentForm: '98',
      paymentMethod: 'PUE',
      cfdiUse: '',
      cartaPorte: {
        totalDistRec: 1_000_000,
        origen: place,
        destino: { ...place, distancia: 0 },
        mercancias: [{ bienesTransp: '', descripcion: '', cantidad: 0, pesoKg: 0.00001, materialPeligroso: 'Sí' }],
        configVehicular: 'T3S2',
        pesoBrutoVehicular: 17_500,
      },
    };
    expect(refusals(InvoiceEdit, halfFinished)).toEqual([]);
  });
});

describe('a new invoice', () => {
  test('is for a trip, for a client, or for both', () => {
    const body = { teamId: ID, items: [] };
    for (const parties of [
      { tripId: ID },
      { clientId: ID },
      { tripId: ID, clientId: ID },
      { tripId: ID, clientId: null },
    ])
      expect(accepts(NewInvoice, { ...body, ...parties })).toBe(true);
    for (const parties of [{}, { clientId: null }])
      expect(refusals(NewInvoice, { ...body, ...parties })).toEqual(['tripId: Send a tripId or a clientId.']);
  });

  test('is told of its parties beside what else is wrong, but not where a party is what is wrong', () => {
    const fields = (body: object) => refusals(NewInvoice, { teamId: ID, ...body }).map((text) => text.split(':')[0]);
    expect(fields({ items: 'x' })).toEqual(['items', 'tripId']);
    expect(fields({ items: [], clientId: 7 })).toEqual(['clientId']);
  });

  test('says its items', () => {
    expect(accepts(NewInvoice, { teamId: ID, tripId: ID })).toBe(false);
  });
});

describe('a Carta Porte', () => {
  test('gets the interface’s defaults', () => {
    const { configVehicular, permSCT, numPermisoSCT, aseguradora, placaRemolque, subtipoRemolque, pesoBrutoVehicular } =
      v.parse(CartaPorte, {
        ...Object.fromEntries(
          ['totalDistRec', 'origen', 'destino', 'mercancias'].map((key) => [key, Reflect.get(cartaPorte(), key)]),
        ),
      });
    expect([
      configVehicular,
      permSCT,
      numPermisoSCT,
      aseguradora,
      placaRemolque,
      subtipoRemolque,
      pesoBrutoVehicular,
    ]).toEqual(Array.from({ length: 7 }, () => null));
    const least = {
      ...cartaPorte(),
      mercancias: [{ bienesTransp: '1', descripcion: 'x', pesoKg: 1 }],
      destino: {
        rfc: 'R',
        nombre: 'N',
        fechaHora: '2026-03-03T06:00',
        domicilio: { codigoPostal: '64000', estado: 'NLE' },
      },
    };
    expect(v.parse(CartaPorte, least)).toMatchObject({
      mercancias: [{ cantidad: 1, claveUnidad: 'KGM' }],
      destino: { distancia: null, domicilio: { pais: 'MEX', calle: null, colonia: null, municipio: null } },
    });
  });

  test.each([
    'totalDistRec',
    'origen',
    'destino',
    'mercancias',
    'origen.rfc',
    'destino.nombre',
    'origen.fechaHora',
    'destino.domicilio',
    'origen.domicilio.codigoPostal',
    'origen.domicilio.estado',
  ])('needs its %s', (field) => {
    expect(takes(CartaPorte, cartaPorte(), field, [undefined])).toEqual([false]);
  });

  test.each(['bienesTransp', 'descripcion', 'pesoKg'])('needs the %s of goods', (field) => {
    expect(takes(CartaPorte, cartaPorte(), 'mercancias', [[{ ...goods, [field]: undefined }]])).toEqual([false]);
  });

  test.each([
    ['rfc', 13],
    ['nombre', 300],
  ])('has a %s of at most %d characters', (field, most) => {
    for (const place of ['origen', 'destino'])
      expect(takes(CartaPorte, cartaPorte(), `${place}.${field}`, texts(0, most, most + 1))).toEqual([
        true,
        true,
        false,
      ]);
  });

  test('carries 1 to 500 goods of more than 0 kg, over more than 0 km', () => {
    const lists = [0, 1, 500, 501].map((length) => Array.from({ length }, () => goods));
    expect(takes(CartaPorte, cartaPorte(), 'mercancias', lists)).toEqual([false, true, true, false]);
    const weights = [-1, 0, 0.000001, 25_000.5].map((pesoKg) => [{ ...goods, pesoKg }]);
    expect(takes(CartaPorte, cartaPorte(), 'mercancias', weights)).toEqual([false, false, true, true]);
    const distances = [-1, 0, 1e-200, 0.000001, 905.5, 1e300];
    expect(takes(CartaPorte, cartaPorte(), 'totalDistRec', distances)).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['2026-03-03T06:00:00', true],
    ['2026-03-03T06:00', true],
    ['2026-03-03T06:00:00.123', true],
    ['2026-03-03T06:00:00Z', false],
    ['2026-03-03T06:00:00-06:00', false],
    ['2026-02-29T06:00:00', false],
    ['2026-03-03T24:00:00', false],
    ['2026-03-03T06:60:00', false],
    ['2026-03-03', false],
    ['2026-03-03T06:00:00\n', false],
    ['2026-03-032026-03-03T06:00', false],
  ])('takes %j as a local time: %p', (fechaHora, taken) => {
    expect(takes(CartaPorte, cartaPorte(), 'origen.fechaHora', [fechaHora])).toEqual([taken]);
  });

  test('knows two kinds of location, and two answers to whether goods are hazardous', () => {
    const kinds = ['Origen', 'Destino', 'Intermedio', undefined];
    expect(takes(CartaPorte, cartaPorte(), 'origen.tipoUbicacion', kinds)).toEqual([true, true, false, true]);
    const lists = ['Sí', 'No', 'Si', undefined].map((materialPeligroso) => [{ ...goods, materialPeligroso }]);
    expect(takes(CartaPorte, cartaPorte(), 'mercancias', lists)).toEqual([true, true, false, true]);
  });

  test('is the same when it is read again', () => {
    expect(v.parse(CartaPorte, v.parse(CartaPorte, cartaPorte()))).toEqual(cartaPorte());
  });
});
