import { invoiceOf, recordOf } from '../../shared/invoices/invoice-record';
import { chargedOf, isOwed, ledgerChange, ledgerUnchanged, open } from '../../shared/invoices/ledger';
import { storedInvoice } from '../support/store-invoices';

const { record: STORED } = recordOf(storedInvoice({ status: 'VALID', total: 11_200 }), { revision: 1 });
const RECORD = { ...STORED, documentTotal: 1_120_000, allocated: 0 };

describe('the ledger of a document', () => {
  test('tax 3.1: open is the total less credit notes and allocations', () => {
    expect(open(RECORD)).toBe(1_120_000);
    expect(open({ ...RECORD, credited: 120_000, allocated: 400_000 })).toBe(600_000);
    expect(chargedOf({ ...RECORD, credited: 120_000 })).toBe(1_000_000);
  });

  test('tax 2.4: the total of the document counts, not the one that was computed', () => {
    expect(open({ ...RECORD, documentTotal: 1_119_999 })).toBe(1_119_999);
    expect(open({ ...RECORD, documentTotal: undefined })).toBe(1_120_000);
  });

  test.each([
    ['DRAFT', false],
    ['PENDING', false],
    ['ERROR', false],
    ['VALID', true],
    ['CANCELLED_PENDING', true],
    ['CANCELLED', false],
  ] as const)('tax 3.1: a document that is %s is owed: %s', (status, owed) => {
    expect(isOwed({ ...RECORD, status })).toBe(owed);
    expect(open({ ...RECORD, status })).toBe(owed ? 1_120_000 : 0);
  });

  test('tax 3.1: nothing is open of a replaced document or of one of type T', () => {
    expect(open({ ...RECORD, isReplaced: true })).toBe(0);
    expect(open({ ...RECORD, type: 'T' })).toBe(0);
  });

  test('tax 3.6: open is below 0 when a credit note follows a receipt', () => {
    expect(open({ ...RECORD, credited: 500_000, allocated: 1_120_000, receipted: 1_120_000 })).toBe(-500_000);
  });

  test('tax 3.8: a write requires the version that was read, and raises it', () => {
    expect(ledgerUnchanged(RECORD)).toMatchObject({ absent: expect.arrayContaining(['ledgerVersion']) });
    expect(ledgerUnchanged({ ...RECORD, ledgerVersion: 4 })).toMatchObject({
      equals: { status: 'VALID', ledgerVersion: 4 },
    });
    expect(ledgerChange({ ...RECORD, ledgerVersion: 4 }, { ...RECORD, credited: 5 })).toEqual({
      set: { credited: 5, ledgerVersion: 5 },
      remove: [],
    });
    expect(ledgerChange({ ...RECORD, credited: 5 }, { ...RECORD, credited: 0 })).toEqual({
      set: { ledgerVersion: 1 },
      remove: ['credited'],
    });
  });

  test('tax 3.9: no answer of the interface shows the ledger', () => {
    const shown = invoiceOf({ ...STORED, credited: 1, receipted: 3, ledgerVersion: 4 }, {});
    expect(Object.keys(shown).sort()).toEqual(Object.keys(invoiceOf(STORED, {})).sort());
  });
});
