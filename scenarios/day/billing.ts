import { TEST_SEAL } from '../../local/seed/seal';
import { CARTA_PORTE, DRIVER_PAPERS, TRUCK_PAPERS } from '../freight';
import { pesos, type Teller } from '../print/teller';
import { LOSE_ANSWER, type Server } from '../server';
import type { Desk } from '../steps/desk';
import { changeDriver, changeVehicle } from '../steps/fleet';
import {
  cancelInvoice,
  configureOrganization,
  createInvoice,
  editInvoice,
  readDocument,
  refreshInvoice,
  stamp,
  uploadCertificate,
  validateInvoice,
} from '../steps/invoices';
import { changeClient } from '../steps/planning';
import type { Prepared } from './office';

/** The trip's invoice is completed, checked and stamped; another one's answer is lost on the way, and found again; a third is cancelled. */
export async function accountantBills(
  teller: Teller,
  prepared: Prepared,
  fault: NonNullable<Server['fault']>,
): Promise<void> {
  await configure(teller, prepared.desk);
  await billTrip(teller, prepared);
  await loseAnAnswer(teller, prepared, fault);
}

async function configure(teller: Teller, desk: Desk): Promise<void> {
  teller.chapter('The seal');
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  await teller.tell(
    200,
    configureOrganization(desk, { legalName, taxRegime, zipCode: '66600' }),
    (made) => `${made.legalName} is known to the stamping provider, without a seal`,
  );
  const files = { cerFile, keyFile };
  await teller.tellRefused(
    'PROVIDER_ERROR',
    uploadCertificate(desk, { ...files, password: 'not the password' }),
    ({ message }) => `Refused before it leaves: ${message}`,
  );
  await teller.tell(
    200,
    uploadCertificate(desk, { ...files, password }),
    () => 'Checked here, uploaded there; neither key nor password is kept',
  );
}

async function billTrip(teller: Teller, prepared: Prepared): Promise<void> {
  const { desk, invoiceId } = prepared;
  teller.chapter('The invoice, with Carta Porte');
  await teller.tell(
    200,
    editInvoice(desk, invoiceId, { cartaPorte: CARTA_PORTE }),
    ({ status, total }) => `${status}, ${pesos(total)}: the trip’s revenue, 16 % of IVA, 4 % withheld`,
  );
  await check(teller, prepared);
  await completeRecords(teller, prepared);
  await check(teller, prepared);
  await teller.tell(200, stamp(desk, invoiceId), ({ status }) => `${status}: one lock, one call, one document`);
  await teller.tellFound(readDocument(desk, invoiceId, 'pdf'), 'Sent on to an address that is good for 15 minutes');
}

const check = (teller: Teller, { desk, invoiceId }: Prepared) =>
  teller.tell(200, validateInvoice(desk, invoiceId), ({ ready, errors }) =>
    ready ? 'Ready to be stamped' : `${errors.length} in the way: ${errors.map(({ field }) => field).join(', ')}`,
  );

async function completeRecords(teller: Teller, { desk, clientId, driverId, vehicleId }: Prepared): Promise<void> {
  await teller.tell(200, changeClient(desk, clientId, { taxRegime: '601' }), () => 'The client’s regime');
  await teller.tell(200, changeDriver(desk, driverId, DRIVER_PAPERS), () => 'The driver’s RFC and licence');
  await teller.tell(200, changeVehicle(desk, vehicleId, TRUCK_PAPERS), () => 'The truck’s policy');
}

async function loseAnAnswer(
  teller: Teller,
  { desk, clientId }: Prepared,
  fault: NonNullable<Server['fault']>,
): Promise<void> {
  teller.chapter('An answer that is lost');
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const { id } = await teller.tell(
    201,
    createInvoice(desk, { clientId, items }),
    ({ status, total }) => `${status} by hand, ${pesos(total)}`,
  );
  await fault(LOSE_ANSWER);
  await teller.tell(202, stamp(desk, id), ({ status }) => `${status}: it may be stamped, so nothing is sent again`);
  await teller.tell(
    200,
    refreshInvoice(desk, id),
    ({ status }) => `${status}: asked, and found there; never made twice`,
  );
  await teller.tell(
    200,
    cancelInvoice(desk, id, { motive: '02' }),
    ({ status }) => `${status} at the tax authority, motive 02`,
  );
}
