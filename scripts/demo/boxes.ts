import * as v from 'valibot';
import type { Prepared } from './office';
import { pesos, type Teller } from './teller';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A box is let and comes back; the client pays part of the freight; the office sees what is owed, what expires and who did what. */
export async function officeCollects(
  teller: Teller,
  { team, tripId, clientId }: Prepared,
  token: string,
): Promise<void> {
  teller.chapter('A box, a payment, a report');
  const box = await teller.tell({
    call: `POST /teams/${team}/boxes`,
    token,
    body: { economicNumber: 'CAJA-53', type: 'CAJA_SECA', length: 53, dailyRate: 850 },
    status: 201,
    answer: v.object({ id: v.string(), economicNumber: v.string(), status: v.string() }),
    tells: ({ economicNumber, status }) => `${economicNumber}, ${status}`,
  });
  const startAt = new Date(Date.now() - 2.5 * DAY_MS).toISOString();
  const reservation = await teller.tell({
    call: `POST /teams/${team}/box-reservations`,
    token,
    body: { boxId: box.id, clientId, startAt },
    status: 201,
    answer: v.object({ id: v.string(), status: v.string() }),
    tells: ({ status }) => `${status}; the box is RENTADA in the same transaction`,
  });
  await teller.tell({
    call: `PATCH /teams/${team}/box-reservations/${reservation.id}/close`,
    token,
    body: {},
    status: 200,
    answer: v.object({ billedDays: v.number(), totalAmount: v.number(), invoiceId: v.optional(v.string()) }),
    tells: ({ billedDays, totalAmount, invoiceId }) =>
      `${billedDays} days, ${pesos(totalAmount)}; ${invoiceId ? 'its draft is made' : 'no organization yet, so an alert asks for its draft'}`,
  });
  await teller.tell({
    call: `POST /teams/${team}/payments`,
    token,
    body: { tripId, amount: 20_000, method: 'TRANSFERENCIA', reference: 'SPEI 4471' },
    status: 201,
    answer: v.object({ amount: v.number(), method: v.string() }),
    tells: ({ amount, method }) => `${pesos(amount)} by ${method}`,
  });
  await teller.tell({
    call: `GET /teams/${team}/trips/${tripId}/balance`,
    token,
    status: 200,
    answer: v.object({ revenue: v.number(), paid: v.number(), balance: v.number() }),
    tells: ({ revenue, paid, balance }) =>
      `Revenue ${pesos(revenue)}, paid ${pesos(paid)}, to collect ${pesos(balance)}`,
  });
  await teller.tell({
    call: `GET /teams/${team}/expirations?days=365`,
    token,
    status: 200,
    answer: v.object({ count: v.number() }),
    tells: ({ count }) => `${count} papers expire within a year`,
  });
  await teller.tell({
    call: `GET /teams/${team}/alerts`,
    token,
    status: 200,
    answer: v.object({ alerts: v.array(v.object({ type: v.string() })) }),
    tells: ({ alerts }) => alerts.map(({ type }) => type).join(', ') || 'Nothing to look at',
  });
  await teller.tell({
    call: `GET /teams/${team}/audit?limit=100`,
    token,
    status: 200,
    answer: v.object({ count: v.number() }),
    tells: ({ count }) => `${count} entries: every change above, and who made it`,
  });
}
