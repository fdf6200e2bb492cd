import { type Answer, type Call, expectStatus, type Send, textAt } from '../journeys/http';
import { openApp, signInDriver } from '../journeys/sign-in';
import type { Chance } from './chance';

/** How many of a hundred requests are of each kind, about. */
const MIX = { list: 24, read: 12, create: 12, edit: 16, status: 6, ping: 16, move: 10, signIn: 4 };
export type Kind = keyof typeof MIX;

export interface WorkerOptions {
  readonly send: Send;
  readonly office: string;
  readonly team: string;
  readonly lane: number;
  readonly chance: Chance;
}

/** What a worker alone works with: nobody else moves it, so every answer is known beforehand. */
interface Own {
  readonly driver: string;
  readonly username: string;
  readonly driverToken: string;
  readonly vehicle: string;
  readonly spare: string;
  readonly client: string;
}

/** One of many who use a team at once: a dispatcher with a driver, a truck, a spare truck, and one trip after the other. */
export class Worker {
  private made = 0;
  private trip: string | undefined;
  private isUnderWay = false;
  private isSpareInWorkshop = false;

  private constructor(
    private readonly options: WorkerOptions,
    private readonly own: Own,
  ) {}

  /** Hires and registers what the worker works with. */
  static async begin(options: WorkerOptions): Promise<Worker> {
    const { send, office: token, team, lane } = options;
    const create = async (route: string, body: object, path = 'id') =>
      textAt(await expectStatus(201, send(route, { token, body })), path);
    const driver = await create(`POST /teams/${team}/drivers`, { name: `Chofer ${lane}` }, 'driver.id');
    const { username, accessToken: driverToken } = await openApp(send, token, team, driver);
    return new Worker(options, {
      driver,
      username,
      driverToken,
      vehicle: await create(`POST /teams/${team}/vehicles`, { plate: `T-${lane}-A` }),
      spare: await create(`POST /teams/${team}/vehicles`, { plate: `T-${lane}-B` }),
      client: await create('POST /clients', { teamId: team, name: `Cliente ${lane}` }),
    });
  }

  /** Makes one request and expects the one answer that is right; answers what kind it was. */
  async work(): Promise<Kind> {
    const kind = this.options.chance.oneOf(MIX);
    await this[kind]();
    return kind;
  }

  private async expect(status: number, route: string, call: Call = {}): Promise<Answer['body']> {
    return expectStatus(status, this.options.send(route, { token: this.options.office, ...call }));
  }

  /** As the own driver: nobody signs in more than five times at once, and who does is told to wait. */
  private async signIn(): Promise<void> {
    await signInDriver(this.options.send, this.own.username);
  }

  private async list(): Promise<void> {
    const { team, chance, lane } = this.options;
    const lists = [
      `/teams/${team}/trips?limit=20`,
      `/teams/${team}/trips?status=EN_PROCESO&limit=20`,
      `/teams/${team}/trips?driverId=${this.own.driver}&limit=20`,
      `/teams/${team}/drivers?q=chofer%20${lane}`,
      `/teams/${team}/drivers/available`,
      `/teams/${team}/vehicles?status=DISPONIBLE&limit=20`,
      `/clients?teamId=${team}&limit=20`,
      '/teams',
    ];
    await this.expect(200, `GET ${lists[chance.below(lists.length)]}`);
  }

  private async read(): Promise<void> {
    const { team, chance } = this.options;
    const trip = `/teams/${team}/trips/${this.trip}`;
    const places = [
      `/teams/${team}/drivers/${this.own.driver}`,
      `/teams/${team}/vehicles/${this.own.vehicle}`,
      `/clients/${this.own.client}?teamId=${team}`,
      ...(this.trip ? [trip, `${trip}/timeline`, `${trip}/balance`] : []),
    ];
    await this.expect(200, `GET ${places[chance.below(places.length)]}`);
  }

  private async create(): Promise<void> {
    const { team, lane, chance } = this.options;
    this.made += 1;
    // Hyphens do not count in a plate: X-1-11 and X-11-1 would be one.
    const name = `${lane}N${this.made}`;
    const creations: [string, object][] = [
      ['POST /clients', { teamId: team, name: `Cliente ${name}` }],
      ['POST /route-points', { teamId: team, name: `Punto ${name}`, address: 'Carretera 57', lat: 22.1, lng: -100.9 }],
      [`POST /teams/${team}/vehicles`, { plate: `X-${name}` }],
      [`POST /teams/${team}/drivers`, { name: `Suplente ${name}` }],
    ];
    const [route, body] = creations[chance.below(creations.length)] ?? ['', {}];
    await this.expect(201, route, { body, headers: { 'idempotency-key': `load-${name}` } });
  }

  private async edit(): Promise<void> {
    const { team, chance } = this.options;
    const edits: [string, object][] = [
      [`PUT /drivers/${this.own.driver}?teamId=${team}`, { phone: String(8_100_000_000 + chance.below(99_999_999)) }],
      [`PUT /teams/${team}/vehicles/${this.own.vehicle}`, { mileage: chance.below(1_000_000) }],
      [`PUT /clients/${this.own.client}?teamId=${team}`, { notes: `Nota ${chance.below(1_000)}` }],
    ];
    const [route, body] = edits[chance.below(edits.length)] ?? ['', {}];
    await this.expect(200, route, { body });
  }

  /** The spare truck goes to the workshop and comes back. */
  private async status(): Promise<void> {
    this.isSpareInWorkshop = !this.isSpareInWorkshop;
    const body = { status: this.isSpareInWorkshop ? 'MANTENIMIENTO' : 'DISPONIBLE' };
    await this.expect(200, `PUT /teams/${this.options.team}/vehicles/${this.own.spare}/status`, { body });
  }

  /** The next step of the trip: planned, started by the driver, then completed by the driver or cancelled by the office. */
  private async move(): Promise<void> {
    const { driver, driverToken: token, vehicle, client } = this.own;
    const { team, chance } = this.options;
    if (this.trip === undefined) {
      const body = { driverId: driver, vehicleId: vehicle, clientId: client, startDate: START, revenue: 48_500 };
      this.trip = textAt(await this.expect(201, `POST /teams/${team}/trips`, { body }), 'id');
      return;
    }
    if (!this.isUnderWay) {
      await this.expect(200, `POST /trips/${this.trip}/start`, { token });
      this.isUnderWay = true;
      return;
    }
    if (chance.below(4) === 0) {
      const body = { status: 'CANCELADO' };
      await this.expect(200, `PUT /teams/${team}/trips/${this.trip}/status`, { body });
    } else {
      await this.expect(200, `PATCH /trips/${this.trip}/status`, { token, body: { status: 'COMPLETADO' } });
    }
    this.trip = undefined;
    this.isUnderWay = false;
  }

  /** A position of a trip under way; refused, as it must be, while the trip waits. Without a trip its next step comes instead. */
  private async ping(): Promise<void> {
    const { chance } = this.options;
    if (this.trip === undefined) return this.move();
    const body = { lat: 19 + chance.below(6), lng: -99 - chance.below(5), speedKmh: chance.below(100) };
    const call = { token: this.own.driverToken, body };
    await this.expect(this.isUnderWay ? 200 : 409, `POST /trips/${this.trip}/location-ping`, call);
  }
}

const START = '2026-03-02T12:00:00Z';
