import * as v from 'valibot';
import { operation as getDriverHours } from '../../../functions/drivers/get-driver-hours';
import { trigger as watchTrips } from '../../../functions/triggers/watch-trips';
import { operation as getTrip } from '../../../functions/trips/get-trip';
import { operation as getTripLocation } from '../../../functions/trips/get-trip-location';
import { operation as getTripStops } from '../../../functions/trips/get-trip-stops';
import { operation as getTripTimeline } from '../../../functions/trips/get-trip-timeline';
import { operation as getTripTrack } from '../../../functions/trips/get-trip-track';
import { tripKey } from '../../../shared/trips/trip';
import { Chance } from '../../load/chance';
import { type TripAnswers, tripAnswers } from './answers';
import type { Base } from './base';
import { type Drive, planDrive } from './drive';
import type { WorkingTimes } from './hours-judge';
import { intrude } from './intruder';
import { proofOf } from './kinds';
import { Meetings } from './meetings';
import { Office } from './office';
import { Phone } from './phone';
import type { PolicyState, RunRecord, TripState } from './record';
import { type MakeTable, readAs, World } from './world';

const HoursAnswer = v.object({
  asOf: v.string(),
  intervals: v.array(v.object({ from: v.string(), to: v.string(), state: v.string(), isReported: v.boolean() })),
});
const StoredTimes = v.object({
  driverId: v.string(),
  actualStartDate: v.optional(v.string()),
  actualEndDate: v.optional(v.string()),
  cancelledAt: v.optional(v.string()),
  legs: v.optional(v.array(v.object({ driverId: v.string(), until: v.string() })), []),
});
const PROOFS: readonly PolicyState['proof'][] = ['NONE', 'WARN', 'ENFORCE'];
/** The other team keeps the policy that a team has at first. */
const UNCHANGED: readonly PolicyState[] = [{ at: 0, proof: 'WARN' }];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The first drives begin within so long, and last at most so long. */
const STORY = 14 * HOUR;
/** Within the seven days after which an item is too old. */
const LONGEST_OFFLINE = 6 * DAY + 8 * HOUR;

/** A random story of two drivers with phones, their office, and all that goes wrong. */
export class Story {
  readonly world: World;
  readonly phones: readonly Phone[];
  private readonly office: Office;
  private readonly start: number;
  private drainFrom: number;

  /** The changes of the policy and the other team have a chance of their own, so that they change no story without them. */
  private readonly aside: Chance;
  private readonly changesPolicy: boolean;
  /** The office plans trips with the other driver before they begin. */
  private readonly reassigns: boolean;
  private readonly reportsDuty: boolean;
  /** Of every seventh story. */
  private readonly meetings: Meetings | undefined;

  constructor(seed: number, base: Base, rewrite?: (command: unknown) => unknown, makeTable?: MakeTable) {
    this.aside = new Chance(seed);
    this.changesPolicy = seed % 7 === 6;
    this.reassigns = seed % 14 === 8;
    this.reportsDuty = seed % 14 === 13 || seed % 14 === 1;
    const kept = seed % 3 === 0 ? 'ENFORCE' : 'WARN';
    const proof = this.changesPolicy ? this.aside.among(PROOFS) : kept;
    base.restore(proof);
    this.world = new World(seed, base, proof, seed % 4 === 0, rewrite, makeTable);
    const { world } = this;
    this.office = new Office(world);
    this.start = world.time.now();
    this.drainFrom = this.start + STORY + 8 * HOUR;
    const own = base.drivers.slice(0, 2).map((driver) => new Phone(world, driver, this.outages()));
    const hasStranger = seed % 7 === 1;
    this.phones = hasStranger ? [...own, new Phone(world, base.other.driver, this.outages())] : own;
    this.meetings = seed % 7 === 4 ? new Meetings(world, this.office, own, this.aside) : undefined;
  }

  private outages(): { from: number; until: number }[] {
    const { chance } = this.world;
    const isLong = chance.below(8) === 0;
    return Array.from({ length: chance.below(3) }, (_, index) => {
      const from = this.start + chance.below(STORY);
      const length = isLong && index === 0 ? chance.below(LONGEST_OFFLINE - STORY) : chance.below(5 * HOUR);
      this.drainFrom = Math.max(this.drainFrom, from + length + HOUR);
      return { from, until: from + length };
    });
  }

  /** Runs the story until each queue is empty. */
  async run(): Promise<void> {
    const { world, phones } = this;
    const { time, chance } = world;
    this.planDrives();
    this.planOffice();
    this.meetings?.plan(STORY);
    for (const phone of phones) {
      // The office acts at the moment in which a call arrives.
      phone.onSend = (milliseconds, batch) => {
        const endedId = batch.find(({ sent }) => sent.kind === 'TRIP_END')?.sent.tripId;
        if (endedId && !world.isReliable && world.history.proof === 'ENFORCE' && chance.below(4) === 0)
          world.after(milliseconds + chance.below(60), () => this.office.changeStops(endedId));
        if (endedId) this.meetings?.atEnd(endedId, milliseconds);
        if (chance.below(30) === 0 && time.now() < this.start + STORY)
          world.after(milliseconds, () => this.office.act());
      };
      const next = () => {
        world.after(MINUTE + chance.below(chance.among([5, 20, 90]) * MINUTE), async () => {
          if (time.now() < this.drainFrom) next();
          await phone.send();
        });
      };
      next();
    }
    await time.runUntil(this.drainFrom);
    world.isReliable = true;
    for (const { driver } of phones)
      if (!world.history.isOpen(driver.id)) await this.during(this.office.access(driver.id, 'ENABLE'));
    await this.drain();
    if (world.chance.below(2) === 0) await this.showProofs();
    for (let rounds = 0; rounds < 4 && this.isWaiting(); rounds += 1) {
      await this.endAll();
      await this.drain();
    }
    await this.endSome();
    await this.drain();
    await this.watch();
    if (this.isWaiting()) {
      world.count('runs that wait until items are too old');
      await time.runUntil(
        Math.max(...phones.flatMap(({ queue }) => [...queue].map(({ trueAt }) => trueAt))) + 7 * DAY + HOUR,
      );
      await this.drain();
    }
    if (this.isWaiting()) world.violate('10: the queue of a phone does not become empty');
  }

  /** The schedule looks at each trip that has ended. */
  private async watch(): Promise<void> {
    const { time } = this.world;
    await time.runUntil(time.now() + 7 * HOUR);
    await this.during(this.world.runSchedule(watchTrips));
  }

  private isWaiting = (): boolean => this.phones.some(({ queue }) => queue.size > 0);

  /** Lets time pass until something is done. */
  private async during<T>(work: Promise<T>): Promise<T> {
    const { time } = this.world;
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    while (!isDone) await time.runUntil(time.now() + 10 * MINUTE);
    return ended;
  }

  /** Sends until the queues are empty, or three rounds changed nothing. */
  private async drain(): Promise<void> {
    const { time } = this.world;
    for (let idle = 0; idle < 3 && this.isWaiting(); ) {
      const before = this.phones.map(({ queue }) => queue.size).join();
      for (const phone of this.phones) await this.during(phone.send());
      await time.runUntil(time.now() + 15 * MINUTE);
      idle = before === this.phones.map(({ queue }) => queue.size).join() ? idle + 1 : 0;
    }
  }

  /** Drivers learn what their ends wait for: they show it, or skip the stop. */
  private async showProofs(): Promise<void> {
    const { world, phones } = this;
    const { chance } = world;
    for (const phone of phones) {
      const ends = [...phone.queue].filter(({ sent }) => sent.kind === 'TRIP_END');
      for (const tripId of new Set(ends.flatMap(({ sent }) => sent.tripId ?? [])))
        for (const [stopId, { requires }] of world.history.stateOf(tripId).stops) {
          if (requires.length === 0) continue;
          if (chance.below(4) === 0) phone.record('STOP_SKIPPED', tripId, { stopId, reason: 'Calle cerrada' });
          else phone.record('PROOF', tripId, { ...proofOf(chance, requires), stopId });
        }
    }
    await this.drain();
  }

  /** The office ends what is under way, so that drivers and vehicles are free. */
  private async endAll(): Promise<void> {
    for (const { id } of this.world.base.trips) {
      if (this.world.history.stateOf(id).status === 'EN_PROCESO') await this.during(this.office.move(id, 'COMPLETADO'));
    }
  }

  private async endSome(): Promise<void> {
    const { world } = this;
    for (const { id } of world.base.trips) {
      const isUnderWay = world.history.stateOf(id).status === 'EN_PROCESO';
      if (isUnderWay && world.chance.below(2) === 0) await this.during(this.office.move(id, 'COMPLETADO'));
    }
  }

  private planOffice(): void {
    const { world, aside, office } = this;
    const { chance } = world;
    for (let actions = 2 + chance.below(10); actions > 0; actions -= 1)
      world.after(chance.below(STORY), () => office.act());
    for (const { id } of this.reassigns ? world.base.trips : [])
      if (aside.below(2) === 0) world.after(aside.below(6 * HOUR), () => office.assign(id));
    for (let changes = this.changesPolicy ? 1 + aside.below(3) : 0; changes > 0; changes -= 1) {
      const proof = aside.among(PROOFS);
      world.after(aside.below(STORY), () => office.changePolicy(proof));
    }
  }

  private planDrives(): void {
    const { world, phones, start } = this;
    const { chance, base } = world;
    const [first, second] = phones;
    const [main, next, other, spare] = base.trips;
    if (!first || !second || !main || !next || !other || !spare) throw new Error('The base lacks phones or trips.');
    const drive = (phone: Phone, given: Omit<Drive, 'hasStart' | 'hasEnd'>) => {
      const hasStart = chance.below(10) > 0;
      planDrive(world, phone, { ...given, hasStart, hasEnd: chance.below(10) > 0 });
      // The driver does not record the start: the office enters most of them.
      if (!hasStart && chance.below(5) > 0)
        world.after(given.from - start + chance.below(HOUR), () => this.office.move(given.trip.id, 'EN_PROCESO'));
    };
    const from = start + chance.below(2 * HOUR);
    const until = from + HOUR + chance.below(7 * HOUR);
    drive(first, { trip: main, from, until });
    // The next trip may begin before the phone has recorded the end of this one.
    const nextFrom = until + chance.below(90 * MINUTE) - 20 * MINUTE;
    if (chance.below(2) === 0)
      drive(first, { trip: next, from: nextFrom, until: nextFrom + HOUR + chance.below(3 * HOUR) });
    if (chance.below(2) === 0) {
      const otherFrom = start + chance.below(8 * HOUR);
      drive(second, { trip: other, from: otherFrom, until: otherFrom + HOUR + chance.below(2 * HOUR) });
    }
    if (chance.below(3) === 0) {
      const spareFrom = start + chance.below(12 * HOUR);
      drive(first, { trip: spare, from: spareFrom, until: spareFrom + HOUR });
    }
    this.planStranger();
    if (this.reportsDuty) for (const phone of phones) this.planDuty(phone);
    world.history.onTrip = (tripId, before, after) => this.onTrip(tripId, before, after);
  }

  /** The driver reports what the driver does, during a trip and between trips. */
  private planDuty(phone: Phone): void {
    const { world, aside } = this;
    for (let reports = 1 + aside.below(6); reports > 0; reports -= 1) {
      const state = aside.among(['CONDUCE', 'AUXILIAR', 'PAUSA', 'DESCANSO']);
      world.after(aside.below(STORY), () => void phone.record('DUTY', undefined, { state }));
    }
  }

  /** The driver of the other team drives the own trip. Meanwhile the other team tries the trips of this one. */
  private planStranger(): void {
    const { world, phones, start, aside } = this;
    const [, , stranger] = phones;
    if (stranger === undefined) return;
    const from = start + aside.below(3 * HOUR);
    const until = from + HOUR + aside.below(6 * HOUR);
    planDrive(world, stranger, {
      trip: world.base.other.trip,
      from,
      until,
      hasStart: true,
      hasEnd: aside.below(4) > 0,
    });
    for (let attempts = 3 + aside.below(8); attempts > 0; attempts -= 1) {
      const trip = aside.among(world.base.trips);
      world.after(aside.below(STORY), () => intrude(world, stranger, aside, trip));
    }
  }

  /** Both drivers of a relay learn of it: the new one soon, and the former one sooner or later. */
  private onTrip(tripId: string, before: TripState, after: TripState): void {
    const { world, phones } = this;
    const { chance, time, base } = world;
    if (after.status !== before.status) world.count(`trips that become ${after.status ?? 'deleted'}`);
    if (after.driverId === before.driverId) return;
    const now = time.now();
    const trip = base.trips.find(({ id }) => id === tripId);
    const former = phones.find(({ driver }) => driver.id === before.driverId);
    const next = phones.find(({ driver }) => driver.id === after.driverId);
    if (trip === undefined || former === undefined || next === undefined) return;
    if (chance.below(4) > 0) world.after(chance.below(40 * MINUTE), () => void former.left.add(tripId));
    const from = now + 1 + chance.below(chance.among([MINUTE, 15 * MINUTE]));
    next.left.delete(tripId);
    if (now > this.start + STORY) return;
    planDrive(world, next, {
      trip,
      from,
      until: from + MINUTE + chance.below(chance.among([15 * MINUTE, HOUR, 4 * HOUR])),
      hasStart: after.status === 'NO_INICIADO',
      hasEnd: chance.below(6) > 0,
    });
  }

  get record(): RunRecord {
    const { trips, access, decisions, policies } = this.world.history;
    const { phones } = this;
    const { base } = this.world;
    return {
      items: phones.flatMap(({ items }) => items),
      calls: phones.flatMap(({ calls }) => calls),
      pings: phones.flatMap(({ pings }) => pings),
      policies: new Map([...trips.keys()].map((id) => [id, id === base.other.trip.id ? UNCHANGED : policies])),
      ...{ trips, access, decisions, readAt: this.world.time.now() },
    };
  }

  /** The working time of each driver with a phone, and the times of the trips. */
  async workingTimes(): Promise<WorkingTimes> {
    const { world, phones } = this;
    const { base } = world;
    const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const query = { from: day(this.start - DAY), to: day(this.start + 29 * DAY) };
    const logs = [];
    for (const { driver } of phones) {
      const id = driver.teamId === base.teamId ? base.ownerId : base.other.ownerId;
      const identity = { pool: 'staff', id, signedInAt: '', sessionId: '', accessToken: '' } as const;
      const path = { teamId: driver.teamId, driverId: driver.id };
      const ran = await this.during(world.run(getDriverHours, { identity, path, query, cause: { by: 'reader' } }));
      logs.push({ driverId: driver.id, ...readAs(HoursAnswer, ran.body) });
    }
    const times = [...base.trips, base.other.trip].flatMap(({ id, teamId }) => {
      const stored = base.table.at(tripKey(teamId, id));
      return stored ? [[id, v.parse(StoredTimes, stored)] as const] : [];
    });
    return { logs, times: new Map(times) };
  }

  /** What the team reads at the end. Undefined for a deleted trip. */
  async answers(): Promise<Map<string, TripAnswers | undefined>> {
    const { world } = this;
    const answers = new Map<string, TripAnswers | undefined>();
    const { trips, other, ownerId } = world.base;
    for (const { id: tripId, teamId } of [...trips, other.trip]) {
      const id = teamId === other.teamId ? other.ownerId : ownerId;
      const identity = { pool: 'staff', id, signedInAt: '', sessionId: '', accessToken: '' } as const;
      const read = (operation: Parameters<World['run']>[0], query?: Record<string, string>) =>
        this.during(
          world.run(operation, {
            identity,
            path: { teamId, tripId },
            cause: { by: 'reader' },
            ...(query && { query }),
          }),
        );
      answers.set(
        tripId,
        await tripAnswers({
          trip: () => read(getTrip),
          stops: () => read(getTripStops),
          track: () => read(getTripTrack),
          location: () => read(getTripLocation),
          timeline: (cursor) => read(getTripTimeline, { limit: '100', ...(cursor && { cursor }) }),
        }),
      );
    }
    return answers;
  }
}
