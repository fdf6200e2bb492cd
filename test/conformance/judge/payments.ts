import { grouped, rateText, type Tax, type TaxAmount, taxKey } from './amounts';
import { Decimal } from './decimal';
import { localTime } from './local-time';
import type { Payload } from './payload';
import { element, group } from './xml';

const named = (name: string): string => `pago20:${name}`;

interface Document {
  readonly xml: string;
  readonly amount: Decimal;
  readonly taxes: readonly TaxAmount[];
}

interface Payment {
  readonly xml: string;
  readonly amount: Decimal;
  readonly transferred: readonly TaxAmount[];
  readonly withheld: readonly TaxAmount[];
}

const byRate = ({ type, factor, rate }: Tax): string => `${type} ${factor} ${rate}`;
const byTax = ({ type }: Tax): string => type;

/** The complement Pagos 2.0 (tax §4.6): the provider computes its amounts, as sums of six decimals rounded once. */
export function paymentsXml(payments: readonly Payment[]): string {
  return element(named('Pagos'), { Version: '2.0' }, [totalsXml(payments), ...payments.map(({ xml }) => xml)]);
}

function totalsXml(payments: readonly Payment[]): string {
  const withheld = grouped(
    payments.flatMap((payment) => payment.withheld),
    byTax,
  );
  const transferred = grouped(
    payments.flatMap((payment) => payment.transferred),
    byRate,
  );
  const of = (taxes: readonly TaxAmount[], part: 'base' | 'amount', isMeant: (tax: Tax) => boolean) => {
    const found = taxes.filter(isMeant);
    return found.length === 0
      ? undefined
      : Decimal.sum(found.map((tax) => tax[part]))
          .rounded(2)
          .toFixed(2);
  };
  const at = (rate: string, part: 'base' | 'amount') =>
    of(transferred, part, (tax) => tax.type === 'IVA' && rateText(tax.rate) === rate);
  return element(named('Totales'), {
    TotalRetencionesIVA: of(withheld, 'amount', ({ type }) => type === 'IVA'),
    TotalRetencionesISR: of(withheld, 'amount', ({ type }) => type === 'ISR'),
    TotalTrasladosBaseIVA16: at('0.160000', 'base'),
    TotalTrasladosImpuestoIVA16: at('0.160000', 'amount'),
    TotalTrasladosBaseIVA8: at('0.080000', 'base'),
    TotalTrasladosImpuestoIVA8: at('0.080000', 'amount'),
    TotalTrasladosBaseIVA0: at('0.000000', 'base'),
    TotalTrasladosImpuestoIVA0: at('0.000000', 'amount'),
    MontoTotalPagos: Decimal.sum(payments.map(({ amount }) => amount)).toFixed(2),
  });
}

/** One payment of the body. */
export function readPayment(payment: Payload): Payment {
  const currency = payment.optionalText('currency') ?? 'MXN';
  const documents = payment.list('related_documents', readDocument);
  const amount = Decimal.sum(documents.map((document) => document.amount));
  const all = documents.flatMap(({ taxes }) => taxes);
  const transferred = grouped(
    all.filter(({ withholding }) => !withholding),
    byRate,
  );
  const withheld = grouped(
    all.filter(({ withholding }) => withholding),
    byTax,
  );
  const attributes = {
    FechaPago: localTime(payment.text('date')),
    FormaDePagoP: payment.text('payment_form'),
    MonedaP: currency,
    TipoCambioP: '1',
    Monto: amount.toFixed(2),
    NumOperacion: payment.optionalText('numOperacion'),
  };
  if (currency !== 'MXN') throw new Error(`A payment in ${currency} needs an exchange rate.`);
  const taxes = group(named('ImpuestosP'), [
    ...present(
      group(
        named('RetencionesP'),
        withheld.map((tax) => element(named('RetencionP'), { ImpuestoP: taxKey(tax.type), ImporteP: tax.amount })),
      ),
    ),
    ...present(group(named('TrasladosP'), transferred.map(transferredXml('P')))),
  ]);
  const xml = element(named('Pago'), attributes, [...documents.map((document) => document.xml), taxes]);
  return { xml, amount, transferred, withheld };
}

const present = (xml: string | undefined): string[] => (xml === undefined ? [] : [xml]);

const taxAttributes = (tax: TaxAmount, suffix: string) => ({
  [`Base${suffix}`]: tax.base,
  [`Impuesto${suffix}`]: taxKey(tax.type),
  [`TipoFactor${suffix}`]: tax.factor,
  [`TasaOCuota${suffix}`]: rateText(tax.rate),
  [`Importe${suffix}`]: tax.amount,
});

const transferredXml = (suffix: 'P' | 'DR') => (tax: TaxAmount) =>
  element(named(`Traslado${suffix}`), taxAttributes(tax, suffix));

function readDocument(document: Payload): Document {
  const taxes = document.optionalList('taxes', readTax) ?? [];
  const amount = document.number('amount');
  const lastBalance = document.number('last_balance');
  const withheld = taxes.filter(({ withholding }) => withholding);
  const transferred = taxes.filter(({ withholding }) => !withholding);
  const attributes = {
    IdDocumento: document.text('uuid'),
    Serie: document.optionalText('series'),
    Folio: document.optionalNumber('folio_number'),
    MonedaDR: document.optionalText('currency') ?? 'MXN',
    EquivalenciaDR: '1',
    NumParcialidad: document.number('installment'),
    ImpSaldoAnt: lastBalance,
    ImpPagado: amount,
    ImpSaldoInsoluto: lastBalance.minus(amount),
    ObjetoImpDR: document.optionalText('taxability') ?? (taxes.length === 0 ? '01' : '02'),
  };
  const inner = group(named('ImpuestosDR'), [
    ...present(
      group(
        named('RetencionesDR'),
        withheld.map((tax) => element(named('RetencionDR'), taxAttributes(tax, 'DR'))),
      ),
    ),
    ...present(group(named('TrasladosDR'), transferred.map(transferredXml('DR')))),
  ]);
  return { xml: element(named('DoctoRelacionado'), attributes, [inner]), amount, taxes };
}

function readTax(tax: Payload): TaxAmount {
  const base = tax.number('base');
  const rate = tax.number('rate');
  return {
    base,
    rate,
    amount: base.times(rate).rounded(6),
    type: tax.text('type'),
    factor: tax.optionalText('factor') ?? 'Tasa',
    withholding: tax.flag('withholding', false),
  };
}
