import type { Invoice } from '../../shared/invoices/invoice';

/**
 * A month of an accountant. `month.py` computes the figures apart from the product; its output stands here as constants. Amounts that are
 * not named are 0.
 */

const item = (price: number, given: object = {}) => ({
  description: 'Flete',
  productKey: '78101802',
  unitKey: 'E48',
  quantity: 1,
  price,
  taxObject: '02' as const,
  taxRate: 0.16,
  withholdingRate: 0,
  isrWithholdingRate: 0,
  ...given,
});

const WITHHELD = { withholdingRate: 0.04 };

interface MonthDocument {
  readonly client: 'norte' | 'sur';
  readonly issuedAt: string;
  readonly given: Partial<Invoice>;
}

export const DOCUMENTS = {
  freight: {
    client: 'norte',
    // The last second of February in Mexico City is 05:59:59 of March in UTC.
    issuedAt: '2026-03-01T06:00:00.000Z',
    given: { items: [item(1850.03, WITHHELD), item(1850.03, WITHHELD)] },
  },
  border: {
    client: 'norte',
    issuedAt: '2026-03-10T18:00:00.000Z',
    given: { items: [item(1333.335, { quantity: 3, taxRate: 0.08 })], paymentMethod: 'PUE' },
  },
  export: { client: 'sur', issuedAt: '2026-03-11T18:00:00.000Z', given: { items: [item(5000.55, { taxRate: 0 })] } },
  mixed: {
    client: 'sur',
    issuedAt: '2026-03-12T18:00:00.000Z',
    given: {
      items: [item(5000.01, WITHHELD), item(350.5, { taxObject: '01', taxRate: 0 })],
      paymentMethod: 'PUE',
    },
  },
  resico: {
    client: 'sur',
    issuedAt: '2026-04-01T05:59:59.999Z',
    given: { items: [item(10_000, { ...WITHHELD, isrWithholdingRate: 0.0125 })] },
  },
} as const satisfies Record<string, MonthDocument>;

export const NOTE_ITEMS = [item(370.006, WITHHELD)];

const NONE = {
  base16: 0,
  base8: 0,
  base0: 0,
  baseExempt: 0,
  notSubject: 0,
  ivaTransferred16: 0,
  ivaTransferred8: 0,
  ivaWithheld: 0,
  isrWithheld: 0,
};

/** The output of month.py. */
export const ISSUED = {
  norte: {
    ...NONE,
    documents: 3,
    base16: 3330.05,
    base8: 4000.01,
    ivaTransferred16: 532.81,
    ivaTransferred8: 320,
    ivaWithheld: 133.2,
    total: 8049.67,
  },
  sur: {
    ...NONE,
    documents: 3,
    base16: 15_000.01,
    base0: 5000.55,
    notSubject: 350.5,
    ivaTransferred16: 2400,
    ivaWithheld: 600,
    isrWithheld: 125,
    total: 22_026.06,
  },
  all: {
    ...NONE,
    documents: 6,
    base16: 18_330.06,
    base8: 4000.01,
    base0: 5000.55,
    notSubject: 350.5,
    ivaTransferred16: 2932.81,
    ivaTransferred8: 320,
    ivaWithheld: 733.2,
    isrWithheld: 125,
    total: 30_075.73,
  },
} as const;

export const PAYMENTS = [
  { document: 'freight', amount: 2000, paidAt: '2026-03-20T18:00:00.000Z' },
  { document: 'mixed', amount: 3000, paidAt: '2026-03-25T18:00:00.000Z' },
  { document: 'border', amount: 4320.01, paidAt: '2026-03-30T18:00:00.000Z' },
  { document: 'freight', amount: 1729.66, paidAt: '2026-04-02T18:00:00.000Z' },
  { document: 'resico', amount: 5000, paidAt: '2026-04-03T18:00:00.000Z' },
] as const;

/** The output of month.py. */
export const COLLECTED = {
  march: {
    ...NONE,
    documents: 3,
    base16: 4306.51,
    base8: 4000.01,
    notSubject: 176.71,
    ivaTransferred16: 689.04,
    ivaTransferred8: 320,
    ivaWithheld: 172.26,
    total: 9320.01,
  },
  april: {
    ...NONE,
    documents: 2,
    base16: 6059.01,
    ivaTransferred16: 969.44,
    ivaWithheld: 242.36,
    isrWithheld: 56.43,
    total: 6729.66,
  },
} as const;
