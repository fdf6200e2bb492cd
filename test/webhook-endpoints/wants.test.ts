import { spansFor, wants } from '../../shared/webhook-endpoints/wants';

const NOW = Date.UTC(2026, 10, 25);
const DAY = 24 * 60 * 60 * 1000;

describe('integrations 2: wants', () => {
  const endpoint = { spans: [{ type: 'trip.created', from: NOW, until: NOW + DAY }] };

  test('an event is wanted from 90 s before the span until 5 s after it', () => {
    const at = (time: number) => wants(endpoint, 'trip.created', time);
    expect([at(NOW - 90_001), at(NOW - 90_000), at(NOW + DAY + 5_000), at(NOW + DAY + 5_001)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('an open span has no end, and another type is not wanted', () => {
    const open = { spans: [{ type: 'trip.created', from: NOW }] };
    expect([wants(open, 'trip.created', NOW + 400 * DAY), wants(open, 'trip.updated', NOW)]).toEqual([true, false]);
  });

  test('* wants each type', () => {
    expect(wants({ spans: [{ type: '*', from: NOW }] }, 'client.deleted', NOW)).toBe(true);
  });
});

describe('integrations 2: spans', () => {
  test('a new type opens a span, a removed type closes its own, and the others stay', () => {
    const first = spansFor([], ['a', 'b'], NOW);
    expect(spansFor(first, ['b', 'c'], NOW + 1)).toEqual([
      { type: 'a', from: NOW, until: NOW + 1 },
      { type: 'b', from: NOW },
      { type: 'c', from: NOW + 1 },
    ]);
  });

  test('a disabled endpoint has no open span, and an enabled one opens them again', () => {
    const closed = spansFor(spansFor([], ['a'], NOW), [], NOW + 1);
    expect(closed).toEqual([{ type: 'a', from: NOW, until: NOW + 1 }]);
    expect(spansFor(closed, ['a'], NOW + 2)).toEqual([...closed, { type: 'a', from: NOW + 2 }]);
  });

  test('spans that were closed 40 days ago are removed', () => {
    const closed = [{ type: 'a', from: NOW, until: NOW + 1 }];
    expect(spansFor(closed, [], NOW + 40 * DAY)).toEqual(closed);
    expect(spansFor(closed, [], NOW + 40 * DAY + 1)).toEqual([]);
  });
});
