import { BOX_STATUSES, BoxFields, type BoxStatus, normalEconomicNumber } from '../../shared/boxes/box';
import { BOX_BY_HAND, boxAuditAction } from '../../shared/boxes/box-states';
import { wantsInvoice } from '../../shared/boxes/reservation';
import { RESERVATION_TRANSITIONS } from '../../shared/boxes/reservation-states';
import { refusalOf, rowFor } from '../../shared/platform/table/state-machine';
import { accepts, ID } from '../platform/values/schemas';
import { storedBox } from '../support/store-boxes';

const moves = BOX_STATUSES.flatMap((from) =>
  BOX_STATUSES.flatMap((to) => [undefined, ID].map((reservationId) => ({ from, to, reservationId }))),
);

/** The rule of the contract, written independently of the code under test. The present status is no move (desk 1.5). */
const ruled = (from: BoxStatus, to: BoxStatus, isHeld: boolean): boolean => {
  if (to === 'RENTADA' || to === from) return false;
  return to === 'MANTENIMIENTO' || to === 'INACTIVA' || !isHeld;
};

test.each(moves)('a box moves by hand from $from to $to, held by $reservationId, as is ruled', (move) => {
  const { from: status, to, reservationId } = move;
  const row = rowFor(BOX_BY_HAND, status, to);
  const refusal = row && refusalOf(row, storedBox({ status, reservationId }), undefined);
  expect(row !== undefined && refusal === undefined).toBe(ruled(status, to, reservationId !== undefined));
  if (refusal) expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', field: 'status' });
});

test.each([
  ['DISPONIBLE', 'INACTIVA', 'DEACTIVATE'],
  ['RENTADA', 'INACTIVA', 'DEACTIVATE'],
  ['MANTENIMIENTO', 'INACTIVA', 'DEACTIVATE'],
  ['INACTIVA', 'INACTIVA', 'DEACTIVATE'],
  ['INACTIVA', 'DISPONIBLE', 'ACTIVATE'],
  ['INACTIVA', 'MANTENIMIENTO', 'ACTIVATE'],
  ['DISPONIBLE', 'MANTENIMIENTO', 'UPDATE'],
  ['MANTENIMIENTO', 'DISPONIBLE', 'UPDATE'],
  ['DISPONIBLE', 'RENTADA', 'UPDATE'],
  ['RENTADA', 'DISPONIBLE', 'UPDATE'],
] as const)('the audit calls %s → %s %s', (from, to, action) => {
  expect(boxAuditAction(from, to)).toBe(action);
});

test.each(['C-101', 'c-101', ' C-101 ', 'Ć-101'])('%j is the economic number c-101', (number) => {
  expect(normalEconomicNumber(number)).toBe('c-101');
});

test.each(['C101', 'C -101', 'C-1 01', '10-1'])('%j is another', (number) => {
  expect(normalEconomicNumber(number)).not.toBe('c-101');
});

test.each([
  ['C-101', true],
  ['1', true],
  ['\u0301', false],
  ['', false],
])('the economic number %j is taken: %p', (economicNumber, taken) => {
  expect(accepts(BoxFields, { economicNumber, dailyRate: 1 })).toBe(taken);
});

test.each([
  [true, 0.01, true],
  [true, 0, false],
  [false, 100, false],
])('a rental that is billable %p, of %p pesos, wants an invoice: %p', (isBillable, totalAmount, wants) => {
  expect(wantsInvoice({ isBillable, totalAmount })).toBe(wants);
});

test('a reservation ends once, by a close or by a cancellation', () => {
  const transitions = Object.values(RESERVATION_TRANSITIONS).map(({ from, to, by, effects }) => [
    from,
    to,
    by,
    effects.some(({ says }) => says.includes('totalAmount')),
  ]);
  expect(transitions).toEqual([
    [['ACTIVA'], 'CERRADA', 'MEMBER', true],
    [['ACTIVA'], 'CANCELADA', 'ADMIN', false],
  ]);
});
