import type { TeamActor } from '../../audit/audit';
import { invoiceCountKey } from '../../invoices/invoice-record';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { check, update } from '../../platform/table/steps';
import { transact } from '../../platform/table/transact';
import { changeHeld, isBusy, type LeasedAccount, lease, organizationAudit } from './accounts';
import {
  MOST_LIVE_KEYS_A_DAY,
  type ReadyAccount,
  recentAsks,
  type StampingAccount,
  stampingAccountKey,
} from './organization';

/**
 * Leases the account and counts the request for a live key before it is sent, because the provider creates one more key
 * with each request. Throws CONFLICT while another call holds the lease, and TOO_MANY_REQUESTS after three requests in
 * one day. `there` lists the provider's live keys. The keys that exist at the first request are not ours.
 */
export const leaseLiveKey = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (account: ReadyAccount, there: readonly string[]): Promise<LeasedAccount & ReadyAccount> => {
      const asks = recentAsks(account, context.now());
      if (asks.length >= MOST_LIVE_KEYS_A_DAY)
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 86_400, most: MOST_LIVE_KEYS_A_DAY });
      const set = {
        liveKeyAskedAt: [...asks, context.now().toISOString()],
        foreignLiveKeys: account.foreignLiveKeys ?? [...there],
      };
      const { liveKeyAskedAt } = account;
      // The condition repeats the values that were read. Otherwise a call with an older read would drop the requests of
      // other calls.
      return lease(context, account, set, {
        equals: { liveKeyAskedAt },
        absent: ['liveKey', ...(liveKeyAskedAt ? [] : ['liveKeyAskedAt'])],
      });
    },
);

/** Saves the live key as an envelope and releases the lease. Invoices are not stamped with it before {@link goLive}. */
export const keepLiveKey = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, account: LeasedAccount & ReadyAccount, liveKey: string): Promise<ReadyAccount> => {
      await transact(context, [
        changeHeld(context, account, { liveKey }, ['leasedUntil']),
        organizationAudit(context, actor, ['liveKey']),
      ]);
      const { leasedUntil: _, ...free } = account;
      return { ...free, liveKey };
    },
);

/** Saves the secret of the live key's webhook as an envelope. */
export const keepLiveWebhook = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, liveKey }: StampingAccount, liveWebhookSecret: string) => {
      await transact(context, [
        update(stampingAccountKey(teamId), { set: { liveWebhookSecret } }, { equals: { liveKey } }, isBusy),
      ]);
    },
);

/** Makes the live key the stamping key, unless the team has a PENDING invoice. Returns whether the live key stamps. */
export const goLive = capability(
  { table: ['UpdateItem', 'PutItem', 'ConditionCheckItem'] },
  (context) =>
    async (actor: TeamActor, { teamId, liveKey, livemode }: StampingAccount): Promise<boolean> => {
      if (livemode || liveKey === undefined) return livemode;
      const steps = [
        update(
          stampingAccountKey(teamId),
          { set: { livemode: true, updatedAt: context.now().toISOString() } },
          { equals: { liveKey, livemode: false } },
          () => new ModeStays(),
        ),
        check(invoiceCountKey(teamId), { exists: undefined, absentOrAtMost: { PENDING: 0 } }, () => new ModeStays()),
        organizationAudit(context, actor, ['livemode']),
      ];
      return transact(context, steps).then(
        () => true,
        (failure: unknown) => {
          if (failure instanceof ModeStays) return false;
          throw failure;
        },
      );
    },
);

class ModeStays extends Error {}
