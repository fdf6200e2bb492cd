import type { Context } from '../platform/runtime/context';
import { queryIndex } from '../platform/table/read';
import { teamsOfUser } from './team';

/** Teams that one page of the index answers. */
const PAGE = 100;
/** Memberships changed side by side. */
const SIDE_BY_SIDE = 10;

/** Something to change is no longer there: the member left the team meanwhile. */
export class Gone extends Error {}

export function ignoreGone(failure: unknown): void {
  if (!(failure instanceof Gone)) throw failure;
}

/** Does something in each team of a user, ten at a time, each on its own. A membership that is {@link Gone} meanwhile is passed over. */
export async function inEachTeam(
  context: Context,
  userId: string,
  work: (teamId: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const page = await queryIndex(context, 'gsi1', teamsOfUser(userId).gsi1pk, { limit: PAGE, ascending: true, after });
    for (let start = 0; start < page.positions.length; start += SIDE_BY_SIDE) {
      const part = page.positions.slice(start, start + SIDE_BY_SIDE);
      await Promise.all(part.map((teamId) => work(teamId).catch(ignoreGone)));
    }
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
}
