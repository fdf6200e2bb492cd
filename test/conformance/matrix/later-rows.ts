import { operation as cancelInvoice } from '../../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../../functions/invoices/create-credit-note';
import { operation as createInvoice } from '../../../functions/invoices/create-invoice';
import { operation as editInvoice } from '../../../functions/invoices/edit-invoice';
import { operation as validateInvoice } from '../../../functions/invoices/validate-invoice';
import { cartaPorte } from '../../support/freight';
import { openOffice } from '../../support/office';
import { insertClient } from '../../support/store-fleet';
import { insertInvoice } from '../../support/store-invoices';
import { elementsOf } from '../judge/read-xml';
import type { RandomDocument } from '../product/random-documents';
import { COLLECTIONS } from './collection-rows';
import { RECEIPTS } from './receipt-rows';
import { answered, type Bench, cannotOccur, type Row, refused } from './row';

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

const RELATED = '01890000-0000-7000-8000-0000000000aa';
const UUID = '01890000-0000-4000-8000-0000000000aa';

/** The answer to an invoice that has relation 07 to an invoice that a test inserts. */
async function related(world: Bench['world'], given: Parameters<typeof insertInvoice>[1], isOfTeam: boolean) {
  const office = await openOffice(world);
  const { teamId } = isOfTeam ? office : await openOffice(world);
  const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
  const { id } = await insertInvoice(office.testContext, { teamId, clientId, uuid: UUID, ...given });
  const items = [{ description: 'Flete', productKey: '78101802', price: 1 }];
  const relations = [{ type: '07', invoiceIds: [id] }];
  return { office, created: await office.send(createInvoice, { body: { clientId, items, relations } }) };
}

const RELATIONS: readonly Row[] = [
  refused(
    'RELATION relation 02',
    { 'body.relations': [{ type: '02', invoiceIds: [RELATED] }] },
    '400 relations[0].type',
  ),
  refused(
    'RELATION relation 04 without substitute',
    { 'body.relations': [{ type: '04', invoiceIds: [RELATED] }] },
    '400 relations[0].type',
  ),
  answered(
    'RELATION related uuid of another team',
    'refused',
    async ({ world }) => {
      const { created } = await related(world, { status: 'VALID' }, false);
      return `${created.status} ${created.body.field}`;
    },
    '400 relations[0].invoiceIds[0]',
  ),
  answered(
    'RELATION related document CANCELLED',
    'refused',
    async ({ world }) => {
      const { office, created } = await related(world, { status: 'CANCELLED' }, true);
      const { body } = await office.send(validateInvoice, { path: { id: String(created.body.id) } });
      const found = Object.values(Object(body.errors)).map((one) => `${Object(one).code} ${Object(one).field}`);
      return String(found.find((one) => one.startsWith('RELATION')));
    },
    'RELATION relations[0].invoiceIds[0]',
  ),
];

/** A VALID invoice and what credit notes of it are answered. */
async function credited(world: Bench['world']) {
  const office = await openOffice(world);
  const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
  const valid = { teamId: office.teamId, clientId, status: 'VALID', uuid: UUID } as const;
  const { id } = await insertInvoice(office.testContext, valid);
  const note = (of: string, body: object) =>
    office.send(createCreditNote, { path: { id: of }, body: { relation: '01', paymentForm: '03', ...body } });
  return { office, id, note };
}

const CREDITS: readonly Row[] = [
  answered(
    'CP114 Carta Porte on E or P',
    'refused',
    async ({ world }) => {
      const { office, id, note } = await credited(world);
      const { body } = await note(id, { share: 0.5 });
      const edit = { path: { id: String(body.id) }, body: { cartaPorte: cartaPorte() } };
      const answer = await office.send(editInvoice, edit);
      return `${answer.status} ${answer.body.field}`;
    },
    '400 cartaPorte',
  ),
  answered(
    'CREDIT note above what is left',
    'refused',
    async ({ world }) => {
      const { id, note } = await credited(world);
      const answer = await note(id, { items: [{ description: 'x', price: 25_001 }] });
      return `${answer.status} ${answer.body.field}`;
    },
    '400 items',
  ),
  answered(
    'CREDIT note on a type E',
    'refused',
    async ({ world }) => {
      const { id, note } = await credited(world);
      const { body } = await note(id, { share: 0.5 });
      return String((await note(String(body.id), {})).status);
    },
    '409',
  ),
];

const CANCELLATION: readonly Row[] = [
  answered(
    'MOTIVE cancel 01 with a stranger document',
    'refused',
    async ({ world }) => {
      const office = await openOffice(world);
      const valid = { teamId: office.teamId, status: 'VALID', providerId: 'document', livemode: false } as const;
      const [{ id }, other] = [
        await insertInvoice(office.testContext, valid),
        await insertInvoice(office.testContext, valid),
      ];
      const body = { motive: '01', substitution: other.id };
      const answer = await office.send(cancelInvoice, { path: { id }, body });
      return `${answer.status} ${answer.body.field}`;
    },
    '400 substitution',
  ),
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

/** Transfers, collections, receipts of payment, credit notes, relations and cancellations. */
export const LATER_ROWS: readonly Row[] = [
  ...TRANSFERS,
  ...COLLECTIONS,
  ...RECEIPTS,
  ...RELATIONS,
  ...CREDITS,
  ...CANCELLATION,
];
