import { freightItem } from '../../support/freight';
import { type Rule, rule, textRules } from './rules';

const natural = { 'client.rfc': 'CACX7605101P8', 'client.taxRegime': '612' };
const generic = {
  'client.rfc': 'XAXX010101000',
  'client.taxRegime': '616',
  'client.zipCode': '64000',
  'invoice.cfdiUse': 'S01',
};

const INVOICE: readonly Rule[] = [
  rule('no items', { 'invoice.items': [] }, 'LOCAL REQUIRED items'),
  rule('a total of 0', { 'invoice.items[0].price': 0.000001 }, 'LOCAL TOTAL_NOT_POSITIVE items'),
  rule('a total of a cent', { 'invoice.items[0].price': 0.005 }),
  ...textRules(
    'a description',
    'invoice.items[0].description',
    1,
    1000,
    'LOCAL FORMAT items[0].description',
    'LOCAL REQUIRED items[0].description',
  ),
  rule('a product key of letters', { 'invoice.items[0].productKey': 'FLETE' }, 'CFDI CFDI40162 items[0].productKey'),
  rule(
    'a product key of 9 digits',
    { 'invoice.items[0].productKey': '781018020' },
    'CFDI CFDI40162 items[0].productKey',
  ),
  rule('an unknown unit', { 'invoice.items[0].unitKey': 'VIAJE' }, 'CFDI CFDI40165 items[0].unitKey'),
  rule('a tax rate that is none', { 'invoice.items[0].taxRate': 0.15 }, 'CFDI CFDI40179 items[0].taxRate'),
  rule('a tax rate of 0', { 'invoice.items[0].taxRate': 0, 'invoice.items[0].withholdingRate': 0 }),
  rule('the border rate inland', { 'invoice.items[0].taxRate': 0.08 }, 'LOCAL BORDER_RATE items[0].taxRate'),
  rule('the border rate at the border', { 'invoice.items[0].taxRate': 0.08, 'organization.zipCode': '32000' }),
  rule(
    'more withheld than there is',
    { 'invoice.items[0].withholdingRate': 0.160001 },
    'CFDI CFDI40185 items[0].withholdingRate',
  ),
  rule(
    'tax M7: an item of rate 0 withholds nothing',
    { 'invoice.items[0].taxRate': 0 },
    'CFDI CFDI40185 items[0].withholdingRate',
  ),
  rule(
    'tax M7: more is withheld than the rate',
    { 'invoice.items[0].taxRate': 0.08, 'invoice.items[0].withholdingRate': 0.080001, 'organization.zipCode': '21100' },
    'CFDI CFDI40185 items[0].withholdingRate',
  ),
  rule(
    'tax 2.2: an importe of 0',
    { 'invoice.items[1]': { ...freightItem({ price: 0.000001 }), quantityDecimal: 0.1 } },
    'CFDI CFDI40174 items[1].price',
  ),
  rule('tax 2.2: an importe of a millionth', {
    'invoice.items[1]': { ...freightItem({ price: 0.000001 }), quantityDecimal: 0.5 },
  }),
  rule('tax M15: the use CP01', { 'invoice.cfdiUse': 'CP01' }, 'CFDI CFDI40161 cfdiUse'),
  rule('tax M15: the use CN01', { 'invoice.cfdiUse': 'CN01' }, 'CFDI CFDI40161 cfdiUse'),
  rule(
    'tax M15: the use CN01 for a client without regime',
    { 'invoice.cfdiUse': 'CN01', 'client.taxRegime': null },
    'LOCAL REQUIRED client.taxRegime',
    'CFDI CFDI40161 cfdiUse',
  ),
  rule('tax 8: conditions with the separator', { 'invoice.conditions': 'OC|1' }, 'LOCAL FORMAT conditions'),
  rule('all of the tax withheld', { 'invoice.items[0].withholdingRate': 0.16 }),
  rule('a payment form that is none', { 'invoice.paymentForm': '00' }, 'CFDI CFDI40104 paymentForm'),
  rule('a payment form of former times', { 'invoice.paymentForm': '98' }, 'CFDI CFDI40104 paymentForm'),
  rule('PPD with a real form', { 'invoice.paymentForm': '03' }, 'CFDI CFDI40105 paymentForm'),
  rule('PUE with form 99', { 'invoice.paymentMethod': 'PUE' }, 'LOCAL PAYMENT_FORM_UNDEFINED paymentForm'),
  rule('PUE with a real form', { 'invoice.paymentMethod': 'PUE', 'invoice.paymentForm': '03' }),
  rule('a use that is none', { 'invoice.cfdiUse': 'P01' }, 'CFDI CFDI40160 cfdiUse'),
  ...textRules('a series', 'invoice.series', 1, 25, 'LOCAL FORMAT series', 'LOCAL REQUIRED series'),
];

const CLIENT: readonly Rule[] = [
  rule('no client', { client: undefined }, 'LOCAL REQUIRED client'),
  rule('a client without RFC', { 'client.rfc': undefined }, 'LOCAL REQUIRED client.rfc'),
  rule('a client with an empty RFC', { 'client.rfc': '' }, 'LOCAL REQUIRED client.rfc'),
  rule('an RFC too short', { 'client.rfc': 'URE180429TM' }, 'LOCAL FORMAT client.rfc'),
  rule('an RFC after something else', { 'client.rfc': 'XX URE180429TM6' }, 'LOCAL FORMAT client.rfc'),
  rule('an RFC before something else', { 'client.rfc': 'URE180429TM6 X' }, 'LOCAL FORMAT client.rfc'),
  rule('an RFC of a thirteenth month', { 'client.rfc': 'URE181329TM6' }, 'LOCAL FORMAT client.rfc'),
  rule('an RFC of day 32', { 'client.rfc': 'URE180432TM6' }, 'LOCAL FORMAT client.rfc'),
  rule('an RFC with a wrong last character', { 'client.rfc': 'URE180429TMB' }, 'LOCAL FORMAT client.rfc'),
  rule('an RFC in small letters', { 'client.rfc': 'ure180429tm6' }),
  rule('an RFC with Ñ and &', { 'client.rfc': 'Ñ&A180429TM6' }),
  rule('tax M12: an RFC of 31 April', { 'client.rfc': 'URE180431TM6' }, 'LOCAL FORMAT client.rfc'),
  ...textRules('a client’s name', 'client.name', 1, 300, 'LOCAL FORMAT client.name', 'LOCAL REQUIRED client.name'),
  rule('a client without regime', { 'client.taxRegime': undefined }, 'LOCAL REQUIRED client.taxRegime'),
  rule('a regime that is none', { 'client.taxRegime': '600' }, 'CFDI CFDI40157 client.taxRegime'),
  rule('a natural person’s regime', { 'client.taxRegime': '612' }, 'CFDI CFDI40158 client.taxRegime'),
  rule('a legal entity’s regime', { ...natural, 'client.taxRegime': '601' }, 'CFDI CFDI40158 client.taxRegime'),
  rule('a natural person', natural),
  rule('a client without postcode', { 'client.zipCode': undefined }, 'LOCAL REQUIRED client.zipCode'),
  rule('a postcode that is none', { 'client.zipCode': '18001' }, 'CFDI CFDI40147 client.zipCode'),
  rule('a postcode of 4 digits', { 'client.zipCode': '6400' }, 'CFDI CFDI40147 client.zipCode'),
  rule('a use that is not for legal entities', { 'invoice.cfdiUse': 'D01' }, 'CFDI CFDI40161 cfdiUse'),
  rule(
    'a use and a regime that are not for legal entities',
    { 'client.taxRegime': '612', 'invoice.cfdiUse': 'D01' },
    'CFDI CFDI40158 client.taxRegime',
    'CFDI CFDI40161 cfdiUse',
  ),
  rule('a use that is not for the regime', { ...natural, 'client.taxRegime': '605' }, 'CFDI CFDI40161 cfdiUse'),
  rule('a use without effects', { ...natural, 'client.taxRegime': '605', 'invoice.cfdiUse': 'S01' }),
];

const GENERIC: readonly Rule[] = [
  rule('the generic RFC', generic),
  rule(
    'the generic RFC with another regime',
    { ...generic, 'client.taxRegime': '612' },
    'CFDI CFDI40159 client.taxRegime',
  ),
  rule(
    'the generic RFC with another postcode',
    { ...generic, 'client.zipCode': '44100' },
    'CFDI CFDI40149 client.zipCode',
  ),
  rule('the generic RFC for general expenses', { ...generic, 'invoice.cfdiUse': 'G03' }, 'CFDI CFDI40161 cfdiUse'),
  rule('the generic RFC for returns', { ...generic, 'invoice.cfdiUse': 'G02' }, 'LOCAL GENERIC_RFC_USE cfdiUse'),
  rule('the general public', { ...generic, 'client.name': 'Publico en General' }, 'LOCAL GLOBAL_INVOICE client.name'),
  rule('that name with an RFC', { 'client.name': 'Publico en General' }),
  rule(
    'tax M1: that legal name',
    { ...generic, 'client.legalName': 'Público en General' },
    'LOCAL GLOBAL_INVOICE client.legalName',
  ),
  ...textRules('tax M1: a legal name', 'client.legalName', 1, 300, 'LOCAL FORMAT client.legalName').slice(1),
  rule('tax 8: the foreign RFC', { ...generic, 'client.rfc': 'XEXX010101000' }, 'LOCAL FOREIGN_CUSTOMER client.rfc'),
];

const ORGANIZATION: readonly Rule[] = [
  rule('no organization', { organization: undefined }, 'LOCAL REQUIRED organization'),
  ...textRules(
    'a legal name',
    'organization.legalName',
    1,
    300,
    'LOCAL FORMAT organization.legalName',
    'LOCAL REQUIRED organization.legalName',
  ),
  rule(
    'an organization’s regime that is none',
    { 'organization.taxRegime': '600' },
    'CFDI CFDI40140 organization.taxRegime',
  ),
  rule(
    'an organization’s regime of others',
    { 'organization.taxRegime': '612' },
    'CFDI CFDI40141 organization.taxRegime',
  ),
  rule('a natural person’s organization', { 'organization.taxRegime': '612', 'organization.rfc': 'CACX7605101P8' }),
  rule('an organization’s regime before its RFC is known', {
    'organization.taxRegime': '612',
    'organization.rfc': null,
  }),
  rule(
    'an organization’s postcode that is none',
    { 'organization.zipCode': '18001' },
    'CFDI CFDI40126 organization.zipCode',
  ),
  rule('no seal', { 'organization.csdUploaded': false }, 'LOCAL SEAL_MISSING organization.csdUploaded'),
  rule(
    'a seal that ends now',
    { 'organization.csdExpiresAt': '2026-03-02T15:00:00.000Z' },
    'LOCAL SEAL_EXPIRED organization.csdExpiresAt',
  ),
  rule('a seal that ends in a moment', { 'organization.csdExpiresAt': '2026-03-02T15:00:00.001Z' }),
];

export const INVOICE_RULES: readonly Rule[] = [...INVOICE, ...CLIENT, ...GENERIC, ...ORGANIZATION];
