import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { create, deleteItem, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { membershipKey } from './team';
import { Gone, inEachTeam } from './teams-of-user';
import { accountKey, type User, userKey } from './user';

/** The record of the user or of an address is not the one that was read, or the address belongs to another user. */
export class AddressChanged extends AppError {
  constructor() {
    super('CONFLICT');
  }
}

/** Throws {@link AddressChanged} if the address belongs to another user in the table. */
export const assertAddressFree = capability(
  { table: ['GetItem'], tableKeys: ['EMAIL#'] },
  (context) =>
    async (userId: string, email: string): Promise<void> => {
      const holder = await getItem(context, accountKey(email));
      if (holder !== undefined && holder.userId !== userId) throw new AddressChanged();
    },
);

export const MOVE_PERMISSIONS = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  tableKeys: ['EMAIL#', 'TEAM#', 'USER#'],
  gsi1: ['Query'],
  gsi1Keys: ['USER#'],
} as const;

/** Gives the records of a user the address that the account has at Cognito. Returns the changed user. */
export const moveAccount = capability(
  MOVE_PERMISSIONS,
  (context) => (user: User, email: string) => moveTo(context, user, email),
);

/**
 * Writes the address to the memberships, one by one, and then to the user and the pointers of both addresses, in one
 * transaction. The user is last: after an interruption the user's address still differs from Cognito's, so the next
 * sign-in does it again. The old pointer is deleted only if it names this user.
 */
export async function moveTo(context: Context, user: User, email: string): Promise<User> {
  const moved = { ...user, email, updatedAt: context.now().toISOString() };
  const refused = () => new AddressChanged();
  const [taken, old] = [await getItem(context, accountKey(email)), await getItem(context, accountKey(user.email))];
  if (taken !== undefined && taken.userId !== user.id) throw refused();
  await inEachTeam(context, user.id, (teamId) =>
    writeOne(
      context,
      update(membershipKey(teamId, user.id), { set: { email } }, {}, () => new Gone()),
    ),
  );
  const { updatedAt } = moved;
  await transact(context, [
    update(userKey(user.id), { set: { email, updatedAt } }, { equals: { email: user.email } }, refused),
    ...(taken === undefined ? [create(accountKey(email), { userId: user.id }, refused)] : []),
    ...(old?.userId === user.id ? [deleteItem(accountKey(user.email), { equals: { userId: user.id } }, refused)] : []),
  ]);
  return moved;
}
