import { WAITING_DAYS, WAITING_PREFIX } from '../../shared/files/file';
import { DOCUMENTS } from './asked';
import type { Objects } from './objects';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes expired uploads with all their versions, by the rule of lib/storage.ts. S3 does so within a day after the
 * expiry, and bills nothing in between.
 */
export function expireUploads(objects: Objects, now: Date): void {
  const latest = now.getTime() - WAITING_DAYS * DAY_MS;
  for (const { key, id, at } of objects.list(DOCUMENTS, WAITING_PREFIX)) {
    if (Date.parse(at) <= latest) objects.remove(DOCUMENTS, key, id, now);
  }
}
