import { operation as correctDriverHours } from '../../functions/drivers/correct-driver-hours';
import { operation as exportDriver } from '../../functions/drivers/export-driver';
import { operation as getDriverHours } from '../../functions/drivers/get-driver-hours';
import { operation as getOwnHours } from '../../functions/drivers/get-own-hours';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openHoursLog } from '../support/hours-log';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const DAY = '2026-03-02';
const openLog = () => openHoursLog(world);

describe('road 8: GET …/hours', () => {
  test('road 6: shows a trip under way up to now, and what the driver reported, to driver and office alike', async () => {
    const { office, drive, report, pass, read, shown, driverPath, at } = await openLog();
    pass(60);
    await drive(0, 40);
    await report('PAUSA', 42);
    const own = await read();
    expect(shown(own)).toEqual(['CONDUCE 0-40', 'SIN_DATO 40-42', 'PAUSA 42-60 reported']);
    expect(own).toMatchObject({
      ...{ from: DAY, to: DAY, timeZone: 'America/Mexico_City', asOf: at(60), corrections: [], warnings: [] },
      notice: expect.stringMatching(/^Registro de apoyo/),
      sums: { CONDUCE: 40, AUXILIAR: 0, PAUSA: 18, DESCANSO: 0, SIN_DATO: 2 },
      ...{ continuousMinutes: 40, drivenMinutes: 40, nextPauseAt: at(60 + 260), restBy: at(60 + 800) },
    });
    const answer = await office.send(getDriverHours, { path: driverPath, query: { from: DAY, to: DAY } });
    expect([answer.status, answer.body]).toEqual([200, own]);
  });

  test('road 6: shows the same after the end of the trip, and a report goes on', async () => {
    const { drive, report, pass, read, shown, end } = await openLog();
    pass(60);
    await drive(0, 60);
    const before = shown(await read());
    await end();
    expect(shown(await read())).toEqual(before);
    await report('DESCANSO', 60);
    pass(30);
    expect(shown(await read())).toEqual(['CONDUCE 0-60', 'DESCANSO 60-90 reported']);
  });

  test('road 6: warns before and at the limits, and eight hours of rest end them', async () => {
    const { drive, report, pass, read, end, at } = await openLog();
    pass(310);
    for (let hour = 0; hour < 6; hour += 1) await drive(hour * 60, Math.min(310, hour * 60 + 60));
    expect(await read()).toMatchObject({
      ...{ continuousMinutes: 310, nextPauseAt: at(300) },
      warnings: [
        { code: 'HOURS_NEAR_LIMIT', rule: 'CONTINUOUS_DRIVING', at: at(270) },
        { code: 'HOURS_OVER_LIMIT', rule: 'CONTINUOUS_DRIVING', at: at(300) },
      ],
    });
    await end();
    await report('DESCANSO', 310);
    pass(8 * 60);
    expect(await read()).toMatchObject({ continuousMinutes: 0, drivenMinutes: 0 });
  });

  test('road 6: of earlier days has no limits ahead, and a count that began on the day before', async () => {
    const { drive, pass, read, end } = await openLog();
    pass(15 * 60 + 100);
    for (let hour = 13; hour < 16; hour += 1) await drive(hour * 60, hour * 60 + 60);
    await drive(960, 1000);
    await end();
    pass(60);
    const first = await read({ from: DAY, to: DAY });
    expect(first).toMatchObject({ nextPauseAt: null, restBy: null, asOf: '2026-03-03T06:00:00.000Z' });
    const second = await read({ from: '2026-03-03' });
    expect(second).toMatchObject({ from: '2026-03-03', to: '2026-03-03', sums: { CONDUCE: 100 }, drivenMinutes: 220 });
    expect((await read({ from: DAY, to: '2026-03-03' })).sums).toMatchObject({ CONDUCE: 220 });
  });

  test('road 8: of a driver without work is empty', async () => {
    const { read } = await openLog();
    expect(await read({ from: '2026-02-01', to: '2026-02-28' })).toMatchObject({ intervals: [], corrections: [] });
    expect(await read({ from: '2026-04-01' })).toMatchObject({ from: '2026-04-01', to: '2026-04-01', intervals: [] });
  });

  test.each<[string, Record<string, string>, string]>([
    ['more than 31 days', { from: '2026-01-30', to: DAY }, 'from'],
    ['an end before the beginning', { from: DAY, to: '2026-03-01' }, 'from'],
    ['a malformed day', { from: '02/03/2026' }, 'from'],
    ['an instant', { to: '2026-03-02T00:00:00Z' }, 'to'],
  ])('road 8: with %s is 400', async (_, query, field) => {
    const { cab, office, driverPath } = await openLog();
    expect(refusal(await cab.send(getOwnHours, { query }))).toEqual(refused('VALIDATION_FAILED', field));
    const answer = await office.send(getDriverHours, { path: driverPath, query });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  test('road 8: with 31 days is answered', async () => {
    const { read } = await openLog();
    expect(await read({ from: '2026-01-31', to: DAY })).toMatchObject({ from: '2026-01-31' });
  });

  test('road 8: as text/csv has a row for each interval and correction, each a record of support', async () => {
    const { cab, drive, pass, correct, at } = await openLog();
    pass(60);
    await drive(0, 60);
    await correct(10, 20, { reason: '=1+1' });
    const headers = { accept: 'text/csv', 'accept-language': 'es' };
    const answer = await cab.send(getOwnHours, { headers });
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    const lines = String(answer.body.table).trim().split('\r\n');
    expect(lines[0]).toContain('registro');
    expect(lines.slice(1)).toEqual([
      `"Registro de apoyo","INTERVAL","${at(0)}","${at(60)}","CONDUCE",60,"false",,`,
      `"Registro de apoyo","CORRECTION","${at(10)}","${at(20)}","PAUSA",10,,"'=1+1","${cab.id}"`,
    ]);
  });

  test('road 8: of another team’s driver is 404, and a driver reads the own hours alone', async () => {
    const { driverPath, cabs } = await openLog();
    const other = await openOffice(world);
    for (const operation of [getDriverHours, correctDriverHours]) {
      const body = { from: '2026-03-02T10:00:00Z', to: '2026-03-02T11:00:00Z', state: 'PAUSA', reason: 'x' };
      const answer = await other.send(operation, {
        path: driverPath,
        ...(operation === correctDriverHours && { body }),
      });
      expect(refusal(answer)).toEqual(refused('NOT_FOUND'));
    }
    expect((await cabs[1].send(getOwnHours)).body.intervals).toEqual([]);
  });
});

describe('road 8: POST …/hours/corrections', () => {
  test('road 6: adds the correction; what was recorded stays, and the limits count it', async () => {
    const { office, drive, pass, correct, read, shown, driverPath, at, cab } = await openLog();
    pass(120);
    await drive(0, 60);
    await drive(61, 120);
    const before = shown(await read());
    const first = await correct(30, 60);
    expect([first.status, first.body]).toMatchObject([
      201,
      { driverId: cab.id, by: cab.id, byType: 'DRIVER', from: at(30), to: at(60), state: 'PAUSA', reason: 'Comida' },
    ]);
    expect(await read()).toMatchObject({
      sums: { CONDUCE: 90, PAUSA: 30 },
      recordedSums: { CONDUCE: 120, PAUSA: 0 },
      continuousMinutes: 60,
    });
    const body = { from: at(40), to: at(60), state: 'CONDUCE', reason: 'No paró' };
    const second = await office.send(correctDriverHours, { path: driverPath, body });
    expect([second.status, second.body]).toMatchObject([201, { by: office.id, byType: 'MEMBER' }]);
    const own = await read();
    expect([shown(own), own.corrections]).toEqual([before, [first.body, second.body]]);
    expect(own).toMatchObject({ sums: { CONDUCE: 110, PAUSA: 10 }, continuousMinutes: 110 });
  });

  test('road 6: is written once for an Idempotency-Key, and is in the audit without its reason', async () => {
    const { office, correct, pass, read, cab } = await openLog();
    pass(60);
    const headers = { 'idempotency-key': someId() };
    const answers = [await correct(10, 20, {}, headers), await correct(10, 20, {}, headers)];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await read()).corrections).toHaveLength(1);
    const entries = await table.partition(`TEAM#${office.teamId}#DRIVER#${cab.id}`, 'EVENT#');
    expect(entries).toMatchObject([{ action: 'UPDATE', actorId: cab.id, actorType: 'DRIVER' }]);
    expect(JSON.stringify(entries)).not.toContain('Comida');
  });

  test.each<[string, number, number, object, string]>([
    ['that ends before it begins', 20, 10, {}, 'to'],
    ['that is empty', 20, 20, {}, 'to'],
    ['of more than 24 hours', -24 * 60 - 1, 0, {}, 'to'],
    ['of the future', 20, 61, {}, 'to'],
    ['of a day that is no longer kept', -366 * 24 * 60, -365 * 24 * 60 - 60, {}, 'from'],
    ['without a reason', 10, 20, { reason: ' ' }, 'reason'],
    ['of an unknown state', 10, 20, { state: 'SIN_DATO' }, 'state'],
  ])('road 8: %s is 400', async (_, from, to, fields, field) => {
    const { correct, pass, read } = await openLog();
    pass(60);
    expect(refusal(await correct(from, to, fields))).toEqual(refused('VALIDATION_FAILED', field));
    expect((await read()).corrections).toEqual([]);
  });

  test('road 8: is for administrators in the office', async () => {
    const { office, driverPath, at, pass } = await openLog();
    pass(60);
    const body = { from: at(10), to: at(20), state: 'PAUSA', reason: 'x' };
    const member = await office.hire('MEMBER');
    expect(refusal(await member.send(correctDriverHours, { path: driverPath, body }))).toEqual(refused('FORBIDDEN'));
    const admin = await office.hire('ADMIN');
    expect((await admin.send(correctDriverHours, { path: driverPath, body })).status).toBe(201);
    expect((await member.send(getDriverHours, { path: driverPath })).status).toBe(200);
  });

  test('road 6: the export of a driver has the days and the corrections', async () => {
    const { office, drive, pass, end, correct, driverPath } = await openLog();
    pass(60);
    await drive(0, 60);
    await end();
    const correction = (await correct(10, 20)).body;
    const { body } = await office.send(exportDriver, { path: driverPath });
    expect(body.hoursCorrections).toEqual([correction]);
    expect(body.hours).toMatchObject([{ day: DAY, intervals: [{ state: 'CONDUCE', minutes: 60 }] }]);
  });
});

test('road 8: a driver without access reads no hours', async () => {
  const { office } = await openLog();
  const { teamId, testContext } = office;
  const cab = await office.cab(await insertDriver(testContext, { teamId, sub: someId(), appAccessStatus: 'DISABLED' }));
  expect(refusal(await cab.send(getOwnHours))).toEqual(refused('FORBIDDEN'));
});
