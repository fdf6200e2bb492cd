import * as v from 'valibot';
import { amountsOf } from '../../shared/invoices/amounts';
import { CreditNoteBody, creditNoteOf } from '../../shared/invoices/credit-note';
import type { Invoice } from '../../shared/invoices/invoice';
import { centsOf } from '../../shared/platform/values/money';
import { Chance } from '../load/chance';
import { someId } from '../support/engine-runtime';
import { runs } from '../support/runs';
import { ITEM, storedInvoice } from '../support/store-invoices';

const ORIGIN = { id: someId(), teamId: someId(), createdAt: '2026-03-02T15:00:00.000Z' };
const UUID = '01890000-0000-4000-8000-00000000000a';

const documentOf = (items: Invoice['items']): Invoice =>
  storedInvoice({ items, status: 'VALID', uuid: UUID, clientId: someId(), clientName: 'Aceros' });

const noteOf = (document: Invoice, sent: object, left = centsOf(document.total)): Invoice => {
  const body = v.parse(CreditNoteBody, { teamId: ORIGIN.teamId, relation: '01', paymentForm: '03', ...sent });
  return creditNoteOf(ORIGIN, document, left, { client: undefined, issuer: undefined }, body);
};

const item = (price: number, changes: object = {}) => ({ ...ITEM, price, ...changes });

describe('tax 5.1: a credit note', () => {
  const document = documentOf([
    item(10_000),
    item(350.5, { taxObject: '01', taxRate: 0, withholdingRate: 0, description: 'Casetas' }),
    item(2_000, { description: 'Maniobras' }),
  ]);

  test('without share and items has the lines of the document, of type E, PUE, use G02', () => {
    const note = noteOf(document, {});
    expect(note.items).toEqual(document.items);
    expect(note).toMatchObject({ type: 'E', paymentMethod: 'PUE', paymentForm: '03', cfdiUse: 'G02', status: 'DRAFT' });
    expect(note).toMatchObject({ total: document.total, clientId: document.clientId, clientName: 'Aceros' });
    expect(note.relations).toEqual([{ type: '01', invoiceIds: [document.id], uuids: [UUID] }]);
  });

  test('with a share has one line for each group of taxes, with the rates of the document', () => {
    const { items, total } = noteOf(document, { share: 0.1, description: 'Bonificación' });
    expect(items).toEqual([
      expect.objectContaining({ price: 1_200, taxRate: 0.16, withholdingRate: 0.04, taxObject: '02' }),
      expect.objectContaining({ price: 35.05, taxRate: 0, withholdingRate: 0, taxObject: '01' }),
    ]);
    for (const one of items)
      expect(one).toMatchObject({ quantity: 1, productKey: '84111506', unitKey: 'ACT', description: 'Bonificación' });
    expect(total).toBe(1_379.05);
  });

  test('tax 5.1, 4.5: by share never takes more of a group than it has, together with the other notes', () => {
    const small = documentOf([item(0.000003, { withholdingRate: 0 }), item(5_000)]);
    const taken = [0.26, 0.51, 0.21].map((share) => noteOf(small, { share }).items);
    const ofSmall = taken.flat().filter(({ withholdingRate }) => withholdingRate === 0);
    expect(ofSmall.map(({ price }) => price)).toEqual([0.000001]);
    expect(noteOf(small, { share: 1 }).items.map(({ price }) => price)).toEqual([0.000003, 5_000]);
  });

  test('with items has these, with the usual rates', () => {
    const { items } = noteOf(document, { items: [{ description: 'Rebaja', price: 100, withholdingRate: 0 }] });
    expect(items).toMatchObject([{ description: 'Rebaja', price: 100, taxRate: 0.16, withholdingRate: 0 }]);
  });

  test('has the payment form 30 with relation 07, and the use that is sent', () => {
    const body = { relation: '07', paymentForm: undefined, cfdiUse: 'G03', share: 0.5 };
    expect(noteOf(document, body)).toMatchObject({ paymentForm: '30', cfdiUse: 'G03', relations: [{ type: '07' }] });
  });

  test.each([
    ['a share', { share: 0.5 }, 'share'],
    ['items', { items: [{ description: 'x', price: 9_000 }] }, 'items'],
  ])('of %s above what is left is refused', (_, sent, field) => {
    expect(() => noteOf(document, sent, 100_000)).toThrow(expect.objectContaining({ field }));
  });

  test.each([{}, { share: 1 }, { share: 0.000001 }])('%j of an invoice without a rest is refused', (sent) => {
    expect(() => noteOf(document, sent, 0)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  test.each([
    ['relation', { relation: '02' }],
    ['paymentForm', { paymentForm: undefined }],
    ['items', { share: 0.5, items: [{ description: 'x', price: 1 }] }],
    ['items', { items: [] }],
    ['share', { share: 0 }],
    ['share', { share: 1.01 }],
  ])('is refused by %s with %j', (field, sent) => {
    const body = { teamId: ORIGIN.teamId, relation: '01', paymentForm: '03', ...sent };
    const { issues = [] } = v.safeParse(CreditNoteBody, body);
    expect(issues[0] && v.getDotPath(issues[0])).toBe(field);
  });
});

const DOCUMENTS = runs(200, 3_000);

test(`tax 5.1: a note never takes more than is left, and the rest takes all of it: ${DOCUMENTS} random documents`, () => {
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const chance = new Chance(seed * 7919);
    const price = () => Number(`${chance.below(60_000)}.${String(chance.below(10 ** 6)).padStart(6, '0')}`) || 1;
    const document = documentOf(
      Array.from({ length: 1 + chance.below(5) }, () =>
        item(price(), {
          taxRate: chance.among([0.16, 0.08, 0]),
          withholdingRate: chance.among([0, 0.04]),
          quantity: 1 + chance.below(5),
        }),
      ),
    );
    const total = centsOf(document.total);
    const share = (1 + chance.below(999_999)) / 1_000_000;
    const first = noteOf(document, { share }, total);
    const left = total - centsOf(first.total);
    expect([seed, left >= 0]).toEqual([seed, true]);
    expect([seed, centsOf(amountsOf(noteOf(document, { share: 1 }).items).total)]).toEqual([seed, total]);
    if (left > 0) expect([seed, centsOf(noteOf(document, {}, left).total)]).toEqual([seed, left]);
  }
});
