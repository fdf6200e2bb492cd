import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { getItems, queryItems } from '../platform/table/read';
import { create, deleteIfPresent } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { ABANDONED_AFTER_SECONDS } from './file';
import { type GrantedUpload, grantedUploadKey, grantedUploads, objectVersionKey } from './file-keys';
import type { Grant } from './upload-grants';

type Place = Pick<Grant, 'bucket' | 'key'>;

/** What looking after uploads asks of the object storage. */
export interface UploadStorage {
  readonly versionsOf: (
    place: Place,
  ) => Promise<{ versions: readonly { readonly versionId: string; readonly uploadedAt: Date }[]; more: boolean }>;
  /** Deletes a version for good. */
  readonly discard: (version: Place & { readonly versionId: string }) => Promise<void>;
}

/** What a run did: grants that it looked after, versions that it deleted. */
export interface Swept extends Record<string, number> {
  readonly checked: number;
  readonly removed: number;
  readonly failed: number;
}

const CHUNK = 10;
/** With less time left than this a run ends: what it leaves is still due in the next one. */
const LEAST_REMAINING_MS = 8_000;
/** Longer than any registration that saw the version before can still be under way. */
const CLAIM_SECONDS = 60 * 60;

/** The version was registered since it was read. */
class RegisteredMeanwhile extends Error {}

/**
 * Deletes what was uploaded by a grant and is no file a day later: no lifecycle rule could tell it from files, whose keys are the interface's
 * own. It reads the grants that are due and no more; a grant that fails is reported and stays due.
 */
export const removeAbandonedUploads = capability(
  { table: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query'] },
  (context) =>
    async (storage: UploadStorage, report: (failure: unknown) => void): Promise<Swept> => {
      const done = { checked: 0, removed: 0, failed: 0 };
      const look = async (grant: GrantedUpload) => {
        try {
          const removed = await lookAfter(context, grant, storage);
          done.removed += removed;
          done.checked += 1;
        } catch (failure) {
          done.failed += 1;
          report(failure);
        }
      };
      for await (const grants of grantsDue(context)) await Promise.all(grants.map(look));
      return done;
    },
);

/** Grants that are due, the oldest first, while there is time to work them off. */
async function* grantsDue(context: Context): AsyncGenerator<readonly GrantedUpload[]> {
  const { schema, ...range } = grantedUploads();
  const between = { from: '', to: `${context.now().toISOString()}#~` };
  let after: string | undefined;
  let more = true;
  while (more && context.remaining() > LEAST_REMAINING_MS) {
    const page = await queryItems(context, { ...range, between, limit: CHUNK, ascending: true, after });
    yield page.items.map((item) => v.parse(schema, item));
    after = page.items.at(-1)?.sk;
    more = page.more;
  }
}

/** Answers how many versions it deleted. Of a key with very many the rest waits for the next run. */
async function lookAfter(context: Context, grant: GrantedUpload, storage: UploadStorage): Promise<number> {
  const { bucket, key } = grant;
  const { versions, more } = await storage.versionsOf({ bucket, key });
  // A younger one came by a later grant, which has its own time.
  const latest = context.now().getTime() - ABANDONED_AFTER_SECONDS * 1000;
  const old = versions.filter(({ uploadedAt }) => uploadedAt.getTime() <= latest);
  const known = await getItems(
    context,
    old.map(({ versionId }) => objectVersionKey(key, versionId)),
  );
  let removed = 0;
  for (const [index, { versionId }] of old.entries()) {
    if (known[index]?.fileId !== undefined) continue;
    // A claim that is there was left by a run that was cut off before it deleted.
    if (known[index] === undefined && !(await claim(context, key, versionId))) continue;
    await storage.discard({ bucket, key, versionId });
    removed += 1;
  }
  if (!more) await transact(context, [deleteIfPresent(grantedUploadKey(grant))]);
  return removed;
}

/** Takes the version for nobody, by the item that a registration would write: of the two one wins. */
async function claim(context: Context, key: string, versionId: string): Promise<boolean> {
  const ends = Math.floor(context.now().getTime() / 1000) + CLAIM_SECONDS;
  const taken = create(objectVersionKey(key, versionId), { [TIME_TO_LIVE]: ends }, () => new RegisteredMeanwhile());
  try {
    await transact(context, [taken]);
    return true;
  } catch (failure) {
    if (failure instanceof RegisteredMeanwhile) return false;
    throw failure;
  }
}
