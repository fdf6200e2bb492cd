import * as operations from '../../../functions';
import { operation as cancelInvoice } from '../../../functions/invoices/cancel-invoice';
import { openOffice } from '../../support/office';
import { insertInvoice } from '../../support/store-invoices';
import { elementsOf } from '../judge/read-xml';
import type { RandomDocument } from '../product/random-documents';
import { answered, cannotOccur, type Row, refused } from './row';

/** A body of type T for the goods of the scene: no client, no price and no payment. */
const TRANSFER = {
  'body.type': 'T',
  'body.items': [{ description: 'Perfiles', productKey: '30102300', quantity: 12, unitKey: 'XPX' }],
  'body.paymentForm': undefined,
  'body.paymentMethod': undefined,
  'body.cfdiUse': undefined,
};

const rootOf = (document: RandomDocument) => elementsOf(document.xml, 'cfdi:Comprobante')[0];

const TRANSFERS: readonly Row[] = [
  refused('CFDI40103 paymentForm on type T or P', { ...TRANSFER, 'body.paymentForm': '03' }, '400 paymentForm'),
  refused(
    'CFDI40109 type T with a price',
    { ...TRANSFER, 'body.items': [{ description: 'Perfiles', productKey: '30102300', price: 1 }] },
    '400 items[0].price',
  ),
  refused('CFDI40125 paymentMethod on type T', { ...TRANSFER, 'body.paymentMethod': 'PUE' }, '400 paymentMethod'),
  refused('CP104 type I in XXX', { 'body.currency': 'XXX' }, '400 currency'),
  refused(
    'CP107 type T to another RFC',
    { ...TRANSFER, 'body.clientId': '0190e4a2-0000-7000-8000-000000000001' },
    '400 clientId',
  ),
  refused('CP111 type T with G03', { ...TRANSFER, 'body.cfdiUse': 'G03' }, '400 cfdiUse'),
  refused(
    'CP177 type T, pallets without guias',
    {
      ...TRANSFER,
      'body.cartaPorte.mercancias[0].bienesTransp': '24112700',
      'body.cartaPorte.mercancias[0].materialPeligroso': 'No',
    },
    'CP177 cartaPorte.mercancias[0].guias',
  ),
  cannotOccur('CFDI40120 type T with a total', (document) => rootOf(document)?.Total !== '0', 'T'),
  cannotOccur('CFDI40201 Impuestos on type T', ({ xml }) => xml.includes('<cfdi:Impuestos'), 'T'),
  cannotOccur('CP102 type T with subtotal', (document) => rootOf(document)?.SubTotal !== '0', 'T'),
  cannotOccur('CP103 type T in MXN', (document) => rootOf(document)?.Moneda !== 'XXX', 'T'),
  cannotOccur('CP105 type T with total', (document) => Number(rootOf(document)?.Total) !== 0, 'T'),
  cannotOccur(
    'CP106 ObjetoImp on T',
    ({ xml }) => elementsOf(xml, 'cfdi:Concepto').some(({ ObjetoImp }) => ObjetoImp !== '01' && ObjetoImp !== '02'),
    'T',
  ),
];

const routes: readonly string[] = Object.values(operations).map(({ route }) => route);

/** A row of an operation that is not built. When the operation exists, the row needs a check of its own. */
const awaits = (route: string, result: Row['result'], ...names: string[]): Row[] =>
  names.map((name) => ({
    name,
    result,
    failure: async () => (routes.includes(route) ? undefined : `There is no ${route}.`),
  }));

const RECEIPTS = 'POST /teams/{teamId}/receipts';
const COLLECTIONS = 'POST /teams/{teamId}/collections';
const CREDIT_NOTES = 'POST /invoices/{id}/credit-notes';
const SUBSTITUTE = 'POST /invoices/{id}/substitute';

/** Remove a row from here when its operation is built, and give it a check of its own. */
export const AWAITED: readonly Row[] = [
  ...awaits(
    RECEIPTS,
    'refused',
    'CRP20212 DEPOSITO without paymentForm',
    'CRP20212 form 99',
    'CRP20239 last_balance 0',
    'INSTALMENT two receipts of one document at once',
    'INSTALMENT older receipt cancelled first',
    'RMF-2.7.1.32 payments of two months in one receipt',
    'RMF-2.7.1.32 payments of two clients',
    'PUE receipt for a PUE document',
    'MOTIVE cancel with live receipts',
  ),
  ...awaits(RECEIPTS, 'warned', 'RMF-2.7.1.32 receipt after the 5th'),
  ...awaits(
    RECEIPTS,
    'cannot occur',
    'CRP20101 envelope of type P',
    'CRP20103 subtotal of P',
    'CRP20104 currency of P',
    'CRP20105 paymentForm at the top of P',
    'CRP20111 two concepts',
    'CRP20201 TotalRetencionesIVA',
    'CRP20204 TotalTrasladosBaseIVA16',
    'CRP20211 MontoTotalPagos',
    'CRP20221 account of a form without bank',
    'CRP20229 TipoCadPago',
    'CRP20238 EquivalenciaDR',
    'CRP20246 document of 02 without taxes',
    'CRP20247 object 01 with taxes',
    'CRP20249 BaseDR 0',
    'CRP20254 withheld out of limits',
    'CRP20255 BaseDR 0, transferred',
    'CRP20261 transferred out of limits',
    'CRP20263 two RetencionP of IVA',
    'CRP20265 RetencionP sum',
    'CRP20268 BaseP sum',
    'CRP20274 ImporteP sum',
  ),
  ...awaits(
    COLLECTIONS,
    'refused',
    'CRP20214 payment in USD',
    'CRP20217 allocations above the amount',
    'CRP20218 amount 0',
    'CRP20241 allocation of 0',
    'CRP20244 payment beyond the balance',
  ),
  ...awaits(
    CREDIT_NOTES,
    'refused',
    'RELATION relation 02',
    'RELATION relation 04 without substitute',
    'RELATION related uuid of another team',
    'RELATION related document CANCELLED',
    'CP114 Carta Porte on E or P',
    'CREDIT note above what is left',
    'CREDIT note on a type E',
  ),
  ...awaits(SUBSTITUTE, 'refused', 'MOTIVE cancel 01 with a stranger document'),
];

const CANCELLATION: readonly Row[] = [
  answered(
    'MOTIVE motive 05',
    'refused',
    async ({ world }) => {
      const office = await openOffice(world);
      const { id } = await insertInvoice(office.testContext, { teamId: office.teamId, status: 'VALID' });
      const { status, body } = await office.send(cancelInvoice, { path: { id }, body: { motive: '05' } });
      return `${status} ${body.field}`;
    },
    '400 motive',
  ),
];

/** Transfers, receipts of payment, credit notes, relations and cancellations. */
export const LATER_ROWS: readonly Row[] = [...TRANSFERS, ...AWAITED, ...CANCELLATION];
