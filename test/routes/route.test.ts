import * as v from 'valibot';
import { BooleanText, NewRoute, RouteChanges } from '../../shared/routes/route';
import { accepts, ID, refusals } from '../platform/values/schemas';

const stop = (order: number) => ({ order, routePointId: ID });
const body = (...orders: number[]) => ({ teamId: ID, name: 'Monterrey–CDMX', stops: orders.map(stop) });

describe('the stops of a route', () => {
  test.each([
    [[1, 1], 'stops.1.order'],
    [[2, 1, 2], 'stops.2.order'],
    [[3, 3, 3], 'stops.1.order'],
    [[0, 5, 0, 5], 'stops.2.order'],
  ])('in the order %j are refused by %s', (orders, field) => {
    const message = 'Another stop has this order. Number the stops without repeating.';
    expect(refusals(NewRoute, body(...orders))).toEqual([`${field}: ${message}`]);
    expect(refusals(RouteChanges, { stops: orders.map(stop) })).toEqual([`${field}: ${message}`]);
  });

  test.each([[[1]], [[2, 1]], [[10, 20, 30]], [[0, 10_000]]])('desk 1.4: may have the order %j', (orders) => {
    expect(refusals(NewRoute, body(...orders))).toEqual([]);
  });

  test.each([-1, 0.5, 10_001, '1', null])('have no order %j', (order) => {
    const [issue] = refusals(NewRoute, { ...body(1), stops: [{ order, routePointId: ID }] });
    expect(issue).toMatch(/^stops\.0\.order: /);
  });

  test('have every nullable field, whether it was sent or not', () => {
    expect(v.parse(NewRoute, body(1)).stops).toEqual([
      { order: 1, routePointId: ID, routePointName: null, address: null, estimatedArrival: null, notes: null },
    ]);
  });
});

describe('a change of a route', () => {
  test('invents nothing that was not sent', () => {
    expect(v.parse(RouteChanges, {})).toEqual({});
    expect(v.parse(RouteChanges, { clientId: null })).toEqual({ clientId: null });
  });

  test.each(['description', 'clientId', 'totalDistance', 'estimatedDuration', 'isActive'])(
    'clears %s by null',
    (field) => {
      expect(accepts(RouteChanges, { [field]: null })).toBe(true);
    },
  );

  test.each(['name', 'stops'])('does not clear %s', (field) => {
    expect(accepts(RouteChanges, { [field]: null })).toBe(false);
  });
});

test.each([
  ['true', true],
  ['false', false],
])('%s in a query is %p', (text, value) => {
  expect(v.parse(BooleanText, text)).toBe(value);
});

test.each(['TRUE', '1', '', 'yes'])('%j in a query is neither true nor false', (text) => {
  expect(accepts(BooleanText, text)).toBe(false);
});
