import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { tenAtATime } from '../platform/runtime/ten-at-a-time';
import { getItem } from '../platform/table/read';
import { putItem, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { invitationIndexes, invitationKey, newInvitation } from './invitation';
import { type Invite, recipientQuotaStep } from './invitation-quotas';
import { followPolicies } from './policies';
import { userKey } from './user';
import { AlreadyMember, inviterSteps, joinSteps, memberOf } from './users';

/** A mail to send about an invite. */
export interface Notice {
  readonly email: string;
  readonly about: 'ADDED' | 'INVITED';
  /** False for a recipient who got the most mails of a day: the mail then contains no names. */
  readonly hasNames: boolean;
}

/**
 * Writes the invites, each in its own transaction, and returns the mails to send. Existing members stay unchanged. A
 * repeated invitation is renewed and mailed again, because the first mail may be lost. A recipient who reached the daily
 * limit is invited without a mail, and added with a mail without names.
 */
export const recordInvitations = capability(
  { table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], tableKeys: ['MAIL_QUOTA#', 'TEAM#', 'USER#'] },
  (context) =>
    async (teamId: string, inviter: string, invites: readonly Invite[]): Promise<Notice[]> => {
      const notices = await tenAtATime(invites, ({ email, userId }) =>
        userId === undefined
          ? invite(context, { teamId, email, invitedBy: inviter })
          : add(context, { teamId, inviter, userId }),
      );
      return notices.flatMap((notice) => notice ?? []);
    },
);

/** Writes or renews an invitation. */
async function invite(
  context: Context,
  given: { readonly teamId: string; readonly email: string; readonly invitedBy: string },
): Promise<Notice | undefined> {
  const { teamId, email } = given;
  const record = putItem(invitationKey(teamId, email), newInvitation(given, context.now()), invitationIndexes(given));
  const isMailed = await countingMail(context, email, [record]);
  return isMailed ? { email, about: 'INVITED', hasNames: true } : undefined;
}

/**
 * Adds a user who did not accept yet. The membership copies the current name and session limit of the profile. Returns
 * undefined for a member who accepted. One who did not is mailed again, because the first mail may be lost.
 */
async function add(
  context: Context,
  { teamId, inviter, userId }: { readonly teamId: string; readonly inviter: string; readonly userId: string },
): Promise<Notice | undefined> {
  const user = await getItem(context, userKey(userId));
  if (user === undefined) throw new Error('The user of an account does not exist.');
  const { email } = user;
  const join = joinSteps(context, { ...memberOf(user), teamId, role: 'MEMBER', accepted: false });
  try {
    const hasNames = await countingMail(context, email, [
      ...inviterSteps({ teamId, inviter, userId }, () => new AppError('FORBIDDEN')),
      ...join,
    ]);
    await followPolicies(context, teamId, userId);
    return { email, about: 'ADDED', hasNames };
  } catch (failure) {
    if (!(failure instanceof AlreadyMember)) throw failure;
    const isMailed = !failure.hasAccepted && (await countingMail(context, email, []));
    return isMailed ? { email, about: 'ADDED', hasNames: true } : undefined;
  }
}

/** Writes the steps and counts a mail to the recipient. Above the daily limit it writes the steps and returns false. */
async function countingMail(context: Context, recipient: string, steps: readonly Step[]): Promise<boolean> {
  try {
    await transact(context, [...steps, recipientQuotaStep(context, recipient)]);
    return true;
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === 'TOO_MANY_REQUESTS')) throw failure;
    if (steps.length > 0) await transact(context, steps);
    return false;
  }
}
