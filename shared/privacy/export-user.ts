import * as v from 'valibot';
import { FileRecord } from '../files/file';
import { SessionRecord } from '../identity/session-record';
import { capability } from '../platform/runtime/capability';
import { LARGEST_BODY } from '../platform/table/answer-size';
import { getItem, getItems } from '../platform/table/read';
import { Instant } from '../platform/values/fields';
import { Invitation, invitationKey, invitationsOfEmail } from '../teams/invitation';
import { Membership, membershipKey, teamsOfUser } from '../teams/team';
import { RegistrationNote, registrationKey, User } from '../teams/user';
import { CompleteExport, keepExport, sizeOf, withoutLargestLists } from './complete-export';
import { filesOf } from './driver-records';
import { itemsOf, positionsOf } from './sweep';

/** All stored data of a user, without secrets: the service stores the second factor at Cognito only. */
export const UserExport = v.object({
  exportedAt: Instant,
  ...CompleteExport,
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

const readUserRecords = capability(
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

/** All stored data of a user. When it is too large for one answer, the answer has what fits, and the address of the complete one. */
export const readUserData = capability.of(
  { readUserRecords, keepExport },
  (deps) =>
    async (user: User): Promise<UserExport> => {
      const data = await deps.readUserRecords(user);
      if (sizeOf(data) <= LARGEST_BODY) return data;
      const completeUrl = await deps.keepExport(user.id, data);
      return withoutLargestLists({ ...data, completeUrl });
    },
);
