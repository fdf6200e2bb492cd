import type { ModelItem } from './model';

interface Vector {
  readonly name: string;
  readonly items: readonly ModelItem[];
  readonly subtotal: number;
  readonly tax: number;
  readonly withheld: number;
  readonly total: number;
}

const item = (price: string, given: Partial<ModelItem> = {}): ModelItem => ({
  price,
  quantity: '1',
  object: '02',
  rate: '0.16',
  withheldIva: '0',
  withheldIsr: '0',
  ...given,
});
const w = { withheldIva: '0.04' };
const lines = (count: number, one: ModelItem): ModelItem[] => Array.from({ length: count }, () => one);

const vector = (
  name: string,
  items: readonly ModelItem[],
  [subtotal, tax, withheld, total]: readonly [number, number, number, number],
): Vector => ({ name, items, subtotal, tax, withheld, total });

/** The vectors of the specification (tax 2.5). They were computed by hand, not by the service. */
export const VECTORS: readonly Vector[] = [
  vector('10000, withheld', [item('10000', w)], [10_000, 1_600, 400, 11_200]),
  vector('2 lines of 1850.03, withheld', lines(2, item('1850.03', w)), [3_700.06, 592.01, 148, 4_144.07]),
  vector('3 lines of 1200.10, withheld', lines(3, item('1200.10', w)), [3_600.3, 576.05, 144.01, 4_032.34]),
  vector('7 lines of 10.333, withheld', lines(7, item('10.333', w)), [72.33, 11.57, 2.89, 81.01]),
  vector('3 lines of 0.05', lines(3, item('0.05')), [0.15, 0.02, 0, 0.17]),
  vector('3 at 0.005', [item('0.005', { quantity: '3' })], [0.02, 0, 0, 0.02]),
  vector(
    '31.45 at 850.333333, withheld',
    [item('850.333333', { quantity: '31.45', ...w })],
    [26_742.98, 4_278.88, 1_069.72, 29_952.14],
  ),
  vector(
    'three rates',
    [item('100.015'), item('200.025', { rate: '0.08' }), item('300.035', { rate: '0' })],
    [600.08, 32, 0, 632.08],
  ),
  vector('10000, withheld IVA and ISR', [item('10000', { ...w, withheldIsr: '0.0125' })], [10_000, 1_600, 525, 11_075]),
  vector(
    'two withheld rates of IVA',
    [item('1000.55', w), item('2000.45', { withheldIva: '0.106667' })],
    [3_001, 480.16, 253.4, 3_227.76],
  ),
  vector(
    'an item of object 01',
    [item('5000.01', w), item('350.50', { object: '01', rate: '0' })],
    [5_350.51, 800, 200, 5_950.51],
  ),
  vector('1.005', [item('1.005')], [1.01, 0.16, 0, 1.17]),
  vector(
    '3 at 99999999.999999, withheld',
    [item('99999999.999999', { quantity: '3', ...w })],
    [300_000_000, 48_000_000, 12_000_000, 336_000_000],
  ),
  vector('17 at 333.33', [item('333.33', { quantity: '17' })], [5_666.61, 906.66, 0, 6_573.27]),
  vector('10000 at 0.000001', [item('0.000001', { quantity: '10000' })], [0.01, 0, 0, 0.01]),
];
