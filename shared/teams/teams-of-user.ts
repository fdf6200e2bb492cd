import type { Context } from '../platform/runtime/context';
import { untilIndexesShow } from '../platform/table/index-lag';
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
 * Runs `work` for each team of a user, ten at a time, and adds it to `seen`. A team that was seen before is left out. Ignores a membership that is
 * {@link Gone}. A team whose work fails stops no other one, because its members could make it fail; the first failure is thrown at the end.
 */
export async function inEachTeam(
  context: Context,
  userId: string,
  work: (teamId: string) => Promise<void>,
  seen = new Set<string>(),
): Promise<void> {
  const failures: unknown[] = [];
  let after: string | undefined;
  do {
    const page = await queryIndex(context, 'gsi1', teamsOfUser(userId).gsi1pk, { limit: PAGE, ascending: true, after });
    const teams = page.positions.filter((teamId) => !seen.has(teamId));
    for (let start = 0; start < teams.length; start += CONCURRENCY) {
      const part = teams.slice(start, start + CONCURRENCY);
      for (const teamId of part) seen.add(teamId);
      const ended = await Promise.allSettled(part.map((teamId) => work(teamId).catch(ignoreGone)));
      failures.push(...ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    }
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
  if (failures.length > 0) throw failures[0];
}

/**
 * Runs `work` in the teams that {@link inEachTeam} did not see: the index did not show the membership yet, or it was written by a request that had
 * read the user's record before that was changed. The caller has changed the record before.
 */
export async function inLateTeams(...[context, userId, work, seen]: Required<Parameters<typeof inEachTeam>>) {
  await untilIndexesShow(context);
  await inEachTeam(context, userId, work, seen);
}
