import type { Fleet } from '../../client/src/index';
import type { Teller } from '../print/teller';
import { billTrips, correctInvoices } from './bills';
import { checkBooks } from './books';
import { takeFiles } from './files';
import { collectMoney, stampReceipts } from './money';
import { openOffice } from './office';
import { readReports } from './reports';

/**
 * Tells a month of a carrier: ten trips, their invoices, partial payments, receipts of payment, a credit note and a substitution. Each
 * figure is compared with the one that another program computed. Throws at the first that differs.
 */
export async function tellMonth(teller: Teller, fleet: Fleet, now: () => Date): Promise<void> {
  const office = await openOffice(teller, fleet, now());
  await billTrips(office);
  await collectMoney(office);
  await stampReceipts(office);
  await correctInvoices(office);
  await checkBooks(office);
  await readReports(office);
  await takeFiles(office);
  teller.remark(
    `${office.figures.count} figures of this month are those that scenarios/month/figures.py computes apart.`,
  );
}
