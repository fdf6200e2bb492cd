import { hoursPdf } from '../../shared/files/keep-hours-pdf';
import { type DriverLog, printedHours } from '../../shared/hours/printed-hours';
import { readPdf } from '../support/read-pdf';

const NOW = new Date('2026-02-01T15:00:00Z');
const START = Date.parse('2026-01-01T06:00:00Z');
const MINUTE_MS = 60_000;
const DAYS = 31;
const SUMS = { CONDUCE: 0, AUXILIAR: 0, PAUSA: 0, DESCANSO: 0, SIN_DATO: 0 };

/** A log of 31 days with so many entries and corrections each day, one after the other. */
function logOf(entries: number, reasons: readonly string[] = []): DriverLog {
  const minutes = Math.floor((24 * 60) / entries);
  const stretch = (day: number, index: number) => {
    const from = START + (day * 24 * 60 + index * minutes) * MINUTE_MS;
    return { from: new Date(from).toISOString(), to: new Date(from + minutes * MINUTE_MS).toISOString() };
  };
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const intervals = days.flatMap((day) =>
    Array.from({ length: entries }, (_, index) => ({
      ...{ ...stretch(day, index), minutes, isReported: index % 2 === 0 },
      state: index % 2 === 0 ? ('PAUSA' as const) : ('CONDUCE' as const),
    })),
  );
  const corrections = days.flatMap((day) =>
    reasons.map((reason, index) => ({
      ...{ id: `${day} ${index}`, driverId: 'a', by: 'b', byType: 'MEMBER' as const, state: 'AUXILIAR' as const },
      ...{ ...stretch(day, index), reason, createdAt: NOW.toISOString() },
    })),
  );
  return {
    ...{ teamName: 'Fletes Ñandú', driverName: 'Íñigo Muñoz', licenseNumber: null, licenseExpiry: null },
    hours: {
      ...{ from: '2026-01-01', to: '2026-01-31', timeZone: 'America/Mexico_City', notice: { en: '', es: '' } },
      ...{ asOf: NOW.toISOString(), continuousMinutes: 0, drivenMinutes: 0, nextPauseAt: null, restBy: null },
      ...{ warnings: [], intervals, corrections, sums: SUMS, recordedSums: SUMS },
    },
  };
}

const pagesOf = async (log: DriverLog) => readPdf(await hoursPdf(log, printedHours(log), NOW));

describe('road 8: the PDF of 31 days of working time', () => {
  it('road 8: has each entry once, the head of the table on each page, and its number of the pages', async () => {
    const pages = await pagesOf(logOf(40));
    const text = pages.map((page) => page.text).join('\n');
    expect(text.match(/Reportado por el operador/g)).toHaveLength(DAYS * 20);
    expect(text.match(/Posiciones y paradas/g)).toHaveLength(DAYS * 20);
    expect(pages.length).toBeGreaterThan(20);
    for (const [index, page] of pages.entries()) {
      expect(page.text).toContain(`Página ${index + 1} de ${pages.length}`);
      const [first = ''] = page.text.split('\n');
      if (index > 0) expect(first).toMatch(/^(Desde|Día \d{4}-\d\d-\d\d|Constancia)$/);
      expect(page.right).toBeLessThan(546);
    }
  });

  it('road 8: keeps a row of many lines on one page', async () => {
    const reasons = [`Principio ${'de una razón larga '.repeat(24)}Final`, 'x'.repeat(500)];
    const pages = await pagesOf(logOf(4, reasons));
    const both = pages.filter(({ text }) => text.includes('Principio'));
    expect(pages.flatMap(({ text }) => text.match(/Principio/g) ?? [])).toHaveLength(DAYS);
    for (const { text } of both) expect(text.match(/Final/g)).toHaveLength(text.match(/Principio/g)?.length ?? 0);
    // A4 with a margin of 50 points, and the foot below it.
    for (const { right, top, bottom } of pages) {
      expect([right < 546, top < 792, bottom > 29]).toEqual([true, true, true]);
      expect(bottom).toBeLessThan(31);
    }
  });
});
