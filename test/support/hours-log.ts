import * as v from 'valibot';
import { operation as correctOwnHours } from '../../functions/drivers/correct-own-hours';
import { operation as getOwnHours } from '../../functions/drivers/get-own-hours';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import type { DriverRecord } from '../../shared/fleet/driver';
import type { Accounts } from './accounts';
import { factId } from './phone';
import { openRoad } from './road';

const MINUTE_MS = 60_000;
const Intervals = v.array(v.object({ from: v.string(), to: v.string(), state: v.string(), isReported: v.boolean() }));

const minutes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A driver on the road, the log as driver and office read it, and a way to report and correct. */
export async function openHoursLog(world: Accounts, driver: Partial<DriverRecord> = {}) {
  const road = await openRoad(world, { driver });
  const { office, cabs, at, path } = road;
  const [cab] = cabs;
  const driverPath = { driverId: cab.id };
  const report = (state: string, minute: number) => {
    const item = { id: factId(Date.parse(at(minute))), kind: 'DUTY', state, recordedAt: at(minute) };
    return cab.send(syncFacts, { body: { sentAt: office.testContext.now().toISOString(), items: [item] } });
  };
  const read = async (query: Record<string, string> = {}) => (await cab.send(getOwnHours, { query })).body;
  const shown = (body: Record<string, unknown>) =>
    v.parse(Intervals, body.intervals).map(({ from, to, state, isReported }) => {
      const minuteOf = (instant: string) => (Date.parse(instant) - road.start) / MINUTE_MS;
      return `${state} ${minuteOf(from)}-${minuteOf(to)}${isReported ? ' reported' : ''}`;
    });
  return {
    ...{ ...road, cab, driverPath, report, read, shown },
    drive: (from: number, to: number) => road.send(cab, minutes(from, to)),
    pass: (minute: number) => office.testContext.pass(minute * MINUTE_MS),
    end: () => office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } }),
    correct: (from: number, to: number, fields: object = {}, headers = {}) =>
      cab.send(correctOwnHours, {
        body: { from: at(from), to: at(to), state: 'PAUSA', reason: 'Comida', ...fields },
        headers,
      }),
  };
}
