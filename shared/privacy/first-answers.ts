import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { membersOf } from '../teams/team';
import { type DriverPlace, eventsOfRecord } from './driver-records';
import { deleteEach, itemsOf } from './sweep';

/** The first answers to creations of these callers that contain the text. They are stored for a day. */
export async function forgetAnswersWith(context: Context, callers: readonly string[], text: string): Promise<void> {
  for (const caller of new Set(callers)) {
    const rows = await itemsOf(context, `CALLER#staff#${caller}`);
    await deleteEach(
      context,
      rows.filter(({ result }) => JSON.stringify(result)?.includes(text)),
    );
  }
}

export const memberIdsOf = async (context: Context, teamId: string): Promise<string[]> =>
  (await allItems(context, membersOf(teamId))).map(({ userId }) => userId);

/** Deletes the first answers that contain a driver: of the creations of the driver and of trips. */
export async function forgetFirstAnswers(context: Context, { teamId, id }: DriverPlace): Promise<void> {
  const events = await eventsOfRecord(context, teamId, 'DRIVER', id);
  // The creator may have left the team meanwhile.
  const creators = events.filter(({ action }) => action === 'CREATE').map(({ actorId }) => actorId);
  await forgetAnswersWith(context, [...creators, ...(await memberIdsOf(context, teamId))], id);
}
