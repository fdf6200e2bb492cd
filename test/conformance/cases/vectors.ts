import { ISSUER } from '../judge/samples';
import { readinessInputOf } from '../product/stampable';

interface Line {
  readonly price: number;
  readonly quantityDecimal?: number;
  readonly taxRate?: number;
  readonly taxObject?: '01';
  readonly withholdingRate?: number;
  readonly isrWithholdingRate?: number;
}

/** Freight: 4 % of IVA withheld. */
const freight = (price: number, more: Partial<Line> = {}): Line => ({ price, withholdingRate: 0.04, ...more });
const times = (count: number, line: Line): Line[] => Array.from({ length: count }, () => line);

/** The vectors of tax §2.5: lines, subtotal, transferred, withheld, total. */
export const VECTORS: readonly [string, Line[], string, string, string, string][] = [
  ['10000 w', [freight(10_000)], '10000.00', '1600.00', '400.00', '11200.00'],
  ['2 lines of 1850.03 w', times(2, freight(1850.03)), '3700.06', '592.01', '148.00', '4144.07'],
  ['3 lines of 1200.10 w', times(3, freight(1200.1)), '3600.30', '576.05', '144.01', '4032.34'],
  ['7 lines of 10.333 w', times(7, freight(10.333)), '72.33', '11.57', '2.89', '81.01'],
  ['3 lines of 0.05', times(3, { price: 0.05 }), '0.15', '0.02', '0.00', '0.17'],
  ['0.005 × 3', [{ price: 0.005, quantityDecimal: 3 }], '0.02', '0.00', '0.00', '0.02'],
  [
    '850.333333 × 31.45 w',
    [freight(850.333333, { quantityDecimal: 31.45 })],
    '26742.98',
    '4278.88',
    '1069.72',
    '29952.14',
  ],
  [
    '16 %, 8 %, 0 %',
    [{ price: 100.015 }, { price: 200.025, taxRate: 0.08 }, { price: 300.035, taxRate: 0 }],
    '600.08',
    '32.00',
    '0.00',
    '632.08',
  ],
  ['10000 w and ISR', [freight(10_000, { isrWithholdingRate: 0.0125 })], '10000.00', '1600.00', '525.00', '11075.00'],
  [
    '0.106667 withheld',
    [freight(1000.55), { price: 2000.45, withholdingRate: 0.106667 }],
    '3001.00',
    '480.16',
    '253.40',
    '3227.76',
  ],
  [
    'object 01',
    [freight(5000.01), { price: 350.5, taxObject: '01', taxRate: 0 }],
    '5350.51',
    '800.00',
    '200.00',
    '5950.51',
  ],
  ['1.005', [{ price: 1.005 }], '1.01', '0.16', '0.00', '1.17'],
  [
    '99999999.999999 × 3 w',
    [freight(99_999_999.999999, { quantityDecimal: 3 })],
    '300000000.00',
    '48000000.00',
    '12000000.00',
    '336000000.00',
  ],
  ['333.33 × 17', [{ price: 333.33, quantityDecimal: 17 }], '5666.61', '906.66', '0.00', '6573.27'],
  ['0.000001 × 10000', [{ price: 0.000001, quantityDecimal: 10_000 }], '0.01', '0.00', '0.00', '0.01'],
];

const COMMON = {
  description: 'Flete',
  productKey: '78101802',
  unitKey: 'E48',
  taxObject: '02',
  taxRate: 0.16,
  withholdingRate: 0,
  isrWithholdingRate: 0,
};

const ORGANIZATION = {
  legalName: ISSUER.legalName,
  rfc: ISSUER.rfc,
  taxRegime: ISSUER.taxSystem,
  zipCode: ISSUER.zip,
  csdUploaded: true,
  csdExpiresAt: '2027-05-18T00:00:00.000Z',
  livemode: true,
};

/** An invoice with the lines of a vector, as readiness reads it. */
export const invoiceOf = (lines: readonly Line[]) =>
  readinessInputOf({
    invoice: {
      items: lines.map((line) => ({
        ...COMMON,
        ...(line.quantityDecimal === undefined && { quantity: 1 }),
        ...line,
      })),
      paymentMethod: 'PPD',
      paymentForm: '99',
      cfdiUse: 'G03',
      series: null,
      conditions: null,
    },
    client: {
      name: 'ACEROS DEL NORTE',
      rfc: 'URE180429TM6',
      taxRegime: '601',
      zipCode: '64000',
    },
    organization: ORGANIZATION,
  });
