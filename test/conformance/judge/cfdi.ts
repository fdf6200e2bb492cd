import { type Amounts, amountsOf, type Priced, rateText, type Tax, type TaxAmount, taxKey } from './amounts';
import { cartaPorteXml } from './carta-porte';
import { Decimal } from './decimal';
import { Payload } from './payload';
import { paymentsXml, readPayment } from './payments';
import { element, group } from './xml';

/** What the provider knows of the issuer, from its seal and its tax data. */
export interface Issuer {
  readonly rfc: string;
  readonly legalName: string;
  readonly taxSystem: string;
  readonly zip: string;
}

/** The document that a request stamps, and what the request says outside the document. */
export interface Converted {
  readonly type: 'I' | 'E' | 'T' | 'P';
  readonly xml: string;
  readonly amounts: Amounts;
  /** Fields that the document does not contain: the provider looks up, mails and prints by them. */
  readonly outside: Readonly<Record<string, unknown>>;
}

const NAMESPACES = {
  'xmlns:cfdi': 'http://www.sat.gob.mx/cfd/4',
  'xmlns:cartaporte31': 'http://www.sat.gob.mx/CartaPorte31',
  'xmlns:pago20': 'http://www.sat.gob.mx/Pagos20',
};

/** Seal and certificate are made by the provider. Here they only have their form. */
const SEALED = { Sello: 'AAAA', NoCertificado: '30001000000500003416', Certificado: 'AAAA' };

/** When the documents are stamped. The provider sets the date, because none is sent. */
const STAMPED_AT = '2026-03-02T09:00:00';

interface Item extends Priced {
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

/** The CFDI 4.0 that the provider makes of the bytes of a request, by the provider's description of its bodies. */
export const documentOf = (bytes: Uint8Array, issuer: Issuer): Converted =>
  Payload.parse(bytes).read((body) => convert(body, issuer));

function convert(body: Payload, issuer: Issuer): Converted {
  const type = body.optionalText('type') ?? 'I';
  const customer = body.object('customer', readCustomer);
  const outside = { ...outsideOf(body), email: customer.email };
  if (type === 'P') return paymentDocument(body, issuer, customer, outside);
  if (type !== 'I' && type !== 'E' && type !== 'T') throw new Error(`${type} is no type of document.`);
  const items = body.list('items', type === 'T' ? readGoods : readItem);
  const amounts = amountsOf(items);
  const isTransfer = type === 'T';
  const xml = comprobante(
    {
      ...common(body),
      FormaPago: isTransfer ? undefined : body.text('payment_form'),
      CondicionesDePago: type === 'I' ? body.optionalText('conditions') : undefined,
      SubTotal: isTransfer ? '0' : amounts.subtotal.toFixed(2),
      Moneda: body.optionalText('currency') ?? 'MXN',
      Total: isTransfer ? '0' : amounts.total.toFixed(2),
      TipoDeComprobante: type,
      MetodoPago: isTransfer ? undefined : (body.optionalText('payment_method') ?? 'PUE'),
      LugarExpedicion: issuer.zip,
    },
    [
      ...relationsOf(body),
      issuerXml(issuer),
      receiverXml(customer, body.optionalText('use') ?? 'G01'),
      group(
        'cfdi:Conceptos',
        items.map((item, index) => conceptXml(item, amounts.lines[index])),
      ),
      taxesXml(amounts),
      group('cfdi:Complemento', body.optionalList('complements', transportXml) ?? []),
    ],
  );
  return { type, xml, amounts, outside };
}

const outsideOf = (body: Payload): Converted['outside'] => ({
  externalId: body.optionalText('external_id'),
  idempotencyKey: body.optionalText('idempotency_key'),
  printed: body.optionalObject('pdf_options', (options) => options.flag('render_carta_porte', false)),
});

const common = (body: Payload) => ({ Serie: body.optionalText('series') });

const comprobante = (
  attributes: Readonly<Record<string, string | Decimal | undefined>>,
  children: readonly (string | undefined)[],
): string =>
  element(
    'cfdi:Comprobante',
    { ...NAMESPACES, Version: '4.0', Fecha: STAMPED_AT, ...SEALED, Exportacion: '01', ...attributes },
    children,
  );

const relationsOf = (body: Payload): string[] =>
  body.optionalList('related_documents', (relation) =>
    element(
      'cfdi:CfdiRelacionados',
      { TipoRelacion: relation.text('relationship') },
      relation.texts('documents').map((uuid) => element('cfdi:CfdiRelacionado', { UUID: uuid })),
    ),
  ) ?? [];

const issuerXml = ({ rfc, legalName, taxSystem }: Issuer): string =>
  element('cfdi:Emisor', { Rfc: rfc, Nombre: legalName, RegimenFiscal: taxSystem });

interface Customer {
  readonly attributes: Readonly<Record<string, string>>;
  readonly email: string | undefined;
}

const readCustomer = (customer: Payload): Customer => ({
  attributes: {
    Rfc: customer.text('tax_id'),
    Nombre: customer.text('legal_name'),
    DomicilioFiscalReceptor: customer.object('address', (address) => address.text('zip')),
    RegimenFiscalReceptor: customer.text('tax_system'),
  },
  email: customer.optionalText('email'),
});

const receiverXml = ({ attributes }: Customer, use: string): string =>
  element('cfdi:Receptor', { ...attributes, UsoCFDI: use });

const STANDARD_TAXES: readonly Tax[] = [{ type: 'IVA', factor: 'Tasa', rate: Decimal.of('0.16'), withholding: false }];

function readItem(item: Payload): Item {
  const quantity = item.optionalNumber('quantity') ?? Decimal.of(1);
  return item.object('product', (product) => {
    if (product.flag('tax_included', true)) throw new Error('The price includes the taxes.');
    const taxability = product.optionalText('taxability') ?? '02';
    const taxes = product.optionalList('taxes', readTax) ?? (taxability === '02' ? STANDARD_TAXES : []);
    return {
      quantity,
      price: product.number('price'),
      taxes,
      attributes: { ...namesOf(product), ObjetoImp: taxability },
    };
  });
}

/** Goods of a transfer: the provider's description has neither price nor taxes for them. */
const readGoods = (item: Payload): Item => {
  const quantity = item.optionalNumber('quantity') ?? Decimal.of(1);
  return item.object('product', (product) => ({
    quantity,
    price: Decimal.ZERO,
    taxes: [],
    attributes: { ...namesOf(product), ObjetoImp: '01' },
  }));
};

const namesOf = (product: Payload) => ({
  ClaveProdServ: product.text('product_key'),
  ClaveUnidad: product.optionalText('unit_key') ?? 'H87',
  Unidad: product.optionalText('unit_name'),
  Descripcion: product.text('description'),
});

const readTax = (tax: Payload): Tax => ({
  type: tax.optionalText('type') ?? 'IVA',
  factor: tax.optionalText('factor') ?? 'Tasa',
  rate: tax.number('rate'),
  withholding: tax.flag('withholding', false),
});

function conceptXml({ quantity, price, attributes }: Item, line: Amounts['lines'][number] | undefined): string {
  if (line === undefined) throw new Error('An item has no amounts.');
  const written = (withholding: boolean, name: string) =>
    line.taxes
      .filter((tax) => tax.withholding === withholding)
      .map((tax) => element(`cfdi:${name}`, taxAttributes(tax)));
  const taxes = [
    group('cfdi:Traslados', written(false, 'Traslado')),
    group('cfdi:Retenciones', written(true, 'Retencion')),
  ].filter((part) => part !== undefined);
  return element('cfdi:Concepto', { ...attributes, Cantidad: quantity, ValorUnitario: price, Importe: line.importe }, [
    group('cfdi:Impuestos', taxes),
  ]);
}

const taxAttributes = ({ base, type, factor, rate, amount }: TaxAmount) => ({
  Base: base,
  Impuesto: taxKey(type),
  TipoFactor: factor,
  TasaOCuota: rateText(rate),
  Importe: amount,
});

function taxesXml({ transferred, withheld, transferredTotal, withheldTotal }: Amounts): string | undefined {
  const parts = [
    group(
      'cfdi:Retenciones',
      withheld.map(({ type, amount }) =>
        element('cfdi:Retencion', { Impuesto: taxKey(type), Importe: amount.toFixed(2) }),
      ),
    ),
    group(
      'cfdi:Traslados',
      transferred.map((tax) =>
        element('cfdi:Traslado', {
          ...taxAttributes(tax),
          Base: tax.base.toFixed(2),
          Importe: tax.amount.toFixed(2),
        }),
      ),
    ),
  ].filter((part) => part !== undefined);
  return group('cfdi:Impuestos', parts, {
    TotalImpuestosRetenidos: withheld.length === 0 ? undefined : withheldTotal.toFixed(2),
    TotalImpuestosTrasladados: transferred.length === 0 ? undefined : transferredTotal.toFixed(2),
  });
}

const transportXml = (complement: Payload): string => {
  const type = complement.text('type');
  if (type !== 'carta_porte') throw new Error(`${type} is no complement of this document.`);
  return complement.object('data', cartaPorteXml);
};

/** The provider makes the envelope of a receipt of payment (tax §4.6): one concept, no amounts. */
function paymentDocument(body: Payload, issuer: Issuer, customer: Customer, outside: Converted['outside']): Converted {
  const complements = body.list('complements', (complement) => {
    const type = complement.text('type');
    if (type !== 'pago') throw new Error(`${type} is no complement of a receipt.`);
    return paymentsXml(complement.list('data', readPayment));
  });
  const concept = {
    ClaveProdServ: '84111506',
    Cantidad: '1',
    ClaveUnidad: 'ACT',
    Descripcion: 'Pago',
    ValorUnitario: '0',
    Importe: '0',
    ObjetoImp: '01',
  };
  const xml = comprobante(
    {
      ...common(body),
      SubTotal: '0',
      Moneda: 'XXX',
      Total: '0',
      TipoDeComprobante: 'P',
      LugarExpedicion: issuer.zip,
    },
    [
      ...relationsOf(body),
      issuerXml(issuer),
      receiverXml(customer, 'CP01'),
      element('cfdi:Conceptos', {}, [element('cfdi:Concepto', concept)]),
      element('cfdi:Complemento', {}, complements),
    ],
  );
  return { type: 'P', xml, amounts: amountsOf([]), outside };
}
