import * as v from 'valibot';
import { operation as changeDriverAccess } from '../../../functions/drivers/change-driver-access';
import { operation as changeRoadPolicy } from '../../../functions/teams/change-road-policy';
import { operation as correctTripStop } from '../../../functions/trips/correct-trip-stop';
import { operation as deleteTrip } from '../../../functions/trips/delete-trip';
import { operation as relayTrip } from '../../../functions/trips/relay-trip';
import { operation as updateTrip } from '../../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../../functions/trips/update-trip-status';
import { operation as updateTripStops } from '../../../functions/trips/update-trip-stops';
import { stopPlanKey } from '../../../shared/trips/stop';
import { tripKey } from '../../../shared/trips/trip';
import type { BaseTrip } from './base';
import type { Decision } from './history';
import type { PolicyState } from './record';
import type { Ran, World } from './world';

/** How often the office does what, beside the others. */
export const ACTIONS = {
  start: 3,
  end: 4,
  cancel: 2,
  edit: 6,
  correct: 6,
  withdraw: 3,
  relay: 9,
  disable: 2,
  delete: 1,
} as const;
type Action = keyof typeof ACTIONS;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STATUSES = ['PENDIENTE', 'LLEGO', 'SALIO', 'OMITIDA', 'QUITADA'];
const REQUIRED = [[], ['PHOTO'], ['DOCUMENT']];
const ADDED = [
  { name: 'Silao', radiusM: 100 },
  { name: 'Irapuato', radiusM: 500, lat: 25.71, lng: -100.312 },
];
const REASON = 'El operador lo avisó por teléfono';

const Revision = v.object({ stopsRevision: v.number() });
const Plan = v.object({ stops: v.array(v.looseObject({ id: v.string(), order: v.number(), name: v.string() })) });

/** A member of the team, who clicks again when no answer comes. */
export class Office {
  constructor(private readonly world: World) {}

  /** One action of the given kind, or of any. */
  async act(action: Action = this.world.chance.oneOf(ACTIONS)): Promise<void> {
    const trip = this.someTrip(action);
    const acts: Readonly<Record<Action, () => Promise<void>>> = {
      start: () => this.move(trip.id, 'EN_PROCESO'),
      end: () => this.move(trip.id, 'COMPLETADO'),
      cancel: () => this.move(trip.id, 'CANCELADO'),
      edit: () => this.edit(trip.id),
      correct: () => this.correct(trip.id, this.world.chance.among(STATUSES)),
      withdraw: () => this.correct(trip.id, undefined),
      relay: () => this.relay(trip.id),
      disable: () => this.disable(),
      delete: () => this.delete(trip.id),
    };
    await acts[action]();
  }

  /** The trip that drivers relay is changed most. The office deletes few trips, and only the spare one. */
  private someTrip(action: Action): BaseTrip {
    const { chance, base, history } = this.world;
    const [first] = base.trips;
    const last = base.trips.at(-1);
    if (first === undefined || last === undefined) throw new Error('The base has no trips.');
    if (action === 'delete') return last;
    const underWay = base.trips.filter(({ id }) => history.stateOf(id).status === 'EN_PROCESO');
    if (action === 'relay' && underWay.length > 0) return chance.among(underWay);
    return chance.below(3) > 0 ? first : chance.among(base.trips);
  }

  move = async (tripId: string, status: string): Promise<void> => {
    await this.click(status, updateTripStatus, { path: { tripId }, body: { status } });
  };

  /** Changes the stops of a trip without a thought. */
  async changeStops(tripId: string): Promise<void> {
    if (this.world.chance.below(3) > 0) await this.edit(tripId, 0);
    else if (this.world.chance.below(3) === 0) await this.correct(tripId, undefined);
    else await this.correct(tripId, this.world.chance.among(STATUSES));
  }

  async edit(tripId: string, thinkingMs = MINUTE): Promise<void> {
    const { world } = this;
    const { chance, base } = world;
    const item = base.table.at(tripKey(base.teamId, tripId));
    const plan = base.table.at(stopPlanKey(base.teamId, tripId));
    if (item === undefined || plan === undefined) return;
    const { stopsRevision } = v.parse(Revision, item);
    const { stops } = v.parse(Plan, plan);
    const kept = stops.filter(() => chance.below(3) > 0);
    const changed = kept.map((stop) => (chance.below(5) === 0 ? { ...stop, requires: chance.among(REQUIRED) } : stop));
    const added = chance.below(2) === 0 ? [{ ...chance.among(ADDED), requires: chance.among(REQUIRED) }] : [];
    const sent = [...changed, ...added].map((stop, index) => ({ ...stop, order: index + 1 }));
    const sentIds = kept.map(({ id }) => id);
    // The member thinks, and another change comes in between.
    await world.time.sleep(chance.below(thinkingMs));
    const body = { stopsRevision, stops: sent };
    await this.click('edit', updateTripStops, { path: { tripId }, body }, { tripId, sentIds });
  }

  private async correct(tripId: string, status: string | undefined): Promise<void> {
    const { world } = this;
    const stopIds = [...world.history.stateOf(tripId).stops.keys()];
    if (stopIds.length === 0) return;
    const stopId = world.chance.among(stopIds);
    const body = { status: status ?? null, reason: REASON };
    const decision = { tripId, stopId, status };
    await this.click(status ? 'correct' : 'withdraw', correctTripStop, { path: { tripId, stopId }, body }, decision);
  }

  /** Plans the trip with the other driver. */
  assign = async (tripId: string): Promise<void> => {
    const driverId = this.otherDriver(tripId);
    await this.click('assign', updateTrip, { path: { tripId }, body: { driverId } });
  };

  private otherDriver(tripId: string): string | undefined {
    const { base, history } = this.world;
    const { driverId } = history.stateOf(tripId);
    const [one, other] = base.drivers;
    return driverId === one?.id ? other?.id : one?.id;
  }

  async relay(tripId: string): Promise<void> {
    const { chance, base } = this.world;
    const next = this.otherDriver(tripId);
    const vehicleId = chance.below(4) === 0 ? chance.among(base.vehicleIds) : undefined;
    const body = {
      ...(chance.below(8) > 0 && { driverId: next }),
      ...(vehicleId && { vehicleId }),
      reason: 'Fin de turno',
    };
    if (!body.driverId && !vehicleId) return;
    await this.click('relay', relayTrip, { path: { tripId }, body });
  }

  /** Gives the trip another vehicle. Its driver stays. */
  changeVehicle = async (tripId: string): Promise<void> => {
    const { base, history, chance } = this.world;
    const present = history.stateOf(tripId).vehicleId;
    const vehicleId = chance.among(base.vehicleIds.filter((id) => id !== present));
    await this.click('relay', relayTrip, { path: { tripId }, body: { vehicleId, reason: 'Falla mecánica' } });
  };

  /** Closes the access of a driver, and opens it hours later. */
  private async disable(): Promise<void> {
    const { world } = this;
    const { chance, base } = world;
    const driverId = chance.among(base.drivers.slice(0, 2)).id;
    await this.access(driverId, 'DISABLE');
    world.after(10 * MINUTE + chance.below(9 * HOUR), () => this.access(driverId, 'ENABLE'));
  }

  access = async (driverId: string, action: 'DISABLE' | 'ENABLE'): Promise<void> => {
    await this.click(action, changeDriverAccess, { path: { driverId }, body: { action } });
  };

  /** Changes what the team wants to see of a delivery. */
  changePolicy = async (proof: PolicyState['proof']): Promise<void> => {
    await this.click('policy', changeRoadPolicy, { path: {}, body: { proof } });
  };

  delete = async (tripId: string): Promise<void> => {
    await this.click('delete', deleteTrip, { path: { tripId } });
  };

  /** Sends a request up to three times, until it is answered. Sometimes a member clicks twice. */
  private async click(
    what: string,
    operation: Parameters<World['run']>[0],
    { path, body }: { readonly path: Readonly<Record<string, string>>; readonly body?: object },
    decision?: Decision,
  ): Promise<void> {
    const { world } = this;
    const { teamId, ownerId } = world.base;
    const session = { signedInAt: new Date(world.time.now()).toISOString(), sessionId: 'office', accessToken: '' };
    const once = (): Promise<Ran> =>
      world.run(operation, {
        identity: { pool: 'staff', id: ownerId, ...session },
        path: { teamId, ...path },
        ...(body && { body }),
        cause: { by: 'office', began: world.number, ...(decision && { decision }) },
      });
    if (world.isFault(5)) await Promise.all([once(), once()]);
    for (let tries = 1; tries <= 3; tries += 1) {
      if (world.isFault(5)) continue;
      const { code } = await once();
      if (code === 'OK') world.count(`office: ${what}`);
      const isLost = world.isFault(5);
      if (code !== 'KILLED' && code !== 'UNAVAILABLE' && code !== 'CONFLICT' && !isLost) return;
      await world.time.sleep(world.chance.below(MINUTE));
    }
  }
}
