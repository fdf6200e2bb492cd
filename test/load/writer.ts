import assert from 'node:assert/strict';
import { expectStatus, type Send, textAt, valueAt } from '../journeys/http';
import { openApp } from '../journeys/sign-in';
import type { Chance } from './chance';

/** A value that only grows: what was acknowledged of it must be there, and nothing beyond what was asked for. */
interface Growing {
  acknowledged: number;
  asked: number;
}

interface WrittenTrip extends Growing {
  readonly id: string;
}

const STEPS = ['NO_INICIADO', 'EN_PROCESO', 'COMPLETADO'];

export interface WriterOptions {
  readonly send: Send;
  readonly office: string;
  readonly team: string;
  /** No two writers of a run have the same. */
  readonly name: string;
  readonly chance: Chance;
  /** Called at every write that was acknowledged. */
  readonly acknowledged: () => void;
}

/**
 * One of several who write at once until the server is killed under them, and who know what was acknowledged: each writes to records of its
 * own, one write after the other, so that at most the last one is in doubt.
 */
export class Writer {
  private readonly trips: WrittenTrip[] = [];
  private readonly clients: { id: string; name: string }[] = [];
  private readonly mileage: Growing = { acknowledged: 0, asked: 0 };
  private driver: string | undefined;
  private vehicle: string | undefined;
  private driverToken: string | undefined;

  constructor(private readonly options: WriterOptions) {}

  /** Writes and writes. Rejects when the server is gone, or at the first answer that is not the right one. */
  async write(): Promise<never> {
    const { team, name, chance } = this.options;
    const driver = await this.create(`POST /teams/${team}/drivers`, { name: `Chofer ${name}` }, 'driver.id');
    this.driver = driver;
    if (chance.below(2) === 0) this.driverToken = await this.openApp(driver);
    const vehicle = await this.create(`POST /teams/${team}/vehicles`, { plate: name });
    this.vehicle = vehicle;
    for (;;) {
      const client = await this.addClient();
      const plan = { driverId: driver, vehicleId: vehicle, clientId: client, startDate: '2026-03-02T12:00:00Z' };
      const id = await this.create(`POST /teams/${team}/trips`, { ...plan, revenue: 12_500.5 });
      const trip: WrittenTrip = { id, acknowledged: 0, asked: 0 };
      this.trips.push(trip);
      await this.move(trip);
      await this.drive(vehicle, id);
      await this.move(trip);
    }
  }

  private async create(route: string, body: object, path = 'id'): Promise<string> {
    const { send, office: token, acknowledged } = this.options;
    const id = textAt(await expectStatus(201, send(route, { token, body })), path);
    acknowledged();
    return id;
  }

  private async openApp(driver: string): Promise<string> {
    const { send, office, team, acknowledged } = this.options;
    const { accessToken: token } = await openApp(send, office, team, driver);
    acknowledged();
    return token;
  }

  private async addClient(): Promise<string> {
    const name = `Cliente ${this.options.name} ${this.clients.length}`;
    const id = await this.create('POST /clients', { teamId: this.options.team, name });
    this.clients.push({ id, name });
    return id;
  }

  private async move(trip: WrittenTrip): Promise<void> {
    trip.asked += 1;
    const body = { status: STEPS[trip.asked] };
    await this.put(`/teams/${this.options.team}/trips/${trip.id}/status`, body);
    trip.acknowledged = trip.asked;
  }

  /** Kilometres go up, and the driver who has the app is heard of. */
  private async drive(vehicle: string, trip: string): Promise<void> {
    const { send, team, chance, acknowledged } = this.options;
    for (let left = 1 + chance.below(4); left > 0; left -= 1) {
      this.mileage.asked += 1;
      await this.put(`/teams/${team}/vehicles/${vehicle}`, { mileage: this.mileage.asked });
      this.mileage.acknowledged = this.mileage.asked;
    }
    if (this.driverToken === undefined) return;
    const ping = { token: this.driverToken, body: { lat: 23.6, lng: -100.6 } };
    await expectStatus(200, send(`POST /trips/${trip}/location-ping`, ping));
    acknowledged();
  }

  private async put(path: string, body: object): Promise<void> {
    await expectStatus(200, this.options.send(`PUT ${path}`, { token: this.options.office, body }));
    this.options.acknowledged();
  }

  /** Asks a server for everything that was acknowledged. */
  async assertThere(send: Send): Promise<void> {
    const { office: token, team } = this.options;
    const read = (path: string, as = token) => expectStatus(200, send(`GET ${path}`, { token: as }));
    if (this.driver) await read(`/teams/${team}/drivers/${this.driver}`);
    if (this.driverToken) await read('/drivers/me', this.driverToken);
    if (this.vehicle) {
      const { mileage = 0 } = await read(`/teams/${team}/vehicles/${this.vehicle}`);
      assertBetween(Number(mileage), this.mileage, `mileage of ${this.options.name}`);
    }
    for (const { id, name } of this.clients) {
      assert.equal(valueAt(await read(`/clients/${id}?teamId=${team}`), 'name'), name);
    }
    for (const trip of this.trips) {
      const { status } = await read(`/teams/${team}/trips/${trip.id}`);
      assertBetween(STEPS.indexOf(String(status)), trip, `trip ${trip.id}`);
    }
  }
}

const assertBetween = (found: number, { acknowledged, asked }: Growing, what: string): void =>
  assert.ok(found >= acknowledged && found <= asked, `${what}: ${found} is not from ${acknowledged} to ${asked}`);
