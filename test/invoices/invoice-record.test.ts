import { INVOICE_STATUSES } from '../../shared/invoices/invoice';
import { hasDocument, invoiceOf, recordOf } from '../../shared/invoices/invoice-record';
import { CARTA_PORTE, ITEM, storedInvoice } from '../support/store-invoices';

const { pdfUrl: _, xmlUrl: __, ...INVOICE } = storedInvoice();

/** An item whose JSON in a list has this many bytes. */
function itemOf(bytes: number, filler = 'x') {
  const item = { ...ITEM, description: '' };
  const missing = bytes - Buffer.byteLength(JSON.stringify([item]));
  return { ...item, description: filler.repeat(missing / Buffer.byteLength(filler)) };
}

describe('the record of an invoice', () => {
  test.each([
    [399, true],
    [400, true],
    [401, false],
  ])('keeps items of %p bytes in its head: %p', (bytes, isInHead) => {
    const items = [itemOf(bytes)];
    const { record, details } = recordOf({ ...INVOICE, items }, { revision: 3 });
    expect([record.items, details.items]).toEqual(isInHead ? [items, undefined] : [undefined, items]);
    expect(invoiceOf(record, details).items).toEqual(items);
  });

  test('counts bytes, and not letters', () => {
    const items = [itemOf(401 + 1, 'é')];
    expect(JSON.stringify(items).length).toBeLessThan(400);
    expect(recordOf({ ...INVOICE, items }, { revision: 0 }).record).not.toHaveProperty('items');
  });

  test('never has the Carta Porte in its head', () => {
    const { record, details } = recordOf({ ...INVOICE, cartaPorte: CARTA_PORTE }, { revision: 0, isTripDraft: true });
    expect(record).toMatchObject({ revision: 0, isTripDraft: true });
    expect(record).not.toHaveProperty('cartaPorte');
    expect(invoiceOf(record, details)).toEqual({
      ...storedInvoice({ ...INVOICE, cartaPorte: CARTA_PORTE }),
      hasCartaPorte: false,
    });
  });

  test('shows nothing of what only we know', () => {
    const { record } = recordOf({ ...INVOICE, items: [] }, { revision: 1, isTripDraft: true });
    const { items: ___, ...head } = record;
    const stamping = { number: 1, attemptId: 'l', isOpen: true, livemode: false };
    expect(invoiceOf({ ...head, stamping }, {})).toEqual(storedInvoice({ ...INVOICE, items: [] }));
  });
});

test.each(INVOICE_STATUSES)(
  'tax 2.7: the amounts of an older release’s invoice that is %s: computed again before the lock, kept from then on',
  (status) => {
    const items = [
      { ...ITEM, price: 1850.03 },
      { ...ITEM, price: 1850.03 },
    ];
    const older = { subtotal: 3_700.06, taxAmount: 592, withheldAmount: 148, total: 4_144.06 };
    const { record, details } = recordOf({ ...INVOICE, items, ...older, status }, { revision: 0 });
    const isDraft = status === 'DRAFT' || status === 'ERROR';
    const computed = { ...older, taxAmount: 592.01, isrWithheldAmount: 0, total: 4_144.07 };
    expect(invoiceOf(record, details)).toMatchObject(isDraft ? computed : older);
  },
);

test.each(INVOICE_STATUSES)('an invoice that is %s has documents at our addresses when it was stamped', (status) => {
  const isStamped = ['VALID', 'CANCELLED', 'CANCELLED_PENDING'].includes(status);
  const { record } = recordOf({ ...INVOICE, status }, { revision: 0 });
  const { id, teamId } = record;
  expect(hasDocument(record)).toBe(isStamped);
  expect(invoiceOf(record, {})).toMatchObject({
    pdfUrl: isStamped ? `/invoices/${id}/pdf?teamId=${teamId}` : null,
    xmlUrl: isStamped ? `/invoices/${id}/xml?teamId=${teamId}` : null,
  });
});
