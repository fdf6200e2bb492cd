import { operation as configureOrganization } from '../../../functions/invoices/configure-organization';
import { openOffice } from '../../support/office';
import { insertStampingAccount } from '../../support/stamping-account';
import { answered, notChecked, type Row, refused, warned } from './row';

const PLAIN = { 'body.cartaPorte': undefined };
const PUE = { 'body.paymentMethod': 'PUE', 'body.paymentForm': '03' };
const GENERIC = {
  'client.rfc': 'XAXX010101000',
  'client.taxRegime': '616',
  'client.zipCode': '64000',
  'client.name': 'CLIENTE DE MOSTRADOR',
  'body.cfdiUse': 'S01',
  'body.items[0].withholdingRate': 0,
};
const PERSON = { 'client.rfc': 'CACX7605101P8', 'client.taxRegime': '612', 'client.name': 'XOCHILT CASAS CHAVEZ' };

/** The rules of CFDI 4.0 for an invoice of type I. */
export const INVOICE_ROWS: readonly Row[] = [
  notChecked('CFDI40102 seal that is not of the certificate', /CFDI40102/),
  refused('CFDI40104 paymentForm 18', { ...PUE, 'body.paymentForm': '18' }, 'CFDI40104 paymentForm'),
  refused('CFDI40105 PPD with 03', { 'body.paymentForm': '03' }, 'CFDI40105 paymentForm'),
  notChecked('CFDI40106 certificate of another issuer', /CFDI40106/),
  refused('CFDI40113 currency ABC', { 'body.currency': 'ABC' }, '400 currency'),
  refused('CFDI40114 USD without rate', { 'body.currency': 'USD' }, '400 currency'),
  refused('CFDI40121 type X', { 'body.type': 'X' }, '400 type'),
  refused('CFDI40123 paymentMethod PUD', { 'body.paymentMethod': 'PUD' }, '400 paymentMethod'),
  refused('CFDI40126 organization zip 99999', { 'organization.zipCode': '99999' }, 'CFDI40126 organization.zipCode'),
  refused(
    'CFDI40130 global invoice without period',
    { ...GENERIC, 'client.name': 'PUBLICO EN GENERAL' },
    'GLOBAL_INVOICE client.name',
  ),
  answered(
    'CFDI40138 issuer name against the seal',
    'refused',
    async ({ world }) => {
      const office = await openOffice(world);
      const legal = { rfc: 'EKU9003173C9', taxRegime: '601', zipCode: '64000' };
      await insertStampingAccount(office.testContext, {
        teamId: office.teamId,
        legalName: 'ESCUELA KEMPER URGATE',
        sealName: 'ESCUELA KEMPER URGATE',
        ...legal,
      });
      const answer = await office.send(configureOrganization, { body: { ...legal, legalName: 'OTRA EMPRESA' } });
      return `${answer.status} ${answer.body.field}`;
    },
    '400 legalName',
  ),
  notChecked('CFDI40139 issuer name not on the SAT list', /CFDI40139/),
  refused('CFDI40140 organization regime 999', { 'organization.taxRegime': '999' }, 'CFDI40140 organization.taxRegime'),
  refused(
    'CFDI40141 regime 605 of a legal entity issuer',
    { 'organization.taxRegime': '605' },
    'CFDI40141 organization.taxRegime',
  ),
  notChecked('CFDI40143 customer RFC not on the SAT list', /CFDI40143/),
  notChecked('CFDI40144 name of another RFC', /CFDI40143 to CFDI40148|CFDI40144/),
  warned('CFDI40145 name ends in SA DE CV', { 'client.name': 'ACEROS DEL NORTE SA DE CV' }, 'LEGAL_NAME client.name'),
  warned('CFDI40145 name in mixed case', { 'client.name': 'Aceros del Norte' }, 'LEGAL_NAME client.name'),
  warned('CFDI40145 decomposed Ñ', { 'client.name': 'ESPAN\u0303A' }, 'LEGAL_NAME client.name'),
  warned(
    'CFDI40146 PUBLICO EN GENERAL with another RFC',
    { 'client.name': 'PUBLICO EN GENERAL' },
    'LEGAL_NAME client.name',
  ),
  refused('CFDI40147 customer zip 00000', { 'client.zipCode': '00000' }, 'CFDI40147 client.zipCode'),
  notChecked('CFDI40148 zip of another taxpayer', /CFDI40148/),
  refused(
    'CFDI40149 generic RFC with a foreign zip',
    { ...GENERIC, 'client.zipCode': '44100' },
    'CFDI40149 client.zipCode',
  ),
  refused(
    'CFDI40150 XEXX010101000 as customer',
    { ...GENERIC, 'client.rfc': 'XEXX010101000' },
    'FOREIGN_CUSTOMER client.rfc',
  ),
  refused('CFDI40157 customer regime 999', { 'client.taxRegime': '999' }, 'CFDI40157 client.taxRegime'),
  refused(
    'CFDI40158 regime 605 of a legal entity',
    { 'client.taxRegime': '605', 'body.cfdiUse': 'S01' },
    'CFDI40158 client.taxRegime',
  ),
  refused('CFDI40159 generic RFC with 601', { ...GENERIC, 'client.taxRegime': '601' }, 'CFDI40159 client.taxRegime'),
  refused('CFDI40160 use P01', { 'body.cfdiUse': 'P01' }, 'CFDI40160 cfdiUse'),
  refused('CFDI40161 use D01 for a legal entity', { 'body.cfdiUse': 'D01' }, 'CFDI40161 cfdiUse'),
  refused('CFDI40161 use CP01 on type I', { 'body.cfdiUse': 'CP01' }, 'CFDI40161 cfdiUse'),
  refused(
    'CFDI40161 use CN01 on type I',
    { ...PERSON, 'client.taxRegime': '605', 'body.cfdiUse': 'CN01' },
    'CFDI40161 cfdiUse',
  ),
  refused(
    'CFDI40162 product key 78101809',
    { ...PLAIN, 'body.items[0].productKey': '78101809' },
    'CFDI40162 items[0].productKey',
  ),
  refused(
    'CFDI40162 product key 99999999',
    { ...PLAIN, 'body.items[0].productKey': '99999999' },
    'CFDI40162 items[0].productKey',
  ),
  refused('CFDI40165 unit ZZZ9', { 'body.items[0].unitKey': 'ZZZ9' }, 'CFDI40165 items[0].unitKey'),
  refused('CFDI40166 importe negative', { 'body.items[0].price': -1 }, '400 items[0].price'),
  refused('CFDI40170 taxObject 09', { 'body.items[0].taxObject': '09' }, '400 items[0].taxObject'),
  refused(
    'CFDI40172 object 01 with a rate',
    { 'body.items[0].taxObject': '01', 'body.items[0].taxRate': 0.16 },
    '400 items[0].taxRate',
  ),
  refused(
    'CFDI40174 price 0.000001 × 0.1',
    { 'body.items[1]': { description: 'Nada', productKey: '78101802', price: 0.000001, quantityDecimal: 0.1 } },
    'CFDI40174 items[1].price',
  ),
  refused('CFDI40177 exempt', { 'body.items[0].taxFactor': 'Exento' }, '400 items[0].taxFactor'),
  refused('CFDI40179 IVA 0.15', { 'body.items[0].taxRate': 0.15 }, 'CFDI40179 items[0].taxRate'),
  refused('CFDI40179 IVA 0.08 outside the border', { 'body.items[0].taxRate': 0.08 }, 'BORDER_RATE items[0].taxRate'),
  refused(
    'CFDI40185 withheld IVA 0.20',
    { 'body.items[0].withholdingRate': 0.2 },
    'CFDI40185 items[0].withholdingRate',
  ),
  refused(
    'CFDI40185 4 % withheld on 0 % IVA',
    { 'body.items[0].taxRate': 0, 'body.items[0].withholdingRate': 0.04 },
    'CFDI40185 items[0].withholdingRate',
  ),
  warned(
    'LIVA-1A no withholding for a legal entity on freight',
    { 'body.items[0].withholdingRate': 0 },
    'WITHHOLDING items[0].withholdingRate',
  ),
  warned(
    'LISR-113J no ISR withheld by a company from a RESICO carrier',
    {
      'organization.rfc': 'CACX7605101P8',
      'organization.taxRegime': '626',
      'body.items[0].isrWithholdingRate': 0,
    },
    'ISR_WITHHOLDING items[0].isrWithholdingRate',
  ),
  warned('RFC check digit URE180429TM7', { 'client.rfc': 'URE180429TM7' }, 'RFC_CHECK_DIGIT client.rfc'),
  refused('RFC URE180431TM6 (31 April)', { 'client.rfc': 'URE180431TM6' }, 'FORMAT client.rfc'),
];
