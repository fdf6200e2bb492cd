import * as v from 'valibot';
import { ApiError } from './errors';

const Tax = v.strictObject({
  base: v.number(),
  type: v.picklist(['IVA', 'ISR']),
  rate: v.number(),
  factor: v.literal('Tasa'),
  withholding: v.optional(v.boolean(), false),
});

const Document = v.strictObject({
  uuid: v.pipe(v.string(), v.uuid('A UUID is required.')),
  amount: v.number('"amount" is required.'),
  installment: v.pipe(v.number('"installment" is required.'), v.integer(), v.minValue(1)),
  last_balance: v.number('"last_balance" is required.'),
  currency: v.optional(v.string(), 'MXN'),
  series: v.optional(v.string()),
  folio_number: v.optional(v.pipe(v.number(), v.integer())),
  taxability: v.optional(v.string()),
  taxes: v.optional(v.array(Tax), []),
});

const Payment = v.strictObject({
  payment_form: v.string('"payment_form" is required.'),
  date: v.pipe(v.string('"date" is required.'), v.isoTimestamp()),
  currency: v.optional(v.string(), 'MXN'),
  numOperacion: v.optional(v.pipe(v.string(), v.regex(/^[^|]{1,100}$/))),
  related_documents: v.pipe(v.array(Document), v.minLength(1)),
});

/** The payments of a receipt (complement Pagos 2.0), with the fields of the provider's description. */
export const Payments = v.object({ data: v.pipe(v.array(Payment), v.minLength(1)) });
type Payments = v.InferOutput<typeof Payments>;
type Document = v.InferOutput<typeof Document>;

interface Broken {
  readonly code: string;
  readonly message: string;
}

/** The rules of the SAT's matrix that a stateless check can decide. */
function* brokenRules({ amount, last_balance: balance, taxability, taxes }: Document): Generator<Broken> {
  if (balance <= 0) yield { code: 'CRP20239', message: 'ImpSaldoAnt debe ser mayor que cero.' };
  if (amount <= 0) yield { code: 'CRP20241', message: 'ImpPagado debe ser mayor que cero.' };
  if (amount > balance) yield { code: 'CRP20244', message: 'ImpSaldoInsoluto debe ser mayor o igual que cero.' };
  const isTaxed = (taxability ?? (taxes.length === 0 ? '01' : '02')) === '02';
  if (isTaxed && taxes.length === 0)
    yield { code: 'CRP20246', message: 'Con ObjetoImpDR 02 debe existir ImpuestosDR.' };
  if (!isTaxed && taxes.length > 0)
    yield { code: 'CRP20247', message: 'Con ObjetoImpDR 01 no debe existir ImpuestosDR.' };
  for (const { base, withholding } of taxes)
    if (base <= 0) yield { code: withholding ? 'CRP20249' : 'CRP20255', message: 'BaseDR debe ser mayor que cero.' };
}

/** Throws what the SAT answers to the first rule that a payment breaks. */
export function checkPayments(payments: Payments['data']): void {
  for (const [index, { payment_form: form, currency, related_documents: documents }] of payments.entries()) {
    const path = `complements.0.data.${index}`;
    if (form === '99' || !/^\d{2}$/.test(form))
      refuse({ code: 'CRP20212', message: 'FormaDePagoP debe ser distinta de 99.' }, `${path}.payment_form`);
    if (currency !== 'MXN')
      refuse({ code: 'CRP20214', message: 'TipoCambioP es requerido con otra moneda.' }, `${path}.currency`);
    for (const [at, document] of documents.entries())
      for (const broken of brokenRules(document)) refuse(broken, `${path}.related_documents.${at}`);
  }
}

function refuse({ code, message }: Broken, path: string): never {
  throw new ApiError(400, 'sat_error', message, [{ code, message, source: 'sat', path }]);
}
