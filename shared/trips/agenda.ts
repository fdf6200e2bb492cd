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

/** Writes an agenda if it is still the one that was read. `changed` is the error of an agenda that another request changed. */
export function agendaStep(
  context: Context,
  { teamId, id, agenda }: ReadAgenda,
  after: Pick<Agenda, 'madeAt' | 'knownFrom' | 'plans'>,
  changed: () => Error,
): Step {
  const last = Math.max(context.now().getTime(), ...after.plans.map(({ to }) => to));
  const expires = Math.ceil(last / 1000) + KEPT_SECONDS;
  const item = { ...after, revision: context.newId(), [TIME_TO_LIVE]: expires };
  return put(
    agendaKey(teamId, id),
    item,
    agenda ? { equals: { revision: agenda.revision } } : { exists: false },
    changed,
  );
}

/** Removes the plan of a trip from an agenda. No step when the trip is not in it. */
export const leaveStep = (context: Context, read: ReadAgenda, tripId: string, changed: () => Error): Step[] =>
  read.agenda?.plans.some((plan) => plan.tripId === tripId)
    ? [agendaStep(context, read, withoutTrip(read.agenda, tripId), changed)]
    : [];

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
  return agendas.flatMap((read) => leaveStep(context, read, trip.id, changed));
}
