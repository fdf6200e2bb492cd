import { operation as correctDriverHours } from '../../functions/drivers/correct-driver-hours';
import { operation as getDriverHours } from '../../functions/drivers/get-driver-hours';
import { operation as getOwnHours } from '../../functions/drivers/get-own-hours';
import type { DriverRecord } from '../../shared/fleet/driver';
import { accounts, refusal, refused } from '../support/accounts';
import { openHoursLog } from '../support/hours-log';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { followPdf, readPdf } from '../support/read-pdf';
import { objectStorage } from '../support/storage';
import { versionsOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();
const PDF = { accept: 'application/pdf' };
const DAY = '2026-03-02';

async function open(driver: Partial<DriverRecord> = {}) {
  const log = await openHoursLog(world, driver);
  storage.follow(log.office.testContext.now);
  const { office, cab, driverPath: path } = log;
  return {
    ...log,
    pdf: async (query: Record<string, string> = { from: DAY, to: DAY }) =>
      followPdf(await office.send(getDriverHours, { path, query, headers: PDF })),
    ownPdf: async (query: Record<string, string> = { from: DAY, to: DAY }) =>
      followPdf(await cab.send(getOwnHours, { query, headers: PDF })),
  };
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('road 8: the PDF of the working time, read by another program', () => {
  it('road 6: shows driver, licence, team, days, entries, corrections beside them, sums, limits, and that it is a record of support', async () => {
    const license = { licenseNumber: 'NL-B-0458812', licenseExpiry: '2027-12-31' };
    const { drive, report, pass, correct, pdf } = await open({ name: 'Íñigo Muñoz Peña', ...license });
    pass(60);
    await drive(0, 40);
    await report('PAUSA', 42);
    await correct(10, 20, { reason: 'Comió en el\nparadero 箱' });
    const { text, pages } = await pdf();
    const shown = flat(text);
    for (const part of [
      ...['Horas del operador', 'Operador: Íñigo Muñoz Peña', 'Licencia: NL-B-0458812, vigente hasta 2027-12-31'],
      ...['Empresa: Transportes del Norte', `Días: del ${DAY} al ${DAY} (America/Mexico_City)`],
      ...['Contado hasta: 2026-03-02 10:00', 'Registro de apoyo. No sustituye la bitácora'],
      ...[
        'Conduce: 30 min con las correcciones, 40 min según lo registrado',
        'Pausa: 28 min con las correcciones, 18 min',
      ],
      ...[
        'Conducción continua: 30 min de 5 h, hasta una pausa o descanso de 30 min',
        'Conducción desde el último descanso: 30 min de 14 h',
      ],
      ...['a más tardar 2026-03-02 14:30', 'Sin avisos.', `Día ${DAY} Desde Hasta Estado Duración Origen`],
      '09:00:00 09:40:00 Conduce 40 min Posiciones y paradas 09:10:00 09:20:00 Corrección: Pausa 10 min Por el operador, 2026-03-02 10:00: Comió en el paradero ? 09:40:00 09:42:00 Sin dato 2 min',
      '09:42:00 10:00:00 Pausa 18 min Reportado por el operador',
      'Este PDF se generó el 2026-03-02 a partir del registro del servicio, que es el documento original.',
      'Registro de apoyo · 2026-03-02 a 2026-03-02 · Íñigo Muñoz Peña Página 1 de 1',
    ])
      expect(shown).toContain(part);
    expect(pages).toHaveLength(1);
  });

  it('road 6: names a limit that was passed', async () => {
    const { drive, pass, pdf } = await open();
    pass(310);
    for (let hour = 0; hour < 6; hour += 1) await drive(hour * 60, Math.min(310, hour * 60 + 60));
    const shown = flat((await pdf()).text);
    expect(shown).toContain('2026-03-02 13:30: Cerca del límite de conducción continua');
    expect(shown).toContain('2026-03-02 14:00: Límite excedido de conducción continua');
    expect(shown).toContain('Conducción continua: 5 h 10 min de 5 h');
  });

  it('road 6: splits an entry at midnight, and counts a day to its end', async () => {
    const { drive, pass, pdf, end } = await open();
    pass(15 * 60 + 100);
    for (let hour = 13; hour < 16; hour += 1) await drive(hour * 60, hour * 60 + 60);
    await drive(960, 1000);
    await end();
    const shown = flat((await pdf({ from: DAY, to: '2026-03-03' })).text);
    expect(shown).toContain('22:00:00 24:00:00 Conduce 2 h Posiciones y paradas');
    expect(shown).toContain(`Día 2026-03-03 Desde Hasta Estado Duración Origen 00:00:00 01:40:00 Conduce 1 h 40 min`);
  });

  it('road 8: of 31 days without an entry names each day, and has no heading at the end of a page', async () => {
    const { pdf } = await open();
    const { text, pages } = await pdf({ from: '2026-01-01', to: '2026-01-31' });
    expect(text.match(/^Día 2026-01-\d\d$/gm)).toHaveLength(31);
    expect(text.match(/^Sin registros\.$/gm)).toHaveLength(31);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page.text).toContain(`Página ${index + 1} de ${pages.length}`);
      expect(page.text).not.toMatch(/Día 2026-01-\d\d\nRegistro de apoyo ·/);
    }
  });

  it('road 8: breaks the longest name of a driver, and cuts it in the foot', async () => {
    const { pdf } = await open({ name: `${'Ñ'.repeat(1_000)} ${'de la Garza '.repeat(80)}`.trim() });
    const { pages, text } = await pdf();
    // A4 with a margin of 50 points.
    for (const { right } of pages) expect(right).toBeLessThan(546);
    expect(text.match(/Ñ/g)?.length).toBeGreaterThanOrEqual(1_000);
    expect(text.match(/Garza/g)).toHaveLength(80);
    expect(text).toContain('Página 1 de');
  });

  it('road 8: is stored once for a text, for driver and office alike', async () => {
    const { office, cab, drive, pass, pdf, ownPdf, end } = await open();
    pass(60);
    await drive(0, 60);
    await end();
    pass(24 * 60);
    const first = await pdf();
    pass(1);
    expect([(await pdf()).key, (await ownPdf()).key]).toEqual([first.key, first.key]);
    expect(await versionsOf(first.key)).toHaveLength(1);
    expect(first.key).toMatch(new RegExp(`^hours/${office.teamId}/${cab.id}/[0-9a-f]{64}\\.pdf$`));
  });

  it('road 6: after a correction is another PDF, and the address of the one before shows what it was', async () => {
    const { office, drive, pass, pdf, end, driverPath, at } = await open();
    pass(60);
    await drive(0, 60);
    await end();
    const before = await pdf();
    const body = { from: at(10), to: at(20), state: 'PAUSA', reason: 'Ponchadura' };
    expect((await office.send(correctDriverHours, { path: driverPath, body })).status).toBe(201);
    const after = await pdf();
    expect(after.key).not.toBe(before.key);
    expect(flat(after.text)).toContain('Por la oficina, 2026-03-02 10:00: Ponchadura');
    const again = await readPdf(new Uint8Array(await (await fetch(before.location)).arrayBuffer()));
    expect(again).toEqual(before.pages);
    expect(before.text).not.toContain('Ponchadura');
  });

  it('road 8: has a driver’s own entries alone', async () => {
    const { cabs, drive, pass } = await open();
    pass(60);
    await drive(0, 60);
    const { text } = await followPdf(await cabs[1].send(getOwnHours, { headers: PDF }));
    expect(text).toContain('Sin registros.');
  });

  it.each([
    ['no preference', {}],
    ['JSON first', { accept: 'application/json, application/pdf' }],
    ['anything', { accept: '*/*' }],
  ])('road 8: with %s is JSON', async (_, headers: Record<string, string>) => {
    const { office, driverPath: path } = await open();
    const { status, body } = await office.send(getDriverHours, { path, headers });
    expect([status, body.location, Array.isArray(body.intervals)]).toEqual([200, undefined, true]);
  });

  it('road 8: of another team’s driver is 404, and of more than 31 days 400', async () => {
    const { office, driverPath: path } = await open();
    const stranger = await openOffice(world);
    expect(refusal(await stranger.send(getDriverHours, { path, headers: PDF }))).toEqual(refused('NOT_FOUND'));
    const query = { from: '2026-01-30', to: DAY };
    expect(refusal(await office.send(getDriverHours, { path, query, headers: PDF }))).toEqual(
      refused('VALIDATION_FAILED', 'from'),
    );
  });
});
