import type { AuditEvent, EntryPlace } from '../audit/audit-event';
import { eventTypeOf } from '../events/event-type';
import { capability, type Deps } from '../platform/runtime/capability';
import { instantOfUuid } from '../platform/runtime/uuid';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { queryIndex } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { clock } from './clock';
import { pendingRow } from './delivery-rows';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules';
import { type EndpointRecord, endpointKey, WEBHOOK_TEAMS } from './endpoint';
import { listEntries, listRowIds, readEntries } from './entries';
import { readEndpoints } from './fan-out';

/** The teams that have had an endpoint, in the order of their identifiers. */
const listWebhookTeams = capability(
  { gsi2: ['Query'], gsi2Keys: ['WEBHOOK_TEAMS'] },
  (context) => (after: string | undefined) =>
    queryIndex(context, 'gsi2', WEBHOOK_TEAMS, { ascending: true, limit: 100, after }),
);

/** Makes the row of an event that has none. It is due now. */
export const makeRow = capability(
  { table: ['UpdateItem'] },
  (context) =>
    ({ teamId, id }: EndpointRecord, event: AuditEvent, type: string): Promise<boolean> =>
      pendingRow(context, { teamId, endpointId: id, eventId: event.id }, event, type, 0, { exists: false }),
);

/** Moves the instant before which all wanted entries have a row. Another run may have moved it. */
export const moveWatermark = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, id, reconciledTo }: EndpointRecord, to: string): Promise<void> => {
      const condition = { equals: { reconciledTo } };
      const change = { set: { reconciledTo: to } };
      const step = update(endpointKey(teamId, id), change, condition, () => new AlreadyThere());
      await writeOne(context, step).catch(ignoreAlreadyThere);
    },
);

export const RECONCILE_USES = {
  clock,
  listWebhookTeams,
  readEndpoints,
  listEntries,
  listRowIds,
  readEntries,
  makeRow,
  moveWatermark,
};
type ReconcileDeps = Deps<typeof RECONCILE_USES>;

const PAGE = 100;
const TIME_FOR_A_PAGE_MS = 20_000;

/** Figures of one run. An alarm watches `failed`. */
interface Reconciled {
  rows: number;
  endpoints: number;
  failed: number;
}

/**
 * Makes the rows that the stream or the queue lost. It writes rows and never messages, so that a delivery that fails afterwards is listed. An
 * endpoint that fails does not hold up the others.
 */
export async function reconcileDeliveries(
  deps: ReconcileDeps,
  report: (failure: unknown) => void,
  rules: DeliveryRules = DELIVERY_RULES,
): Promise<Record<keyof Reconciled, number>> {
  const done: Reconciled = { rows: 0, endpoints: 0, failed: 0 };
  const fail = (failure: unknown): void => {
    done.failed += 1;
    report(failure);
  };
  let after: string | undefined;
  do {
    const page = await deps.listWebhookTeams(after);
    for (const teamId of page.positions) {
      try {
        for (const endpoint of await deps.readEndpoints(teamId)) {
          if (deps.clock.remaining() < TIME_FOR_A_PAGE_MS) return { ...done };
          done.rows += await reconcileEndpoint(deps, endpoint, rules, fail);
          done.endpoints += 1;
        }
      } catch (failure) {
        fail(failure);
      }
    }
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
  return { ...done };
}

/** Walks the entries of the team since the watermark. The watermark follows each page, so that the next run continues one that ended. */
async function reconcileEndpoint(
  deps: ReconcileDeps,
  read: EndpointRecord,
  rules: DeliveryRules,
  fail: (failure: unknown) => void,
): Promise<number> {
  const to = new Date(deps.clock.now().getTime() - rules.reconcileAfterMs).toISOString();
  const { teamId, reconciledTo: from } = read;
  if (from >= to) return 0;
  let made = 0;
  let endpoint = read;
  let after: string | undefined;
  do {
    const page = await deps.listEntries(teamId, { from, to, after }, PAGE, fail);
    for (const { event, type } of await missing(deps, endpoint, page.entries, rules, fail)) {
      if (await deps.makeRow(endpoint, event, type)) made += 1;
    }
    after = page.after;
    // Other entries of the last millisecond can follow on the next page.
    const last = page.entries.at(-1);
    const reconciledTo = after === undefined ? to : last && instantOfUuid(last.id).toISOString();
    if (reconciledTo === undefined) continue;
    await deps.moveWatermark(endpoint, reconciledTo);
    endpoint = { ...endpoint, reconciledTo };
  } while (after !== undefined && deps.clock.remaining() >= TIME_FOR_A_PAGE_MS);
  return made;
}

/** The wanted entries without a row. The kind of the record in the key already excludes most of the others. */
async function missing(
  deps: ReconcileDeps,
  endpoint: EndpointRecord,
  keys: readonly EntryPlace[],
  rules: DeliveryRules,
  fail: (failure: unknown) => void,
): Promise<{ event: AuditEvent; type: string }[]> {
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const there = await deps.listRowIds(endpoint.teamId, endpoint.id, first.id, last.id, PAGE);
  const absent = keys.filter(({ id }) => !there.has(id));
  const entries = absent.length > 0 ? await deps.readEntries(endpoint.teamId, absent, fail) : [];
  return entries.flatMap((event) => {
    const type = eventTypeOf(event);
    const isWanted =
      type !== undefined && rules.isWanted(endpoint, type, instantOfUuid(event.id).getTime(), event.actorId);
    return isWanted ? [{ event, type }] : [];
  });
}
