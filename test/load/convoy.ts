import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Driver, withDriver } from '../../client/src/driver';
import { createFleet, type Fleet } from '../../client/src/index';
import { expectStatus, somebodyAt } from '../../scenarios/expect';
import { ADDRESS } from '../../scenarios/journeys/fleet/scene';
import { openApp, signedIn } from '../../scenarios/people';
import type { Desk } from '../../scenarios/steps/desk';
import { hireDriver, registerVehicle } from '../../scenarios/steps/fleet';
import { createTeam } from '../../scenarios/steps/teams';
import { listPositions, planTrip, readTrack, startTrip } from '../../scenarios/steps/trips';
import type { Checks } from '../deploy/progress';
import type { ServerProcess } from '../local/support/server';
import { Latencies } from './figures';

const POINTS = 15;
const POINTS_A_SYNC = 5;
const BETWEEN_POINTS_MS = 2_000;
/** A track keeps one point of each second. A phone that a busy machine wakes late waits this long before its next point. */
const SECOND_MS = 1_050;
/** One phone of so many has no network during the drive, and sends all its points at the end. */
const CUT_OFF = 10;
/** The records of so many drivers are made at once. */
const LANES = 20;
const ALL_SENT_WITHIN_MS = 120_000;
const SPACING = 0.0001;

/** The app of one driver, with the points that it recorded: longitude and latitude, as a track answers them. */
interface Phone {
  readonly tripId: string;
  readonly app: Fleet & Driver;
  readonly isCutOff: boolean;
  readonly points: number[][];
}

/**
 * All phones of a carrier drive at once, with the offline queue of the client. Each sends five positions every ten seconds; each tenth one is
 * without a network until the end. Checks that each track has each point once, and that the map has each truck at its last point.
 */
export async function convoy(checks: Checks, server: ServerProcess, count: number): Promise<void> {
  const baseUrl = await server.url();
  const fleet = await signedIn(somebodyAt(baseUrl), 'owner@demo.mx');
  const { team } = await expectStatus(201, createTeam(fleet, { name: 'Convoy', address: ADDRESS }));
  const desk: Desk = { fleet, teamId: team.teamId };
  const phones = await inLanes(count, (number) => departure(baseUrl, desk, number));
  const latencies = new Latencies();
  const startedAt = performance.now();
  await Promise.all(phones.map((phone, number) => drive(phone, number / count, latencies)));
  const driven = performance.now() - startedAt;
  await checks.check(`${count} phones: each queue is empty at the end`, async () => {
    const left = await Promise.all(phones.map((phone) => sendTheRest(phone, latencies)));
    assert.deepEqual(
      left.filter((one) => one > 0),
      [],
    );
  });
  const sent = performance.now() - startedAt;
  console.log(latencies.lines().join('\n'));
  console.log(
    `      ${count * POINTS} points recorded in ${seconds(driven)} s, all of them sent ${seconds(sent - driven)} s later`,
  );
  await checks.check(`${count} phones: each track has each point once, in its order`, async () => {
    const tracks = await inLanes(count, async (number) => trackOf(desk, phones[number]?.tripId ?? ''));
    assert.deepEqual(
      tracks,
      phones.map(({ points }) => points),
    );
  });
  await checks.check(`${count} phones: the map shows each truck at its last point`, async () => {
    const { positions } = await expectStatus(200, listPositions(desk));
    const shown = new Map(positions.map(({ tripId, lat, lng }) => [tripId, [lng, lat]]));
    assert.deepEqual(
      phones.map(({ tripId }) => shown.get(tripId)),
      phones.map(({ points }) => points.at(-1)),
    );
  });
  await checks.check(`${count} phones: the server reports no fault`, async () =>
    assert.equal(server.output().stderr, ''),
  );
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** Runs the work for each number below `count`, {@link LANES} at a time. */
async function inLanes<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) results[number] = await work(number);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

/** Hires a driver, opens the app, and starts a trip with it. */
async function departure(baseUrl: string, desk: Desk, number: number): Promise<Phone> {
  const app = createFleet({ baseUrl });
  const [{ driver }, vehicle] = await Promise.all([
    expectStatus(201, hireDriver(desk, { name: `Convoy ${number}` })),
    expectStatus(201, registerVehicle(desk, { plate: `C-${number}` })),
  ]);
  await openApp(app, desk, driver.id);
  const plan = { driverId: driver.id, vehicleId: vehicle.id, startDate: new Date().toISOString() };
  const { id: tripId } = await expectStatus(201, planTrip(desk, plan));
  await expectStatus(200, startTrip(app, tripId));
  return { tripId, app: withDriver(app, { storage: storage() }), isCutOff: number % CUT_OFF === 0, points: [] };
}

/** The storage of a phone, in memory. */
function storage() {
  const records = new Map<string, string>();
  return {
    getItem: (key: string) => records.get(key) ?? null,
    setItem: (key: string, value: string) => records.set(key, value),
    removeItem: (key: string) => records.delete(key),
  };
}

/** Records the points. The phones do not begin in the same instant: `phase`, from 0 to 1, is this one's share of the time between two points. */
async function drive(phone: Phone, phase: number, latencies: Latencies): Promise<void> {
  const startedAt = performance.now() + BETWEEN_POINTS_MS * phase;
  const place = Math.round(phase * 1_000);
  const flushes: Promise<unknown>[] = [];
  let earliest = startedAt;
  for (let at = 0; at < POINTS; at += 1) {
    const due = Math.max(startedAt + BETWEEN_POINTS_MS * at, earliest);
    await wait(Math.max(0, due - performance.now()));
    earliest = performance.now() + SECOND_MS;
    const [lng, lat] = [rounded(-100 + SPACING * at), rounded(19 + SPACING * place)];
    const item = await phone.app.driver.queue.record({ kind: 'PING', tripId: phone.tripId, lat, lng, speedKmh: 60 });
    assert.ok(item, `${phone.tripId}: the queue refused a position`);
    phone.points.push([lng, lat]);
    if (!phone.isCutOff && at % POINTS_A_SYNC === POINTS_A_SYNC - 1) flushes.push(flush(phone, latencies));
  }
  await Promise.all(flushes);
}

const rounded = (degrees: number): number => Math.round(degrees / SPACING) * SPACING;

async function flush({ app, isCutOff }: Phone, latencies: Latencies): Promise<void> {
  const startedAt = performance.now();
  const { refused, error } = await app.driver.queue.flush();
  assert.deepEqual(refused, []);
  latencies.add(
    error === undefined ? (isCutOff ? 'sync of 15' : 'sync of 5') : 'not sent',
    performance.now() - startedAt,
  );
}

/** Sends what the queue still holds, as the app would: whenever a flush is due. Returns the number of items that are left. */
async function sendTheRest(phone: Phone, latencies: Latencies): Promise<number> {
  const { queue } = phone.app.driver;
  for (const end = Date.now() + ALL_SENT_WITHIN_MS; Date.now() < end; ) {
    const due = await queue.dueIn();
    if (due === undefined) return 0;
    await wait(due);
    await flush(phone, latencies);
  }
  return (await queue.read()).pending.length;
}

/** The points of a track, as they were recorded: a track has five decimals. */
async function trackOf(desk: Desk, tripId: string): Promise<number[][]> {
  const track = await expectStatus(200, readTrack(desk, tripId));
  assert.ok('geometry' in track);
  return (track.geometry?.coordinates ?? []).map((point) => point.map(rounded));
}
