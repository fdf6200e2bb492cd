import type { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { changedBy } from '../platform/values/changes';
import { recentRoadPolicy } from '../road-policy/policy';
import { type ReadAgenda, storedAgenda } from './agenda';
import { movedResources, type PlanRefusal, refusalOf } from './compare-plan';
import { refusedCreation } from './create-trip';
import { refusedEdit } from './edit-trip';
import { enterAgendas, type PlanReads, plansOfTable } from './enter-agendas';
import { OVERLAP_PERMISSIONS } from './overlaps';
import { isUnfinished, type Planned } from './plan-hours';
import type { NewTrip, TripChanges, TripRecord } from './trip';

/** The plans of a dry run, which are compared as the writes of the real run are, one after the other. */
export interface DryPlans {
  readonly create: (teamId: string, plan: NewTrip) => Promise<void>;
  readonly edit: (trip: TripRecord, changes: TripChanges) => Promise<void>;
}

/**
 * Begins the plans of a dry run. Under `overlap: REFUSE` each plan throws the refusal of its creation or edit, or counts for the plans after it:
 * the agendas and trips that it would write are kept here, and are read instead of those of the table. Other requests are not seen.
 */
export const dryPlans = capability(
  { table: ['GetItem', 'BatchGetItem'], ...OVERLAP_PERMISSIONS },
  (context) => (): DryPlans => {
    const agendas = new Map<string, ReadAgenda>();
    const trips = new Map<string, Planned>();
    const table = plansOfTable(context);
    const reads: PlanReads = {
      agendas: async (teamId, ids) => {
        const unread = ids.filter((id) => !agendas.has(id));
        for (const read of await table.agendas(teamId, unread)) agendas.set(read.id, read);
        return ids.flatMap((id) => agendas.get(id) ?? []);
      },
      listed: async (of, field, from) => {
        const own = [...trips.values()].filter((trip) => trip[field] === of.id).map(({ id }) => id);
        return [...(await table.listed(of, field, from)), ...own];
      },
      trips: async (teamId, ids) => {
        const stored = ids.filter((id) => !trips.has(id));
        const found = await table.trips(teamId, stored);
        return ids.map((id) => trips.get(id) ?? found[stored.indexOf(id)]);
      },
    };
    const enter = async (
      before: Planned | undefined,
      after: Planned,
      refusedWith: (refusal: PlanRefusal) => AppError,
    ): Promise<void> => {
      const { left, entered } = movedResources(before, after);
      if (!isUnfinished(after) || left.length + entered.length === 0) return;
      const { overlap, refusesSince = '' } = await recentRoadPolicy(context, after.teamId);
      if (overlap !== 'REFUSE') return;
      const change = { before, after, left, entered, since: refusesSince, route: undefined };
      const found = await enterAgendas(context, reads, change);
      const refusal = refusalOf(found);
      if (refusal) throw refusedWith(refusal);
      for (const { read, after: agenda } of found.writes)
        agendas.set(read.id, { ...read, agenda: storedAgenda(context, agenda) });
      trips.set(after.id, after);
    };
    return {
      create: (teamId, plan) =>
        enter(undefined, { ...plan, id: context.newId(), teamId, status: 'NO_INICIADO' }, refusedCreation),
      edit: (trip, changes) => {
        const edited = changedBy(trip, changes);
        return enter(trip, edited, (refusal) => refusedEdit(trip, edited, refusal));
      },
    };
  },
);
