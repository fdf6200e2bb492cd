import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { type AuditEvent, eventIndexes, eventKey, nameOfRecord } from '../../../shared/audit/audit-event';
import { AppError } from '../../../shared/platform/errors';
import type { StreamRecord } from '../../../shared/platform/table/stream';
import { DeliveryMessage } from '../../../shared/webhook-endpoints/delivery';
import {
  createEndpoint,
  editEndpoint,
  removeEndpoint,
  rotateSecret,
} from '../../../shared/webhook-endpoints/edit-endpoints';
import { type EndpointChanges, EndpointRecord, endpointKey } from '../../../shared/webhook-endpoints/endpoint';
import type { Outcome, OutRequest } from '../../../shared/webhook-endpoints/outcome';
import { redeliverEvent, redeliverSince } from '../../../shared/webhook-endpoints/request-redelivery';
import { ENVIRONMENT, someId } from '../../support/engine-runtime';
import { Consumer } from './consumer';
import { Functions } from './functions';
import { Puller } from './puller';
import { RULES, type Rules } from './weakenings';
import { DAY, Dice, HOUR, Killed, MINUTE, SECOND, START, World } from './world';

const TEAMS = ['01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-0000000000b2'] as const;
const ACTOR = '01890000-0000-7000-8000-0000000000c3';
const RECORDS = Array.from({ length: 4 }, (_, index) => `01890000-0000-7000-8000-00000000010${index}`);
const RETURNS_AFTER = 168 * SECOND;
/** The most messages of one call of the dispatcher. */
const BATCH = 10;
/** A commit, a delay of the index and an outage that are near their limits. */
const [LONG_COMMIT, LONG_LAG, LONG_OUTAGE] = [20 * SECOND, 45 * SECOND, 30 * HOUR];

export interface Committed {
  readonly event: AuditEvent;
  readonly teamId: string;
  readonly at: number;
  readonly version: number;
}

export interface Post {
  readonly at: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly isTaken: boolean;
}

/** A record of the stream, and a message of the queue, with the number of the try. */
interface Streamed {
  readonly record: StreamRecord;
  readonly tries: number;
}
interface Received {
  readonly message: DeliveryMessage;
  readonly receives: number;
}

type Mode = 'ok' | 'slow' | 'error' | 'busy' | 'gone' | 'late' | 'down';

/** One endpoint with its history, as its team and its consumer know it. */
export interface Known {
  readonly id: string;
  readonly teamId: string;
  readonly consumer: Consumer;
  readonly modes: { readonly from: number; readonly until: number; readonly mode: Mode }[];
  readonly urls: { readonly url: string; readonly from: number; until: number }[];
  readonly isForAll: boolean;
  deletedAt: number;
  wasDisabled: boolean;
}

/** A random history: events, edits, faults, and the functions that deliver between them. */
export class History {
  readonly world: World;
  readonly committed: Committed[] = [];
  private readonly committedById = new Map<string, Committed>();
  readonly posts: Post[] = [];
  readonly known = new Map<string, Known>();
  readonly redeliveries: { readonly endpointId: string; readonly eventId: string; readonly at: number }[] = [];
  readonly successes = new Set<string>();
  readonly counts = new Map<string, number>();
  readonly isFaulty: boolean;
  /** Whether the sources hand over what arrives within a second in one call. */
  private readonly isBatched: boolean;
  private readonly batches = { records: [] as Streamed[], messages: [] as Received[] };
  private readonly batchDice: Dice;
  readonly versions = new Map<string, number>();
  private readonly bodies = new Map<string, string>();
  private readonly recorded = new Set<string>();
  private readonly claims = new Map<string, number>();
  private readonly stale = new WeakSet<DeliveryMessage>();
  private readonly visibleAt = new Map<string, number>();
  private readonly killers = new Map<string, number>();
  readonly pullers: readonly Puller[];
  private readonly functions: Functions;
  private readonly length: number;
  private outage = { from: 0, until: 0 };
  private sweeps = new Set<number>();

  constructor(
    seed: number,
    readonly rules: Rules = RULES,
  ) {
    this.world = new World(seed);
    const { world } = this;
    this.isFaulty = world.dice.is(0.85);
    this.length = world.dice.of([2 * HOUR, 2 * HOUR, 26 * HOUR, 8 * DAY]);
    // Dice of their own: the histories of the deliveries stay the same.
    this.batchDice = new Dice(seed + 1_000_003);
    this.isBatched = this.batchDice.is(0.5);
    this.pullers = [
      new Puller(this, TEAMS[0], seed),
      new Puller(this, TEAMS[0], seed + 1, 'trip.updated'),
      new Puller(this, TEAMS[1], seed + 2),
    ];
    world.hidden = (position) => (this.visibleAt.get(position.slice(0, 36)) ?? 0) > world.now;
    world.onMessages = (bodies) => this.takeMessages(bodies);
    world.onRequests = (requests) => this.answer(requests);
    world.onDue = (at) => this.sweepAt(at);
    this.functions = new Functions(world, rules, {
      afterRead: async (messages) => {
        for (const message of messages) if (this.recorded.has(keyOf(message))) this.stale.add(message);
        if (!this.isFaulty || !world.dice.is(0.1)) return;
        this.count('a dispatcher that waits between its reads and the POST');
        await world.pass(world.dice.upTo(12 * SECOND));
      },
      beforeSend: (message) => {
        if (this.stale.has(message)) this.violate('9: an attempt was made again after its result was written');
      },
      whileSigning: async () => {
        if (!this.isFaulty || !this.isBatched || !this.batchDice.is(0.05)) return;
        this.count('a signature that waits for its key');
        await world.pass(this.batchDice.upTo(8 * SECOND));
      },
      afterResult: async (message, isSuccess, isWritten) => {
        if (isWritten) this.recorded.add(keyOf(message));
        const place = placeOf(message);
        if (isWritten && !isSuccess && this.successes.has(place)) this.violate('8: a delivered row went back');
        if (isWritten && isSuccess) this.successes.add(place);
        this.mayDie('dispatch, after a row', 0.02);
      },
      afterClaim: (claim) => {
        const last = this.claims.get(claim) ?? Number.NEGATIVE_INFINITY;
        if (world.now - last < 14 * MINUTE) this.violate('9: two sweeps claimed one row');
        this.claims.set(claim, world.now);
      },
      between: async () => {
        if (!this.isFaulty || !world.dice.is(0.15)) return;
        this.count('two sweeps at once');
        await this.functions.sweep().catch(ignoreKilled);
      },
      mayDie: (where) => this.mayDie(where, where.startsWith('fan-out') ? 0.05 : 0.03),
      versionAt: (eventId) => this.committedById.get(eventId)?.version ?? 0,
    });
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  violate(violation: string): void {
    if (!this.world.violations.includes(violation)) this.world.violations.push(violation);
  }

  private mayDie(where: string, share: number): void {
    if (!this.isFaulty || !this.world.dice.is(share)) return;
    this.count(where);
    throw new Killed(where);
  }

  async run(): Promise<void> {
    const { world } = this;
    const { dice } = world;
    if (this.isFaulty && dice.is(0.4)) {
      const from = START + dice.upTo(this.length);
      const lasts = dice.of([5 * MINUTE, HOUR, LONG_OUTAGE]);
      if (lasts === LONG_OUTAGE) this.count('a shard that stops for 30 hours');
      this.outage = { from, until: from + lasts };
    }
    await this.register(TEAMS[1], true);
    this.plan();
    for (const puller of this.pullers) puller.plan(START + this.length, START + this.length + 11 * DAY);
    for (let hours = 1; hours <= this.length / HOUR + 42; hours += 1) {
      const at = START + hours * HOUR + dice.upTo(MINUTE);
      if (this.isFaulty && at < START + this.length && dice.is(0.3)) this.eventAt(at - dice.upTo(40 * SECOND));
      world.at(at, () => this.functions.reconcile().catch(ignoreKilled));
    }
    await world.runUntil(START + this.length + 12 * DAY);
  }

  /** Draws what the two teams do. */
  private plan(): void {
    const { world } = this;
    const { dice } = world;
    for (let endpoints = 1 + dice.upTo(2); endpoints > 0; endpoints -= 1) {
      const at = endpoints === 1 ? START : START + dice.upTo(this.length / 2);
      world.at(at, () => this.register(TEAMS[0], endpoints === 1));
      this.eventsAround(at);
    }
    for (let events = 4 + dice.upTo(14); events > 0; events -= 1) this.eventAt(this.someTime());
    // Changes that follow each other, so that a consumer's reads overlap.
    for (let events = dice.upTo(8); events > 0; events -= 1) this.eventAt(START + this.length + dice.upTo(8 * SECOND));
    for (let edits = this.isFaulty ? dice.upTo(9) : 0; edits > 0; edits -= 1) {
      const at = this.someTime();
      world.at(at, () => this.edit());
      if (dice.is(0.6)) this.eventsAround(at);
    }
  }

  private someTime = (): number => START + this.world.dice.upTo(this.length);

  /** Events whose identifiers or commits stand near an edit. */
  private eventsAround(at: number): void {
    const { dice } = this.world;
    for (let events = 1 + dice.upTo(3); events > 0; events -= 1)
      this.eventAt(at - 30 * SECOND + dice.upTo(40 * SECOND));
    this.eventAt(at + dice.upTo(4 * SECOND));
    this.eventAt(at - dice.upTo(2 * SECOND));
    // A clock that is ahead: the identifier is younger than the edit, and the commit older.
    if (!this.isFaulty) return;
    this.count('an identifier that is younger than its commit');
    this.world.at(at - 1, () => this.commit(TEAMS[0], this.world.idAt(at + dice.upTo(SECOND))));
  }

  private eventAt(at: number): void {
    this.world.at(at, async () => {
      const { dice } = this.world;
      const skew = this.isFaulty ? dice.upTo(2 * SECOND) - SECOND : 0;
      const teamId = dice.is(0.85) ? TEAMS[0] : TEAMS[1];
      const id = this.world.idAt(this.world.now + skew);
      const delay = dice.is(0.8) ? dice.upTo(500) : dice.upTo(27 * SECOND);
      if (delay > LONG_COMMIT) this.count('a commit that takes more than 20 s');
      this.world.after(delay, () => this.commit(teamId, id));
    });
  }

  private async commit(teamId: string, id: string): Promise<void> {
    const { world } = this;
    const { dice } = world;
    const [trip = '', driver = '', client = '', box = ''] = RECORDS;
    const isTrip = dice.is(0.5);
    const entityId = isTrip ? trip : dice.is(0.5) ? client : box;
    const affects = isTrip && dice.is(0.7) ? [{ entityType: 'DRIVER' as const, entityId: driver }] : undefined;
    const event: AuditEvent = {
      id,
      entityType: isTrip ? 'TRIP' : entityId === client ? 'CLIENT' : 'BOX',
      entityId,
      action: 'UPDATE',
      actorId: ACTOR,
      at: new Date(world.now).toISOString(),
      // A field of a record may look like a team: it is not the team of the entry.
      ...(dice.is(0.2) && { changes: { teamId: teamId === TEAMS[0] ? TEAMS[1] : TEAMS[0] } }),
      ...(affects && { affects }),
    };
    for (const record of [entityId, ...(affects ? [driver] : [])]) this.bump(teamId, record);
    const committed = { event, teamId, at: world.now, version: this.version(teamId, entityId) };
    this.committed.push(committed);
    this.committedById.set(id, committed);
    const { pk, sk } = eventKey(teamId, event);
    const item = { ...asStored(event), ...eventIndexes(teamId, event), pk, sk };
    this.hide(id);
    await world.table.send(new PutCommand({ TableName: ENVIRONMENT.TABLE_NAME, Item: item }));
    this.stream({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: id, Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: marshall(item) },
    });
  }

  /** The index shows the entry later than the table. */
  private hide(id: string): void {
    const { world } = this;
    const lag = this.isFaulty ? world.dice.upTo(MINUTE) : 0;
    if (lag > LONG_LAG) this.count('an index that lags more than 45 s');
    this.visibleAt.set(id, world.now + lag);
  }

  private bump(teamId: string, record: string): void {
    this.versions.set(`${teamId} ${record}`, this.version(teamId, record) + 1);
  }

  version = (teamId: string, record: string): number => this.versions.get(`${teamId} ${record}`) ?? 0;

  /** A record waits for an outage of its shard, and is lost after a day. */
  private stream(record: StreamRecord, tries = 1): void {
    const { world, outage } = this;
    const isOut = world.now >= outage.from && world.now < outage.until;
    if (isOut && outage.until - world.now > DAY) {
      this.count('records lost in the stream');
      return;
    }
    world.at(Math.max(world.now + world.dice.upTo(2 * SECOND), isOut ? outage.until : 0), async () =>
      this.inBatch(this.batches.records, { record, tries }, (batch) => this.fanOut(batch)),
    );
  }

  /** Runs at once, or with everything else that arrives within a second. */
  private async inBatch<T>(waiting: T[], one: T, run: (batch: readonly T[]) => Promise<void>): Promise<void> {
    if (!this.isBatched) return run([one]);
    waiting.push(one);
    if (waiting.length > 1) return;
    this.world.after(SECOND, async () => {
      const arrived = waiting.splice(0);
      for (let start = 0; start < arrived.length; start += BATCH) await run(arrived.slice(start, start + BATCH));
    });
  }

  private async fanOut(batch: readonly Streamed[]): Promise<void> {
    const failed = await this.functions.fanOut(batch.map(({ record }) => record)).catch((failure: unknown) => {
      ignoreKilled(failure);
      return batch.map(({ record }) => record.dynamodb.SequenceNumber);
    });
    if (failed.length > 0 && failed.length < batch.length) this.count('fan-out, a part of its batch fails');
    for (const { record, tries } of batch) {
      if (failed.includes(record.dynamodb.SequenceNumber) && tries < 20)
        this.world.after(SECOND * 2 ** Math.min(tries, 8), async () => this.stream(record, tries + 1));
    }
  }

  /** Takes a batch of messages, and returns how many of them the queue refused. */
  private takeMessages(bodies: readonly string[]): number {
    let refused = 0;
    for (const body of bodies) {
      this.mayDie('a function, between its sends', 0.03);
      if (this.isBatched && this.isFaulty && this.batchDice.is(0.03)) {
        this.count('messages that the queue refuses');
        refused += 1;
      } else this.takeMessage(v.parse(DeliveryMessage, JSON.parse(body)));
    }
    return refused;
  }

  private takeMessage(message: DeliveryMessage): void {
    const { dice } = this.world;
    if (this.isFaulty) this.mayKill(message.event.id);
    const copies = this.isFaulty && dice.is(0.15) ? 2 : 1;
    if (copies > 1) this.count('messages that arrive twice');
    for (let copy = 0; copy < copies; copy += 1) {
      const isLate = this.isFaulty && dice.is(0.1);
      if (isLate) this.count('messages that arrive late');
      this.receiveAfter(isLate ? dice.upTo(20 * MINUTE) : dice.upTo(3 * SECOND), message, 1);
    }
  }

  /** Some events kill the dispatcher, five times or always. */
  private mayKill(eventId: string): void {
    const { dice } = this.world;
    if (this.killers.has(eventId) || !dice.is(0.01)) return;
    const times = dice.of([5, Number.POSITIVE_INFINITY]);
    this.killers.set(eventId, times);
    this.count(`events that kill the dispatcher ${times === 5 ? 'five times' : 'always'}`);
  }

  private receiveAfter(milliseconds: number, message: DeliveryMessage, receives: number): void {
    const received = { message: { ...message }, receives };
    this.world.after(milliseconds, () => this.inBatch(this.batches.messages, received, (batch) => this.receive(batch)));
  }

  /** A batch that fails returns as a whole. */
  private async receive(batch: readonly Received[]): Promise<void> {
    try {
      for (const { message } of batch) {
        const kills = this.killers.get(message.event.id) ?? 0;
        if (kills === 0) continue;
        this.killers.set(message.event.id, kills - 1);
        this.count('messages that kill the dispatcher');
        throw new Killed('a message that kills');
      }
      this.mayDie('dispatch, before its reads', 0.03);
      await this.functions.dispatch(batch.map(({ message }) => message));
    } catch (failure) {
      ignoreKilled(failure);
      for (const { message, receives } of batch) {
        if (receives < 5) this.receiveAfter(RETURNS_AFTER, message, receives + 1);
        else this.count('dead letters');
      }
    }
    if (batch.length > 1) this.count('dispatch, of several messages');
  }

  /** The endpoints, behind `sendOut`. */
  private async answer(requests: readonly OutRequest[]): Promise<Outcome[]> {
    const { world } = this;
    const outcomes = requests.map((request) => this.answerOne(request));
    await world.pass(Math.max(...outcomes.map(({ milliseconds }) => milliseconds)));
    this.mayDie('dispatch, after the POST', 0.04);
    return outcomes;
  }

  private answerOne({ url, headers, body }: OutRequest): Outcome {
    const { world } = this;
    const endpoint = [...this.known.values()].find(({ urls }) => urls.some((one) => one.url === url));
    if (endpoint === undefined) throw new Error(`No endpoint has the address ${url}.`);
    const event: { id: string; data: { teamId: string } } = JSON.parse(body);
    this.judgeRequest(endpoint, url, headers, body, event);
    const ofTime = endpoint.modes.find(({ from, until }) => world.now >= from && world.now < until)?.mode ?? 'ok';
    const mode = this.isFaulty && world.dice.is(0.06) ? world.dice.of<Mode>(['ok', 'late', 'error']) : ofTime;
    const isTaken = mode === 'ok' || mode === 'slow' || mode === 'late';
    this.posts.push({ at: world.now, endpointId: endpoint.id, eventId: event.id, isTaken });
    if (this.isFaulty && world.dice.is(0.03)) {
      this.count('redeliveries asked for during an attempt');
      world.after(100, () => this.redeliver(endpoint, event.id).catch(ignoreRefused));
    }
    this.count(`answers: ${mode}`);
    if (isTaken) endpoint.consumer.receive(body, (record) => this.version(endpoint.teamId, record));
    return OUTCOMES[mode];
  }

  private judgeRequest(
    endpoint: Known,
    url: string,
    headers: OutRequest['headers'],
    body: string,
    event: { readonly id: string },
  ): void {
    const { now } = this.world;
    if (this.teamOf(event.id) !== endpoint.teamId) this.violate('2: an event of another team was sent');
    if (now > endpoint.deletedAt + 5 * SECOND) this.violate('3: a deleted endpoint got a request');
    if (endpoint.urls.every((one) => one.url !== url || now > one.until + 5 * SECOND))
      this.violate('3: an old address got a request');
    if ((this.bodies.get(event.id) ?? body) !== body) this.violate('4: an event was sent with other bytes');
    this.bodies.set(event.id, body);
    for (const violation of endpoint.consumer.verify(headers, body)) this.violate(violation);
  }

  /** The team of an event. An entry that the service wrote itself, such as that of an alert, is known by its key in the table. */
  teamOf(eventId: string): string | undefined {
    const source = this.committedById.get(eventId);
    if (source !== undefined) return source.teamId;
    const entry = this.world.table.everything().find(({ sk }) => sk === `EVENT#${eventId}`);
    return /^TEAM#([^#]+)#ALERT#/.exec(String(entry?.pk))?.[1];
  }

  private sweepAt(due: number): void {
    const minute = Math.ceil((due + 1) / MINUTE) * MINUTE;
    if (this.sweeps.has(minute) || minute < this.world.now) return;
    this.sweeps.add(minute);
    this.world.at(minute, async () => {
      this.sweeps.delete(minute);
      await this.functions.sweep().catch((failure: unknown) => {
        ignoreKilled(failure);
        // The schedule runs again a minute later.
        this.sweepAt(this.world.now);
      });
    });
  }

  private async register(teamId: string, isForAll: boolean): Promise<void> {
    const { world } = this;
    const { dice } = world;
    const url = this.someUrl();
    const types: EndpointRecord['types'] = isForAll ? ['*'] : [dice.of(['trip.updated', 'client.updated'])];
    const actor = { id: ACTOR, teamId };
    const { id, secret } = await world.use(createEndpoint)(actor, { url, types }, 'https://api.example.com');
    const known: Known = {
      id,
      teamId,
      consumer: new Consumer(world, secret, this.rules),
      modes: this.isFaulty ? Array.from({ length: dice.upTo(4) }, () => this.someMode()) : [],
      urls: [{ url, from: world.now, until: Number.POSITIVE_INFINITY }],
      isForAll,
      deletedAt: Number.POSITIVE_INFINITY,
      wasDisabled: false,
    };
    this.known.set(id, known);
  }

  private someMode(): Known['modes'][number] {
    const { dice } = this.world;
    const from = this.someTime();
    const mode = dice.of<Mode>(['slow', 'error', 'busy', 'late', 'down', 'down', dice.is(0.2) ? 'gone' : 'error']);
    return { from, until: from + dice.of([2 * MINUTE, HOUR, DAY, mode === 'down' ? 7 * DAY : HOUR]), mode };
  }

  private someUrl = (): string => `https://hooks-${someId()}.example.com/`;

  record(id: string): EndpointRecord | undefined {
    const known = this.known.get(id);
    const item = known && this.world.table.at(endpointKey(known.teamId, id));
    return item && v.parse(EndpointRecord, item);
  }

  private async edit(): Promise<void> {
    const { world } = this;
    const { dice } = world;
    const alive = [...this.known.values()].filter(({ id }) => this.record(id) !== undefined);
    const [first, ...others] = alive;
    if (first === undefined) return;
    const known = dice.of([first, ...others]);
    const edits = [
      () => this.change(known, { url: this.someUrl() }),
      () =>
        this.change(known, {
          types: known.isForAll ? ['*'] : [dice.of(['trip.updated', 'client.updated', 'box.updated'])],
        }),
      () =>
        this.change(known, { status: 'DISABLED' }).then(
          () => void world.after(dice.upTo(HOUR), () => this.change(known, { status: 'ENABLED' })),
        ),
      () => this.change(known, { status: 'ENABLED' }),
      () => this.rotate(known),
      () => this.rotate(known),
      () => this.redeliver(known),
      () => this.redeliver(known),
      () => this.redeliverAll(known),
      async () => {
        const read = this.record(known.id);
        if (!dice.is(0.5) || read === undefined) return;
        await world.use(removeEndpoint)({ id: ACTOR, teamId: known.teamId }, read);
        known.deletedAt = world.now;
        this.count('edits: deletion');
      },
    ] as const;
    await dice
      .of<() => Promise<void>>([...edits])
      .call(undefined)
      .catch(ignoreRefused);
  }

  private async change(known: Known, changes: EndpointChanges): Promise<void> {
    const read = this.record(known.id);
    if (read === undefined) return;
    await this.world.use(editEndpoint)({ id: ACTOR, teamId: known.teamId }, read, changes, 'https://api.example.com');
    this.count(`edits: ${changes.status ?? Object.keys(changes).join()}`);
    if (changes.status === 'DISABLED') known.wasDisabled = true;
    if (changes.url === undefined) return;
    for (const one of known.urls) one.until = Math.min(one.until, this.world.now);
    known.urls.push({ url: changes.url, from: this.world.now, until: Number.POSITIVE_INFINITY });
  }

  private async rotate(known: Known): Promise<void> {
    const read = this.record(known.id);
    if (read === undefined) return;
    const overlapHours = this.world.dice.of([0, 1, 24]);
    const rotate = this.world.use(rotateSecret(this.rules.rotation));
    const { secret } = await rotate({ id: ACTOR, teamId: known.teamId }, read, overlapHours);
    this.count('rotations');
    known.consumer.rotate(secret, overlapHours * HOUR);
    if (!this.world.dice.is(0.4)) return;
    // A person who presses twice, and changes that follow.
    this.world.after(this.world.dice.upTo(20 * MINUTE), () => this.rotate(known).catch(ignoreRefused));
    this.eventAt(this.world.now + 20 * MINUTE + this.world.dice.upTo(HOUR));
  }

  /** Of one event, or of any that the index shows. */
  private async redeliver(known: Known, eventId?: string): Promise<void> {
    const read = this.record(known.id);
    const mine = this.committed.filter(
      ({ teamId, event }) =>
        teamId === known.teamId &&
        (eventId === undefined || event.id === eventId) &&
        (this.visibleAt.get(event.id) ?? 0) <= this.world.now,
    );
    const [first, ...others] = mine;
    if (read === undefined || first === undefined) return;
    const { event } = this.world.dice.of([first, ...others]);
    await this.world.use(redeliverEvent)(read, event.id);
    this.count('redeliveries');
    this.redeliveries.push({ endpointId: known.id, eventId: event.id, at: this.world.now });
  }

  private async redeliverAll(known: Known): Promise<void> {
    const read = this.record(known.id);
    if (read === undefined) return;
    await this.world.use(redeliverSince)(
      read,
      new Date(this.world.now - this.world.dice.upTo(2 * DAY)).toISOString(),
      undefined,
    );
    this.count('redeliveries since an instant');
  }
}

const OUTCOMES: Readonly<Record<Mode, Outcome>> = {
  ok: { statusCode: 204, milliseconds: 300 },
  slow: { statusCode: 200, milliseconds: 9_000 },
  error: { statusCode: 500, milliseconds: 300, failure: 'STATUS' },
  busy: { statusCode: 429, milliseconds: 300, failure: 'STATUS', retryAfterMs: 10 * MINUTE },
  gone: { statusCode: 410, milliseconds: 300, failure: 'STATUS' },
  late: { milliseconds: 10_000, failure: 'TIMEOUT' },
  down: { milliseconds: 1_000, failure: 'CONNECTION' },
};

/** The table has the other records of a change as texts. */
const asStored = ({ affects, ...others }: AuditEvent) =>
  affects ? { ...others, affects: affects.map(nameOfRecord) } : others;

const placeOf = ({ endpointId, event, generation }: DeliveryMessage): string =>
  [endpointId, event.id, generation].join();
const keyOf = (message: DeliveryMessage): string => `${placeOf(message)} ${message.attempt}`;

function ignoreKilled(failure: unknown): void {
  if (!(failure instanceof Killed)) throw failure;
}

function ignoreRefused(failure: unknown): void {
  if (!(failure instanceof AppError)) throw failure;
}
