import { amountsOf, defaultWithholdingRate, type InvoiceItem } from '../invoices/invoice';
import type { Catalogues } from './catalogues';
import { cfdi, type Finding, local, required } from './findings';
import type { Issuer, Stampable } from './readiness-input';
import { textFindings } from './texts';

/** What the SAT asks of an invoice's own fields and items (CFDI 4.0, docs/spec/rulings.md §10). */
export function* invoiceFindings(
  invoice: Stampable,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* paymentFindings(invoice, catalogues);
  if (catalogues.cfdiUse(invoice.cfdiUse) === undefined)
    yield cfdi('CFDI40160', 'cfdiUse', 'Choose a use of the catalogue c_UsoCFDI, such as G03.');
  if (invoice.series !== null) yield* textFindings('series', invoice.series, 'the series', 1, 25);
  if (invoice.items.length === 0) yield required('items', 'Add at least one item.');
  else if (amountsOf(invoice.items).total <= 0)
    yield local('TOTAL_NOT_POSITIVE', 'items', 'Add items whose total is more than 0.');
  const isBorder = organization && catalogues.postcode(organization.zipCode)?.border;
  for (const [index, item] of invoice.items.entries())
    yield* itemFindings(`items[${index}]`, item, isBorder, catalogues);
}

function* paymentFindings({ paymentForm, paymentMethod }: Stampable, catalogues: Catalogues): Generator<Finding> {
  if (!catalogues.isPaymentForm(paymentForm))
    yield cfdi('CFDI40104', 'paymentForm', 'Choose a payment form of the catalogue c_FormaPago, such as 03.');
  else if (paymentMethod === 'PPD' && paymentForm !== '99')
    yield cfdi('CFDI40105', 'paymentForm', 'With payment method PPD the payment form is 99, to be defined.');
  else if (paymentMethod === 'PUE' && paymentForm === '99')
    yield local(
      'PAYMENT_FORM_UNDEFINED',
      'paymentForm',
      'With payment method PUE say how it is paid, such as 03; or choose PPD if it is paid later.',
    );
}

const PRODUCT_KEY = /^\d{8}$/;
const TAX_RATES = [0, 0.08, 0.16];
const BORDER_RATE = 0.08;
/** c_TasaOCuota gives withheld IVA a range, not a list. */
const LARGEST_WITHHOLDING = 0.16;

function* itemFindings(
  path: string,
  item: InvoiceItem,
  isBorder: boolean | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* textFindings(`${path}.description`, item.description, 'the description', 1, 1000);
  if (!PRODUCT_KEY.test(item.productKey))
    yield cfdi('CFDI40162', `${path}.productKey`, 'Choose a key of 8 digits of the catalogue c_ClaveProdServ.');
  if (!catalogues.isUnit(item.unitKey))
    yield cfdi('CFDI40165', `${path}.unitKey`, 'Choose a unit of the catalogue c_ClaveUnidad, such as E48.');
  if (!TAX_RATES.includes(item.taxRate))
    yield cfdi('CFDI40179', `${path}.taxRate`, 'Choose an IVA rate of 0.16, 0.08 or 0.');
  if (item.taxRate === BORDER_RATE && isBorder === false)
    yield local(
      'BORDER_RATE',
      `${path}.taxRate`,
      'The rate of 0.08 holds only for an issuer of the border region: the postcode of your organization is not in it. Send 0.16.',
    );
  if (item.withholdingRate > LARGEST_WITHHOLDING)
    yield cfdi('CFDI40185', `${path}.withholdingRate`, 'Withhold at most 0.16 of IVA.');
}

const AIR_FREIGHT_KEY = '78101500';
const ROAD_FREIGHT_CLASS = '781018';

/** What is allowed but seldom meant. */
export function* invoiceWarnings(invoice: Stampable, rfc: string | undefined): Generator<Finding> {
  for (const [index, item] of invoice.items.entries()) {
    const path = `items[${index}]`;
    if (item.productKey === AIR_FREIGHT_KEY)
      yield local(
        'AIR_FREIGHT_KEY',
        `${path}.productKey`,
        '78101500 is the class of air freight. Send 78101802 for freight by road.',
      );
    const usual = defaultWithholdingRate(item.productKey, rfc);
    if (item.withholdingRate !== usual)
      yield local(
        'WITHHOLDING',
        `${path}.withholdingRate`,
        `For this customer and product key ${usual} of IVA is usually withheld, not ${item.withholdingRate}. Check it.`,
      );
  }
  if (!invoice.cartaPorte && invoice.items.some(({ productKey }) => productKey.startsWith(ROAD_FREIGHT_CLASS)))
    yield local(
      'NO_CARTA_PORTE',
      'cartaPorte',
      'Goods on federal roads travel with a Carta Porte. Add it unless this freight needs none.',
    );
}
