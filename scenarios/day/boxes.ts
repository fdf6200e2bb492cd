import { pesos, type Teller } from '../print/teller';
import { closeReservation, createBox, pay, rentBox } from '../steps/books';
import { listAlerts, listAudit, listExpirations } from '../steps/teams';
import type { Prepared } from './office';
import { tellBalance } from './road';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A box is let and comes back; the client pays part of the freight; the office sees the balance, what expires and who did what. */
export async function officeCollects(teller: Teller, prepared: Prepared): Promise<void> {
  const { desk, tripId } = prepared;
  teller.chapter('A box, a payment, a report');
  await letBox(teller, prepared);
  await teller.tell(
    201,
    pay(desk, { tripId, amount: 20_000, method: 'TRANSFERENCIA', reference: 'SPEI 4471' }),
    ({ amount, method }) => `${pesos(amount)} by ${method}`,
  );
  await tellBalance(teller, desk, tripId);
  await teller.tell(200, listExpirations(desk, { days: 365 }), ({ count }) => `${count} papers expire within a year`);
  await teller.tell(
    200,
    listAlerts(desk),
    ({ alerts }) => alerts.map(({ type }) => type).join(', ') || 'Nothing to look at',
  );
  await teller.tell(
    200,
    listAudit(desk, { limit: 100 }),
    ({ count }) => `${count} entries: every change above, and who made it`,
  );
}

async function letBox(teller: Teller, { desk, clientId }: Prepared): Promise<void> {
  const { id: boxId } = await teller.tell(
    201,
    createBox(desk, { economicNumber: 'CAJA-53', type: 'CAJA_SECA', length: 53, dailyRate: 850 }),
    ({ economicNumber, status }) => `${economicNumber}, ${status}`,
  );
  const startAt = new Date(Date.now() - 2.5 * DAY_MS).toISOString();
  const { id: reservationId } = await teller.tell(
    201,
    rentBox(desk, { boxId, clientId, startAt }),
    ({ status }) => `${status}; the box is RENTADA in the same transaction`,
  );
  await teller.tell(
    200,
    closeReservation(desk, reservationId),
    ({ billedDays, totalAmount, invoiceId }) =>
      `${billedDays} days, ${pesos(totalAmount)}; ${invoiceId ? 'its draft is made' : 'no organization yet, so an alert asks for its draft'}`,
  );
}
