import type { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import type { Step } from '../platform/table/steps';
import type { Text } from '../platform/values/text';
import { recentRoadPolicy } from '../road-policy/policy';
import type { Route } from '../routes/route';
import { agendaStep, RESOURCES, type Resource } from './agenda';
import { type AgendaChange, type Entered, enterAgendas, plansOfTable } from './enter-agendas';
import { type KeptWarning, overlapWarnings, warningOf } from './overlaps';
import { isUnfinished, type Planned } from './plan-hours';
import type { TripRecord } from './trip';

/** Why a plan is refused under `overlap: REFUSE`. */
export interface PlanRefusal {
  /** What has another trip, or too many. */
  readonly field: Resource;
  readonly message: Text;
  /** The other trips. */
  readonly errors?: readonly KeptWarning[];
}

interface Compared {
  /** The trip as it was. Absent for a new one. */
  readonly before?: TripRecord;
  /** What WARN compares with other trips. Absent: driver and vehicle. */
  readonly resources?: readonly Resource[];
  /** The trip's route, where it was read. */
  readonly route?: Route | undefined;
  /** The refusal under REFUSE. Absent: the plan is not refused, and warns as under WARN. */
  readonly refusedWith?: (refusal: PlanRefusal) => AppError;
}

/** What a plan warns of, and the writes of the agendas, with the fields of the trip on which they rest. */
export interface ComparedPlan {
  readonly warned: { readonly warnings?: KeptWarning[] };
  readonly steps: readonly Step[];
  readonly condition: Condition;
}

const NOTHING: ComparedPlan = { warned: {}, steps: [], condition: {} };

/**
 * Compares the plan of a trip with the other trips of its driver and vehicle, as the policy of the team wants it. Under REFUSE it throws the refusal,
 * or returns the steps by which the trip enters the agendas; `changed` starts the change again when another plan changes an agenda meanwhile. Under
 * ALLOW it reads the policy alone.
 */
export async function comparePlan(
  context: Context,
  after: TripRecord,
  { before, resources = RESOURCES, route, refusedWith }: Compared,
  changed: () => Error,
): Promise<ComparedPlan> {
  if (!isUnfinished(after)) return NOTHING;
  const needed = resources.filter((field) => after[field] !== undefined);
  const { left, entered } = movedResources(before, after);
  if (needed.length + left.length + entered.length === 0) return NOTHING;
  const { overlap, refusesSince = '' } = await recentRoadPolicy(context, after.teamId);
  if (overlap === 'ALLOW') return NOTHING;
  if (overlap === 'WARN')
    return {
      ...NOTHING,
      warned: warned(needed.length > 0 ? await overlapWarnings(context, after, needed, route) : []),
    };
  if (left.length + entered.length === 0) return NOTHING;
  const change = { before, after, left, entered, since: refusesSince, route };
  const found = await enterAgendas(context, plansOfTable(context), change);
  const refusal = refusalOf(found);
  if (refusedWith && refusal) throw refusedWith(refusal);
  return {
    warned: warned(warningsOf(found)),
    steps: found.writes.map((write) => agendaStep(context, write, changed)),
    condition: before ? unchanged(before, PLANNED) : {},
  };
}

const warningsOf = ({ overlaps }: Entered): KeptWarning[] =>
  overlaps.map(({ trip, plan, field }) => warningOf(trip, plan, field));

/** Why the agendas refuse a plan. Undefined when they do not. */
export function refusalOf(found: Entered): PlanRefusal | undefined {
  const errors = warningsOf(found);
  const [first] = errors;
  const [crowded] = found.full;
  if (first) return { field: first.field, message: first.message, errors };
  return crowded && { field: crowded, message: CROWDED[crowded] };
}

/** The driver and vehicle that a plan leaves, and those that it enters or whose hours it changes. */
export const movedResources = (
  before: Planned | undefined,
  after: Planned,
): Pick<AgendaChange, 'left' | 'entered'> => ({
  left: RESOURCES.filter((field) => before?.[field] !== undefined && before[field] !== after[field]),
  entered: RESOURCES.filter((field) => after[field] !== undefined && isMoved(before, after, field)),
});

const warned = (warnings: readonly KeptWarning[]) => (warnings.length > 0 ? { warnings: [...warnings] } : {});

/** The fields that a plan in an agenda rests on. */
const PLANNED = ['status', 'driverId', 'vehicleId', 'startDate', 'endDate', 'routeId'] as const;

/** True when the plan is new to the driver or vehicle, or has other hours. */
function isMoved(before: Planned | undefined, after: Planned, field: Resource): boolean {
  if (before === undefined || before[field] !== after[field]) return true;
  if (before.startDate !== after.startDate || before.endDate !== after.endDate) return true;
  return after.endDate === undefined && before.routeId !== after.routeId;
}

const CROWDED: Readonly<Record<Resource, Text>> = {
  driverId: {
    en: 'The driver has 100 planned trips already. End or cancel some of them, or choose another driver.',
    es: 'El operador ya tiene 100 viajes planeados. Termine o cancele algunos, o elija otro operador.',
  },
  vehicleId: {
    en: 'The vehicle has 100 planned trips already. End or cancel some of them, or choose another vehicle.',
    es: 'La unidad ya tiene 100 viajes planeados. Termine o cancele algunos, o elija otra unidad.',
  },
};
