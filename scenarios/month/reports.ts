import { pesos, Unexpected } from '../print/teller';
import { readStatement, reportTaxes } from '../steps/books';
import { MONTH } from './figures';
import { localMonth, TIME_ZONE } from './local-month';
import { clientIdOf, type Office } from './office';

/** The statement of each client, and the accountant's summary of taxes, from the day of the payments to today. */
export async function readReports(office: Office): Promise<void> {
  const { teller, desk, figures, dates } = office;
  const range = { from: dates.day, to: localMonth(new Date(), TIME_ZONE).day };
  teller.chapter('The statements, and the accountant’s summary');
  for (const client of Object.keys(MONTH.clients)) {
    const { opening, entries, closing, inFavour } = await teller.tell(
      200,
      readStatement(desk, clientIdOf(office, client), range),
      (read) => `${client}: ${read.entries.length} entries, ${pesos(read.closing)} owed`,
    );
    const sum = entries.reduce((cents, { charge, payment }) => cents + Math.round((charge - payment) * 100), 0);
    if (Math.round((closing - opening) * 100) !== sum)
      throw new Unexpected(
        `The statement of ${client} does not add up: ${opening} and its entries are not ${closing}.`,
      );
    figures.compare(`statements.${client}`, { opening, closing, inFavour });
  }
  for (const basis of ['issued', 'collected'] as const) {
    const { sums } = await teller.tell(
      200,
      reportTaxes(desk, { ...range, basis }),
      (read) =>
        `${basis}: base ${pesos(read.sums.base16)}, IVA ${pesos(read.sums.ivaTransferred16)}, withheld ${pesos(read.sums.ivaWithheld)}`,
    );
    figures.compare(`taxes.${basis}`, sums);
  }
}
