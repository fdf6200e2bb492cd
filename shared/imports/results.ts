import * as v from 'valibot';
import { csvOf } from '../platform/values/csv';
import { Whole } from '../platform/values/fields';
import type { Text } from '../platform/values/text';
import type { ImportRecord } from './import';

const BothTexts = v.object({ en: v.string(), es: v.string() });

export const RESULTS = ['CREATED', 'UPDATED', 'UNCHANGED', 'FAILED'] as const;

/** A refusal or a warning in both languages. */
export interface RowError {
  readonly field?: string | undefined;
  readonly message: Text;
}

const Reasons = v.array(v.object({ field: v.optional(v.string()), message: BothTexts }));

/** The result of one row, as a line of the file of results. */
export const RowResult = v.object({
  row: Whole,
  externalId: v.optional(v.string()),
  result: v.picklist(RESULTS),
  id: v.optional(v.string()),
  errors: v.optional(Reasons),
  /** What the write of the row warns of. */
  warnings: v.optional(Reasons),
});
export type RowResult = v.InferOutput<typeof RowResult>;

const MOST_ERRORS = 100;

export const linesOf = (results: readonly RowResult[]): string =>
  results.map((one) => `${JSON.stringify(one)}\n`).join('');

/** The first results of a file of results. A run that ended between its file and its checkpoint left more of them. */
export const resultsIn = (lines: string, done: number): RowResult[] =>
  lines
    .split('\n')
    .slice(0, done)
    .filter((line) => line !== '')
    .map((line) => v.parse(RowResult, JSON.parse(line)));

/** The counts of a job with these results. */
export function countsOf(results: readonly RowResult[]) {
  const of = (result: RowResult['result']) => results.filter((one) => one.result === result).length;
  return {
    done: results.length,
    created: of('CREATED'),
    updated: of('UPDATED'),
    unchanged: of('UNCHANGED'),
    failed: of('FAILED'),
  };
}

/** The first refused rows, as they are answered. */
export const firstErrors = (results: readonly RowResult[]) =>
  results
    .filter(({ result }) => result === 'FAILED')
    .slice(0, MOST_ERRORS)
    .map(({ row, externalId, errors = [] }) => ({ row, externalId, errors }));

const WOULD: Readonly<Partial<Record<RowResult['result'], string>>> = {
  CREATED: 'WOULD_CREATE',
  UPDATED: 'WOULD_UPDATE',
};

/** Every row with its result, for a spreadsheet. The reader's language is not known, so that the reasons stand in both. */
export const resultCsv = (results: readonly RowResult[], { dryRun }: Pick<ImportRecord, 'dryRun'>): string =>
  csvOf(
    ['row', 'externalId', 'result', 'id', 'errors', 'errores', 'warnings', 'avisos'],
    results.map(({ row, externalId, result, id, errors = [], warnings = [] }) => ({
      row,
      externalId,
      result: (dryRun && WOULD[result]) || result,
      id,
      errors: reasons(errors, 'en'),
      errores: reasons(errors, 'es'),
      warnings: reasons(warnings, 'en'),
      avisos: reasons(warnings, 'es'),
    })),
  );

const reasons = (errors: readonly RowError[], language: keyof Text): string =>
  errors.map(({ field, message }) => (field ? `${field}: ${message[language]}` : message[language])).join(' ');
