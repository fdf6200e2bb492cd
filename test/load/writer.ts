import assert from 'node:assert/strict';
import { type Call, createFleet, type Fleet } from '../../client/src/index';
import { expectStatus, present, somebodyAt } from '../../scenarios/expect';
import { openApp } from '../../scenarios/people';
import { readOwnDriver } from '../../scenarios/steps/accounts';
import type { Desk } from '../../scenarios/steps/desk';
import { changeVehicle, hireDriver, readDriver, readVehicle, registerVehicle } from '../../scenarios/steps/fleet';
import { createClient, readClient } from '../../scenarios/steps/planning';
import { ping, planTrip, readTrip, setTripStatus } from '../../scenarios/steps/trips';
import type { Chance } from './chance';

/** A value that only grows. After a kill, the stored value must be at least `acknowledged` and at most `asked`. */
interface Growing {
  acknowledged: number;
  asked: number;
}

interface WrittenTrip extends Growing {
  readonly id: string;
}

const STEPS: readonly string[] = ['NO_INICIADO', 'EN_PROCESO', 'COMPLETADO'];

interface WriterOptions {
  readonly baseUrl: string;
  readonly desk: Desk;
  /** Unique in a run. */
  readonly name: string;
  readonly chance: Chance;
  /** Called after each acknowledged write. */
  readonly acknowledged: () => void;
}

/**
 * Writes until the server is killed, and remembers the acknowledged writes. Several writers run at once. Each changes only its own records,
 * one write at a time, so at most the last write has an unknown result.
 */
export class Writer {
  private readonly trips: WrittenTrip[] = [];
  private readonly clients: { id: string; name: string }[] = [];
  private readonly mileage: Growing = { acknowledged: 0, asked: 0 };
  private driver: string | undefined;
  private vehicle: string | undefined;
  private app: Fleet | undefined;

  constructor(private readonly options: WriterOptions) {}

  /** Writes without end. Rejects when the server has ended, or at the first wrong answer. */
  async write(): Promise<never> {
    const { desk, name, chance } = this.options;
    const { driver } = await this.written(201, hireDriver(desk, { name: `Chofer ${name}` }));
    this.driver = driver.id;
    if (chance.below(2) === 0) await this.openApp(driver.id);
    const { id: vehicleId } = await this.written(201, registerVehicle(desk, { plate: name }));
    this.vehicle = vehicleId;
    for (;;) {
      const assigned = { driverId: driver.id, vehicleId, clientId: await this.addClient() };
      const plan = { ...assigned, startDate: '2026-03-02T12:00:00Z', revenue: 12_500.5 };
      const { id } = await this.written(201, planTrip(desk, plan));
      const trip: WrittenTrip = { id, acknowledged: 0, asked: 0 };
      this.trips.push(trip);
      await this.move(trip, 'EN_PROCESO');
      await this.drive(vehicleId, id);
      await this.move(trip, 'COMPLETADO');
    }
  }

  /** Sends a write, checks its status and reports it as acknowledged. Returns the answer. */
  private async written<Data>(status: number, call: Call<Data>): Promise<NonNullable<Data>> {
    const answer = await expectStatus(status, call);
    this.options.acknowledged();
    return answer;
  }

  private async openApp(driver: string): Promise<void> {
    const { baseUrl, desk, acknowledged } = this.options;
    const app = somebodyAt(baseUrl);
    await openApp(app, desk, driver);
    this.app = app;
    acknowledged();
  }

  private async addClient(): Promise<string> {
    const name = `Cliente ${this.options.name} ${this.clients.length}`;
    const { id } = await this.written(201, createClient(this.options.desk, { name }));
    this.clients.push({ id, name });
    return id;
  }

  private async move(trip: WrittenTrip, to: 'EN_PROCESO' | 'COMPLETADO'): Promise<void> {
    trip.asked += 1;
    await this.written(200, setTripStatus(this.options.desk, trip.id, to));
    trip.acknowledged = trip.asked;
  }

  /** Increases the vehicle's mileage several times. Then sends a position if the driver has the app. */
  private async drive(vehicle: string, trip: string): Promise<void> {
    const { desk, chance } = this.options;
    for (let left = 1 + chance.below(4); left > 0; left -= 1) {
      this.mileage.asked += 1;
      await this.written(200, changeVehicle(desk, vehicle, { mileage: this.mileage.asked }));
      this.mileage.acknowledged = this.mileage.asked;
    }
    if (this.app) await this.written(200, ping(this.app, trip, { lat: 23.6, lng: -100.6 }));
  }

  /** Checks that a server returns every acknowledged write, and that it still accepts the driver's session. */
  async assertThere(baseUrl: string, { fleet }: Desk): Promise<void> {
    const desk = { fleet, teamId: this.options.desk.teamId };
    if (this.driver) await expectStatus(200, readDriver(desk, this.driver));
    if (this.app) {
      const app = createFleet({ baseUrl, session: present(this.app.session, 'session') });
      await expectStatus(200, readOwnDriver(app));
    }
    if (this.vehicle) {
      const { mileage } = await expectStatus(200, readVehicle(desk, this.vehicle));
      assertBetween(mileage ?? 0, this.mileage, `mileage of ${this.options.name}`);
    }
    for (const { id, name } of this.clients) {
      assert.equal((await expectStatus(200, readClient(desk, id))).name, name);
    }
    for (const trip of this.trips) {
      const { status } = await expectStatus(200, readTrip(desk, trip.id));
      assertBetween(STEPS.indexOf(status), trip, `trip ${trip.id}`);
    }
  }
}

const assertBetween = (found: number, { acknowledged, asked }: Growing, what: string): void =>
  assert.ok(found >= acknowledged && found <= asked, `${what}: ${found} is not from ${acknowledged} to ${asked}`);
