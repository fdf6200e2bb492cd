import fc from 'fast-check';
import * as v from 'valibot';
import {
  DayOrInstant,
  Decimal,
  Email,
  emptyTextsOf,
  Instant,
  Integer,
  isDay,
  isInstant,
  Latitude,
  Line,
  Lines,
  List,
  Longitude,
  nullable,
  nullableText,
  StoredEmail,
  Uuid,
  withoutEmptyTexts,
} from '../../../shared/platform/values/fields';
import { processorTime } from '../../support/processor-time';
import { accepts, refusals } from './schemas';

const LONE_SURROGATE = '\ud83d';

describe('Line', () => {
  test.each([
    [9, true],
    [10, true],
    [11, false],
  ])('of at most ten takes %p characters: %p', (length, taken) => {
    expect(accepts(Line(10), 'á'.repeat(length))).toBe(taken);
    expect(accepts(Line(10), '🚚'.repeat(length))).toBe(taken);
  });

  test.each([
    [0, false],
    [1, true],
    [2, true],
  ])('of at least one takes %p characters: %p', (length, taken) => {
    expect(accepts(Line(10, 1), 'x'.repeat(length))).toBe(taken);
  });

  test('says that an empty one cannot be empty', () => {
    expect(refusals(Line(10, 1), '')).toEqual([': This cannot be empty.']);
  });

  test.each(['\n', '\r', '\t', '\0', '\u001b', '\u007f', '\u0085', LONE_SURROGATE])('refuses %j', (character) => {
    expect(accepts(Line(), `a${character}b`)).toBe(false);
  });

  test.each([null, undefined, 1, true, {}, ['a']])('%j is no text', (value) => {
    expect(accepts(Line(), value)).toBe(false);
  });

  test('takes every well-formed text without control characters, as it is', () => {
    // Not fast-check's own binary texts, because it needs more than a second to make the first one.
    const points = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 });
    const texts = points.map((given) => String.fromCodePoint(...given));
    fc.assert(
      fc.property(texts, (text) => {
        const expected = text.isWellFormed() && !/\p{Cc}/u.test(text);
        expect(accepts(Line(), text)).toBe(expected);
        if (expected) expect(v.parse(Line(), text)).toBe(text);
      }),
    );
  });
});

describe('Lines', () => {
  test.each(['\n', '\r\n', '\t'])('takes %j', (character) => {
    expect(accepts(Lines(), `a${character}b`)).toBe(true);
  });

  test.each(['\0', '\u001b', '\u007f', '\u0085', '\v', LONE_SURROGATE])('refuses %j', (character) => {
    expect(accepts(Lines(), `a${character}b`)).toBe(false);
  });

  test.each([
    [4, true],
    [5, true],
    [6, false],
  ])('of at most five takes %p characters: %p', (length, taken) => {
    expect(accepts(Lines(5), 'ñ'.repeat(length))).toBe(taken);
  });
});

describe('Uuid', () => {
  test('folds to lower case, so that one identifier has one key', () => {
    expect(v.parse(Uuid, '019CAF10-3180-7000-8000-00000000000A')).toBe('019caf10-3180-7000-8000-00000000000a');
  });

  test.each([
    '',
    'x',
    '019caf10318070008000000000000001',
    '{019caf10-3180-7000-8000-000000000001}',
    '019caf10-3180-7000-8000-00000000000',
    '019caf10-3180-7000-8000-0000000000011',
    '019caf10-3180-7000-8000-000000000001\n',
    ' 019caf10-3180-7000-8000-000000000001',
    '019caf10-3180-7000-8000-00000000000g',
    'TEAM#019caf10-3180-7000-8000-0000000',
    42,
    null,
  ])('%j is none', (value) => {
    expect(accepts(Uuid, value)).toBe(false);
  });

  test('takes every UUID', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => v.parse(Uuid, uuid.toUpperCase()) === uuid));
  });
});

test.each([
  'ñandú@empresa.mx',
  'an\u00e1@empresa.mx',
  '\u212aarla@empresa.mx',
  'ana@\u212aamion.mx',
  'ana@camión.mx',
  'ana@empresa\uff0emx',
  '\u0430na@empresa.mx',
])('doors 24: %j is refused, because mails reach ASCII addresses only', (address) => {
  expect(accepts(Email, address)).toBe(false);
});

test('doors 24: a stored address of an older release is still read', () => {
  expect(v.parse(StoredEmail, 'ñandú@empresa.mx')).toBe('ñandú@empresa.mx');
});

describe('Email', () => {
  test.each([
    ['ana@empresa.mx', 'ana@empresa.mx'],
    ['Ana.Lopez+flota@Sub.Empresa.COM.MX', 'ana.lopez+flota@sub.empresa.com.mx'],
    ['ana@xn--camin-6ta.mx', 'ana@xn--camin-6ta.mx'],
    ["o'neill_99%x@a-b.co", "o'neill_99%x@a-b.co"],
  ])('%j is %j', (sent, kept) => {
    expect(v.parse(Email, sent)).toBe(kept);
  });

  test.each([
    '',
    'ana',
    '@empresa.mx',
    'ana@',
    'ana@empresa',
    'ana@@empresa.mx',
    'ana@empresa..mx',
    'ana@.mx',
    'ana@empresa.mx.',
    'a b@empresa.mx',
    ' ana@empresa.mx',
    'ana@empresa.mx ',
    'ana@empresa.mx\nbcc: todos@empresa.mx',
    'ana@empresa.mx\r\nBcc: x@y.mx',
    'Ana <ana@empresa.mx>',
    'ana@empresa.mx,luis@empresa.mx',
    'ana@empresa.mx;luis@empresa.mx',
    '"ana"@empresa.mx',
    'ana(x)@empresa.mx',
    'ana@empre sa.mx',
    'ana@empresa_sa.mx',
    'ana@[127.0.0.1]',
    'ana\\@empresa.mx',
    'a\0na@empresa.mx',
    'a\u001bna@empresa.mx',
    'a\u007fna@empresa.mx',
    'a\u0085na@empresa.mx',
    `a${LONE_SURROGATE}na@empresa.mx`,
    ['ana@empresa.mx'],
    null,
    1,
  ])('%j is none', (value) => {
    expect(accepts(Email, value)).toBe(false);
  });

  test.each([
    [64, true],
    [65, false],
  ])('a local part of %p characters is taken: %p', (length, taken) => {
    expect(accepts(Email, `${'a'.repeat(length)}@empresa.mx`)).toBe(taken);
  });

  test.each([
    [63, true],
    [64, false],
  ])('a label of %p characters is taken: %p', (length, taken) => {
    expect(accepts(Email, `ana@${'a'.repeat(length)}.mx`)).toBe(taken);
  });

  test.each([
    [253, true],
    [254, true],
    [255, false],
  ])('an address of %p characters is taken: %p', (length, taken) => {
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(50)}.mx`;
    const local = 'a'.repeat(64);
    const address = `${local}@${'e'.repeat(length - local.length - domain.length - 2)}.${domain}`;
    expect(address).toHaveLength(length);
    expect(accepts(Email, address)).toBe(taken);
  });

  test('takes the same few steps for the worst inputs as for plain ones of their length', () => {
    const hostile = [
      `${'a'.repeat(64)}@${'a-'.repeat(90)}`,
      `a@${'a.'.repeat(126)}`,
      `${'@'.repeat(254)}`,
      `a@${'-'.repeat(63)}.${'-'.repeat(63)}.${'-'.repeat(63)}!`,
      'a'.repeat(1_000_000),
      `a@${'a.'.repeat(500_000)}`,
    ];
    for (const address of hostile) {
      const milliseconds = processorTime(() => {
        for (let times = 0; times < 50; times += 1) expect(accepts(Email, address)).toBe(false);
      });
      expect(milliseconds / 50).toBeLessThan(20);
    }
  });

  test('is taken exactly when each of its parts has a length that it may have', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '-', '@'), maxLength: 254 }), (address) => {
        const [local = '', ...domains] = address.split('@');
        const labels = (domains[0] ?? '').split('.');
        const expected =
          domains.length === 1 &&
          local.length >= 1 &&
          local.length <= 64 &&
          labels.length >= 2 &&
          labels.length <= 9 &&
          labels.every((label) => label.length >= 1 && label.length <= 63);
        expect(accepts(Email, address)).toBe(expected);
      }),
    );
  });
});

describe('instants and days', () => {
  test.each([
    ['2026-03-01T08:30:00Z', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T08:30Z', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T08:30:00.5-06:00', '2026-03-01T14:30:00.500Z'],
    ['2024-02-29T23:59:59.999+00:00', '2024-02-29T23:59:59.999Z'],
    ['2026-03-01T08:30:00.123456789Z', '2026-03-01T08:30:00.123Z'],
  ])('%j is the instant %j', (sent, kept) => {
    expect(v.parse(Instant, sent)).toBe(kept);
  });

  const noInstants = [
    '',
    '2026-03-01',
    '2026-03-01T08:30:00',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T24:00:00.000Z',
    '2026-03-01T25:00:00Z',
    '2026-03-01T30:00:00Z',
    '2026-03-01T08:60:00Z',
    '2026-03-01T08:30:61Z',
    '2026-03-01 08:30:00Z',
    '2026-03-01T08:30:00z',
    '2026-03-01T08:30:00+0600',
    '2026-03-01T08:30:00+99:00',
    '1/3/2026',
    'mañana',
    ' 2026-03-01T08:30:00Z',
    '2026-03-01T08:30:00Z\n',
    // Date.parse would accept this text.
    '2026-03-01T08:30:00Z\0',
    '2026-03-01 (2026-03-01T08:30:00Z',
    '+010000-01-01T00:00:00Z',
    `2026-03-01T08:30:00.${'0'.repeat(60)}Z`,
    1_772_353_800_000,
    null,
  ];
  test.each(noInstants)('%j is no instant', (value) => {
    expect(accepts(Instant, value)).toBe(false);
  });

  test.each(['2027-02-29T10:00:00-06:00', '2026-04-31T10:00Z', '2026-13-01T10:00:00Z'])(
    '%s has a zone, so its refusal says that the day does not exist',
    (value) => {
      expect(refusals(Instant, value)).toEqual([': Send a day that exists in the calendar.']);
      expect(v.safeParse(Instant, value, { lang: 'es' }).issues?.map(({ message }) => message)).toEqual([
        'Envíe un día que exista en el calendario.',
      ]);
    },
  );

  test.each(['2027-02-29T10:00:00', '2026-03-01T10:00:00', '2026-03-01', '2026-03-01T10:00:00+99:99'])(
    'the refusal of %s asks for its zone',
    (value) => {
      expect(refusals(Instant, value)).toEqual([': Send a date-time with its zone, such as 2026-03-01T08:30:00Z.']);
    },
  );

  test.each(['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
    '%j, whose UTC has a year of other than four digits, is refused: what is stored must parse again',
    (value) => {
      expect(accepts(Instant, value)).toBe(false);
    },
  );

  test('a day has its 24 hours', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `2026-03-01T${String(hour).padStart(2, '0')}:59:00Z`);
    expect(hours.filter((hour) => !isInstant(hour) || !accepts(DayOrInstant, hour))).toEqual([]);
  });

  test.each(['2026-03-01T08:30Z', '2026-03-01T08:30:00.000Z', '2026-12-31T23:59:59.5-06:00', '2026-03-01'])(
    'no character of %j can be another one',
    (text) => {
      const misses = [...'xZ:-'].flatMap((other) =>
        Array.from(text, (character, index) =>
          character === other ? [] : `${text.slice(0, index)}${other}${text.slice(index + 1)}`,
        ).flat(),
      );
      const taken = (miss: string) => isDay(miss) || isInstant(miss) || accepts(DayOrInstant, miss);
      expect([taken(text), misses.filter(taken)]).toEqual([true, []]);
    },
  );

  test('whatever is taken is stored as an instant that is taken again and does not change', () => {
    const sent = fc
      .tuple(
        fc.date({ min: new Date('0000-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
        fc.constantFrom('Z', '+14:00', '-06:00', '-12:00', '+05:45'),
      )
      .map(([date, zone]) => `${date.toISOString().slice(0, -1)}${zone}`);
    fc.assert(
      fc.property(sent, (text) => {
        const kept = v.parse(Instant, text);
        expect(Date.parse(kept)).toBe(Date.parse(text));
        expect(v.parse(Instant, kept)).toBe(kept);
      }),
    );
  });

  test('there are as many days as the calendar has', () => {
    const days = (year: number) =>
      Array.from({ length: 12 * 31 }, (_, index) => {
        const month = String(Math.floor(index / 31) + 1).padStart(2, '0');
        return `${year}-${month}-${String((index % 31) + 1).padStart(2, '0')}`;
      }).filter(isDay).length;
    expect([2023, 2024, 2026, 2100].map(days)).toEqual([365, 366, 365, 365]);
  });

  test.each(['2026-3-1', '2026-03-00', '2026-00-10', '20260301', '2026-03-01x', ''])('%j is no day', (value) => {
    expect(isDay(value)).toBe(false);
  });

  test('a date whose format is not stated is kept as it was sent', () => {
    expect(v.parse(DayOrInstant, '2026-12-31')).toBe('2026-12-31');
    expect(v.parse(DayOrInstant, '2026-12-31T10:00:00-06:00')).toBe('2026-12-31T10:00:00-06:00');
    for (const value of ['31/12/2026', '2026-02-30', '2026-12', 'pronto', '', 20261231]) {
      expect(accepts(DayOrInstant, value)).toBe(false);
    }
    expect(isInstant('2026-12-31')).toBe(false);
  });
});

describe('numbers', () => {
  test.each([
    ['Integer', Integer(0, 1440), -1, 0, 1440, 1441],
    ['Decimal', Decimal(0, 1_000), -0.001, 0, 1_000, 1_000.001],
    ['Latitude', Latitude, -90.000_001, -90, 90, 90.000_001],
    ['Longitude', Longitude, -180.000_001, -180, 180, 180.000_001],
  ])('%s refuses one below and one above, and takes both ends', (_, schema, below, least, most, above) => {
    expect([below, least, most, above].map((value) => accepts(schema, value))).toEqual([false, true, true, false]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '1', null, true, [1]])(
    '%p is none',
    (value) => {
      expect(accepts(Decimal(-1e9, 1e9), value)).toBe(false);
      expect(accepts(Integer(-1e9, 1e9), value)).toBe(false);
    },
  );

  test('a whole number has no fraction', () => {
    expect(accepts(Integer(0, 10), 1.5)).toBe(false);
  });
});

describe('lists and nulls', () => {
  test.each([
    [0, false],
    [1, true],
    [3, true],
    [4, false],
  ])('a list of one to three takes %p: %p', (length, taken) => {
    expect(accepts(List(v.number(), 3, 1), new Array(length).fill(0))).toBe(taken);
  });

  test('a list without bounds of its own takes 200 items and no more', () => {
    expect([199, 200, 201].map((length) => accepts(List(v.number()), new Array(length).fill(0)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('a nullable field is present when it was not sent', () => {
    const schema = v.object({ phone: nullable(Line(20)) });
    expect([v.parse(schema, {}), v.parse(schema, { phone: null }), v.parse(schema, { phone: '1' })]).toEqual([
      { phone: null },
      { phone: null },
      { phone: '1' },
    ]);
  });
});

test.each([
  [0, true],
  [-0, true],
  [1e-130, true],
  [-1e-130, true],
  [9.9e-131, false],
  [-9.9e-131, false],
  [Number.MIN_VALUE, false],
])('a decimal of %p is kept by the table: %p', (value, isTaken) => {
  expect(accepts(Decimal(-90, 90), value)).toBe(isTaken);
});

describe('empty texts', () => {
  const record = { name: 'Ana', phone: '', zeros: 0, none: null, notes: '' };

  test('are named, and left out', () => {
    expect(emptyTextsOf(record)).toEqual(['phone', 'notes']);
    expect(withoutEmptyTexts(record)).toStrictEqual({ ...record, phone: undefined, notes: undefined });
  });

  test.each([
    ['', null],
    [null, null],
    [undefined, null],
    [' ', ' '],
    ['x', 'x'],
  ])('a nullable text %j is kept as %j', (sent, kept) => {
    expect(v.parse(nullableText(Line()), sent)).toBe(kept);
  });
});

test.each([
  ['0000-01-01T00:00:00Z', true],
  ['0000-01-01T00:00:00+00:01', false],
  ['9999-12-31T23:59:59.999+00:00', true],
  ['9999-12-31T23:59:59-00:01', false],
])('%s has a year of four digits in UTC: %p', (instant, has) => {
  expect(isInstant(instant)).toBe(has);
});

test.each(['x2026-03-01', '2026-03-01x', '2026-03-012026-03-01'])('%j is no day', (text) => {
  expect([isDay(text), isInstant(text)]).toEqual([false, false]);
});

test.each(['06:00:00.000Z', '06:00Z', '06:00:00-06:00'])('an instant of %s is nothing but itself', (time) => {
  const instant = `2026-03-01T${time}`;
  expect(isInstant(instant)).toBe(true);
  expect([`${instant}x`, `2026-03-01${instant}`, `2026-03-01x${instant}`].filter(isInstant)).toEqual([]);
});

test('a text that is too short is told how long it has to be', () => {
  expect(refusals(Line(10, 3), 'xx')).toEqual([': Send at least 3 characters.']);
});
