import { OPERATIONS } from '../../functions/catalog';
import { poolAuthOf } from '../../shared/identity/caller';
import { deskFor, OF_A_DESK, OF_A_TRUCK } from '../report/month';
import { timeClassOf } from '../report/prices';
import type { Random } from './environments';
import { DAYS, type Happening, IDS, startOf } from './warm-calls';

/** Hours of the day in which the office and the drivers work. */
const OFFICE = { from: 8, to: 19 };
const ROAD = { from: 6, to: 18 };
/** Each person of the office calls each operation that the month does not name so often. */
const RARE_TIMES = 2;
const DEPLOYS = 8;

const OF_A_DRIVER = ['listOwnTrips', 'refreshDriver', 'startTrip', 'updateOwnTripStatus'];
/** These never wait: a truck calls them each three minutes. Leaving them out changes no other function. */
const HOT = ['pingLocation', 'getTripLocation'];

/** The calls of a carrier's month (docs/cost.md) at random minutes of its working hours, with deploys, in order. Times are in minutes. */
export function happenings(trucks: number, random: Random): Happening[] {
  const within = ({ from, to }: { readonly from: number; readonly to: number }): number =>
    startOf(Math.floor(random() * DAYS)) + 60 * (from + (to - from) * random());
  const calls = callsOf(trucks).flatMap(([operation, times]) => {
    const isOfDriver = OF_A_DRIVER.includes(operation);
    const isOfOffice = !isOfDriver && timeClassOf(operation, { calls: 2 }) !== 'provider';
    return Array.from({ length: times }, () => ({
      at: within(isOfDriver ? ROAD : OFFICE),
      kind: 'call' as const,
      operation,
      isOfOffice,
    }));
  });
  const deploys = Array.from({ length: DEPLOYS }, () => ({ at: within(OFFICE), kind: 'deploy' as const }));
  return [...calls, ...deploys].sort((one, other) => one.at - other.at);
}

/** The calls of a month by operation, without those of triggers. */
function callsOf(trucks: number): (readonly [string, number])[] {
  const ofRecords = OF_A_TRUCK.map(([call, times]) => [call, times * trucks] as const);
  const ofLists = OF_A_DESK.map(([call, times]) => [call, times * deskFor(trucks)] as const);
  const named = [...ofRecords, ...ofLists].map(([call, times]) => [call.split(',')[0] ?? call, times] as const);
  const known = new Set([...named.map(([operation]) => operation), ...HOT]);
  const rare = OFFICE_IDS.filter((id) => !known.has(id)).map((id) => [id, RARE_TIMES * deskFor(trucks)] as const);
  return [...named.filter(([operation]) => IDS.includes(operation) && !HOT.includes(operation)), ...rare];
}

/** The operations that a person of the office calls. */
const OFFICE_IDS = Object.values(OPERATIONS)
  .filter(({ auth }) => poolAuthOf(auth)?.pool === 'staff')
  .map(({ id }) => id);

/** Merges two lists that are in order. */
export function* merged(one: readonly Happening[], other: readonly Happening[]): Generator<Happening> {
  let next = 0;
  for (const happening of one) {
    for (let waiting = other[next]; waiting && waiting.at < happening.at; waiting = other[next]) {
      next += 1;
      yield waiting;
    }
    yield happening;
  }
}
