import { needed, pesos } from '../print/teller';
import { createCreditNote, createInvoice, editInvoice, readInvoice, stamp, substituteInvoice } from '../steps/invoices';
import { planTrip, setTripStatus } from '../steps/trips';
import { MONTH } from './figures';
import { clientIdOf, documentOf, type Office } from './office';

const FREIGHT = '78101802';
const HANDLING = '78121601';

interface Amounts {
  readonly subtotal: number;
  readonly taxAmount: number;
  readonly withheldAmount: number;
  readonly total: number;
}
const amountsOf = ({ subtotal, taxAmount, withheldAmount, total }: Amounts): Amounts => ({
  subtotal,
  taxAmount,
  withheldAmount,
  total,
});

/** Ten trips are driven and invoiced, and an invoice of three lines is made by hand. */
export async function billTrips(office: Office): Promise<void> {
  office.teller.chapter('Ten trips and their invoices');
  for (const [index, trip] of MONTH.trips.entries()) await billTrip(office, `trip ${index + 1}`, trip);
  const { client, lines, price } = MONTH.handling;
  const item = { description: 'Maniobras de carga', productKey: HANDLING, price };
  const { id } = await office.teller.tell(
    201,
    createInvoice(office.desk, {
      clientId: clientIdOf(office, client),
      items: Array.from({ length: lines }, () => item),
    }),
    ({ total }) => `${lines} lines of ${pesos(price)} by hand: ${pesos(total)}`,
  );
  await stampAs(office, `documents.handling`, id);
  office.documents.set('handling', { invoiceId: id });
}

async function billTrip(office: Office, name: string, trip: (typeof MONTH.trips)[number]): Promise<void> {
  const { teller, desk, driverId, vehicleId, dates } = office;
  const plan = { driverId, vehicleId, clientId: clientIdOf(office, trip.client), startDate: dates.paidAt };
  const planned = await teller.tell(
    201,
    planTrip(desk, { ...plan, revenue: trip.revenue }),
    ({ revenue }) => `${name}: ${pesos(needed(revenue, 'the revenue'))}`,
  );
  for (const status of ['EN_PROCESO', 'COMPLETADO'] as const)
    await teller.tell(200, setTripStatus(desk, planned.id, status), () => `${name} is ${status}`);
  const invoiceId = needed(planned.invoiceId, 'a draft');
  if (trip.paidAtOnce)
    await teller.tell(
      200,
      editInvoice(desk, invoiceId, { paymentMethod: 'PUE', paymentForm: '01' }),
      () => 'It is paid at once, so that its payment needs no receipt',
    );
  await stampAs(office, `documents.${name}`, invoiceId);
  office.documents.set(name, { invoiceId, tripId: planned.id });
}

/** Stamps a document and compares its amounts. */
async function stampAs({ teller, desk, figures }: Office, path: string, invoiceId: string): Promise<void> {
  const stamped = await teller.tell(
    200,
    stamp(desk, invoiceId),
    ({ type, status, total }) => `Type ${type}, ${status}: ${pesos(total)}`,
  );
  figures.compare(path, amountsOf(stamped));
}

/** A credit note takes back a part of an invoice; another invoice had a wrong price and is substituted. */
export async function correctInvoices(office: Office): Promise<void> {
  const { teller, desk } = office;
  const { creditNote, substitution } = MONTH;
  teller.chapter('A credit note and a substitution');
  const note = await teller.tell(
    201,
    createCreditNote(desk, documentOf(office, creditNote.of).invoiceId, {
      relation: '01',
      paymentForm: '03',
      share: creditNote.share,
    }),
    ({ total }) => `${creditNote.share * 100} % of ${creditNote.of}: ${pesos(total)}`,
  );
  await stampAs(office, 'creditNote', note.id);
  const { of, price } = substitution;
  const old = documentOf(office, of);
  const items = [{ description: 'Flete, precio corregido', productKey: FREIGHT, price }];
  const { id: invoiceId } = await teller.tell(
    201,
    substituteInvoice(desk, old.invoiceId, { items }),
    () => `${of} again, for ${pesos(price)}`,
  );
  await stampAs(office, 'substitute', invoiceId);
  office.documents.set(of, { ...old, invoiceId });
  await teller.tell(200, readInvoice(desk, old.invoiceId), ({ status }) => `The old document is ${status}`);
}
