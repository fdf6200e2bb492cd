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

/** The object storage calls that the cleanup of uploads needs. */
export interface UploadStorage {
  readonly versionsOf: (
    place: Place,
  ) => Promise<{ versions: readonly { readonly versionId: string; readonly uploadedAt: Date }[]; more: boolean }>;
  /** Deletes a version permanently. */
  readonly discard: (version: Place & { readonly versionId: string }) => Promise<void>;
}

/** The result of a run: grants that were checked, versions that were deleted, grants that failed. */
export interface Swept extends Record<string, number> {
  readonly checked: number;
  readonly removed: number;
  readonly failed: number;
}

const CHUNK = 10;
/** A run ends when less time than this is left. The remaining grants stay due for the next run. */
const LEAST_REMAINING_MS = 8_000;
/** The lifetime of a claim. It is longer than any registration that read the version before the claim. */
const CLAIM_SECONDS = 60 * 60;

/** The version was registered after it was read. */
class RegisteredMeanwhile extends Error {}

/**
 * Deletes uploads that were not registered as a file within a day. A lifecycle rule cannot do this: the interface fixes
 * the keys, so a rule cannot distinguish abandoned uploads from files. Reads only the grants that are due. A grant that
 * fails is reported and stays due.
 */
export const removeAbandonedUploads = capability(
  { table: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query'] },
  (context) =>
    async (storage: UploadStorage, report: (failure: unknown) => void): Promise<Swept> => {
      const done = { checked: 0, removed: 0, failed: 0 };
      const look = async (grant: GrantedUpload) => {
        try {
          const removed = await cleanUp(context, grant, storage);
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

/** Due grants, the oldest first, while time remains. */
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

/** Returns the number of deleted versions. A key with more than one page of versions stays due for the next run. */
async function cleanUp(context: Context, grant: GrantedUpload, storage: UploadStorage): Promise<number> {
  const { bucket, key } = grant;
  const { versions, more } = await storage.versionsOf({ bucket, key });
  // A newer version belongs to a later grant, which has its own due time.
  const latest = context.now().getTime() - ABANDONED_AFTER_SECONDS * 1000;
  const old = versions.filter(({ uploadedAt }) => uploadedAt.getTime() <= latest);
  const known = await getItems(
    context,
    old.map(({ versionId }) => objectVersionKey(key, versionId)),
  );
  let removed = 0;
  for (const [index, { versionId }] of old.entries()) {
    if (known[index]?.fileId !== undefined) continue;
    // An existing claim was left by a run that ended before its deletion.
    if (known[index] === undefined && !(await claim(context, key, versionId))) continue;
    await storage.discard({ bucket, key, versionId });
    removed += 1;
  }
  if (!more) await transact(context, [deleteIfPresent(grantedUploadKey(grant))]);
  return removed;
}

/**
 * Claims the version for deletion by creating the item that a registration would create. Only one of claim and
 * registration succeeds.
 */
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
