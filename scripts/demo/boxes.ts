import type { Fleet } from '../../client/src/index';
import type { Prepared } from './office';
import { tellBalance } from './road';
import { pesos, type Teller } from './teller';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A box is let and comes back; the client pays part of the freight; the office sees what is owed, what expires and who did what. */
export async function officeCollects(
  teller: Teller,
  { team: teamId, tripId, clientId }: Prepared,
  office: Fleet,
): Promise<void> {
  teller.chapter('A box, a payment, a report');
  const path = { teamId };
  await letBox(teller, office, teamId, clientId);
  await teller.tell(
    201,
    office.POST('/teams/{teamId}/payments', {
      params: { path },
      body: { tripId, amount: 20_000, method: 'TRANSFERENCIA', reference: 'SPEI 4471' },
    }),
    ({ amount, method }) => `${pesos(amount)} by ${method}`,
  );
  await tellBalance(teller, office, { path: { teamId, tripId } });
  await teller.tell(
    200,
    office.GET('/teams/{teamId}/expirations', { params: { path, query: { days: 365 } } }),
    ({ count }) => `${count} papers expire within a year`,
  );
  await teller.tell(
    200,
    office.GET('/teams/{teamId}/alerts', { params: { path } }),
    ({ alerts }) => alerts.map(({ type }) => type).join(', ') || 'Nothing to look at',
  );
  await teller.tell(
    200,
    office.GET('/teams/{teamId}/audit', { params: { path, query: { limit: 100 } } }),
    ({ count }) => `${count} entries: every change above, and who made it`,
  );
}

async function letBox(teller: Teller, office: Fleet, teamId: string, clientId: string): Promise<void> {
  const { id: boxId } = await teller.tell(
    201,
    office.POST('/teams/{teamId}/boxes', {
      params: { path: { teamId } },
      body: { economicNumber: 'CAJA-53', type: 'CAJA_SECA', length: 53, dailyRate: 850 },
    }),
    ({ economicNumber, status }) => `${economicNumber}, ${status}`,
  );
  const startAt = new Date(Date.now() - 2.5 * DAY_MS).toISOString();
  const { id: reservationId } = await teller.tell(
    201,
    office.POST('/teams/{teamId}/box-reservations', {
      params: { path: { teamId } },
      body: { boxId, clientId, startAt },
    }),
    ({ status }) => `${status}; the box is RENTADA in the same transaction`,
  );
  await teller.tell(
    200,
    office.PATCH('/teams/{teamId}/box-reservations/{reservationId}/close', {
      params: { path: { teamId, reservationId } },
      body: {},
    }),
    ({ billedDays, totalAmount, invoiceId }) =>
      `${billedDays} days, ${pesos(totalAmount)}; ${invoiceId ? 'its draft is made' : 'no organization yet, so an alert asks for its draft'}`,
  );
}
