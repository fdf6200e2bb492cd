import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { tenAtATime } from '../platform/runtime/ten-at-a-time';
import { queryItems } from '../platform/table/read';
import { deleteOne } from '../platform/table/write';
import { isSessionOver, type SessionLimits } from '../platform/values/session-limits';
import { SessionRecord, sessionsOfUser, userSessionKey } from './session-record';

const PAGE = 100;

/** Reads the sessions of a user that are neither ended nor idle. The time-to-live removes idle ones days late. */
export async function readSessions(
  context: Context,
  { id, ...limits }: SessionLimits & { readonly id: string },
): Promise<SessionRecord[]> {
  const now = Math.floor(context.now().getTime() / 1000);
  return (await storedSessions(context, id)).filter(
    (session) =>
      session.expires > now && !isSessionOver({ signedInAt: session.startedAt, sessionId: session.id }, limits),
  );
}

/** Deletes the records of the sessions that the limits end, so that these sessions cannot be renewed. */
export async function deleteEndedSessions(context: Context, userId: string, limits: SessionLimits): Promise<void> {
  const ended = (await storedSessions(context, userId)).filter(({ id, startedAt }) =>
    isSessionOver({ signedInAt: startedAt, sessionId: id }, limits),
  );
  await tenAtATime(ended, ({ id }) => deleteOne(context, userSessionKey(userId, id)));
}

async function storedSessions(context: Context, userId: string): Promise<SessionRecord[]> {
  const { pk, prefix } = sessionsOfUser(userId);
  const found: SessionRecord[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await queryItems(context, { pk, prefix, limit: PAGE, after, consistent: true });
    found.push(...v.parse(v.array(SessionRecord), page.items));
    after = page.items.at(-1)?.sk;
    more = page.more && after !== undefined;
  }
  return found;
}
