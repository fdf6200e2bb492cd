import { validationError } from '../platform/errors';
import { type Cents, centsOf, MAXIMUM_PESOS, pesosOf } from '../platform/values/money';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Days of a rental: started periods of 24 hours, at least one. Instants count and not the calendar, so a change of the clocks changes no day.
 * An end before the start is 400 by `actualEndAt`.
 */
export function billedDays(startAt: string, actualEndAt: string): number {
  const milliseconds = Date.parse(actualEndAt) - Date.parse(startAt);
  if (milliseconds < 0) {
    throw validationError('actualEndAt', {
      en: 'Send an end that is not before the start of the reservation, or cancel it.',
      es: 'Envíe un fin que no sea anterior al inicio de la reservación, o cancélela.',
    });
  }
  return Math.max(1, Math.ceil(milliseconds / DAY_MS));
}

/** Days at a daily rate, exact in cents. A total above the largest amount is 400 by `actualEndAt`. */
export function rentalTotal(days: number, dailyRate: number): number {
  const total: Cents = days * centsOf(dailyRate);
  if (total > centsOf(MAXIMUM_PESOS)) {
    throw validationError('actualEndAt', {
      en: `The total would be more than ${MAXIMUM_PESOS}. Check the end, the start and the rate.`,
      es: `El total sería mayor que ${MAXIMUM_PESOS}. Revise el fin, el inicio y la tarifa.`,
    });
  }
  return pesosOf(total);
}
