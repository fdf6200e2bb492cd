import { ApiError } from '../../local/facturapi/errors';
import { checkDocument } from '../../local/facturapi/invoice-checks';
import { withValue } from '../conformance/judge/leaves';
import { SAMPLES } from '../conformance/judge/samples';

/** The rules of receipts of payment that the stand-in applies by itself, each with a receipt that breaks it. */

function refusalOf(body: unknown): (string | undefined)[] {
  try {
    checkDocument(Object(body));
    return [];
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const [detail] = failure.errors;
    return [detail?.code ?? failure.code, detail?.path];
  }
}

const PAYMENT = ['complements', 0, 'data', 0];
const LINE = [...PAYMENT, 'related_documents', 0];
const AT_LINE = 'complements.0.data.0.related_documents.0';

test('tax 10.5: a receipt that the service makes is taken', () => {
  expect(refusalOf(SAMPLES.P)).toEqual([]);
});

test.each([
  ['CRP20212', [...PAYMENT, 'payment_form'], '99', 'complements.0.data.0.payment_form'],
  ['CRP20214', [...PAYMENT, 'currency'], 'USD', 'complements.0.data.0.currency'],
  ['CRP20239', [...LINE, 'last_balance'], 0, AT_LINE],
  ['CRP20241', [...LINE, 'amount'], 0, AT_LINE],
  ['CRP20244', [...LINE, 'amount'], 11_200.01, AT_LINE],
  ['CRP20246', [...LINE, 'taxes'], [], AT_LINE],
  ['CRP20247', [...LINE, 'taxability'], '01', AT_LINE],
  ['CRP20249', [...LINE, 'taxes', 1, 'base'], 0, AT_LINE],
  ['CRP20255', [...LINE, 'taxes', 0, 'base'], 0, AT_LINE],
])('tax 10.5: refuses with %s where %j is %j', (code, path, value, at) => {
  expect(refusalOf(withValue(SAMPLES.P, path, value))).toEqual([code, at]);
});

test('tax 10.5: CRP20217 cannot occur, because a payment has no amount beside those of its documents', () => {
  expect(refusalOf(withValue(SAMPLES.P, [...PAYMENT, 'amount'], 1))).toEqual(['validation_error', 'data.0.amount']);
});

test('tax 10.5: CFDI40108 and CFDI40119 cannot occur, because the sums of a document are computed and never taken', () => {
  const computed = checkDocument(SAMPLES.I).total;
  expect(checkDocument({ ...SAMPLES.I, subtotal: 1, total: 1 }).total).toBe(computed);
  expect(computed).toBeGreaterThan(1);
});
