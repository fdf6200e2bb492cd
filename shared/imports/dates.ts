/** A day as spreadsheets write it: 31/12/2027. */
const WRITTEN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
/** The same with the year first, which has one meaning. */
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/;
/** A cell in a format with hours shows midnight behind its day. The digit before it keeps the time linear for a cell of many blanks. */
const MIDNIGHT = /(?<=\d)\s+(?:0?0:00(?::00)?|12:00(?::00)? a\.?\s?m\.?)$/i;

const dayOf = (cell: string): string => cell.trim().replace(MIDNIGHT, '');

/** Which number of a written day comes first. */
export type DayOrder = 'DAY' | 'MONTH';

const partsOf = (cell: string): readonly [first: string, second: string, year: string] | undefined => {
  const [, first, second, year] = WRITTEN_DAY.exec(dayOf(cell)) ?? [];
  return first && second && year ? [first, second, year] : undefined;
};

/** The order in which a file writes its days: that of those whose first or second number can be no month. Undefined without one, and with both. */
export function dayOrderOf(cells: readonly string[]): DayOrder | undefined {
  const days = cells.map(partsOf);
  const [hasDayFirst, hasMonthFirst] = [0, 1].map((place) => days.some((parts) => Number(parts?.[place]) > 12));
  if (hasDayFirst === hasMonthFirst) return undefined;
  return hasDayFirst ? 'DAY' : 'MONTH';
}

/** A written day as YYYY-MM-DD. Any other cell, and any without a known order, stays as it is. */
export function dayIn(cell: string, order: DayOrder | undefined): string {
  const [, ofYear, ofMonth = '', ofDay = ''] = YEAR_FIRST.exec(dayOf(cell)) ?? [];
  if (ofYear !== undefined) return [ofYear, ofMonth.padStart(2, '0'), ofDay.padStart(2, '0')].join('-');
  const parts = partsOf(cell);
  if (parts === undefined || order === undefined) return cell;
  const [first, second, year] = parts;
  const [day, month] = order === 'DAY' ? [first, second] : [second, first];
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
