import { AsyncLocalStorage } from 'node:async_hooks';
import { type QueueOptions, withDriver } from '../../../client/src/driver';
import { createFleet, type Fleet } from '../../../client/src/index';
import { type Cloud, startCloud } from '../../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../../local/seed/demo';
import type { PhoneStorage } from './phone';

/** Sends a request, or loses it or its answer. */
type Network = (request: Request) => Promise<Response>;

/** The real service on this machine, and a trip of the demo's driver for each story. */
export class Road {
  /** Milliseconds by which the clock of service and phones is ahead of this machine. */
  ahead = 0;
  /** Called before each call of a sync to the table. It may throw. */
  beforeTable: () => void = () => {};
  /** The operation that runs. Other functions run beside a sync. */
  readonly #running = new AsyncLocalStorage<string>();
  #cloud: Cloud | undefined;
  #office: Fleet | undefined;
  #driver: Fleet | undefined;

  async start(): Promise<void> {
    this.#cloud = await startCloud({
      seed: true,
      warn: () => {},
      around: ({ id }, run) => this.#running.run(id, run),
      runtime: {
        now: () => new Date(this.now()),
        outbound: async (call, send) => {
          if (call.resource === 'table' && this.#running.getStore() === 'syncFacts') this.beforeTable();
          return send();
        },
      },
    });
    this.#office = createFleet({ baseUrl: this.url });
    await this.#office.auth.login({ body: { email: DEMO.members[0].email, password: DEMO_PASSWORD } });
    this.#driver = createFleet({ baseUrl: this.url });
    await this.#driver.auth.loginDriver({
      body: { username: DEMO.drivers[0].username ?? '', password: DEMO_PASSWORD },
    });
  }

  stop = async (): Promise<void> => this.#cloud?.stop();

  get url(): string {
    return this.#cloud?.url ?? '';
  }

  get office(): Fleet {
    if (this.#office === undefined) throw new Error('The road is not open.');
    return this.#office;
  }

  now = (): number => Date.now() + this.ahead;

  /** The driver's app on a phone. Its storage outlives it. */
  app(storage: PhoneStorage, network: Network, options: Partial<QueueOptions> = {}) {
    const session = this.#driver?.session;
    const fleet = createFleet({
      baseUrl: this.url,
      fetch: network,
      sleep: async () => {},
      ...(session && { session }),
    });
    return withDriver(fleet, { storage, now: this.now, ...options }).driver.queue;
  }

  /** A trip with two stops that has not begun. A minute passes, so that no story meets the limit of calls of another one. */
  async plan(): Promise<Story> {
    this.ahead += 60_000;
    const teamId = DEMO.team.id;
    const [driver, vehicle] = [DEMO.drivers[0], DEMO.vehicles[0]];
    const startDate = new Date(this.now()).toISOString();
    const body = { startDate, driverId: driver.id, vehicleId: vehicle?.id ?? '' };
    const { id: tripId } = await this.office.trips.create({ teamId, body });
    const stops = ['Apodaca', 'Vallejo'].map((name, index) => ({ order: index + 1, name }));
    const planned = await this.office.trips.updateStops({ teamId, tripId, body: { stopsRevision: 0, stops } });
    const [first = '', second = ''] = planned.stops.map(({ id }) => id);
    return { tripId, stopIds: [first, second] };
  }

  /** What the service says of the trip in the end. */
  async stateOf({ tripId }: Story) {
    const where = { teamId: DEMO.team.id, tripId };
    const { status } = await this.office.trips.get(where);
    const { stops } = await this.office.trips.getStops(where);
    const facts = [];
    for await (const entry of this.office.trips.getTimeline.each(where)) if (entry.recordedAt) facts.push(entry);
    const track = await this.office.trips.getTrack(where);
    return {
      status,
      stops: stops.map((stop) => stop.status),
      facts: facts.map(({ id }) => id).sort(),
      at: new Map(facts.map(({ id, at }) => [id, at])),
      points: ('properties' in track ? track.properties : track).times.length,
    };
  }
}

export interface Story {
  readonly tripId: string;
  readonly stopIds: readonly [string, string];
}
