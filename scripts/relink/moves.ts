import * as v from 'valibot';
import { driverKey } from '../../shared/fleet/driver';
import type { ExportedAccount } from '../../shared/identity/account-exports';
import { securityEntriesOf, securityEntryKey } from '../../shared/identity/security-events';
import type { Context } from '../../shared/platform/runtime/context';
import { type Permissions, withKeyFamilies } from '../../shared/platform/runtime/permissions';
import { getItem } from '../../shared/platform/table/read';
import { create, deleteItem, putItem, type Step, update } from '../../shared/platform/table/steps';
import { itemsOf, positionsOf } from '../../shared/privacy/sweep';
import { membershipIndexes, membershipKey, teamKey, teamsOfUser } from '../../shared/teams/team';
import { teamCountKey } from '../../shared/teams/team-quota';
import { accountKey, registrationKey, userKey } from '../../shared/teams/user';
import { nameOf } from './export';

const PERMISSIONS: Permissions = {
  table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  tableKeys: ['EMAIL#', 'QUOTA#', 'TEAM#', 'USER#'],
  gsi1: ['Query'],
  gsi1Keys: ['USER#'],
};
export const MOVE_PERMISSIONS = withKeyFamilies(PERMISSIONS);

/** The kinds of rows that are keyed by a `sub` and outlive a session (docs/table.md). */
export const MOVED = ['memberships', 'securityEvents', 'teamCounts', 'registrations', 'profiles', 'drivers'] as const;
export type Moved = (typeof MOVED)[number];

/** One transaction. After it, the row is under the new `sub` and no longer under the old one. */
export interface Move {
  readonly of: Moved;
  readonly steps: readonly Step[];
}

/** Another request changed the row since it was read. The next run reads it again. */
const changed = () => new Error('The row changed meanwhile. Run the command again.');

/** The `sub` that the table stores for an address. It covers accounts that are younger than the export. */
export async function storedSub(context: Context, email: string): Promise<string | undefined> {
  return (await getItem(context, accountKey(email)))?.userId;
}

/**
 * Whether the table still has the person of an account. It has no pointer to the address of an erased user, and the record of
 * an erased driver says so. A person who registered long ago and never signed in is unknown too, and registers again.
 */
export async function isKnown(context: Context, account: ExportedAccount): Promise<boolean> {
  const { 'custom:teamId': teamId, 'custom:driverId': driverId } = account.claims;
  if (!teamId || !driverId) {
    const pointer = await storedSub(context, nameOf(account));
    return pointer !== undefined || (await getItem(context, registrationKey(account.sub))) !== undefined;
  }
  const driver = await getItem(context, driverKey(teamId, driverId));
  return driver !== undefined && driver.erasedAt === undefined;
}

/**
 * The moves of a member of staff from one `sub` to another. The profile and the pointer of its address are last: while
 * they name the old `sub`, the next run finds the rest.
 */
export async function* movesOfStaff(context: Context, from: string, to: string): AsyncGenerator<Move> {
  for (const teamId of await positionsOf(context, 'gsi1', teamsOfUser(from).gsi1pk)) {
    const steps = await membershipSteps(context, teamId, from, to);
    if (steps) yield { of: 'memberships', steps };
  }
  for (const item of await itemsOf(context, `USER#${from}`, securityEntriesOf(from).prefix)) {
    const { pk: _, sk, ...entry } = v.parse(v.looseObject({ pk: v.string(), sk: v.string() }), item);
    const id = sk.slice(securityEntriesOf(from).prefix.length);
    const kept = { ...securityEntryKey(to, id), schema: v.looseObject({}) };
    yield { of: 'securityEvents', steps: [putItem(kept, entry), deleteItem(securityEntryKey(from, id), {}, changed)] };
  }
  const count = await getItem(context, teamCountKey(from));
  if (count)
    yield { of: 'teamCounts', steps: [putItem(teamCountKey(to), count), deleteItem(teamCountKey(from), {}, changed)] };
  const note = await getItem(context, registrationKey(from));
  if (note)
    yield {
      of: 'registrations',
      steps: [putItem(registrationKey(to), note), deleteItem(registrationKey(from), {}, changed)],
    };
  const user = await getItem(context, userKey(from));
  if (user)
    yield {
      of: 'profiles',
      steps: [
        putItem(userKey(to), { ...user, id: to }),
        deleteItem(userKey(from), { equals: { updatedAt: user.updatedAt } }, changed),
        putItem(accountKey(user.email), { userId: to }),
      ],
    };
}

/** The membership, and the team's owner if it is this person. Undefined when another run has moved it. */
async function membershipSteps(
  context: Context,
  teamId: string,
  from: string,
  to: string,
): Promise<readonly Step[] | undefined> {
  const membership = await getItem(context, membershipKey(teamId, from));
  if (membership === undefined) return undefined;
  const team = await getItem(context, teamKey(teamId));
  const moved = { ...membership, userId: to };
  const isOwner = team?.ownerId === from;
  return [
    create(membershipKey(teamId, to), moved, changed, membershipIndexes(moved)),
    deleteItem(membershipKey(teamId, from), { equals: { role: membership.role } }, changed),
    ...(isOwner ? [update(teamKey(teamId), { set: { ownerId: to } }, { equals: { ownerId: from } }, changed)] : []),
  ];
}

/** The move of a driver's record to its new account. The claims of the account name the record. */
export async function moveOfDriver(context: Context, account: ExportedAccount): Promise<Move | undefined> {
  const { 'custom:teamId': teamId, 'custom:driverId': driverId } = account.claims;
  if (!teamId || !driverId) return undefined;
  const driver = await getItem(context, driverKey(teamId, driverId));
  const isTheirs = driver?.username?.toLowerCase() === account.username.toLowerCase();
  if (driver?.sub === undefined || !isTheirs || driver.sub === account.sub) return undefined;
  const change = { set: { sub: account.sub } };
  return {
    of: 'drivers',
    steps: [update(driverKey(teamId, driverId), change, { equals: { sub: driver.sub } }, changed)],
  };
}
