import * as v from 'valibot';
import { OPERATIONS } from '../../functions/catalog';
import type { Operation } from '../../shared/operation/define';
import { sample } from '../support/sample';

const REPORTS = Object.values<Operation>(OPERATIONS).filter(({ output }) => output.csv !== undefined);

const headerOf = ({ output }: Operation, language: 'en' | 'es'): string[] => {
  const table = output.csv?.(v.parse(output.body, sample(output.body)), language) ?? '';
  return (table.split('\r\n')[0] ?? '').replace('\ufeff', '').split(',');
};

test('desk 4.1: all reports are looked at', () => {
  const known = ['getDriverHours', 'getOwnHours', 'readStatement', 'reportIncome', 'reportReceivables', 'reportTaxes'];
  expect(REPORTS.map(({ id }) => id).sort()).toEqual(known);
});

test.each(REPORTS.map((report) => [report.id, report] as const))(
  'desk 4.1: the header of %s has the fields in English, and their Spanish names in Spanish',
  (_, report) => {
    const [fields, names] = [headerOf(report, 'en'), headerOf(report, 'es')];
    expect(names).toHaveLength(fields.length);
    expect(new Set(names).size).toBe(names.length);
    expect(fields.every((field) => /^"[a-zA-Z0-9]+"$/.test(field))).toBe(true);
    expect(names.filter((name) => fields.includes(name))).toEqual([]);
  },
);
