import * as v from 'valibot';
import { InvoiceQuery, paginationOf } from '../../shared/invoices/invoice-query';
import { accepts, ID } from '../platform/values/schemas';

test.each([
  [0, 1, 10, false],
  [10, 1, 10, false],
  [11, 1, 10, true],
  [20, 2, 10, false],
  [21, 2, 10, true],
  [5, 9, 10, false],
])('%i invoices, page %i of %i: more is there %p', (total, page, limit, hasMore) => {
  expect(paginationOf(total, { page, limit })).toEqual({ total, page, limit, hasMore });
});

test.each([
  ['page', ['1', '01', '999999999'], ['0', '', '-1', '1.5', '1e3', 'x1', '1x', '1000000000']],
  ['limit', ['1', '10', '50'], ['0', '51', '100', '', '-1', 'x', 'x1', '1x', '001', '1 ', ' 1']],
])('the %s of a list', (field, taken, refused) => {
  const takes = (value: string) => accepts(InvoiceQuery, { teamId: ID, [field]: value });
  expect(taken.map(takes)).toEqual(taken.map(() => true));
  expect(refused.map(takes)).toEqual(refused.map(() => false));
});

test('the first ten are listed unless said', () => {
  expect(v.parse(InvoiceQuery, { teamId: ID })).toMatchObject({ page: 1, limit: 10 });
});
