import * as v from 'valibot';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Uuid } from '../platform/values/fields';
import { Invitation, Membership, Team } from './team';

export const teamKey = (teamId: string) => key(Team, ofTeam(teamId), 'TEAM');

export const membershipKey = (teamId: string, userId: string) => key(Membership, ofTeam(teamId), `MEMBER#${userId}`);
export const membersOf = (teamId: string) => part(Membership, ofTeam(teamId), 'MEMBER#');
export const teamsOfUser = (userId: string) => ({ gsi1pk: `USER#${userId}#TEAMS` });
export const membershipIndexes = ({ teamId, userId }: Membership): IndexKeys => ({
  ...teamsOfUser(userId),
  gsi1sk: teamId,
});

export const invitationKey = (teamId: string, email: string) => key(Invitation, ofTeam(teamId), `INVITATION#${email}`);
export const invitationsOf = (teamId: string) => part(Invitation, ofTeam(teamId), 'INVITATION#');
export const invitationsOfEmail = (email: string) => ({ gsi1pk: `EMAIL#${email}#INVITATIONS` });
export const invitationIndexes = ({ teamId, email }: Invitation): IndexKeys => ({
  ...invitationsOfEmail(email),
  gsi1sk: teamId,
});

/** Mails of one day that an inviter sent or a recipient got (product.md §3.11). */
export const MailQuota = v.object({ mails: v.number(), [TIME_TO_LIVE]: v.optional(v.number()) });
export const mailQuotaKey = (who: { inviter: string } | { recipient: string }, day: string) =>
  key(MailQuota, `MAIL_QUOTA#${'inviter' in who ? `USER#${who.inviter}` : `EMAIL#${who.recipient}`}`, `DAY#${day}`);

export const JoinCode = v.object({ teamId: Uuid });
export const joinCodeKey = (code: string) => key(JoinCode, `JOIN_CODE#${code}`, 'JOIN_CODE');
