import { needed, pesos } from '../print/teller';
import { reportIncome, reportReceivables } from '../steps/books';
import { readBalance } from '../steps/trips';
import { MONTH } from './figures';
import { clientIdOf, nameOf, type Office } from './office';

/** What each trip and each client still owes, and what was collected. */
export async function checkBooks(office: Office): Promise<void> {
  const { teller, desk, figures, dates, documents } = office;
  teller.chapter('What is owed, and what was collected');
  for (const [name, { tripId }] of documents) {
    if (tripId === undefined) continue;
    const { due, paid, balance } = await teller.tell(
      200,
      readBalance(desk, tripId),
      (read) => `${name}: due ${pesos(read.due)}, paid ${pesos(read.paid)}, open ${pesos(read.balance)}`,
    );
    figures.compare(`trips.${name}`, { due, paid, balance });
  }
  const report = await teller.tell(
    200,
    reportReceivables(desk),
    ({ total, count, inFavour }) =>
      `${pesos(total)} open in ${count} documents; ${pesos(inFavour)} on account of clients`,
  );
  const totalOf = (clientId: string): number =>
    needed(report.clients.find((one) => one.clientId === clientId)?.total, 'the sum of a client');
  figures.compare('receivables', {
    rows: Object.fromEntries(report.receivables.map(({ invoiceId, balance }) => [nameOf(office, invoiceId), balance])),
    count: report.count,
    clients: Object.fromEntries(Object.keys(MONTH.clients).map((name) => [name, totalOf(clientIdOf(office, name))])),
    total: report.total,
    inFavour: report.inFavour,
  });
  const { total } = await teller.tell(
    200,
    reportIncome(desk, { from: dates.day, to: dates.day }),
    (income) => `${pesos(income.total)} collected`,
  );
  figures.compare('collected', total);
}
