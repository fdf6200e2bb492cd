import * as v from 'valibot';
import { FileRecord } from '../files/file';
import { SessionRecord } from '../identity/session-record';
import { capability } from '../platform/runtime/capability';
import { getItem, getItems } from '../platform/table/read';
import { Instant } from '../platform/values/fields';
import { Invitation, invitationKey, invitationsOfEmail } from '../teams/invitation';
import { Membership, membershipKey, teamsOfUser } from '../teams/team';
import { RegistrationNote, registrationKey, User } from '../teams/user';
import { filesOf } from './driver-records';
import { itemsOf, positionsOf } from './sweep';

/** All stored data of a user, without secrets: the service stores the second factor at Cognito only. */
export const UserExport = v.object({
  exportedAt: Instant,
  /** The account and profile. */
  user: User,
  /** What the person sent before the address was confirmed. Absent afterwards. */
  registration: v.optional(v.pick(RegistrationNote, ['name', 'phone'])),
  /** The teams of the person, with the role in each. */
  memberships: v.array(Membership),

  /** The invitations to the person’s address. */
  invitations: v.array(Invitation),
  files: v.array(FileRecord),
  sessions: v.array(v.pick(SessionRecord, ['id', 'startedAt', 'lastSeenAt', 'device'])),
  /** The security events of the user. Their fields depend on the event. */
  security: v.array(v.record(v.string(), v.unknown())),
});
export type UserExport = v.InferOutput<typeof UserExport>;

/** Reads all stored data of a user. */
export const readUserData = capability(
  {
    table: ['GetItem', 'BatchGetItem', 'Query'],
    tableKeys: ['TEAM#', 'USER#'],
    gsi1: ['Query'],
    gsi1Keys: ['EMAIL#', 'USER#'],
    gsi2: ['Query'],
  },
  (context) =>
    async (user: User): Promise<UserExport> => {
      const { id, email } = user;
      const teams = await positionsOf(context, 'gsi1', teamsOfUser(id).gsi1pk);
      const inviters = await positionsOf(context, 'gsi1', invitationsOfEmail(email).gsi1pk);
      const memberships = await getItems(
        context,
        teams.map((teamId) => membershipKey(teamId, id)),
      );
      const invitations = await getItems(
        context,
        inviters.map((teamId) => invitationKey(teamId, email)),
      );
      const files = [];
      for (const teamId of teams) files.push(...(await filesOf(context, teamId, id)));
      return v.parse(UserExport, {
        exportedAt: context.now().toISOString(),
        user,
        registration: await getItem(context, registrationKey(id)),
        memberships: memberships.filter((found) => found !== undefined),
        invitations: invitations.filter((found) => found !== undefined),
        files,
        sessions: await itemsOf(context, `USER#${id}`, 'SESSION#'),
        security: (await itemsOf(context, `USER#${id}`, 'SECURITY#')).map(({ pk: _, sk: __, ...event }) => event),
      });
    },
);
