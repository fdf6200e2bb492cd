import { randomUUID } from 'node:crypto';
import { ADDRESS } from '../../../scenarios/journeys/fleet/scene';
import { type Answer, textAt, valueAt } from '../../journeys/http';
import type { Chance } from '../../load/chance';
import { type Event, explain } from './linearizability';
import * as models from './models';
import type { FallingServer } from './server';

const MEMBER = 'admin@demo.mx';
/** A trip is no longer used after this many newer trips. */
const TRIPS_AT_HAND = 2;

type Server = Pick<FallingServer, 'ask'>;

export interface FleetOptions {
  readonly server: Server;
  /** The address of the account that creates the team. */
  readonly owner: string;
  readonly chance: Chance;
  /** Called at every acknowledged write. */
  readonly acknowledged: () => void;
}

/** The relative frequency of each request. */
const ACTS = {
  plan: 6,
  move: 24,
  look: 14,
  reserve: 8,
  end: 9,
  setBox: 5,
  lookAtBox: 7,
  role: 5,
  remove: 0,
  lookAsMember: 5,
  pay: 9,
  edit: 8,
};

/** An answer that is neither the requested result nor a possible refusal. */
class WrongAnswer extends Error {}

/**
 * A team whose one driver, vehicle, box and membership several users change at once, with the histories of the answers. A fleet is used for
 * a few hundred requests, because a longer history takes too long to explain.
 */
export class Fleet {
  private readonly haul: Event<models.Haul>[] = [];
  private readonly box: Event<models.BoxState>[] = [];
  private readonly membership: Event<models.Role>[] = [];
  private readonly trips: string[] = [];
  private readonly reservations: string[] = [];

  private constructor(
    private readonly options: FleetOptions,
    private readonly own: Readonly<Record<'team' | 'client' | 'driver' | 'vehicle' | 'box' | 'member', string>>,
  ) {}

  static async open(options: FleetOptions): Promise<Fleet> {
    const { server } = options;
    const make = (route: string, body: object) => create(options, route, body);
    const made = await make('POST /teams', { name: 'Flota de la tormenta', address: ADDRESS, invites: [MEMBER] });
    const team = textAt(made, 'team.teamId');
    const profile = await insist(server, 'GET /users/me', MEMBER);
    return new Fleet(options, {
      team,
      member: textAt(profile.body, 'id'),
      client: textAt(await make('POST /clients', { teamId: team, name: 'Cliente de la tormenta' }), 'id'),
      driver: textAt(await make(`POST /teams/${team}/drivers`, { name: 'Chofer de la tormenta' }), 'driver.id'),
      vehicle: textAt(await make(`POST /teams/${team}/vehicles`, { plate: 'TOR-1' }), 'id'),
      box: textAt(await make(`POST /teams/${team}/boxes`, { economicNumber: 'T-1', dailyRate: 100 }), 'id'),
    });
  }

  /** Sends one random request. */
  act(): Promise<void> {
    return this[this.options.chance.oneOf(ACTS)]();
  }

  /** The last request. After it, the membership gives no access. */
  async remove(): Promise<void> {
    const { team, member } = this.own;
    await this.note(
      this.membership,
      'remove the member',
      `DELETE /teams/${team}/members/${member}`,
      {},
      models.removeMember,
    );
  }

  /** The errors in the histories. Empty when each history can be explained. */
  verdict(): { readonly events: number; readonly failures: string[] } {
    const histories = [
      { what: 'trips, driver and vehicle', events: this.haul, explained: explain(this.haul, models.NO_TRIPS) },
      { what: 'box', events: this.box, explained: explain(this.box, models.FREE_BOX) },
      { what: 'membership', events: this.membership, explained: explain<models.Role>(this.membership, 'MEMBER') },
    ];
    return {
      events: histories.reduce((sum, { events }) => sum + events.length, 0),
      failures: histories.flatMap(({ what, events, explained }) =>
        explained.holds
          ? []
          : [
              `No order explains the ${what} of team ${this.own.team}: ${events.length} events, explained until ${explained.longest.slice(-3).join('; ')}; then not: ${explained.stuck.slice(0, 8).join('; ')}.`,
            ],
      ),
    };
  }

  private async plan(): Promise<void> {
    const { team, driver, vehicle, client } = this.own;
    const body = { driverId: driver, vehicleId: vehicle, clientId: client, startDate: START, revenue: 1_000 };
    this.trips.push(textAt(await create(this.options, `POST /teams/${team}/trips`, body), 'id'));
  }

  private async move(): Promise<void> {
    const { chance } = this.options;
    const trip = this.someTrip();
    if (trip === undefined) return this.plan();
    const status = ['EN_PROCESO', 'EN_PROCESO', 'COMPLETADO', 'CANCELADO'][chance.below(4)] ?? '';
    const route = `PUT /teams/${this.own.team}/trips/${trip}/status`;
    await this.note(this.haul, `move ${trip.slice(-6)} to ${status}`, route, { status }, (said) =>
      models.moveTrip(trip, status, said),
    );
  }

  private async look(): Promise<void> {
    const { team, driver, vehicle } = this.own;
    const trip = this.someTrip();
    const units = [`GET /teams/${team}/drivers/${driver}`, `GET /teams/${team}/vehicles/${vehicle}`];
    const routes = [...units, ...(trip ? [`GET /teams/${team}/trips/${trip}`] : [])];
    const route = routes[this.options.chance.below(routes.length)] ?? '';
    const began = performance.now();
    const answer = await this.options.server.ask(route, this.options.owner);
    if (answer === undefined) return;
    if (answer.status !== 200) throw wrong(route, answer);
    const status = valueAt(answer.body, 'status') ?? valueAt(answer.body, 'driver.status');
    const after = trip && route.endsWith(trip) ? models.readTrip(trip, status) : models.readUnit(status);
    this.haul.push({
      what: `see ${route.slice(-12)} ${status}`,
      began,
      ended: performance.now(),
      after,
    });
  }

  private async reserve(): Promise<void> {
    const { team, box, client } = this.own;
    const began = performance.now();
    const route = `POST /teams/${team}/box-reservations`;
    const answer = await insist(this.options.server, route, this.options.owner, {
      body: { boxId: box, clientId: client, isBillable: false },
      headers: { 'idempotency-key': randomUUID() },
    });
    const ended = performance.now();
    if (answer.status !== 201 && valueAt(answer.body, 'error') !== 'BOX_NOT_AVAILABLE') throw wrong(route, answer);
    const id = answer.status === 201 ? textAt(answer.body, 'id') : undefined;
    if (id !== undefined) {
      this.reservations.push(id);
      this.options.acknowledged();
    }
    this.box.push({ what: `reserve: ${id?.slice(-6) ?? 'refused'}`, began, ended, after: models.reserveBox(id) });
  }

  private async end(): Promise<void> {
    const { chance } = this.options;
    const id = this.reservations.at(-1 - chance.below(2));
    if (id === undefined) return this.reserve();
    const how = chance.below(3) === 0 ? 'cancel' : 'close';
    const route = `PATCH /teams/${this.own.team}/box-reservations/${id}/${how}`;
    await this.note(this.box, `${how} ${id.slice(-6)}`, route, undefined, (said) =>
      models.endReservation(id, how, said),
    );
  }

  private async setBox(): Promise<void> {
    const { team, box } = this.own;
    const status = ['DISPONIBLE', 'DISPONIBLE', 'MANTENIMIENTO', 'INACTIVA'][this.options.chance.below(4)] ?? '';
    const route = `PUT /teams/${team}/boxes/${box}/status`;
    await this.note(this.box, `set the box ${status}`, route, { status }, (said) => models.setBox(status, said));
  }

  private async lookAtBox(): Promise<void> {
    const { team, box } = this.own;
    const route = `GET /teams/${team}/boxes/${box}`;
    const began = performance.now();
    const answer = await this.options.server.ask(route, this.options.owner);
    if (answer === undefined) return;
    if (answer.status !== 200) throw wrong(route, answer);
    const { status } = answer.body;
    this.box.push({ what: `see the box ${status}`, began, ended: performance.now(), after: models.readBox(status) });
  }

  private async role(): Promise<void> {
    const { team, member } = this.own;
    const role = this.options.chance.below(2) === 0 ? 'ADMIN' : 'MEMBER';
    const route = `PUT /teams/${team}/members/${member}`;
    await this.note(this.membership, `make ${role}`, route, { role }, (said) => models.giveRole(role, said));
  }

  async lookAsMember(): Promise<void> {
    const route = `GET /teams/${this.own.team}`;
    const began = performance.now();
    const answer = await this.options.server.ask(route, MEMBER);
    if (answer === undefined) return;
    if (answer.status !== 200 && answer.status !== 404 && answer.status !== 403) throw wrong(route, answer);
    const role = answer.status === 200 ? valueAt(answer.body, 'team.userRole') : 'OUT';
    this.membership.push({ what: `be ${role}`, began, ended: performance.now(), after: models.lookAsMember(role) });
  }

  /** A payment of a trip, to change its balance. */
  private async pay(): Promise<void> {
    const trip = this.someTrip();
    if (trip === undefined) return this.plan();
    const { chance } = this.options;
    const body = { tripId: trip, amount: (1 + chance.below(40_000)) / 100, paidAt: START, method: 'EFECTIVO' };
    await create(this.options, `POST /teams/${this.own.team}/payments`, body);
  }

  private async edit(): Promise<void> {
    const { server, owner, chance, acknowledged } = this.options;
    const route = `PUT /clients/${this.own.client}?teamId=${this.own.team}`;
    const answer = await server.ask(route, owner, { body: { notes: `Nota ${chance.below(1_000)}` } });
    if (answer?.status === 200) acknowledged();
    else if (answer !== undefined && answer.status !== 409 && answer.status !== 503) throw wrong(route, answer);
  }

  private someTrip(): string | undefined {
    return this.trips.at(-1 - this.options.chance.below(TRIPS_AT_HAND));
  }

  /** Sends a write and records the answer. */
  private async note<S>(
    history: Event<S>[],
    what: string,
    route: string,
    body: object | undefined,
    after: (said: models.Said) => models.After<S>,
  ): Promise<void> {
    const began = performance.now();
    const answer = await this.options.server.ask(route, this.options.owner, body === undefined ? {} : { body });
    const said = saidBy(route, answer);
    if (said.kind === 'done') this.options.acknowledged();
    const ended = said.kind === 'lost' ? Number.POSITIVE_INFINITY : performance.now();
    history.push({
      what: `${what}: ${said.kind === 'refused' ? said.code : said.kind}`,
      began,
      ended,
      after: after(said),
    });
  }
}

const START = '2026-03-02T12:00:00Z';

function saidBy(route: string, answer: Answer | undefined): models.Said {
  if (answer === undefined || answer.status === 503) return { kind: 'lost' };
  if (answer.status < 300) return { kind: 'done', body: answer.body };
  if (answer.status >= 500 || answer.status === 401 || answer.status === 429) throw wrong(route, answer);
  return { kind: 'refused', code: String(valueAt(answer.body, 'error')) };
}

const wrong = (route: string, { status, text }: Answer) =>
  new WrongAnswer(`${route} answered ${status} ${text.slice(0, 300)}`);

/** Sends the request until it is answered. It changes nothing, or has an Idempotency-Key. */
async function insist(
  server: Server,
  route: string,
  email: string,
  call: Parameters<FallingServer['ask']>[2] = {},
): Promise<Answer> {
  for (;;) {
    const answer = await server.ask(route, email, call);
    if (answer !== undefined && answer.status !== 503) return answer;
  }
}

async function create({ server, owner, acknowledged }: FleetOptions, route: string, body: object) {
  const answer = await insist(server, route, owner, { body, headers: { 'idempotency-key': randomUUID() } });
  if (answer.status !== 201) throw wrong(route, answer);
  acknowledged();
  return answer.body;
}
