import prices from '../prices.json';
import type { Cost, Costs } from '../results';
import { type Price, priceOf } from './prices';

/**
 * The units of a truck that drives, beside those of the call. test/trips/stop-units.test.ts and test/trips/sync-units.test.ts hold the handlers
 * at them.
 */
export const ROAD_UNITS = {
  /** A sync of positions that crosses no stop. */
  positions: { reads: 0, writes: 1 },
  /** What the sync costs beside, after which a list of so many points became a segment. */
  segment: { points: 36, reads: 2, writes: 2 },
  /** An arrival, a departure or a proof, alone in its batch. */
  fact: { reads: 3, writes: 2 },
  /** A position that is the first one inside of a stop, or outside again. */
  crossing: { writes: 2 },
} as const;

/** A truck drives 12 hours on 26 days and completes 20 trips of 4 stops. */
const HOURS = 12 * 26;
const STOPS = 20 * 4;
/** An arrival, a departure and a proof. */
const FACTS_OF_A_STOP = 3;
const CROSSINGS_OF_A_STOP = 2;
const PING_MINUTES = 3;
const SYNC_MINUTES = 5;
const POINTS = HOURS * 60;
/** Bytes of a stored point. */
const POINT_BYTES = 10;

interface RoadPrice {
  readonly what: string;
  readonly calls: number;
  /** Dollars a month for one truck. */
  readonly services: Price['services'];
  readonly total: number;
}

/** The price of one truck in a month: by the single calls of the interface, and by syncs with a history. */
export function pricesOfTheRoad(costs: Costs): RoadPrice[] {
  const ping = costs.pingLocation;
  if (ping === undefined) throw new Error('The results have no cost of pingLocation. Run the bench again.');
  const { positions, segment, fact, crossing } = ROAD_UNITS;
  const segments = POINTS / segment.points;
  const crossings = STOPS * CROSSINGS_OF_A_STOP;
  const syncs = HOURS * (60 / SYNC_MINUTES);
  const facts = STOPS * FACTS_OF_A_STOP;
  const units = {
    reads: syncs * positions.reads + segments * segment.reads,
    writes: syncs * positions.writes + segments * segment.writes + crossings * crossing.writes,
  };
  return [
    monthly(`a position every ${PING_MINUTES} minutes, without a history`, ping, HOURS * (60 / PING_MINUTES)),
    monthly(`a position a minute, sent every ${SYNC_MINUTES} minutes, with track and stops`, ping, syncs, units),
    monthly(`${facts} facts of drivers, sent with the positions`, ping, 0, {
      reads: facts * fact.reads,
      writes: facts * fact.writes,
    }),
  ];
}

/** Dollars a month for the table's storage of one truck's track. */
export const trackStorage = (): number =>
  (POINTS * POINT_BYTES * (prices.tableGigabyteMonth + prices.recoveryGigabyteMonth)) / 1e9;

/** The price of so many calls, each like a ping. `units` replaces the units of all of them. */
function monthly(what: string, ping: Cost, calls: number, units?: { reads: number; writes: number }): RoadPrice {
  const each = priceOf('pingLocation', ping).services;
  const services = {
    'HTTP API': (calls * each['HTTP API']) / 1e6,
    Lambda: (calls * each.Lambda) / 1e6,
    DynamoDB: units
      ? (units.reads * prices.readMillion + units.writes * prices.writeMillion) / 1e6
      : (calls * each.DynamoDB) / 1e6,
    Logs: (calls * each.Logs) / 1e6,
  };
  return { what, calls, services, total: Object.values(services).reduce((sum, one) => sum + one, 0) };
}
