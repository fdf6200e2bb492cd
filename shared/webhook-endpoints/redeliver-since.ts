import * as v from 'valibot';
import type { AuditEvent } from '../audit/audit-event';
import { eventTypeOf } from '../events/event-type';
import { capability, type Deps } from '../platform/runtime/capability';
import { instantOfUuid } from '../platform/runtime/uuid';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { checkItems, getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { deleteOne, writeOne } from '../platform/table/write';
import { clock } from './clock';
import { type DeliveryRow, deliveryKey, type Redelivery, redeliveryIndexes, redeliveryKey } from './delivery';
import { pendingRow } from './delivery-rows';
import { DELIVERY_RULES } from './delivery-rules';
import { readRedelivery } from './due-rows';
import { type EndpointRecord, endpointKey } from './endpoint';
import { listEntries, positionOf, readEntries } from './entries';

const CHUNK = 100;
/** The index of the entries shows a commit later than the table. */
const INDEX_LAG_MS = 90_000;
const LEASE_MS = 2 * 60_000;

/** The endpoint of a job. Undefined when it was deleted. */
const readEndpointOf = capability(
  { table: ['GetItem'] },
  (context) =>
    ({ teamId, endpointId }: Redelivery): Promise<EndpointRecord | undefined> =>
      getItem(context, endpointKey(teamId, endpointId)),
);

/** Takes the job for a lease. Of two sweeps one gets it. */
const claimRedelivery = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (job: Redelivery): Promise<boolean> => {
      const dueAt = new Date(context.now().getTime() + LEASE_MS).toISOString();
      const change = { set: { dueAt, ...redeliveryIndexes({ ...job, dueAt }) } };
      const key = redeliveryKey(job.teamId, job.endpointId);
      try {
        await writeOne(
          context,
          update(key, change, { equals: { dueAt: job.dueAt } }, () => new AlreadyThere()),
        );
        return true;
      } catch (failure) {
        ignoreAlreadyThere(failure);
        return false;
      }
    },
);

/** The rows of these events, as they are now. A row that cannot be read is reported and left as it is. */
const readRows = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (
      { teamId, endpointId }: Redelivery,
      events: readonly AuditEvent[],
      report: (failure: unknown) => void,
    ): Promise<(DeliveryRow | undefined)[]> => {
      const keys = events.map(({ id }) => deliveryKey({ teamId, endpointId, eventId: id }));
      return (await checkItems(context, keys)).map((read) => {
        if (read?.success === false) report(new v.ValiError(read.issues));
        return read?.success ? read.output : undefined;
      });
    },
);

/** Makes the row of an event due now, in the generation of the job. A newer redelivery of the event stays. */
const renewRow = capability(
  { table: ['UpdateItem'] },
  (context) =>
    ({ teamId, endpointId, generation }: Redelivery, event: AuditEvent, type: string): Promise<boolean> =>
      pendingRow(context, { teamId, endpointId, eventId: event.id }, event, type, generation, {
        absentOrAtMost: { generation: generation - 1 },
      }),
);

/** Saves how far the job is, and frees it for the next run. */
const saveRedelivery = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (job: Redelivery, after: string | undefined): Promise<void> => {
      const key = redeliveryKey(job.teamId, job.endpointId);
      const dueAt = context.now().toISOString();
      const set = { after, dueAt, ...redeliveryIndexes({ ...job, dueAt }) };
      await writeOne(
        context,
        update(key, { set }, { equals: { generation: job.generation } }, () => new AlreadyThere()),
      ).catch(ignoreAlreadyThere);
    },
);

/** Ends the job, so that another one may begin. */
const endRedelivery = capability(
  { table: ['DeleteItem'] },
  (context) =>
    ({ teamId, endpointId }: Redelivery): Promise<void> =>
      deleteOne(context, redeliveryKey(teamId, endpointId)),
);

export const REDELIVERY_USES = {
  clock,
  readRedelivery,
  readEndpointOf,
  claimRedelivery,
  listEntries,
  readEntries,
  readRows,
  renewRow,
  saveRedelivery,
  endRedelivery,
};
type RedeliveryDeps = Deps<typeof REDELIVERY_USES>;

/**
 * Does one chunk of a redelivery of all events since an instant. The next run continues at its checkpoint; a chunk that runs twice finds its
 * rows in the generation of the job. Returns whether there was a job to do.
 */
export async function continueRedelivery(
  deps: RedeliveryDeps,
  teamId: string,
  endpointId: string,
  report: (failure: unknown) => void,
): Promise<boolean> {
  const job = await deps.readRedelivery(teamId, endpointId);
  if (job === undefined || !(await deps.claimRedelivery(job))) return false;
  const endpoint = await deps.readEndpointOf(job);
  if (endpoint === undefined || endpoint.status === 'DISABLED') {
    await deps.endRedelivery(job);
    return true;
  }
  const settled = deps.clock.now().getTime() - INDEX_LAG_MS;
  const to = new Date(Math.min(job.generation, settled)).toISOString();
  const page = await deps.listEntries(teamId, { from: job.since, to, after: job.after }, CHUNK, report);
  const events = await deps.readEntries(teamId, page.entries, report);
  const rows = job.state === undefined ? [] : await deps.readRows(job, events, report);
  await renewRows(deps, job, endpoint, { events, rows });
  const last = page.entries.at(-1);
  const isDone = page.after === undefined && Date.parse(to) >= job.generation;
  if (isDone) await deps.endRedelivery(job);
  else await deps.saveRedelivery(job, page.after ?? (last ? positionOf(last) : job.after));
  return true;
}

async function renewRows(
  deps: RedeliveryDeps,
  job: Redelivery,
  endpoint: EndpointRecord,
  { events, rows }: { readonly events: readonly AuditEvent[]; readonly rows: readonly (DeliveryRow | undefined)[] },
): Promise<void> {
  for (const [index, event] of events.entries()) {
    const type = eventTypeOf(event);
    if (type === undefined) continue;
    const isMeant =
      job.state === undefined
        ? DELIVERY_RULES.isWanted(endpoint, type, instantOfUuid(event.id).getTime(), event.actorId)
        : rows[index]?.state === job.state;
    if (isMeant) await deps.renewRow(job, event, type);
  }
}
