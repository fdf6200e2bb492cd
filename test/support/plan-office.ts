import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import type { Accounts } from './accounts';
import { someId, type TestContext } from './engine-runtime';
import type { TestAnswer } from './http-event';
import { openOffice } from './office';
import { insertDriver, insertVehicle } from './store-fleet';

/** 2 March 2026 at this time, in UTC. */
export const at = (time: string) => `2026-03-02T${time}:00.000Z`;

/** Offices with two drivers and two vehicles each, that plan trips. */
export const planOffices = (world: Accounts) => async () => {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const drivers = [
    await insertDriver(testContext, { teamId, sub: someId() }),
    await insertDriver(testContext, { teamId, sub: someId() }),
  ] as const;
  const vehicles = [
    await insertVehicle(testContext, { teamId, plate: '11-AA-1A' }),
    await insertVehicle(testContext, { teamId, plate: '22-BB-2B' }),
  ] as const;
  const crew = { driverId: drivers[0].id, vehicleId: vehicles[0].id };
  const others = { driverId: drivers[1].id, vehicleId: vehicles[1].id };
  const plan = (body: object, headers = {}) => office.send(createTrip, { body, headers });
  const planned = async (body: object) => {
    const answer = await plan(body);
    expect([answer.status, answer.body.warnings]).toEqual([201, undefined]);
    return String(answer.body.id);
  };
  const move = async (tripId: string, status: string) =>
    expect((await office.send(updateTripStatus, { path: { tripId }, body: { status } })).status).toBe(200);
  const edit = (tripId: string, body: object) => office.send(updateTrip, { path: { tripId }, body });
  return { ...{ office, teamId, testContext, drivers, vehicles, crew, others }, plan, planned, move, edit };
};

interface Warning {
  readonly code: string;
  readonly field: string;
  readonly message: string;
  readonly tripId: string;
  readonly startDate: string;
  readonly endDate: string;
}
const isWarning = (one: unknown): one is Warning => typeof one === 'object' && one !== null && 'tripId' in one;
export const warningsOf = ({ body: { warnings } }: TestAnswer): Warning[] =>
  Array.isArray(warnings) ? warnings.filter(isWarning) : [];
/** The fields of the warnings about a trip. */
export const about = (answer: TestAnswer, tripId: string) =>
  warningsOf(answer).flatMap((one) => (one.tripId === tripId ? [one.field] : []));

/** The calls of the last request. */
export const callsOf = ({ logs }: TestContext) => Number(/"calls":(\d+)/.exec(logs.at(-1) ?? '')?.[1]);
