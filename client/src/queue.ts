import { batchOf, type Hold, isHeld, untilNext } from './batch.js';
import { FleetError } from './errors.js';
import { exclusively } from './exclusive.js';
import { keepSending } from './keep-sending.js';
import { isText, membersOf } from './members.js';
import { changeOf, closedSince, headAfter, type Judged, judge, refusedAlone } from './queue-answer.js';
import {
  itemsOf,
  type PendingItem,
  type QueueStorage,
  QueueStore,
  type RecordedItem,
  type RefusedItem,
} from './queue-store.js';
import { type PhoneClocks, RecordingClock } from './recording-clock.js';
import type { components } from './schema.js';
import type { SyncItem } from './sync-items.js';
import { tell } from './tell.js';
import { uuid7After } from './uuid7.js';

type SyncAnswer = components['schemas']['SyncAnswer'];
type SyncBody = components['schemas']['SyncBody'];

type Without<Item, Keys extends PropertyKey> = Item extends unknown ? Omit<Item, Keys> : never;

/** What the app records. The queue adds the identifier, and the time unless the app has an earlier one: an instant of the phone's own clock. */
export type Fact = Without<SyncItem, 'recordedAt'> & { readonly recordedAt?: string };

export interface QueueOptions extends PhoneClocks {
  /** React Native's AsyncStorage, or IndexedDB by the adapter of the README. The local storage of a browser is for one tab. */
  readonly storage: QueueStorage;
  /** The beginning of the keys in the storage. Default: `fleet.queue`. */
  readonly key?: string;
  /** A number from 0 to 1. Default: the platform's generator. */
  readonly random?: () => number;
}

/** How the queue reaches the service. */
export interface QueueLine {
  /** The signed-in driver. Absent after a sign-out: then new items belong to the last driver, and the queue sends nothing. */
  readonly account: () => string | undefined;
  /** Sends a call as this driver and as no other one. Throws an error with `status`, and `retryAfter` where the service says it. */
  readonly send: (body: SyncBody, account: string) => Promise<SyncAnswer>;
}

/** What a flush came to. */
export interface Flush {
  /** The items that were accepted. */
  readonly accepted: number;
  /** The items that were answered WAITING. */
  readonly waiting: number;
  readonly refused: readonly RefusedItem[];
  /** What the answers say of the trips. Read a trip again when its `stopsRevision` changed. */
  readonly trips: SyncAnswer['trips'];
  /** Why the flush ended before everything was sent. The queue keeps all items. */
  readonly error?: unknown;
}

/** What the queue of the driver holds. */
export interface QueueState {
  /** The items that are not accepted yet, in the order of recording. */
  readonly pending: readonly PendingItem[];
  /** The items that the service will never accept. They stay until `dismiss`. */
  readonly refused: readonly RefusedItem[];
  /** Stored texts that cannot be read. They stay until `dismiss`. */
  readonly damaged: readonly string[];
}

/** The error while no driver is signed in. */
export const signedOut = (): FleetError => new FleetError('UNAUTHENTICATED', 401, 'Sign in again. The queue is kept.');

/** What a driver's phone recorded and the service has not accepted yet. */
export class DriverQueue {
  readonly #options: QueueOptions & QueueLine;
  readonly #clock: RecordingClock;
  readonly #listeners = new Set<() => void>();
  /** The flush that has not begun: all callers until then share it. */
  #next: Promise<Flush> | undefined;
  /** The time until which the service wants no call. */
  #pause: Hold & { readonly error?: unknown } = {};
  /** The time until which a flush that runs by itself waits after a failure. */
  #backoff: Hold = {};
  #failures = 0;
  /** Fewer than usual after the service found a call too large. */
  #most: number | undefined;

  constructor(options: QueueOptions & QueueLine) {
    this.#options = options;
    this.#clock = new RecordingClock(options);
  }

  /**
   * Stores what happened, and returns it with its identifier. Nothing is sent. Returns undefined for a position of a trip that is over
   * or that another driver has: it is not stored. Every 15 minutes such a position is stored, to ask whether that is still so.
   */
  async record(fact: Fact): Promise<RecordedItem | undefined> {
    const item = await this.#alone(async (store) => {
      const head = await store.readHead();
      this.#clock.begin(head.offset);
      const now = this.#clock.now();
      if (fact.kind === 'PING' && isHeld(closedSince(head, fact.tripId), now)) return undefined;
      const id = uuid7After(head.lastId, now, this.#random);
      const given = fact.recordedAt && timeAfter(fact.recordedAt, this.#clock.offset);
      const recordedAt = given ?? new Date(now).toISOString();
      // The compiler loses the union of kinds when a fact is spread.
      const item: RecordedItem = Object.assign({}, fact, { id, recordedAt });
      const closed = fact.kind === 'TRIP_START' ? without(head.closed, fact.tripId) : head.closed;
      const basis = this.#clock.found() === undefined ? { offset: this.#clock.offset } : {};
      await store.add(head, { item, ...basis }, { lastId: id, closed });
      return item;
    });
    this.#tell();
    return item;
  }

  /**
   * Sends all items that do not wait. Only one flush runs at a time, also in several tabs. Resolves also when the service was not
   * reached; rejects only when the storage fails.
   */
  flush(): Promise<Flush> {
    const { storage } = this.#options;
    if (this.#next) return this.#next;
    const next = exclusively(storage, `${this.#key}.flush`, () => {
      this.#next = undefined;
      return this.#sendAll().then(
        (flush) => this.#noted(flush.error, flush),
        (failure) => Promise.reject(this.#noted(failure, failure)),
      );
    });
    this.#next = next;
    // A lock that is refused must not be the answer to later calls.
    next.catch(() => {
      if (this.#next === next) this.#next = undefined;
    });
    return next;
  }

  /** Reads the queue of the present driver. */
  read(): Promise<QueueState> {
    return this.#alone(async (store) => {
      const loaded = await store.load();
      return { pending: itemsOf(loaded), refused: loaded.head.refused, damaged: await store.damaged() };
    });
  }

  /** Forgets a refused item, by its identifier, or a damaged text. Call it when the driver has seen it. */
  async dismiss(entry: string): Promise<void> {
    await this.#alone(async (store) => {
      const loaded = await store.load();
      const refused = loaded.head.refused.filter(({ item }) => item.id !== entry);
      await store.save(
        loaded,
        (one) => (one.item.id === entry && refused.length < loaded.head.refused.length ? undefined : one),
        { refused },
      );
      if ((await store.damaged()).includes(entry)) await store.forgetDamaged(entry);
    });
    this.#tell();
  }

  /** Calls the listener after each change that this queue made. Returns a function that removes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Milliseconds until the next flush should run: something can be sent, and the pause after a failure is over. Undefined when the queue
   * is empty.
   */
  async dueIn(): Promise<number | undefined> {
    const { pending } = await this.read();
    const now = this.#clock.now();
    const next = untilNext(pending, now);
    const held = [this.#pause, this.#backoff].map((one) => untilNext([one], now) ?? 0);
    return next === undefined ? undefined : Math.max(next, ...held);
  }

  /** Sends whenever something can be sent, until the returned function is called. Without it the app calls `flush`. */
  start(): () => void {
    return keepSending(this);
  }

  async #sendAll(): Promise<Flush> {
    const account = this.#options.account();
    let flush: Flush = { accepted: 0, waiting: 0, refused: [], trips: [] };
    while (account !== undefined && account === this.#options.account()) {
      if (isHeld(this.#pause, this.#clock.now())) return { ...flush, error: this.#pause.error };
      const batch = await this.#alone(async (store) => {
        const loaded = await store.load();
        this.#clock.begin(loaded.head.offset);
        return batchOf(itemsOf(loaded), this.#clock.now(), this.#most);
      }, account);
      if (batch.length === 0) return flush;
      const { judged, error } = await this.#send(batch, account);
      if (error !== undefined) return { ...flush, error };
      if (judged) await this.#keep(judged, account);
      if (judged) flush = joined(flush, judged);
    }
    return { ...flush, error: signedOut() };
  }

  /** Sends one call. Returns neither a judgement nor an error when the call must be sent again with fewer items. */
  async #send(
    batch: readonly PendingItem[],
    account: string,
  ): Promise<{ readonly judged?: Judged; readonly error?: unknown }> {
    const [first, ...others] = batch;
    try {
      const sentAt = new Date(this.#clock.now()).toISOString();
      const items = batch.map((one) => onClock(one, this.#clock.offset));
      const answer = await this.#options.send({ sentAt, items }, account);
      const judged = judge(batch, answer);
      this.#clock.set(answer.receivedAt);
      this.#most = undefined;
      return { judged };
    } catch (failure) {
      const { status, code, retryAfter } = membersOf(failure);
      const isLarge = status === 413 && !(others.length === 0 && isSmall(first));
      const isInvalid = isLarge || (status === 400 && code === 'VALIDATION_FAILED');
      if (isInvalid && first && others.length === 0) return { judged: refusedAlone(first, failure) };
      if (isInvalid) {
        this.#most = Math.ceil(batch.length / 2);
        return {};
      }
      if (status === 429 || status === 503) this.#pauseFor(Number(retryAfter) || PAUSE_SECONDS, failure);
      return { error: failure ?? new FleetError('UNKNOWN', 0, 'The call failed without a reason.') };
    }
  }

  /** Stores what became of the items of a call. An interruption before that only repeats the call. */
  async #keep(judged: Judged, account: string): Promise<void> {
    const now = this.#clock.now();
    await this.#alone(async (store) => {
      const loaded = await store.load();
      const offset = (this.#clock.found() ?? loaded.head.offset) || undefined;
      await store.save(loaded, changeOf(judged, now), { ...headAfter(loaded, judged, now), offset });
    }, account);
    // A network that loses one call in ten must not stop a queue of a hundred calls for minutes.
    this.#failures = 0;
    this.#tell();
  }

  /** Begins a longer pause after each failure since the last answer, up to five minutes. Phones that lost one network together must not come back together. */
  #noted<Ended>(error: unknown, ended: Ended): Ended {
    const since = this.#clock.now();
    const isPaused = isHeld(this.#pause, since);
    if (!isPaused) this.#failures = error === undefined ? 0 : this.#failures + 1;
    const most = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (this.#failures - 1));
    const isFree = isPaused || this.#failures === 0;
    this.#backoff = isFree ? {} : { since, until: since + Math.round(most * (0.5 + this.#random() / 2)) };
    return ended;
  }

  #pauseFor(seconds: number, error: unknown): void {
    const since = this.#clock.now();
    this.#pause = { since, until: since + seconds * 1_000 + Math.round(this.#random() * SPREAD_MS), error };
  }

  /** Runs work on the records of an account. By default it is the present driver, or the last one after a sign-out. */
  async #alone<Done>(work: (store: QueueStore) => Promise<Done>, account?: string): Promise<Done> {
    const { storage } = this.#options;
    const owner = account ?? (await this.#owner());
    const key = `${this.#key}.${owner}`;
    return exclusively(storage, key, () => work(new QueueStore(storage, key)));
  }

  async #owner(): Promise<string> {
    const { account, storage } = this.#options;
    const key = `${this.#key}.account`;
    const [present, before] = [account(), await storage.getItem(key)];
    if (present !== undefined && present !== before) await storage.setItem(key, present);
    const owner = present ?? before;
    if (!isText(owner)) throw signedOut();
    return owner;
  }

  get #key(): string {
    return this.#options.key ?? 'fleet.queue';
  }

  get #random(): () => number {
    return this.#options.random ?? platformRandom;
  }

  #tell(): void {
    for (const listener of this.#listeners) tell(listener, undefined);
  }
}

/** Is added to the time that the service names, at random. */
const SPREAD_MS = 2_000;
const SHORTEST_MS = 2_000;
const LONGEST_MS = 5 * 60_000;

/** Moves an instant by milliseconds. The service judges a text that is no instant, so it stays as the app gave it. */
const timeAfter = (instant: string, milliseconds: number): string =>
  milliseconds === 0 || Number.isNaN(Date.parse(instant))
    ? instant
    : new Date(Date.parse(instant) + milliseconds).toISOString();

/** The item with its time on the clock from which the time of sending is. */
function onClock({ item, offset }: PendingItem, present: number): RecordedItem {
  if (offset === undefined || offset === present) return item;
  return { ...item, recordedAt: timeAfter(item.recordedAt, present - offset) };
}

/** Whether the 413 of an item alone must be a proxy's, which says so of anything. */
const isSmall = (one: PendingItem | undefined): boolean => JSON.stringify(one ?? {}).length < SMALL_CHARACTERS;
const SMALL_CHARACTERS = 50_000;

/** A limit without a number. */
const PAUSE_SECONDS = 60;

const without = (closed: Readonly<Record<string, number>>, tripId: string): Record<string, number> =>
  Object.fromEntries(Object.entries(closed).filter(([id]) => id !== tripId));

const joined = (flush: Flush, judged: Judged): Flush => ({
  accepted: flush.accepted + judged.accepted.length,
  waiting: flush.waiting + judged.waiting.size,
  refused: [...flush.refused, ...judged.refused],
  trips: [...new Map([...flush.trips, ...judged.trips].map((trip) => [trip.tripId, trip])).values()],
});

/** React Native has no `crypto`. Identifiers need not be unguessable, so `Math.random` is enough. */
const platformRandom = (): number => {
  const [number] = globalThis.crypto?.getRandomValues?.(new Uint32Array(1)) ?? [];
  return number === undefined ? Math.random() : number / 2 ** 32;
};
