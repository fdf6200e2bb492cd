import type { Context } from '../platform/runtime/context';
import { queryIndex } from '../platform/table/read';
import { teamsOfUser } from './team';

const PAGE = 100;
/** The number of memberships that are changed concurrently. */
const CONCURRENCY = 10;

/** The item to change does not exist any more: the member left the team in the meantime. */
export class Gone extends Error {}

export function ignoreGone(failure: unknown): void {
  if (!(failure instanceof Gone)) throw failure;
}

/**
 * Runs `work` for each team of a user, ten at a time. Ignores a membership that is {@link Gone}. A team whose work fails stops no other one, because
 * its members could make it fail; the first failure is thrown at the end.
 */
export async function inEachTeam(
  context: Context,
  userId: string,
  work: (teamId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let after: string | undefined;
  do {
    const page = await queryIndex(context, 'gsi1', teamsOfUser(userId).gsi1pk, { limit: PAGE, ascending: true, after });
    for (let start = 0; start < page.positions.length; start += CONCURRENCY) {
      const part = page.positions.slice(start, start + CONCURRENCY);
      const ended = await Promise.allSettled(part.map((teamId) => work(teamId).catch(ignoreGone)));
      failures.push(...ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    }
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
  if (failures.length > 0) throw failures[0];
}
