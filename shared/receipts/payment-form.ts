import type { PaymentMethod } from '../payments/payment';

/** The keys of c_FormaPago that a receipt can have: 99 (to be defined) says nothing about a payment that was made. */
const PAYMENT_FORMS: readonly string[] = [
  ...['01', '02', '03', '04', '05', '06', '08', '12', '13', '14', '15', '17'],
  ...['23', '24', '25', '26', '27', '28', '29', '30', '31'],
];

/** The form of each method. DEPOSITO and OTRO say nothing about it. */
const FORM_OF: Readonly<Partial<Record<PaymentMethod, string>>> = {
  EFECTIVO: '01',
  CHEQUE: '02',
  TRANSFERENCIA: '03',
  TARJETA_CREDITO: '04',
  TARJETA_DEBITO: '28',
};

interface PaidBy {
  readonly method?: PaymentMethod | undefined;
  readonly paymentForm?: string | undefined;
}

/** The payment form of a collection. Undefined when a receipt cannot have it. */
export function paymentFormOf({ method, paymentForm = method && FORM_OF[method] }: PaidBy): string | undefined {
  return paymentForm !== undefined && PAYMENT_FORMS.includes(paymentForm) ? paymentForm : undefined;
}
