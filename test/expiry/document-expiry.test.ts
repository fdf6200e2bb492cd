import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import * as v from 'valibot';
import { alertText } from '../../shared/alerts/alert-texts';
import {
  changedExpiries,
  DaysAhead,
  dueWarning,
  EXPIRING_DOCUMENT_NAMES,
  EXPIRING_DOCUMENTS,
  ExpiryRecord,
  expiryAlert,
  expiryFields,
  firstWarningOn,
  nextWarningOn,
  WARNINGS,
} from '../../shared/expiry/document-expiry';
import {
  addDays,
  dayOfDate,
  daysBetween,
  instantRange,
  lastLocalDay,
  localDay,
} from '../../shared/platform/values/calendar';
import { refusals } from '../platform/values/schemas';

const ZONES = ['America/Mexico_City', 'America/Tijuana', 'America/Cancun', 'Pacific/Kiritimati', 'Etc/GMT+12'];

describe('the local day', () => {
  test.each([
    ['2026-03-02T05:59:59.999Z', 'America/Mexico_City', '2026-03-01'],
    ['2026-03-02T06:00:00.000Z', 'America/Mexico_City', '2026-03-02'],
    ['2026-03-02T05:00:00.000Z', 'America/Cancun', '2026-03-02'],
    // The clocks at the border changed this night: midnight was at 08:00 the day before, and is at 07:00 now.
    ['2026-03-08T07:59:59.999Z', 'America/Tijuana', '2026-03-07'],
    ['2026-03-08T08:00:00.000Z', 'America/Tijuana', '2026-03-08'],
    ['2026-03-09T06:59:59.999Z', 'America/Tijuana', '2026-03-08'],
    ['2026-03-09T07:00:00.000Z', 'America/Tijuana', '2026-03-09'],
    ['2026-11-02T07:59:59.999Z', 'America/Tijuana', '2026-11-01'],
    ['2026-11-02T08:00:00.000Z', 'America/Tijuana', '2026-11-02'],
    ['2028-03-01T05:59:59.999Z', 'America/Mexico_City', '2028-02-29'],
    // The last and the first possible date: years have four digits.
    ['9999-12-31T23:00:00.000Z', 'Pacific/Kiritimati', '9999-12-31'],
    ['0000-01-01T00:00:00.000Z', 'America/Mexico_City', '0000-01-01'],
  ])('of %s in %s is %s', (instant, zone, day) => {
    expect(localDay(new Date(instant), zone)).toBe(day);
  });

  test('is the one whose range holds the instant, in every zone and through every change of clocks', () => {
    const instants = fc.date({
      min: new Date('1990-01-01T00:00Z'),
      max: new Date('2040-01-01T00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const day = localDay(instant, zone);
        const { from = '', to = '' } = instantRange({ from: day, to: day }, zone);
        const at = instant.toISOString();
        expect([from <= at, at <= to, day <= lastLocalDay(instant)]).toEqual([true, true, true]);
      }),
    );
  });

  test('of a date that was sent as a day is that day; of an instant, the one it lies in', () => {
    expect(dayOfDate('2026-03-01', 'America/Mexico_City')).toBe('2026-03-01');
    expect(dayOfDate('2026-03-01T00:00:00Z', 'America/Mexico_City')).toBe('2026-02-28');
    expect(dayOfDate('2026-02-28T23:30:00-08:00', 'America/Cancun')).toBe('2026-03-01');
  });
});

describe('days', () => {
  const days = fc
    .date({ min: new Date('1970-01-01T00:00Z'), max: new Date('2200-01-01T00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('added are the days between, and the calendar of a person agrees', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, count) => {
        const later = addDays(day, count);
        expect(daysBetween(day, later)).toBe(count);
        const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
        const local = new TZDate(year, month - 1, date + count, 12, 'America/Tijuana');
        expect(later).toBe(localDay(local, 'America/Tijuana'));
      }),
    );
  });

  test.each([
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-28', 2, '2028-03-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2028-03-30', -30, '2028-02-29'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', 1, '2026-11-02'],
    ['0000-01-10', -30, '0000-01-01'],
    ['9999-12-31', 1, '9999-12-31'],
  ])('%s and %d are %s', (day, count, later) => {
    expect(addDays(day, count)).toBe(later);
  });
});

test('the papers of a driver and of a vehicle are their fields that run out', () => {
  expect([expiryFields('DRIVER'), expiryFields('VEHICLE')]).toEqual([
    ['licenseExpiry', 'medicalExpiry'],
    ['insuranceExpiry', 'registrationExpiry', 'nextMaintenance'],
  ]);
});

describe('the papers that a change changes', () => {
  const driver = { status: 'DISPONIBLE', licenseExpiry: '2026-05-01', medicalExpiry: null };

  test.each([
    ['hired with one', undefined, driver, [['LICENSE', '2026-05-01']]],
    ['hired without any', undefined, { status: 'DISPONIBLE', licenseExpiry: null, medicalExpiry: null }, []],
    ['nothing', driver, { ...driver }, []],
    ['another field', driver, { ...driver, name: 'Ana', status: 'VACACIONES' }, []],
    ['a date', driver, { ...driver, licenseExpiry: '2031-05-01' }, [['LICENSE', '2031-05-01']]],
    ['a date cleared', driver, { ...driver, licenseExpiry: null }, [['LICENSE', undefined]]],
    [
      'a date added',
      driver,
      { ...driver, medicalExpiry: '2026-06-01T12:00:00Z' },
      [['MEDICAL', '2026-06-01T12:00:00Z']],
    ],
    ['leaving', driver, { ...driver, status: 'BAJA' }, [['LICENSE', undefined]]],
    [
      'leaving with a new date',
      driver,
      { ...driver, status: 'BAJA', licenseExpiry: '2031-05-01' },
      [['LICENSE', undefined]],
    ],
    [
      'a date of who has left',
      { ...driver, status: 'BAJA' },
      { ...driver, status: 'BAJA', licenseExpiry: '2031-05-01' },
      [],
    ],
    ['coming back', { ...driver, status: 'BAJA' }, driver, [['LICENSE', '2026-05-01']]],
  ])('%s', (_, before, after, expected) => {
    expect(changedExpiries('DRIVER', before, after).map(({ paper, date }) => [paper, date])).toEqual(expected);
  });

  test('are of their own kind of record', () => {
    const dates = Object.fromEntries(
      EXPIRING_DOCUMENT_NAMES.map((paper) => [EXPIRING_DOCUMENTS[paper].field, '2026-05-01']),
    );
    const papersFor = (entityType: 'DRIVER' | 'VEHICLE' | 'ORGANIZATION') =>
      changedExpiries(entityType, undefined, dates).map(({ paper }) => paper);
    expect(papersFor('DRIVER')).toEqual(['LICENSE', 'MEDICAL']);
    expect(papersFor('VEHICLE')).toEqual(['INSURANCE', 'REGISTRATION', 'MAINTENANCE']);
    expect(papersFor('ORGANIZATION')).toEqual(['SEAL_CERTIFICATE']);
  });
});

describe('a warning', () => {
  test.each([
    [31, undefined],
    [30, 30],
    [29, 30],
    [8, 30],
    [7, 7],
    [6, 7],
    [1, 7],
    [0, 0],
    [-1, 0],
    [-4000, 0],
  ])('with %d days left is that of %p days ahead', (daysLeft, daysAhead) => {
    expect(dueWarning(daysLeft)?.daysAhead).toBe(daysAhead);
  });

  test('is due on the day itself, and the next one after it, all the way to the last', () => {
    const [first, second, last] = WARNINGS;
    expect(firstWarningOn('2026-03-31')).toBe('2026-03-01');
    expect(nextWarningOn('2026-03-31', first)).toBe('2026-03-24');
    expect(nextWarningOn('2026-03-31', second)).toBe('2026-03-31');
    expect(nextWarningOn('2026-03-31', last)).toBeUndefined();
  });

  test.each([
    [30, 'INFO'],
    [7, 'WARNING'],
    [1, 'WARNING'],
    [0, 'CRITICAL'],
    [-12, 'CRITICAL'],
  ])('desk 2.1: with %d days left is %s, and says what is true on any day', (daysLeft, severity) => {
    const paper: ExpiryRecord = { teamId: 't', paper: 'INSURANCE', entityId: 'e', expiresOn: '2026-03-31' };
    const warning = dueWarning(daysLeft) ?? WARNINGS[0];
    expect(expiryAlert(paper, '12-AB-3C', warning)).toEqual({
      cause: {
        type: 'PAPER_EXPIRING',
        entityType: 'VEHICLE',
        entityId: 'e',
        severity,
        facts: { paper: 'INSURANCE', name: '12-AB-3C', expiresOn: '2026-03-31' },
      },
      occasion: `INSURANCE#2026-03-31#${warning.daysAhead}`,
    });
    expect(alertText('PAPER_EXPIRING', expiryAlert(paper, '12-AB-3C', warning).cause.facts)).toEqual({
      en: '12-AB-3C: insurance, valid until 2026-03-31. Renew it and enter its new date.',
      es: '12-AB-3C: seguro, con vigencia hasta el 2026-03-31. Renuévelo y capture su nueva fecha.',
    });
  });
});

test.each([
  [undefined, 30],
  ['0', 0],
  ['1', 1],
  ['366', 366],
])('the list looks %p days ahead: %d', (days, expected) => {
  expect(v.parse(DaysAhead, days)).toBe(expected);
});

test.each(['367', '-1', '1.5', '', ' 7', 'x', '1e2'])('the list does not look %j days ahead', (days) => {
  expect(refusals(DaysAhead, days)).toEqual([': Send a whole number of days from 0 to 366.']);
});

test('a paper is kept with all that its warnings are made of', () => {
  const entity = { teamId: '019caf10-3180-7000-8000-000000000001', entityId: '019caf10-3180-7000-8000-000000000002' };
  const paper = { ...entity, paper: 'LICENSE', expiresOn: '2026-03-31', warnOn: '2026-03-01' };
  expect(v.parse(ExpiryRecord, { ...paper, pk: 'x' })).toEqual(paper);
  for (const wrong of [{ paper: 'PASSPORT' }, { expiresOn: 'soon' }, { warnOn: 'soon' }, { teamId: 't' }]) {
    expect(v.is(ExpiryRecord, { ...paper, ...wrong })).toBe(false);
  }
});
