import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { getItems } from '../platform/table/read';
import { put, type Step } from '../platform/table/steps';
import { Instant, Uuid } from '../platform/values/fields';
import { recentRoadPolicy } from '../road-policy/policy';
import type { TripRecord } from './trip';

/** What two trips cannot use in the same hours, by the field of the trip. */
export const RESOURCES = ['driverId', 'vehicleId'] as const;
export type Resource = (typeof RESOURCES)[number];

/** The hours of a plan, in milliseconds since 1970: numbers take a third of the bytes of texts. */
const AgendaPlan = v.object({ tripId: Uuid, from: v.number(), to: v.number() });
export type AgendaPlan = v.InferOutput<typeof AgendaPlan>;

/**
 * The plans of a driver or a vehicle under `overlap: REFUSE`. Each write requires the revision that was read, so that of two plans at once one sees
 * the other. A plan may stand in it that ended without a write of the agenda; so a plan is read before it refuses another.
 */
export const Agenda = v.object({
  /** New with each write. */
  revision: Uuid,
  /** When it was made from the lists of trips. One from before `refusesSince` of the policy is made anew. */
  madeAt: Instant,
  /** In milliseconds since 1970. Each plan that ends after it is in the agenda. */
  knownFrom: v.number(),
  plans: v.array(AgendaPlan),
  /** When DynamoDB may delete it, in Unix seconds. A missing agenda is made anew. */
  [TIME_TO_LIVE]: v.number(),
});
export type Agenda = v.InferOutput<typeof Agenda>;

export const agendaKey = (teamId: string, resourceId: string) => key(Agenda, `TEAM#${teamId}#AGENDAS`, resourceId);

/** How long an agenda is kept after its last plan and its last write. */
const KEPT_SECONDS = 31 * 24 * 60 * 60;

/** The agenda of a driver or a vehicle. The next write requires the revision that was read. */
export interface ReadAgenda {
  readonly teamId: string;
  /** The id of the driver or the vehicle. */
  readonly id: string;
  /** Undefined when the table has none. */
  readonly agenda: Agenda | undefined;
}

/** What a plan makes of an agenda. */
export interface AgendaWrite {
  readonly read: ReadAgenda;
  readonly after: Pick<Agenda, 'madeAt' | 'knownFrom' | 'plans'>;
}

/** The agenda as it is stored. */
export function storedAgenda(context: Context, after: AgendaWrite['after']): Agenda {
  const last = Math.max(context.now().getTime(), ...after.plans.map(({ to }) => to));
  const expires = Math.ceil(last / 1000) + KEPT_SECONDS;
  return { ...after, revision: context.newId(), [TIME_TO_LIVE]: expires };
}

/** Writes an agenda if it is still the one that was read. `changed` is the error of an agenda that another request changed. */
export function agendaStep(
  context: Context,
  { read: { teamId, id, agenda }, after }: AgendaWrite,
  changed: () => Error,
): Step {
  const condition = agenda ? { equals: { revision: agenda.revision } } : { exists: false };
  return put(agendaKey(teamId, id), storedAgenda(context, after), condition, changed);
}

/** Removes the plan of a trip from an agenda. Nothing is written when the trip is not in it. */
export const leaveAgenda = (read: ReadAgenda, tripId: string): AgendaWrite[] =>
  read.agenda?.plans.some((plan) => plan.tripId === tripId) ? [{ read, after: withoutTrip(read.agenda, tripId) }] : [];

const withoutTrip = ({ plans, ...agenda }: Agenda, tripId: string) => ({
  ...agenda,
  plans: plans.filter((plan) => plan.tripId !== tripId),
});

export const readAgendas = async (
  context: Context,
  teamId: string,
  ids: readonly string[],
): Promise<readonly ReadAgenda[]> => {
  const keys = ids.map((id) => agendaKey(teamId, id));
  const found = await getItems(context, keys);
  return ids.map((id, place) => ({ teamId, id, agenda: found[place] }));
};

/**
 * The steps by which a trip leaves the agendas of its driver and vehicle, when it ends, is cancelled or is deleted. None unless the team has
 * `overlap: REFUSE`. `changed` starts the change again when another plan changes an agenda meanwhile.
 */
export async function leaveAgendaSteps(context: Context, trip: TripRecord, changed: () => Error): Promise<Step[]> {
  const ids = RESOURCES.flatMap((field) => trip[field] ?? []);
  if (ids.length === 0 || (await recentRoadPolicy(context, trip.teamId)).overlap !== 'REFUSE') return [];
  const agendas = await readAgendas(context, trip.teamId, ids);
  return agendas.flatMap((read) => leaveAgenda(read, trip.id)).map((write) => agendaStep(context, write, changed));
}
