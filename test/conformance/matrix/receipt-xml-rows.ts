import { isTaxWithinLimits } from '../judge/limits';
import { type Attributes, contentsOf, elementsOf, numberOf, sumOf } from '../judge/read-xml';
import type { RandomDocument } from '../product/random-documents';
import { cannotOccur, type Row } from './row';

const rootOf = ({ xml }: RandomDocument): Attributes => elementsOf(xml, 'cfdi:Comprobante')[0] ?? {};
const conceptsOf = ({ xml }: RandomDocument): Attributes[] => elementsOf(xml, 'cfdi:Concepto');
const totalsOf = ({ xml }: RandomDocument): Attributes => elementsOf(xml, 'pago20:Totales')[0] ?? {};
const inDocuments = ({ xml }: RandomDocument, name: string): Attributes[] => elementsOf(xml, `pago20:${name}`);
const paymentsOf = ({ xml }: RandomDocument): string[] => contentsOf(xml, 'pago20:Pago');
const areSame = (one: Parameters<typeof differs>[0], other: Parameters<typeof differs>[1]): boolean =>
  !differs(one, other);
const differs = (one: ReturnType<typeof numberOf>, other: ReturnType<typeof numberOf>): boolean =>
  one.compare(other) !== 0;

/** The fields at the top of a body; the provider makes the rest of the document. */
const TOP = ['type', 'external_id', 'idempotency_key', 'customer', 'series', 'related_documents', 'complements'];
const topOf = ({ payload }: RandomDocument): string[] => Object.keys(Object(JSON.parse(payload)));

const IVA = '002';
const of = (all: readonly Attributes[], key: string, value: string): Attributes[] =>
  all.filter((one) => one[key] === value);

/** A tax of a line, with the names that the limits read. */
const named = (tax: Attributes, suffix: 'DR' | 'P'): Attributes => ({
  Base: tax[`Base${suffix}`] ?? '',
  TasaOCuota: tax[`TasaOCuota${suffix}`] ?? '',
  Importe: tax[`Importe${suffix}`] ?? '',
});
const isOutside = (tax: Attributes): boolean => !isTaxWithinLimits(named(tax, 'DR'));
const isWithoutBase = (tax: Attributes): boolean => numberOf(tax, 'BaseDR').compare(numberOf({}, '')) <= 0;

/** Whether a sum of a payment is not that of its documents. */
const differsFromLines = (
  document: RandomDocument,
  kind: 'Traslado' | 'Retencion',
  part: 'Base' | 'Importe',
): boolean =>
  paymentsOf(document).some((payment) => {
    const lines = elementsOf(payment, `pago20:${kind}DR`);
    return elementsOf(payment, `pago20:${kind}P`).some((group) => {
      const own = lines.filter(
        (line) =>
          line.ImpuestoDR === group.ImpuestoP &&
          (group.TasaOCuotaP === undefined || line.TasaOCuotaDR === group.TasaOCuotaP),
      );
      return differs(sumOf(own, `${part}DR`), numberOf(group, `${part}P`));
    });
  });

const receipt = (name: string, occurs: (document: RandomDocument) => boolean): Row => cannotOccur(name, occurs, 'P');

/** What no receipt of payment can have, shown by the random ones. */
export const RECEIPT_XML_ROWS: readonly Row[] = [
  receipt('CRP20101 envelope of type P', (document) => {
    const [concept] = conceptsOf(document);
    const isEnvelope = concept?.ClaveProdServ === '84111506' && concept.ClaveUnidad === 'ACT';
    return (
      !isEnvelope || rootOf(document).TipoDeComprobante !== 'P' || topOf(document).some((one) => !TOP.includes(one))
    );
  }),
  receipt('CRP20103 subtotal of P', (document) => rootOf(document).SubTotal !== '0' || rootOf(document).Total !== '0'),
  receipt('CRP20104 currency of P', (document) => rootOf(document).Moneda !== 'XXX'),
  receipt(
    'CRP20105 paymentForm at the top of P',
    (document) => rootOf(document).FormaPago !== undefined || topOf(document).includes('payment_form'),
  ),
  receipt('CRP20111 two concepts', (document) => conceptsOf(document).length !== 1),
  receipt('CRP20201 TotalRetencionesIVA', (document) => {
    const withheld = of(inDocuments(document, 'RetencionP'), 'ImpuestoP', IVA);
    return differs(sumOf(withheld, 'ImporteP').rounded(2), numberOf(totalsOf(document), 'TotalRetencionesIVA'));
  }),
  receipt('CRP20204 TotalTrasladosBaseIVA16', (document) => {
    const taxed = of(inDocuments(document, 'TrasladoP'), 'TasaOCuotaP', '0.160000');
    const totals = totalsOf(document);
    return (
      differs(sumOf(taxed, 'BaseP').rounded(2), numberOf(totals, 'TotalTrasladosBaseIVA16')) ||
      differs(sumOf(taxed, 'ImporteP').rounded(2), numberOf(totals, 'TotalTrasladosImpuestoIVA16'))
    );
  }),
  receipt('CRP20211 MontoTotalPagos', (document) => {
    const payments = inDocuments(document, 'Pago');
    const documents = sumOf(inDocuments(document, 'DoctoRelacionado'), 'ImpPagado');
    return (
      !areSame(sumOf(payments, 'Monto'), numberOf(totalsOf(document), 'MontoTotalPagos')) ||
      differs(documents, sumOf(payments, 'Monto'))
    );
  }),
  receipt('CRP20221 account of a form without bank', ({ xml, payload }) =>
    /CtaOrdenante|CtaBeneficiario|ctaOrdenante|ctaBeneficiario/.test(xml + payload),
  ),
  receipt('CRP20229 TipoCadPago', ({ xml, payload }) => /TipoCadPago|tipoCadPago/.test(xml + payload)),
  receipt('CRP20238 EquivalenciaDR', (document) =>
    inDocuments(document, 'DoctoRelacionado').some(({ EquivalenciaDR }) => EquivalenciaDR !== '1'),
  ),
  receipt('CRP20246 document of 02 without taxes', ({ xml }) => isOfObject(xml, '02', false)),
  receipt('CRP20247 object 01 with taxes', ({ xml }) => isOfObject(xml, '01', true)),
  receipt('CRP20249 BaseDR 0', (document) => inDocuments(document, 'RetencionDR').some(isWithoutBase)),
  receipt('CRP20254 withheld out of limits', (document) => inDocuments(document, 'RetencionDR').some(isOutside)),
  receipt('CRP20255 BaseDR 0, transferred', (document) => inDocuments(document, 'TrasladoDR').some(isWithoutBase)),
  receipt('CRP20261 transferred out of limits', (document) => inDocuments(document, 'TrasladoDR').some(isOutside)),
  receipt('CRP20263 two RetencionP of IVA', (document) =>
    paymentsOf(document).some((payment) => of(elementsOf(payment, 'pago20:RetencionP'), 'ImpuestoP', IVA).length > 1),
  ),
  receipt('CRP20265 RetencionP sum', (document) => differsFromLines(document, 'Retencion', 'Importe')),
  receipt('CRP20268 BaseP sum', (document) => differsFromLines(document, 'Traslado', 'Base')),
  receipt('CRP20274 ImporteP sum', (document) => differsFromLines(document, 'Traslado', 'Importe')),
];

/** Whether a document of an object has taxes, or has none. */
const isOfObject = (xml: string, object: string, hasTaxes: boolean): boolean =>
  [...xml.matchAll(/<pago20:DoctoRelacionado ([^>]*?)(\/?)>(<pago20:ImpuestosDR>)?/g)].some(
    ([, attributes = '', , taxes]) =>
      attributes.includes(`ObjetoImpDR="${object}"`) && (taxes !== undefined) === hasTaxes,
  );
