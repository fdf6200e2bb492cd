import { alertSteps } from '../alerts/alerts';
import { auditStep } from '../audit/audit';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import { queueMails } from '../mail/queue-mails';
import { webhookDisabledMail } from '../mail/webhook-mail';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { membershipKey, teamKey } from '../teams/team';
import { type DisabledReason, type EndpointRecord, endpointKey } from './endpoint';
import { PROBE_EVERY_MS } from './retries';
import { spansFor } from './wants';

/** An endpoint that changed or disappeared meanwhile is left as it is. */
const meanwhile = () => new AlreadyThere();

const writeUnlessChanged = (context: Context, step: Step): Promise<void> =>
  writeOne(context, step).catch(ignoreAlreadyThere);

/** Notes the first failure, or removes it after a success. Without a change nothing is written. */
export const noteHealth = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (endpoint: EndpointRecord, isSuccess: boolean): Promise<void> => {
      const { teamId, id, failingSince } = endpoint;
      if (isSuccess === (failingSince === undefined)) return;
      const change = isSuccess
        ? { remove: ['failingSince', 'probeAt'], add: { version: 1 } }
        : { set: { failingSince: context.now().toISOString() }, add: { version: 1 } };
      await writeUnlessChanged(
        context,
        update(endpointKey(teamId, id), change, unchanged(endpoint, ['failingSince']), meanwhile),
      );
    },
);

/** Takes the one attempt a minute that a resting endpoint gets. Of two callers one gets it. */
export const takeProbe = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, id }: EndpointRecord): Promise<boolean> => {
      const now = context.now().getTime();
      const change = { set: { probeAt: now } };
      const condition = { absentOrAtMost: { probeAt: now - PROBE_EVERY_MS } };
      try {
        await writeOne(context, update(endpointKey(teamId, id), change, condition, meanwhile));
        return true;
      } catch (failure) {
        ignoreAlreadyThere(failure);
        return false;
      }
    },
);

/**
 * Disables an endpoint, with its alert in the same transaction, and mails the owner. An endpoint whose address or state changed since the
 * attempt is left alone: the failure says nothing about the new address.
 */
const writeDisabled = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (read: EndpointRecord, reason: DisabledReason): Promise<boolean> => {
      let isDisabled = false;
      await retryOnConflict(context, read, async (endpoint, changed) => {
        const { teamId, id } = endpoint;
        const isOther = endpoint.url !== read.url || endpoint.status !== 'ENABLED';
        const isHealthy = reason === 'FAILING' && endpoint.failingSince === undefined;
        if (isOther || isHealthy) return;
        const disabledAlert = context.newId();
        const set = {
          status: 'DISABLED',
          disabledReason: reason,
          disabledAlert,
          spans: spansFor(endpoint.spans, [], context.now().getTime()),
          version: endpoint.version + 1,
        };
        const system = { id: SYSTEM_ACTOR, teamId };
        await transact(context, [
          update(endpointKey(teamId, id), { set }, unchanged(endpoint, ['version']), (found) =>
            found ? changed(found) : meanwhile(),
          ),
          ...alertSteps(context, teamId, { type: 'WEBHOOK_DISABLED', entityId: id }, disabledAlert),
          auditStep(context, system, {
            entityType: 'WEBHOOK_ENDPOINT',
            entityId: id,
            action: 'UPDATE',
            changes: { fields: ['status', 'disabledReason'] },
          }),
        ]);
        isDisabled = true;
      }).catch(ignoreAlreadyThere);
      return isDisabled;
    },
);

const readOwnerAddress = capability({ table: ['GetItem'] }, (context) => async (teamId: string) => {
  const team = await getItem(context, teamKey(teamId));
  const owner = team && (await getItem(context, membershipKey(teamId, team.ownerId)));
  return owner?.email;
});

export const disableEndpoint = capability.of(
  { writeDisabled, readOwnerAddress, queueMails },
  (deps) =>
    async (endpoint: EndpointRecord, reason: DisabledReason): Promise<void> => {
      if (!(await deps.writeDisabled(endpoint, reason))) return;
      const address = await deps.readOwnerAddress(endpoint.teamId);
      if (address !== undefined) await deps.queueMails([webhookDisabledMail(address, reason)]);
    },
);
