import { operation as correctTripStop } from '../../../functions/trips/correct-trip-stop';
import { operation as deleteTrip } from '../../../functions/trips/delete-trip';
import { operation as getTrip } from '../../../functions/trips/get-trip';
import { operation as getTripTrack } from '../../../functions/trips/get-trip-track';
import { operation as pingLocation } from '../../../functions/trips/ping-location';
import { operation as relayTrip } from '../../../functions/trips/relay-trip';
import { operation as startTrip } from '../../../functions/trips/start-trip';
import { operation as updateOwnTripStatus } from '../../../functions/trips/update-own-trip-status';
import { operation as updateTripStatus } from '../../../functions/trips/update-trip-status';
import type { Operation } from '../../../shared/operation/define';
import type { Chance } from '../../load/chance';
import type { BaseTrip } from './base';
import { proofOf, someWhere } from './kinds';
import type { Phone } from './phone';
import type { World } from './world';

/** What the driver of another team sends about a trip of this one. */
const ITEMS = ['NOTE', 'PING', 'PROOF', 'STOP_ARRIVED', 'TRIP_START', 'TRIP_END'] as const;

const REASON = 'De otra empresa';
/** What the owner of another team asks of a trip of this one. */
const REQUESTS: readonly { readonly operation: Operation; readonly body?: object }[] = [
  { operation: getTrip },
  { operation: getTripTrack },
  { operation: updateTripStatus, body: { status: 'EN_PROCESO' } },
  { operation: updateTripStatus, body: { status: 'CANCELADO' } },
  { operation: correctTripStop, body: { status: 'SALIO', reason: REASON } },
  { operation: deleteTrip },
];
const REFUSALS = ['NOT_FOUND', 'FORBIDDEN'];
/** The codes of a call that ended without a verdict, and of a session that has ended. */
const WITHOUT_VERDICT = ['KILLED', 'UNAVAILABLE', 'UNAUTHENTICATED'];

/** One attempt of the other team at a trip of this one: an item in the queue of its driver, a tap, or a request of its owner. */
export async function intrude(world: World, phone: Phone, chance: Chance, trip: BaseTrip): Promise<void> {
  const way = chance.below(3);
  if (way === 0) recordIntrusion(phone, chance, trip);
  else if (way === 1) await tapIntrusion(world, phone, chance, trip);
  else await askIntrusion(world, chance, trip);
}

function recordIntrusion(phone: Phone, chance: Chance, { id, stopIds }: BaseTrip): void {
  const kind = chance.among(ITEMS);
  const fields = {
    NOTE: { text: REASON },
    PING: someWhere(chance),
    PROOF: { ...proofOf(chance, ['PHOTO']), stopId: chance.among(stopIds) },
    STOP_ARRIVED: { source: 'DRIVER', stopId: chance.among(stopIds) },
    TRIP_START: {},
    TRIP_END: {},
  };
  phone.record(kind, id, fields[kind], { flaw: { error: 'NOT_FOUND' } });
}

async function tapIntrusion(world: World, { driver }: Phone, chance: Chance, { id: tripId }: BaseTrip): Promise<void> {
  const now = new Date(world.time.now()).toISOString();
  const [operation, body] = chance.among([
    [startTrip, {}],
    [updateOwnTripStatus, { status: 'COMPLETADO' }],
    [pingLocation, { ...someWhere(chance), timestamp: now }],
  ] as const);
  const identity = { pool: 'drivers', ...driver, signedInAt: now, sessionId: 'stranger' } as const;
  const cause = { by: 'driver', driverId: driver.id, endsOf: () => [] } as const;
  judgeIntrusion(world, await world.run(operation, { identity, path: { tripId }, body, cause }));
}

/** By the path of the own team, in which the trip is not, and by that of the team that has it. */
async function askIntrusion(world: World, chance: Chance, trip: BaseTrip): Promise<void> {
  const { base } = world;
  const { operation, body } = chance.among(REQUESTS);
  const teamId = chance.among([base.teamId, base.other.teamId]);
  const path = { teamId, tripId: trip.id, stopId: chance.among(trip.stopIds) };
  const signedInAt = new Date(world.time.now()).toISOString();
  const identity = { pool: 'staff', id: base.other.ownerId, signedInAt, sessionId: 'other', accessToken: '' } as const;
  const cause = { by: 'reader' } as const;
  judgeIntrusion(world, await world.run(operation, { identity, path, cause, ...(body && { body }) }));
  const relay = { driverId: base.other.driver.id, reason: REASON };
  judgeIntrusion(world, await world.run(relayTrip, { identity, path, cause, body: relay }));
}

function judgeIntrusion(world: World, { code }: { readonly code: string }): void {
  if (WITHOUT_VERDICT.includes(code)) return;
  if (!REFUSALS.includes(code)) world.violate(`8: another team is answered ${code}`);
  world.count(`another team: ${code}`);
}
