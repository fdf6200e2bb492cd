import type { NewPayment } from '../../shared/payments/payment';
import { fixedId } from './identifiers';

export interface DemoPayment {
  readonly id: string;
  readonly paidDaysAgo: number;
  readonly fields: Omit<NewPayment, 'paidAt'>;
}

const trip = (number: number): string => fixedId('trip', number);

/** One trip is paid, one in part, one in advance. The others are unpaid. */
export const PAYMENTS: readonly DemoPayment[] = [
  {
    id: fixedId('payment', 1),
    paidDaysAgo: 10,
    fields: { tripId: trip(2), amount: 26_400, method: 'TRANSFERENCIA', reference: 'SPEI 8801245' },
  },
  {
    id: fixedId('payment', 2),
    paidDaysAgo: 6,
    fields: { tripId: trip(3), amount: 10_000.5, method: 'DEPOSITO', reference: 'Ficha 00417' },
  },
  {
    id: fixedId('payment', 3),
    paidDaysAgo: 3,
    fields: { tripId: trip(2), amount: 26_400, method: 'TRANSFERENCIA', reference: 'SPEI 8811902' },
  },
  {
    id: fixedId('payment', 4),
    paidDaysAgo: 0.2,
    fields: { tripId: trip(14), amount: 15_000, method: 'CHEQUE', notes: 'Anticipo; el resto a 30 días.' },
  },
];
