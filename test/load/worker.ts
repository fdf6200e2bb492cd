import type { Call, Fleet } from '../../client/src/index';
import { expectRefused, expectStatus, somebodyAt } from '../../scenarios/expect';
import { DRIVERS_PASSWORD, openApp } from '../../scenarios/people';
import { signInDriver } from '../../scenarios/steps/accounts';
import type { Desk } from '../../scenarios/steps/desk';
import {
  changeDriver,
  changeVehicle,
  hireDriver,
  listAvailableDrivers,
  listDrivers,
  listVehicles,
  readDriver,
  readVehicle,
  registerVehicle,
  setVehicleStatus,
} from '../../scenarios/steps/fleet';
import { changeClient, createClient, createRoutePoint, listClients, readClient } from '../../scenarios/steps/planning';
import { listTeams } from '../../scenarios/steps/teams';
import {
  listTrips,
  ping,
  planTrip,
  readBalance,
  readTimeline,
  readTrip,
  setOwnTripStatus,
  setTripStatus,
  startTrip,
} from '../../scenarios/steps/trips';
import type { Chance } from './chance';

/** The approximate share of each kind of request, in percent. */
const MIX = { list: 24, read: 12, create: 12, edit: 16, status: 6, ping: 16, move: 10, signIn: 4 };
export type Kind = keyof typeof MIX;

interface WorkerOptions {
  readonly baseUrl: string;
  readonly desk: Desk;
  readonly lane: number;
  readonly chance: Chance;
}

/** The records that only this worker changes. Therefore the correct answer to each of its requests is known. */
interface Own {
  readonly driver: string;
  readonly username: string;
  readonly app: Fleet;
  readonly vehicle: string;
  readonly spare: string;
  readonly client: string;
}

/** A call that is sent only if it is chosen. */
type Choice = () => Call<unknown>;

/**
 * A simulated user of a team. Many workers use the same team at once. Each has a driver, a truck and a spare truck of its own, and has at
 * most one trip at a time.
 */
export class Worker {
  private made = 0;
  private trip: string | undefined;
  private isUnderWay = false;
  private isSpareInWorkshop = false;

  private constructor(
    private readonly options: WorkerOptions,
    private readonly own: Own,
  ) {}

  /** Creates the worker's own records. */
  static async begin(options: WorkerOptions): Promise<Worker> {
    const { baseUrl, desk, lane } = options;
    const { driver } = await expectStatus(201, hireDriver(desk, { name: `Chofer ${lane}` }));
    const app = somebodyAt(baseUrl);
    const username = await openApp(app, desk, driver.id);
    const { id: vehicle } = await expectStatus(201, registerVehicle(desk, { plate: `T-${lane}-A` }));
    const { id: spare } = await expectStatus(201, registerVehicle(desk, { plate: `T-${lane}-B` }));
    const { id: client } = await expectStatus(201, createClient(desk, { name: `Cliente ${lane}` }));
    return new Worker(options, { driver: driver.id, username, app, vehicle, spare, client });
  }

  /** Sends one request of a random kind, checks its answer, and returns the kind. */
  async work(): Promise<Kind> {
    const kind = this.options.chance.oneOf(MIX);
    try {
      await this[kind]();
    } catch (failure) {
      throw new Error(`${kind}: ${failure}`, { cause: failure });
    }
    return kind;
  }

  private async expectOneOf(status: number, choices: readonly Choice[]): Promise<void> {
    await expectStatus(status, this.options.chance.among(choices)());
  }

  /** Signs in the worker's own driver: the service refuses more than five parallel sign-ins of one account. */
  private async signIn(): Promise<void> {
    const { username } = this.own;
    const device = somebodyAt(this.options.baseUrl);
    await expectStatus(200, signInDriver(device, { username, password: DRIVERS_PASSWORD }));
  }

  private async list(): Promise<void> {
    const { desk, lane } = this.options;
    await this.expectOneOf(200, [
      () => listTrips(desk, { limit: 20 }),
      () => listTrips(desk, { status: 'EN_PROCESO', limit: 20 }),
      () => listTrips(desk, { driverId: this.own.driver, limit: 20 }),
      () => listDrivers(desk, { q: `chofer ${lane}` }),
      () => listAvailableDrivers(desk),
      () => listVehicles(desk, { status: 'DISPONIBLE', limit: 20 }),
      () => listClients(desk, { limit: 20 }),
      () => listTeams(desk.fleet),
    ]);
  }

  private async read(): Promise<void> {
    const { desk } = this.options;
    const { driver, vehicle, client } = this.own;
    const trip = this.trip;
    const ofTrip: Choice[] =
      trip === undefined
        ? []
        : [() => readTrip(desk, trip), () => readTimeline(desk, trip), () => readBalance(desk, trip)];
    await this.expectOneOf(200, [
      () => readDriver(desk, driver),
      () => readVehicle(desk, vehicle),
      () => readClient(desk, client),
      ...ofTrip,
    ]);
  }

  private async create(): Promise<void> {
    const { desk, lane } = this.options;
    this.made += 1;
    // The service ignores hyphens when it compares plates: X-1-11 and X-11-1 would be the same plate.
    const name = `${lane}N${this.made}`;
    await this.expectOneOf(201, [
      () => createClient(desk, { name: `Cliente ${name}` }),
      () => createRoutePoint(desk, { name: `Punto ${name}`, address: 'Carretera 57', lat: 22.1, lng: -100.9 }),
      () => registerVehicle(desk, { plate: `X-${name}` }),
      () => hireDriver(desk, { name: `Suplente ${name}` }),
    ]);
  }

  private async edit(): Promise<void> {
    const { desk, chance } = this.options;
    const { driver, vehicle, client } = this.own;
    await this.expectOneOf(200, [
      () => changeDriver(desk, driver, { phone: String(8_100_000_000 + chance.below(99_999_999)) }),
      () => changeVehicle(desk, vehicle, { mileage: chance.below(1_000_000) }),
      () => changeClient(desk, client, { notes: `Nota ${chance.below(1_000)}` }),
    ]);
  }

  /** Sends the spare truck to the workshop, or back into service. */
  private async status(): Promise<void> {
    this.isSpareInWorkshop = !this.isSpareInWorkshop;
    const status = this.isSpareInWorkshop ? 'MANTENIMIENTO' : 'DISPONIBLE';
    await expectStatus(200, setVehicleStatus(this.options.desk, this.own.spare, status));
  }

  /**
   * Takes the next step of the trip. The office plans it, the driver starts it. Then the office cancels it (one of four) or the driver
   * completes it.
   */
  private async move(): Promise<void> {
    const { driver: driverId, app, vehicle: vehicleId, client: clientId } = this.own;
    const { desk, chance } = this.options;
    if (this.trip === undefined) {
      const plan = planTrip(desk, { driverId, vehicleId, clientId, startDate: START, revenue: 48_500 });
      this.trip = (await expectStatus(201, plan)).id;
      return;
    }
    if (!this.isUnderWay) {
      await expectStatus(200, startTrip(app, this.trip));
      this.isUnderWay = true;
      return;
    }
    if (chance.below(4) === 0) await expectStatus(200, setTripStatus(desk, this.trip, 'CANCELADO'));
    else await expectStatus(200, setOwnTripStatus(app, this.trip, { status: 'COMPLETADO' }));
    this.trip = undefined;
    this.isUnderWay = false;
  }

  /** Sends a position of the trip. The service must refuse it before the trip's start. Without a trip, plans one instead. */
  private async ping(): Promise<void> {
    const { chance } = this.options;
    if (this.trip === undefined) return this.move();
    const position = { lat: 19 + chance.below(6), lng: -99 - chance.below(5), speedKmh: chance.below(100) };
    const sent = ping(this.own.app, this.trip, position);
    if (this.isUnderWay) await expectStatus(200, sent);
    else await expectRefused('409 TRIP_NOT_IN_PROGRESS', sent);
  }
}

const START = '2026-03-02T12:00:00Z';
