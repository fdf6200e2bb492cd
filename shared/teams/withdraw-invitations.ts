import type { Context } from '../platform/runtime/context';
import { tenAtATime } from '../platform/runtime/ten-at-a-time';
import { allItems } from '../platform/table/lists';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { endOfInvitation, invitationKey, invitationsOf } from './invitation';
import { Gone, ignoreGone } from './teams-of-user';

/**
 * Ends the open invitations that a member made, with one unit for each, and returns their number. It runs before the
 * member is removed or gets a lower role: an interrupted call leaves fewer invitations, not more. An invitation that
 * another member has renewed stays.
 */
export async function endInvitationsOf(context: Context, teamId: string, inviter: string): Promise<number> {
  const now = context.now();
  const all = await allItems(context, { ...invitationsOf(teamId), consistent: true });
  const own = all.filter(({ invitedBy, expiresAt }) => invitedBy === inviter && expiresAt > now.toISOString());
  await tenAtATime(own, ({ email }) => {
    const end = { set: endOfInvitation(now) };
    const step = update(invitationKey(teamId, email), end, { equals: { invitedBy: inviter } }, () => new Gone());
    return writeOne(context, step).catch(ignoreGone);
  });
  return own.length;
}
