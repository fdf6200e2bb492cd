import { TEST_SEAL } from '../../local/seed/seal';
import type { Api } from '../api';
import { expectFound, expectRefused, expectSame, succeed } from '../expect';
import { CARTA_PORTE } from '../freight';
import { collect, createReceipt, voidCollection } from '../steps/books';
import type { Desk } from '../steps/desk';
import {
  cancelInvoice,
  configureOrganization,
  createArchive,
  createCreditNote,
  createInvoice,
  deleteInvoice,
  editInvoice,
  emailInvoice,
  readArchive,
  readDocument,
  refreshInvoice,
  searchCatalogue,
  stamp,
  substituteInvoice,
  uploadCertificate,
  validateInvoice,
} from '../steps/invoices';
import { createClient } from '../steps/planning';
import { readOwnDocument, readOwnTrip } from '../steps/trips';
import type { Ground } from './ground';

/** An invoice by hand from its draft to its cancellation, after the signing certificate. Answers its identifier. */
export async function invoicesWalk({ named }: Api, { owner, app, clientId, tripId }: Ground): Promise<string> {
  await certificateWalk(owner);
  await succeed(searchCatalogue(owner, 'goods', { q: 'pallets', limit: 3 }));
  await expectRefused('404 NOT_FOUND', searchCatalogue(owner, 'colonias'));
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const { id } = await succeed(createInvoice(owner, { clientId, items }));
  await succeed(editInvoice(owner, id, { paymentForm: '03', paymentMethod: 'PUE', notes: 'Orden 7781' }));
  await succeed(validateInvoice(owner, id));
  await expectRefused('409 INVOICE_WITHOUT_DOCUMENT', readDocument(owner, id, 'pdf'));
  await expectRefused('409 INVOICE_WITHOUT_DOCUMENT', emailInvoice(owner, id, { to: ['pagos@cliente.example'] }));
  await named('without Carta Porte', () => succeed(stamp(owner, id)));
  await succeed(emailInvoice(owner, id, { to: ['pagos@cliente.example'] }));
  await expectRefused('409 INVOICE_NOT_EDITABLE', editInvoice(owner, id, { notes: 'x' }));
  for (const format of ['pdf', 'xml'] as const) await expectFound(readDocument(owner, id, format));
  await succeed(refreshInvoice(owner, id));
  const substitute = await succeed(substituteInvoice(owner, id, { notes: 'Orden 7782' }));
  await expectRefused('409 SUBSTITUTE_EXISTS', cancelInvoice(owner, id, { motive: '02' }));
  await succeed(stamp(owner, substitute.id));
  await expectRefused('409 INVOICE_STATUS', substituteInvoice(owner, id));
  await creditWalk(owner, substitute.id);
  await receiptWalk(owner, clientId);
  await outdatedReceiptWalk(owner, clientId);
  await succeed(cancelInvoice(owner, substitute.id, { motive: '02' }));
  await expectRefused('409 INVOICE_STATUS', cancelInvoice(owner, id, { motive: '02' }));
  const passerby = await succeed(createClient(owner, { name: 'Público de mostrador' }));
  const other = await succeed(createInvoice(owner, { clientId: passerby.id, items }));
  await expectRefused('400 INVOICE_NOT_READY', stamp(owner, other.id));
  await succeed(deleteInvoice(owner, other.id));
  await transferWalk(named, owner, tripId);
  await archiveWalk(owner);
  const ofTrip = await succeed(createInvoice(owner, { tripId, clientId, items, noCartaPorteReason: 'LOCAL' }));
  await succeed(stamp(owner, ofTrip.id));
  await succeed(readOwnTrip(app, tripId));
  for (const format of ['pdf', 'xml'] as const) await expectFound(readOwnDocument(app, tripId, format));
  return id;
}

/** The team carries its own goods: a document of type T, from its draft to the stamp. */
async function transferWalk(named: Api['named'], owner: Desk, tripId: string): Promise<void> {
  const items = [{ description: 'Rollos de lámina galvanizada', productKey: '30102300', quantity: 12, unitKey: 'XPX' }];
  const body = { type: 'T', tripId, items, cartaPorte: CARTA_PORTE } as const;
  const { id, ...draft } = await named('of own goods', () => succeed(createInvoice(owner, body)));
  expectSame([draft.type, draft.clientId, draft.total, draft.cfdiUse], ['T', null, 0, 'S01']);
  await expectRefused('400 VALIDATION_FAILED', editInvoice(owner, id, { paymentForm: '03' }), 'paymentForm');
  expectSame((await succeed(validateInvoice(owner, id))).errors, []);
  await named('of own goods', () => succeed(stamp(owner, id)));
}

/** The files of the month that was a day ago: it has begun in every zone. */
async function archiveWalk(owner: Desk): Promise<void> {
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  await expectRefused('400 VALIDATION_FAILED', createArchive(owner, { month: '2099-12' }), 'month');
  const { id } = await succeed(createArchive(owner, { month: yesterday.slice(0, 7) }));
  await succeed(readArchive(owner, id));
}

const DAY_MS = 24 * 60 * 60_000;

/** A credit note over a tenth, until it is cancelled again. */
async function creditWalk(owner: Desk, id: string): Promise<void> {
  const note = await succeed(createCreditNote(owner, id, { relation: '01', paymentForm: '03', share: 0.1 }));
  await expectRefused('409 INVOICE_STATUS', createCreditNote(owner, note.id, { relation: '01', paymentForm: '03' }));
  expectSame((await succeed(stamp(owner, note.id))).status, 'VALID');
  await expectRefused('409 LATER_DOCUMENTS', cancelInvoice(owner, id, { motive: '02' }));
  await succeed(cancelInvoice(owner, note.id, { motive: '02' }));
}

/** An invoice that is paid in part, and the receipt of payment for it, until both are cancelled again. */
async function receiptWalk(owner: Desk, clientId: string): Promise<void> {
  const items = [{ description: 'Flete local', productKey: '78101802', price: 2_000 }];
  const { id: invoiceId } = await succeed(createInvoice(owner, { clientId, items }));
  await succeed(stamp(owner, invoiceId));
  const received = {
    clientId,
    amount: 1_000,
    method: 'TRANSFERENCIA' as const,
    allocations: [{ invoiceId, amount: 1_000 }],
  };
  const { id: collectionId } = await succeed(collect(owner, received));
  const receipt = await succeed(createReceipt(owner, { clientId, collectionIds: [collectionId] }));
  expectSame([receipt.type, receipt.payments?.length], ['P', 1]);
  await succeed(stamp(owner, receipt.id));
  await expectRefused('409 NOTHING_TO_RECEIPT', createReceipt(owner, { clientId, collectionIds: [collectionId] }));
  await expectRefused('409 PAYMENT_HAS_RECEIPT', voidCollection(owner, collectionId));
  await succeed(cancelInvoice(owner, receipt.id, { motive: '02' }));
  await succeed(voidCollection(owner, collectionId));
  await succeed(cancelInvoice(owner, invoiceId, { motive: '02' }));
}

/** A credit note takes a part of an invoice that a drafted receipt pays in full: the service refuses the receipt until it is made again. */
async function outdatedReceiptWalk(owner: Desk, clientId: string): Promise<void> {
  const items = [{ description: 'Flete local', productKey: '78101802', price: 500, withholdingRate: 0 }];
  const { id: invoiceId } = await succeed(createInvoice(owner, { clientId, items }));
  const { total: amount } = await succeed(stamp(owner, invoiceId));
  const { id: collectionId } = await succeed(
    collect(owner, { clientId, amount, method: 'TRANSFERENCIA', allocations: [{ invoiceId, amount }] }),
  );
  const receipt = await succeed(createReceipt(owner, { clientId, collectionIds: [collectionId] }));
  const note = await succeed(createCreditNote(owner, invoiceId, { relation: '01', paymentForm: '03', share: 0.1 }));
  await succeed(stamp(owner, note.id));
  await expectRefused('400 INVOICE_NOT_READY', stamp(owner, receipt.id));
  await succeed(deleteInvoice(owner, receipt.id));
  await succeed(cancelInvoice(owner, note.id, { motive: '02' }));
  await succeed(voidCollection(owner, collectionId));
  await succeed(cancelInvoice(owner, invoiceId, { motive: '02' }));
}

async function certificateWalk(owner: Desk): Promise<void> {
  const { legalName, rfc, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  // The certificate says the RFC: one that is sent is passed over.
  const legal = { legalName, rfc, taxRegime, zipCode: '64750' };
  await succeed(configureOrganization(owner, legal));
  const files = { cerFile, keyFile };
  await expectRefused('502 PROVIDER_ERROR', uploadCertificate(owner, { ...files, password: 'otra' }));
  await succeed(uploadCertificate(owner, { ...files, password }));
}
