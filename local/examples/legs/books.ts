import { fixedId } from '../../seed/identifiers';
import { TEST_SEAL } from '../../seed/seal';
import { goOn } from '../clock';
import { type Recorder, textIn } from '../recorder';
import { signIn } from './sign-in';

/** Boxes and their rentals, and payments. */
export async function booksLeg(recorder: Recorder): Promise<void> {
  const box = { economicNumber: 'CS-104', type: 'Caja seca', length: 53, dailyRate: 850 };
  const boxId = textIn(await recorder.call('createBox', { body: box }), 'id');
  await recorder.refused('ECONOMIC_NUMBER_TAKEN', 'createBox', { body: box });
  await recorder.call('updateBox', { path: { boxId }, body: { dailyRate: 900.5 } });
  await recorder.call('updateBoxStatus', { path: { boxId }, body: { status: 'MANTENIMIENTO' } });
  await recorder.call('updateBoxStatus', { path: { boxId }, body: { status: 'DISPONIBLE' } });
  const rental = { boxId, clientId: fixedId('client', 3), startAt: '2026-02-27T14:30:00.000Z' };
  const first = { reservationId: textIn(await recorder.call('createReservation', { body: rental }), 'id') };
  await recorder.refused('BOX_NOT_AVAILABLE', 'createReservation', { body: rental });
  await recorder.call('closeReservation', { path: first, body: { actualEndAt: '2026-03-02T15:00:00.000Z' } });
  await recorder.refused('RESERVATION_NOT_ACTIVE', 'closeReservation', { path: first });
  const second = { reservationId: textIn(await recorder.call('createReservation', { body: rental }), 'id') };
  await recorder.call('cancelReservation', { path: second });
  const payment = { tripId: fixedId('trip', 1), amount: 20_000, method: 'TRANSFERENCIA', reference: 'SPEI 4471' };
  const paymentId = textIn(await recorder.call('createPayment', { body: payment }), 'id');
  await recorder.call('voidPayment', { path: { paymentId } });
}

/** An invoice by hand, from the draft to its cancellation; the seal. */
export async function invoicesLeg(recorder: Recorder): Promise<void> {
  const legal = {
    legalName: TEST_SEAL.legalName,
    rfc: TEST_SEAL.rfc,
    taxRegime: TEST_SEAL.taxRegime,
    zipCode: '64750',
  };
  await recorder.call('configureOrganization', { body: legal });
  const { cerFile, keyFile, password } = TEST_SEAL;
  await recorder.refused('PROVIDER_ERROR', 'uploadCertificate', { body: { cerFile, keyFile, password: 'otra' } });
  await recorder.call('uploadCertificate', { body: { cerFile, keyFile, password } });

  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const invoice = { clientId: fixedId('client', 1), items };
  const made = { id: textIn(await recorder.call('createInvoice', { body: invoice }), 'id') };
  await recorder.call('editInvoice', {
    path: made,
    body: { paymentForm: '03', paymentMethod: 'PUE', notes: 'Orden 7781' },
  });
  await recorder.call('validateInvoice', { path: made });
  await recorder.refused('INVOICE_WITHOUT_DOCUMENT', 'getInvoicePdf', { path: made });
  await recorder.call('stampInvoice', { path: made });
  await recorder.refused('INVOICE_NOT_EDITABLE', 'editInvoice', { path: made, body: { notes: 'x' } });
  await recorder.call('getInvoicePdf', { path: made });
  await recorder.call('getInvoiceXml', { path: made });
  await recorder.call('refreshInvoice', { path: made });
  await recorder.call('cancelInvoice', { path: made, body: { motive: '02' } });
  await recorder.refused('INVOICE_STATUS', 'cancelInvoice', { path: made, body: { motive: '02' } });
  await recorder.call('getInvoice', { path: { id: fixedId('invoice', 1) } });
  const passerby = textIn(await recorder.call('createClient', { body: { name: 'Público de mostrador' } }), 'id');
  const other = {
    id: textIn(await recorder.call('createInvoice', { body: { ...invoice, clientId: passerby } }), 'id'),
  };
  await recorder.refused('INVOICE_NOT_READY', 'stampInvoice', { path: other });
  await recorder.call('deleteInvoice', { path: other });
}

/** A stamp that never reached the provider: given up after an hour and two looks, and not yet to be deleted. */
export async function openStampLeg(recorder: Recorder, fault: (name: string) => Promise<void>): Promise<void> {
  const cut = { path: { id: fixedId('invoice', 1) } };
  await fault('CUT');
  await recorder.call('stampInvoice', cut);
  for (const minutes of [65, 25]) {
    goOn(minutes * 60_000);
    await signIn(recorder);
    await recorder.call('refreshInvoice', cut);
  }
  await recorder.refused('INVOICE_STAMP_OPEN', 'deleteInvoice', cut);
}

/** A paper of the demo driver's, in both steps. */
export async function filesLeg(recorder: Recorder): Promise<void> {
  const [contentType, fileName] = ['application/pdf', 'licencia-2028.pdf'];
  const entityId = fixedId('driver', 1);
  const asked = { folder: 'drivers-files', entityId, fileName, contentType };
  const grant = await recorder.call('createUploadUrl', { body: asked });
  const body = '%PDF-1.7\nLicencia federal';
  await fetch(textIn(grant, 'uploadUrl'), { method: 'PUT', headers: { 'content-type': contentType }, body });
  const file = { fileId: fixedId('file', 9), entityType: 'driver', entityId, key: grant.key, fileName, contentType };
  await recorder.call('registerFile', { body: file });
  await recorder.call('listFiles', { query: { entityType: 'driver', entityId } });
  await recorder.call('deleteFile', { path: { fileId: file.fileId } });
}
