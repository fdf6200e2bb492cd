import * as v from 'valibot';
import { operation as syncFacts } from '../../../functions/drivers/sync-facts';
import { operation as pingLocation } from '../../../functions/trips/ping-location';
import { operation as startTrip } from '../../../functions/trips/start-trip';
import { operation as updateOwnTripStatus } from '../../../functions/trips/update-own-trip-status';
import type { BaseDriver } from './base';
import { Clock } from './clock';
import { FLAWS, someWhere } from './kinds';
import type { Call, ItemAnswer, Recorded, SentItem, SinglePing } from './record';
import { type Ran, readAs, type World } from './world';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A request is in transit for less than two minutes, so that a right clock stays a right clock. */
const LONGEST_TRANSIT_MS = 50 * SECOND;
const MOST_ITEMS = 100;
const MANY = 40;
const WAITS = [1, 2, 5, 15];

const Answer = v.object({
  receivedAt: v.string(),
  results: v.array(
    v.object({
      id: v.nullable(v.string()),
      result: v.string(),
      error: v.optional(v.string()),
      field: v.optional(v.string()),
    }),
  ),
  trips: v.array(v.object({ tripId: v.string(), isOpen: v.boolean() })),
});

/** The phone of a driver: it records, keeps what waits, and deletes what was answered. */
export class Phone {
  readonly items: Recorded[] = [];
  readonly calls: Call[] = [];
  readonly pings: SinglePing[] = [];
  readonly queue = new Set<Recorded>();
  /** How often an item was answered WAITING, and when it is sent again. */
  private readonly waits = new Map<Recorded, { readonly times: number; readonly until: number }>();
  readonly clock: Clock;
  /** The trips of which an item was sent, and those of which one was accepted. */
  private readonly sent = new Set<string | undefined>();
  private readonly begun = new Set<string | undefined>();
  /** Of so many of a hundred accepted facts the phone uses the identifier again. */
  reusedPercent = 3;
  /** The trips that the phone records no more. */
  readonly left = new Set<string>();
  /** Told that a call with these items arrives after so many milliseconds. */
  onSend: (milliseconds: number, batch: readonly Recorded[]) => void = () => {};
  private signedInAt: number;
  private session = 0;

  constructor(
    private readonly world: World,
    readonly driver: BaseDriver,
    /** From when to when the phone has no network. */
    private readonly offline: { readonly from: number; readonly until: number }[],
  ) {
    this.clock = new Clock(world);
    this.signedInAt = world.time.now();
  }

  get isOnline(): boolean {
    const now = this.world.time.now();
    return !this.offline.some(({ from, until }) => now >= from && now < until);
  }

  /** The network of a story with long queues comes back before the end of a drive, so that the trip still takes positions into its list. */
  mayLoseNetwork(from: number, until: number): void {
    if (this.world.isBacklogged) this.offline.push({ from: from + 5 * MINUTE, until: from + 0.8 * (until - from) });
  }

  /** Records an item now. */
  record(kind: string, tripId: string | undefined, fields: object = {}, more: Partial<Recorded> = {}): Recorded {
    const { world, clock } = this;
    const sent: SentItem = {
      id: clock.newId(),
      kind,
      recordedAt: clock.instant(),
      ...(tripId && { tripId }),
      ...fields,
    };
    const item = { sent, driverId: this.driver.id, trueAt: world.time.now(), isTwin: false, attempts: [], ...more };
    this.items.push(item);
    this.queue.add(item);
    return item;
  }

  /** Records an item that is refused in every order. */
  recordFlawed(tripId: string): void {
    const { world, clock } = this;
    const { chance, base } = world;
    const chosen = chance.among(FLAWS);
    // To a driver of another team no trip of this one exists.
    const isForeign = this.driver.teamId !== base.teamId && chosen.error === 'NOT_YOUR_TRIP';
    const flaw = isForeign ? { ...chosen, error: 'NOT_FOUND' } : chosen;
    const given = {
      now: clock.now(),
      idAt: (milliseconds: number) => world.idAt(milliseconds),
      foreignTripId: base.foreignTripId,
      otherId: world.idAt(world.time.now()),
    };
    this.record('NOTE', tripId, { text: 'x', ...flaw.fields(chance, given) }, { flaw });
  }

  /** Sends what the phone has, sometimes in two calls at once. */
  async send(): Promise<void> {
    const { world } = this;
    const { chance } = world;
    if (!this.isOnline) return;
    // After a long outage of the network, an app sends its items in several calls.
    if (chance.below(this.queue.size > MANY ? 2 : 4) === 0 || this.isBacklogged) {
      const transit = this.transit();
      const isHalved = chance.below(2) === 0 || this.isBacklogged;
      const [one, other] = isHalved ? this.halves() : [this.batch(), this.batch()];
      if (one.length > 0 && other.length > 0) world.count('two batches at once');
      await Promise.all([this.transmit(one, transit), this.transmit(other, transit + this.moment())]);
      return;
    }
    const transit = this.transit();
    const batch = this.batch();
    this.onSend(transit + this.moment(), batch);
    await this.transmit(batch, transit);
  }

  /** So little that a run is still under way. */
  private moment = (): number => this.world.chance.below(this.isBacklogged ? 400 : 60);

  private get isBacklogged(): boolean {
    return this.world.isBacklogged && this.queue.size > MANY;
  }

  private batch(): Recorded[] {
    const { chance } = this.world;
    const now = this.world.time.now();
    const waiting = [...this.queue].filter((item) => (this.waits.get(item)?.until ?? 0) <= now);
    for (let last = waiting.length - 1; last > 0; last -= 1) {
      const other = chance.below(last + 1);
      const [one, two] = [waiting[last], waiting[other]];
      if (one && two) [waiting[last], waiting[other]] = [two, one];
    }
    const most = chance.below(3) === 0 ? 1 + chance.below(8) : MOST_ITEMS;
    return waiting.slice(0, Math.min(most, MOST_ITEMS));
  }

  /** Two batches with what was recorded first and last. */
  private halves(): readonly [Recorded[], Recorded[]] {
    const all = this.batch().toSorted((one, other) => (one.sent.id < other.sent.id ? -1 : 1));
    const middle = this.world.chance.below(all.length + 1);
    if (this.isBacklogged && all.length > MANY)
      return [all.slice(0, -1 - (middle % 10)), all.slice(-1 - (middle % 10))];
    return [all.slice(0, middle), all.slice(middle)];
  }

  private transit(): number {
    const { chance, isReliable } = this.world;
    return !isReliable && chance.below(8) === 0 ? chance.below(LONGEST_TRANSIT_MS) : chance.below(2 * SECOND);
  }

  /** One request: it may be lost, come twice, or lose its answer. */
  private async transmit(batch: readonly Recorded[], transit: number): Promise<void> {
    const { world, clock } = this;
    const sentAt = clock.now();
    if (batch.length === 0) return;
    if (world.isFault(8)) {
      world.count('requests lost');
      return;
    }
    await world.time.sleep(transit);
    if (world.isFault(6)) {
      world.count('requests repeated');
      world.after(world.chance.below(2) === 0 ? this.moment() : this.transit(), async () => {
        await this.sync(batch, sentAt);
      });
    }
    const answers = await this.sync(batch, sentAt);
    if (answers === undefined) return;
    if (world.isFault(8)) {
      world.count('answers lost');
      return;
    }
    await world.time.sleep(this.transit());
    for (const [index, item] of batch.entries()) {
      const answer = answers[index];
      if (answer && answer.result !== 'WAITING') this.queue.delete(item);
      if (answer?.result === 'WAITING') this.wait(item);
      if (answer?.result === 'APPLIED') this.mayReuse(item);
    }
  }

  /** The phone sends an item that waits again after 1, 2, 5, then every 15 minutes. */
  private wait(item: Recorded): void {
    const { times } = this.waits.get(item) ?? { times: 0 };
    const minutes = WAITS[Math.min(times, WAITS.length - 1)] ?? 0;
    this.waits.set(item, { times: times + 1, until: this.world.time.now() + minutes * MINUTE });
  }

  /** Another item with the identifier of one that the service has. */
  private mayReuse({ sent, isTwin, flaw }: Recorded): void {
    const { world } = this;
    if (isTwin || flaw || sent.kind === 'PING' || sent.tripId === undefined || !world.isFault(this.reusedPercent))
      return;
    const { id, tripId } = sent;
    this.record('NOTE', tripId, { id, text: 'Otra nota con el mismo identificador' }, { isTwin: true });
  }

  private async sync(batch: readonly Recorded[], sentAt: number): Promise<readonly ItemAnswer[] | undefined> {
    const { world } = this;
    const endsOf = (tripId: string) =>
      batch.flatMap(({ sent }) => (sent.kind === 'TRIP_END' && sent.tripId === tripId ? [sent.id] : []));
    const body = { sentAt: new Date(sentAt).toISOString(), items: batch.map(({ sent }) => sent) };
    const ran = await this.called(syncFacts, { body }, endsOf, false);
    const answer = ran.code === 'OK' ? readAs(Answer, ran.body) : undefined;
    if (answer && Date.parse(answer.receivedAt) !== ran.beganAt) world.violate('receivedAt is not the time of arrival');
    const facts = batch.flatMap(({ sent }) => (sent.kind === 'PING' ? [] : [sent.id])).sort();
    // Of facts with one identifier the first place counts.
    const factsBefore = new Map(facts.map((id, place) => [id, place] as const).reverse());
    for (const [index, item] of batch.entries()) {
      const result = answer?.results[index];
      const before = factsBefore.get(item.sent.id) ?? 0;
      this.attempted(item, ran, sentAt, before, result && { ...result, field: result.field });
    }
    for (const { tripId, isOpen } of answer?.trips ?? []) {
      // Some apps go on until the driver stops.
      if (!isOpen && this.sent.has(tripId) && world.chance.below(3) > 0 && this.begun.has(tripId))
        this.left.add(tripId);
    }
    return answer?.results;
  }

  private attempted(
    item: Recorded,
    ran: Ran,
    sentAt: number | undefined,
    factsBefore: number,
    answer?: ItemAnswer,
  ): void {
    const { number: run, began, ended, beganAt: receivedAt, endedAt } = ran;
    item.attempts.push({ run, began, ended, receivedAt, endedAt, sentAt, factsBefore, answer });
    this.sent.add(item.sent.tripId);
    if (answer?.result === 'APPLIED' || answer?.result === 'DUPLICATE') this.begun.add(item.sent.tripId);
    if (answer) this.world.count(`${kindOf(item)}: ${[answer.result, answer.error].filter(Boolean).join(' ')}`);
    if (receivedAt - item.trueAt > 24 * 60 * MINUTE) this.world.count('items that are delayed by more than a day');
  }

  private async called(
    operation: Parameters<World['run']>[0],
    request: Pick<Parameters<World['run']>[1], 'path' | 'headers' | 'body'>,
    endsOf: (tripId: string) => readonly string[],
    isTap: boolean,
  ): Promise<Ran> {
    const { world, driver, signedInAt } = this;
    const { id, sub, teamId } = driver;
    const session = { signedInAt: new Date(signedInAt).toISOString(), sessionId: `session-${this.session}` };
    const identity = { pool: 'drivers', id, sub, teamId, ...session } as const;
    const ran = await world.run(operation, { ...request, identity, cause: { by: 'driver', driverId: id, endsOf } });
    const { began, ended, code } = ran;
    this.calls.push({ driverId: id, began, ended, code, signedInAt, isTap });
    if (code === 'UNAUTHENTICATED' && this.signedInAt === signedInAt) {
      this.signedInAt = Math.floor(world.time.now() / SECOND) * SECOND;
      this.session += 1;
    }
    return ran;
  }

  /** The driver taps a button of an online phone. The key is the identifier of the item, which is kept until it is answered. */
  async tap(kind: 'TRIP_START' | 'TRIP_END', tripId: string): Promise<void> {
    const { world } = this;
    const place = world.chance.below(2) === 0 ? someWhere(world.chance) : undefined;
    const item = this.record(kind, tripId, place);
    if (!this.isOnline) return;
    const isStart = kind === 'TRIP_START';
    const body = isStart
      ? { ...place }
      : { status: 'COMPLETADO', ...(place && { coordsLat: place.lat, coordsLng: place.lng }) };
    this.onSend(this.moment(), [item]);
    const request = { path: { tripId }, body, headers: { 'idempotency-key': item.sent.id } };
    const endsOf = (id: string) => (!isStart && id === tripId ? [item.sent.id] : []);
    const ran = await this.called(isStart ? startTrip : updateOwnTripStatus, request, endsOf, true);
    this.attempted(item, ran, undefined, 0, answerOfTap(kind, ran.code));
    if (ran.code === 'OK' && !world.isFault(20)) this.queue.delete(item);
  }

  /** An app without a queue sends a position of now. */
  async ping(tripId: string): Promise<void> {
    const { world } = this;
    const place = someWhere(world.chance);
    const sentAt = this.clock.now();
    const body = { ...place, timestamp: new Date(sentAt).toISOString() };
    const ran = await this.called(pingLocation, { path: { tripId }, body }, () => [], true);
    const { began, ended, code } = ran;
    if (code !== 'OK' && code !== 'KILLED') return;
    // A time ahead counts as now.
    const at = Math.min(sentAt, ran.beganAt);
    this.pings.push({ tripId, driverId: this.driver.id, at, ...place, began, ended, isAnswered: code === 'OK' });
  }
}

/** A tap that is refused leaves its item in the queue, and only some refusals name what the item waits for. */
function answerOfTap(kind: 'TRIP_START' | 'TRIP_END', code: string): ItemAnswer | undefined {
  if (code === 'OK') return { result: 'APPLIED' };
  return kind === 'TRIP_END' && code === 'TRIP_NOT_READY' ? { result: 'WAITING', error: 'PROOF_MISSING' } : undefined;
}

const kindOf = ({ sent, flaw, isTwin }: Recorded): string =>
  flaw ? 'bad item' : isTwin ? 'reused identifier' : sent.kind;
