import { type Fact, type QueueOptions, type QueueStorage, withDriver } from '../../../client/src/driver';
import { createFleet, type FleetOptions, type Session } from '../../../client/src/index';
import { BASE, json, type Sent, service } from './service';

/** The end of the app's process, as the app's own code would see it. */
export class Killed extends Error {}

/** AsyncStorage of a phone. It outlives the app, which can be killed before or after any of its writes. */
export class PhoneStorage implements QueueStorage {
  readonly records = new Map<string, string>();
  writes = 0;
  #killAt = Number.POSITIVE_INFINITY;
  #isWritten = false;
  #isDead = false;

  /** Ends the app at its next write number `count`: before the write, or when it is done. */
  killAt(count: number, isWritten: boolean): void {
    this.#killAt = this.writes + count;
    this.#isWritten = isWritten;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Starts the app again. */
  restart(): void {
    this.#isDead = false;
    this.#killAt = Number.POSITIVE_INFINITY;
  }

  async getItem(key: string): Promise<string | null> {
    if (this.#isDead) throw new Killed();
    return this.records.get(key) ?? null;
  }

  setItem(key: string, value: string): Promise<void> {
    return this.#write(() => this.records.set(key, value));
  }

  removeItem(key: string): Promise<void> {
    return this.#write(() => this.records.delete(key));
  }

  async #write(write: () => unknown): Promise<void> {
    if (this.#isDead) throw new Killed();
    this.writes += 1;
    this.#isDead = this.writes >= this.#killAt;
    if (!this.#isDead || this.#isWritten) write();
    if (this.#isDead) throw new Killed();
  }
}

/** The session of a driver with this account. */
export function driverSession(account: string, accessToken = tokenOf(account)): Session {
  return {
    pool: 'drivers',
    tokens: { idToken: 'id', accessToken, refreshToken: `refresh ${account}`, expiresIn: 900 },
  };
}

/** A token that names an account, as those of Cognito do. */
export const tokenOf = (account: string, more = ''): string =>
  ['{}', JSON.stringify({ sub: account, more })].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** The items of a sync as the service got them. */
export interface SentItem {
  readonly id: string;
  readonly kind: string;
  readonly tripId: string;
  readonly recordedAt: string;
}

export const itemsIn = ({ body }: Pick<Sent, 'body'>): SentItem[] => JSON.parse(body).items;

interface Answer {
  /** Another result than APPLIED. */
  readonly result?: (item: SentItem) => object;
  readonly trips?: readonly object[];
  readonly receivedAt?: number;
}

/** The answer to a sync: APPLIED, unless the test says another result. */
export function answered(sent: Sent, { result = () => ({}), trips = [], receivedAt = Date.now() }: Answer = {}) {
  const results = itemsIn(sent).map((item) => ({ id: item.id, result: 'APPLIED', ...result(item) }));
  return json(200, { receivedAt: new Date(receivedAt).toISOString(), clockSkewSeconds: 0, results, trips });
}

export const TRIP_ID = '01930000-0002-7000-8000-000000000001';
export const note = (text: string, tripId = TRIP_ID): Fact => ({ kind: 'NOTE', tripId, text });
export const ping = (tripId = TRIP_ID): Fact => ({ kind: 'PING', tripId, lat: 25.7, lng: -100.3 });

interface PhoneOptions extends Partial<QueueOptions> {
  readonly fleet?: Partial<FleetOptions>;
}

/** The app of a driver, on a service that answers as the test says. */
export function phone(
  answer: (sent: Sent, count: number) => Response | Promise<Response>,
  { fleet: settings, storage = new PhoneStorage(), ...options }: PhoneOptions = {},
) {
  const { fetch, sent } = service(answer);
  const client = createFleet({
    baseUrl: BASE,
    fetch,
    session: driverSession('ramon'),
    sleep: async () => {},
    random: () => 0,
    ...settings,
  });
  const fleet = withDriver(client, { storage, ...options });
  return { fleet, queue: fleet.driver.queue, sent, storage };
}
