import type { StreamRecord } from '../../../shared/platform/table/stream';
import type { DeliveryMessage } from '../../../shared/webhook-endpoints/delivery';
import { recordNoSuccess, recordSuccess } from '../../../shared/webhook-endpoints/delivery-rows';
import { DISPATCH_USES, dispatch } from '../../../shared/webhook-endpoints/dispatch';
import type { EndpointRecord } from '../../../shared/webhook-endpoints/endpoint';
import { FAN_OUT_USES, fanOut } from '../../../shared/webhook-endpoints/fan-out';
import { RECONCILE_USES, reconcileDeliveries } from '../../../shared/webhook-endpoints/reconcile';
import { signRequest } from '../../../shared/webhook-endpoints/send-requests';
import { SWEEP_USES, sweepDeliveries } from '../../../shared/webhook-endpoints/sweep';
import type { Rules } from './weakenings';
import { rethrowUnlessRefused, SECOND, type World } from './world';

/** What the proof does between the calls of the functions, and what it learns of them. */
export interface Watched {
  /** After endpoint and rows were read, before anything is sent. */
  readonly afterRead: (messages: readonly DeliveryMessage[]) => Promise<void>;
  readonly beforeSend: (message: DeliveryMessage, endpoint: EndpointRecord) => void;
  readonly whileSigning: () => Promise<void>;
  readonly afterResult: (message: DeliveryMessage, isSuccess: boolean, isWritten: boolean) => Promise<void>;
  readonly afterClaim: (claim: string) => void;
  /** Between two calls of the sweep and of the reconciler. */
  readonly between: () => Promise<void>;
  /** Chance of death of a function at one of its calls. */
  readonly mayDie: (where: string) => void;
  readonly versionAt: (eventId: string) => number;
}

/** The parts of the functions, which hold no state: they are made once for a history. */
function partsOf(world: World, { delivery, body, successGuard, failureGuard }: Rules, { versionAt }: Watched) {
  return {
    fanOut: world.deps(FAN_OUT_USES),
    dispatch: world.deps({
      ...DISPATCH_USES,
      signRequest: signRequest(delivery, (message) => body(message, world.now, versionAt)),
      recordSuccess: recordSuccess(successGuard),
      recordNoSuccess: recordNoSuccess(failureGuard),
    }),
    sweep: world.deps(SWEEP_USES),
    reconcile: world.deps(RECONCILE_USES),
  };
}

/** The real functions on the stand-ins, with the rules of the run. */
export class Functions {
  private readonly cached = new Map<string, EndpointRecord>();
  private readonly older = new Map<string, { at: number; endpoints: EndpointRecord[] }>();
  private readonly parts: ReturnType<typeof partsOf>;

  constructor(
    private readonly world: World,
    private readonly rules: Rules,
    private readonly watched: Watched,
  ) {
    this.parts = partsOf(world, rules, watched);
  }

  async fanOut(records: readonly StreamRecord[]): Promise<readonly string[]> {
    const { world, rules } = this;
    const deps = this.parts.fanOut;
    const readEndpoints = async (teamId: string): Promise<EndpointRecord[]> => {
      const now = await deps.readEndpoints(teamId);
      const before = this.older.get(teamId);
      this.older.set(teamId, { at: world.now, endpoints: now });
      return rules.staleEndpoints && (before === undefined || world.now - before.at < 30 * SECOND)
        ? (before?.endpoints ?? [])
        : now;
    };
    this.watched.mayDie('fan-out');
    const { failed } = await fanOut({ ...deps, readEndpoints }, records, rethrowUnlessRefused, {
      entry: rules.entry,
      rules: rules.delivery,
    });
    this.watched.mayDie('fan-out, after its sends');
    return failed;
  }

  async dispatch(messages: readonly DeliveryMessage[]): Promise<void> {
    const { rules, watched } = this;
    const deps = this.parts.dispatch;
    const readTargets: typeof deps.readTargets = async (asked) => {
      const targets = await deps.readTargets(asked);
      await watched.afterRead(asked);
      return targets.map((target, index) => {
        const id = asked[index]?.endpointId ?? '';
        const { endpoint } = target;
        if (endpoint && !this.cached.has(id)) this.cached.set(id, endpoint);
        return rules.endpointsAreRead ? target : { ...target, endpoint: this.cached.get(id) };
      });
    };
    await dispatch(
      {
        ...deps,
        readTargets,
        signRequest: async (endpoint, message) => {
          watched.beforeSend(message, endpoint);
          await watched.whileSigning();
          return deps.signRequest(endpoint, message);
        },
        recordSuccess: async (message, target, outcome) => {
          const isWritten = await deps.recordSuccess(message, target, outcome);
          await watched.afterResult(message, true, isWritten);
          return isWritten;
        },
        recordNoSuccess: async (message, target, result) => {
          const isWritten = await deps.recordNoSuccess(message, target, result);
          await watched.afterResult(message, false, isWritten);
          return isWritten;
        },
      },
      messages,
      rules.delivery,
    );
  }

  /** Runs the sweep, unless no row is due: it would read the index and do nothing. */
  async sweep(): Promise<void> {
    const { rules, watched } = this;
    const deps = this.parts.sweep;
    if (!this.world.isAnyDue()) return;
    await sweepDeliveries(
      {
        ...deps,
        readDue: async (places, report) => {
          const rows = await deps.readDue(places, report);
          await watched.between();
          return rows;
        },
        claimRow: async (due, claim) => {
          const isClaimed = await deps.claimRow(due, claim);
          const { generation, attempts } = due.row;
          if (isClaimed) watched.afterClaim([due.place.endpointId, due.place.eventId, generation, attempts].join());
          watched.mayDie('sweep');
          return isClaimed;
        },
        renewRow: async (job, event, type) => {
          watched.mayDie('redelivery');
          return deps.renewRow(job, event, type);
        },
      },
      rethrowUnlessRefused,
      rules.sweep,
    );
  }

  async reconcile(): Promise<void> {
    const { world, rules, watched } = this;
    if (!rules.isReconciled) return;
    const deps = this.parts.reconcile;
    const before = new Map<string, EndpointRecord>();
    await reconcileDeliveries(
      {
        ...deps,
        readEndpoints: async (teamId) => {
          const endpoints = await deps.readEndpoints(teamId);
          for (const one of endpoints) before.set(one.id, one);
          return endpoints;
        },
        // Most hours of a history have no entry.
        listEntries: async (teamId, range, ...rest) =>
          world.hasEntries(teamId, range.from, range.to)
            ? deps.listEntries(teamId, range, ...rest)
            : { entries: [], after: undefined },
        listRowIds: async (...given) => {
          const found = await deps.listRowIds(...given);
          const endpoint = before.get(given[1]);
          const to = new Date(world.now - rules.delivery.reconcileAfterMs).toISOString();
          if (rules.watermarkFirst && endpoint) await deps.moveWatermark(endpoint, to);
          return found;
        },
        makeRow: async (endpoint, event, type) => {
          watched.mayDie('reconciler');
          if (!rules.rowsAreMessages) return deps.makeRow(endpoint, event, type);
          const { teamId, id: endpointId } = endpoint;
          world.onMessages([JSON.stringify({ teamId, endpointId, event, generation: 0, attempt: 1 })]);
          return true;
        },
      },
      rethrowUnlessRefused,
      rules.delivery,
    );
  }
}
