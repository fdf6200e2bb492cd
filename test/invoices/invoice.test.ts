import fc from 'fast-check';
import * as v from 'valibot';
import { amountsOf } from '../../shared/invoices/amounts';
import { Invoice } from '../../shared/invoices/invoice';
import { defaultIsrRate, defaultWithholdingRate, type InvoiceItem, itemsFor } from '../../shared/invoices/item';
import { tripDraft } from '../../shared/trips/trip-draft';
import { ID } from '../platform/values/schemas';
import { storedClient, storedTrip } from '../support/store-records';

const item = (price: number, quantity = 1, taxRate = 0.16, withholdingRate = 0): InvoiceItem => ({
  description: 'Flete',
  productKey: '78101802',
  quantity,
  unitKey: 'E48',
  price,
  taxRate,
  withholdingRate,
  isrWithholdingRate: 0,
  taxObject: '02',
});

describe('amounts of items', () => {
  test.each([
    ['none', [], 0, 0, 0, 0],
    ['one of 100', [item(100)], 100, 16, 0, 116],
    ['one of 100, withheld', [item(100, 1, 0.16, 0.04)], 100, 16, 4, 112],
    ['three of 0.01', [item(0.01, 3)], 0.03, 0, 0, 0.03],
    ['four of 0.01, half-up', [item(0.01, 4)], 0.04, 0.01, 0, 0.05],
    ['at the border’s 8 %', [item(1234.56, 1, 0.08)], 1234.56, 98.76, 0, 1333.32],
    ['the sum rounded, not each item', [item(0.04), item(0.04)], 0.08, 0.01, 0, 0.09],
    ['exempt', [item(100, 1, 0)], 100, 0, 0, 100],
    ['three of half a cent, half-up', [item(0.005, 3)], 0.02, 0, 0, 0.02],
    ['a price of six decimals', [item(333.333333, 3)], 1_000, 160, 0, 1_160],
    ['the two thirds of a fee, withheld', [item(100, 1, 0.16, 0.106667)], 100, 16, 10.67, 105.33],
    ['the largest', [item(999_999_999.99)], 999_999_999.99, 160_000_000, 0, 1_159_999_999.99],
  ])('%s', (_, items, subtotal, taxAmount, withheldAmount, total) => {
    expect(amountsOf(items)).toEqual({ subtotal, taxAmount, withheldAmount, isrWithheldAmount: 0, total });
  });

  test('always add up to the cent', () => {
    const items = fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 50 }), fc.constantFrom(0, 0.08, 0.16))
        .map(([cents, quantity, rate]) => item(cents / 100, quantity, rate, 0.04)),
      { maxLength: 20 },
    );
    const cents = (pesos: number) => Math.round(pesos * 100);
    fc.assert(
      fc.property(items, (list) => {
        const { subtotal, taxAmount, withheldAmount, total } = amountsOf(list);
        expect(cents(total)).toBe(cents(subtotal) + cents(taxAmount) - cents(withheldAmount));
        for (const amount of [subtotal, taxAmount, withheldAmount, total])
          expect(String(amount)).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe('withholding', () => {
  test.each([
    ['78101802', 'abc-010101.ab1', 0.04],
    ['78101805', 'ABC010101AB1', 0],
    ['78101802', 'ABC010101AB1', 0.04],
    ['78101801', 'ABC010101AB1', 0.04],
    ['78101802', 'LOAA800101AB1', 0],
    ['78101802', undefined, 0],
    ['78101802', '', 0],
    ['78101500', 'ABC010101AB1', 0],
  ])('of %s for %p is %p', (productKey, rfc, rate) => {
    expect(defaultWithholdingRate({ productKey, taxRate: 0.16 }, { rfc })).toBe(rate);
  });
});

describe('tax M7: withholding of IVA', () => {
  const rate = (given: Partial<InvoiceItem>, rfc = 'ABC010101AB1') =>
    defaultWithholdingRate({ ...item(100), ...given }, { rfc });

  test('an item of rate 0 withholds nothing', () => {
    expect([rate({}), rate({ taxRate: 0.08 }), rate({ taxRate: 0 })]).toEqual([0.04, 0.04, 0]);
  });

  test('a generic RFC and a rented vehicle withhold nothing', () => {
    expect([rate({}, 'XAXX010101000'), rate({}, 'XAX010101000'), rate({ productKey: '78101805' })]).toEqual([
      0, 0.04, 0,
    ]);
  });
});

describe('tax M8: withholding of ISR', () => {
  const issuer = { taxRegime: '626', rfc: 'CACX7605101P8' };
  const rfc = 'ABC010101AB1';
  test.each([
    ['by a legal entity from a person of RESICO', { rfc, issuer }, 0.0125],
    ['with hyphens in the RFC', { rfc: 'abc-010101-ab1', issuer: { ...issuer, rfc: 'cacx-760510-1p8' } }, 0.0125],
    ['by a natural person', { rfc: 'LOAA800101AB1', issuer }, 0],
    ['without a customer', { rfc: undefined, issuer }, 0],
    ['from another regime', { rfc, issuer: { ...issuer, taxRegime: '612' } }, 0],
    ['from a legal entity of RESICO', { rfc, issuer: { ...issuer, rfc: 'EKU9003173C9' } }, 0],
    ['before the issuer’s RFC is known', { rfc, issuer: { taxRegime: '626' } }, 0],
    ['without an organization', { rfc, issuer: undefined }, 0],
  ])('%s', (_, parties, rate) => {
    expect(defaultIsrRate({ taxObject: '02' }, parties)).toBe(rate);
    expect(defaultIsrRate({ taxObject: '01' }, parties)).toBe(0);
    const { isrWithholdingRate: __, ...input } = item(100);
    expect(itemsFor([input], parties)[0]?.isrWithholdingRate).toBe(rate);
  });

  test('follows another client, unless the item said otherwise', () => {
    const followed = (isrWithholdingRate: number) =>
      itemsFor([{ ...item(100), isrWithholdingRate }], { rfc: 'LOAA800101AB1', issuer }, { rfc, issuer })[0];
    expect([followed(0.0125)?.isrWithholdingRate, followed(0.1)?.isrWithholdingRate]).toEqual([0, 0.1]);
  });
});

describe('the items for a customer', () => {
  const input = {
    description: 'Flete',
    productKey: '78101802',
    quantity: 1,
    unitKey: 'E48',
    price: 100,
    taxRate: 0.16,
    taxObject: '02' as const,
  };
  const company = 'ABC010101AB1';
  const person = 'LOAA800101AB1';
  const rates = (withholdingRate: number | undefined, ...rfcs: [string | undefined, string?]) =>
    itemsFor(
      [{ ...input, withholdingRate }],
      { rfc: rfcs[0], issuer: undefined },
      rfcs.length > 1 ? { rfc: rfcs[1], issuer: undefined } : undefined,
    ).map((one) => one.withholdingRate);

  test('withhold what follows from the customer, or what they say', () => {
    expect([rates(undefined, company), rates(undefined, person), rates(undefined, undefined)]).toEqual([
      [0.04],
      [0],
      [0],
    ]);
    expect([rates(0.1, company), rates(0.04, person, undefined)]).toEqual([[0.1], [0.04]]);
  });

  test('follow another customer, unless they said otherwise', () => {
    expect([rates(0.04, person, company), rates(0, company, person)]).toEqual([[0], [0.04]]);
    expect([rates(0.1, person, company), rates(0, person, company)]).toEqual([[0.1], [0]]);
  });
});

describe('the draft of a trip', () => {
  const company = storedClient({ rfc: 'ABC010101AB1', cfdiUse: 'G01' });
  const person = storedClient({ rfc: 'LOAA800101AB1' });

  test('has one line of road freight at the revenue, PPD by form 99', () => {
    const draft = tripDraft(ID, storedTrip({ revenue: 25_000, routeName: 'Monterrey–CDMX' }), {
      client: company,
      issuer: undefined,
    });
    expect(draft).toMatchObject({
      status: 'DRAFT',
      paymentMethod: 'PPD',
      paymentForm: '99',
      cfdiUse: 'G01',
      clientId: company.id,
      clientName: company.name,
      subtotal: 25_000,
      taxAmount: 4_000,
      withheldAmount: 1_000,
      total: 28_000,
      hasCartaPorte: false,
    });
    expect(draft.items).toEqual([
      {
        description: 'Servicio de autotransporte de carga: Monterrey–CDMX',
        productKey: '78101802',
        quantity: 1,
        unitKey: 'E48',
        price: 25_000,
        taxRate: 0.16,
        withholdingRate: 0.04,
        isrWithholdingRate: 0,
        taxObject: '02',
      },
    ]);
    expect(v.is(Invoice, draft)).toBe(true);
  });

  test('withholds nothing for a natural person', () => {
    const draft = tripDraft(ID, storedTrip({ revenue: 100 }), { client: person, issuer: undefined });
    expect(draft).toMatchObject({ taxAmount: 16, withheldAmount: 0, total: 116, cfdiUse: 'G03' });
  });

  test('without a client names none, withholds nothing and is for general expenses', () => {
    const draft = tripDraft(ID, storedTrip({ revenue: 100 }), { client: undefined, issuer: undefined });
    expect(draft).toMatchObject({ clientId: null, clientName: null, withheldAmount: 0, cfdiUse: 'G03' });
    expect(draft.items[0]?.description).toBe('Servicio de autotransporte de carga');
  });

  test.each([undefined, 0])('of a trip whose revenue is %p has no lines', (revenue) => {
    const draft = tripDraft(ID, storedTrip({ revenue }), { client: company, issuer: undefined });
    expect(draft).toMatchObject({ items: [], subtotal: 0, taxAmount: 0, withheldAmount: 0, total: 0 });
  });

  test('fits the interface with the longest name of a route', () => {
    const draft = tripDraft(ID, storedTrip({ revenue: 1, routeName: '🚚'.repeat(100) }), {
      client: company,
      issuer: undefined,
    });
    expect(v.is(Invoice, draft)).toBe(true);
  });
});
