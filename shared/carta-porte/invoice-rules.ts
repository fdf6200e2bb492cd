import { amountsOf, itemAmounts } from '../invoices/amounts';
import { defaultIsrRate, defaultWithholdingRate, type InvoiceItem, type TaxParties } from '../invoices/item';
import type { Catalogues } from './catalogues';
import { cfdi, type Finding, local, required } from './findings';
import type { Issuer, Stampable } from './readiness-input';
import { isBlank, textFindings } from './texts';

/** The SAT's rules for the invoice's own fields and items (CFDI 4.0). */
export function* invoiceFindings(
  invoice: Stampable,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* paymentFindings(invoice, catalogues);
  if (catalogues.cfdiUse(invoice.cfdiUse) === undefined)
    yield cfdi('CFDI40160', 'cfdiUse', {
      en: 'Choose a use of the catalogue c_UsoCFDI, such as G03.',
      es: 'Elija un uso del catálogo c_UsoCFDI, por ejemplo G03.',
    });
  yield* contentFindings(invoice);
  if (invoice.items.length > 0 && amountsOf(invoice.items).total <= 0)
    yield local('TOTAL_NOT_POSITIVE', 'items', {
      en: 'Add items whose total is more than 0.',
      es: 'Agregue conceptos cuyo total sea mayor que 0.',
    });
  const isBorder = organization && catalogues.postcode(organization.zipCode)?.border;
  for (const [index, item] of invoice.items.entries())
    yield* itemFindings(`items[${index}]`, item, isBorder, catalogues);
}

/** The rules for texts and for the presence of items, which hold for each type of document. */
export function* contentFindings(invoice: Pick<Stampable, 'conditions' | 'series' | 'items'>): Generator<Finding> {
  if (!isBlank(invoice.conditions))
    yield* textFindings('conditions', invoice.conditions, { en: 'the conditions', es: 'las condiciones' }, 1, 1000);
  if (invoice.series !== null)
    yield* textFindings('series', invoice.series, { en: 'the series', es: 'la serie' }, 1, 25);
  if (invoice.items.length === 0)
    yield required('items', { en: 'Add at least one item.', es: 'Agregue al menos un concepto.' });
}

function* paymentFindings({ paymentForm, paymentMethod }: Stampable, catalogues: Catalogues): Generator<Finding> {
  if (!catalogues.isPaymentForm(paymentForm))
    yield cfdi('CFDI40104', 'paymentForm', {
      en: 'Choose a payment form of the catalogue c_FormaPago, such as 03.',
      es: 'Elija una forma de pago del catálogo c_FormaPago, por ejemplo 03.',
    });
  else if (paymentMethod === 'PPD' && paymentForm !== '99')
    yield cfdi('CFDI40105', 'paymentForm', {
      en: 'With payment method PPD send the payment form 99 (to be defined).',
      es: 'Con el método de pago PPD envíe la forma de pago 99 (por definir).',
    });
  else if (paymentMethod === 'PUE' && paymentForm === '99')
    yield local('PAYMENT_FORM_UNDEFINED', 'paymentForm', {
      en: 'With payment method PUE send the payment form, such as 03. If the invoice is paid later, choose PPD.',
      es: 'Con el método de pago PUE envíe la forma de pago, por ejemplo 03. Si la factura se paga después, elija PPD.',
    });
}

const TAX_RATES = [0, 0.08, 0.16];
const BORDER_RATE = 0.08;
/** c_TasaOCuota defines a range for withheld IVA, not a list. */
const LARGEST_WITHHOLDING = 0.16;

function* itemFindings(
  path: string,
  item: InvoiceItem,
  isBorder: boolean | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* keyFindings(path, item, catalogues);
  if (!TAX_RATES.includes(item.taxRate))
    yield cfdi('CFDI40179', `${path}.taxRate`, {
      en: 'Choose an IVA rate of 0.16, 0.08 or 0.',
      es: 'Elija una tasa de IVA de 0.16, 0.08 o 0.',
    });
  if (item.taxRate === BORDER_RATE && isBorder === false)
    yield local('BORDER_RATE', `${path}.taxRate`, {
      en: 'The rate 0.08 is only for issuers in the border region, and your organization’s postcode is outside it. Send 0.16.',
      es: 'La tasa 0.08 es solo para emisores de la región fronteriza, y el código postal de su organización está fuera de ella. Envíe 0.16.',
    });
  if (itemAmounts(item).importe === 0n)
    yield cfdi('CFDI40174', `${path}.price`, {
      en: 'Send a price and a quantity whose product is at least 0.000001.',
      es: 'Envíe un precio y una cantidad cuyo producto sea al menos 0.000001.',
    });
  yield* withholdingFindings(path, item);
}

/** The rules for description, product key and unit. */
export function* keyFindings(
  path: string,
  item: Pick<InvoiceItem, 'description' | 'productKey' | 'unitKey'>,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* textFindings(
    `${path}.description`,
    item.description,
    { en: 'the description', es: 'la descripción' },
    1,
    1000,
  );
  if (!catalogues.isProductKey(item.productKey))
    yield cfdi('CFDI40162', `${path}.productKey`, {
      en: 'Choose a key of 8 digits of the catalogue c_ClaveProdServ, such as 78101802.',
      es: 'Elija una clave de 8 dígitos del catálogo c_ClaveProdServ, por ejemplo 78101802.',
    });
  if (!catalogues.isUnit(item.unitKey))
    yield cfdi('CFDI40165', `${path}.unitKey`, {
      en: 'Choose a unit of the catalogue c_ClaveUnidad, such as E48.',
      es: 'Elija una unidad del catálogo c_ClaveUnidad, por ejemplo E48.',
    });
}

function* withholdingFindings(path: string, { taxRate, withholdingRate }: InvoiceItem): Generator<Finding> {
  const field = `${path}.withholdingRate`;
  if (withholdingRate > LARGEST_WITHHOLDING)
    yield cfdi('CFDI40185', field, { en: 'Withhold at most 0.16 of IVA.', es: 'Retenga como máximo 0.16 de IVA.' });
  else if (withholdingRate > taxRate)
    yield cfdi('CFDI40185', field, {
      en: `An item of IVA rate ${taxRate} withholds at most ${taxRate}. Send this withholdingRate or less.`,
      es: `Un concepto con tasa de IVA ${taxRate} retiene como máximo ${taxRate}. Envíe un withholdingRate no mayor.`,
    });
}

const AIR_FREIGHT_KEY = '78101500';

/** Warnings: values that are valid but rarely intended. */
export function* invoiceWarnings(invoice: Stampable, parties: TaxParties): Generator<Finding> {
  for (const [index, item] of invoice.items.entries()) {
    const path = `items[${index}]`;
    if (item.productKey === AIR_FREIGHT_KEY && !invoice.cartaPorte)
      yield local('AIR_FREIGHT_KEY', `${path}.productKey`, {
        en: '78101500 is the class of air freight. Send 78101802 for freight by road.',
        es: '78101500 es la clase del transporte aéreo de carga. Envíe 78101802 para carga por carretera.',
      });
    const usual = defaultWithholdingRate(item, parties);
    if (item.withholdingRate !== usual)
      yield local('WITHHOLDING', `${path}.withholdingRate`, {
        en: `The usual IVA withholding for this customer and product key is ${usual}, not ${item.withholdingRate}. Check the rate.`,
        es: `La retención de IVA habitual para este cliente y esta clave es ${usual}, no ${item.withholdingRate}. Revise la tasa.`,
      });
    const usualIsr = defaultIsrRate(item, parties);
    if (item.isrWithholdingRate !== usualIsr)
      yield local('ISR_WITHHOLDING', `${path}.isrWithholdingRate`, {
        en: `The usual ISR withholding for your regime and this customer is ${usualIsr}, not ${item.isrWithholdingRate}. Check the rate.`,
        es: `La retención de ISR habitual para su régimen y este cliente es ${usualIsr}, no ${item.isrWithholdingRate}. Revise la tasa.`,
      });
  }
}
