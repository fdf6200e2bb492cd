import type { Context } from '../platform/runtime/context';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { putKeyUse } from '../platform/table/write';
import { apiKeyUseKey } from './api-key-record';

/** A day of use is kept for the longest life of a key. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** The day that this execution environment wrote last, by the key's identifier. */
const writtenDays = (): Map<string, string> => new Map();

/**
 * Writes the day on which a key is used, in UTC: once for each key, day and execution environment. A failed write fails no request. The
 * request line names it, and the next call writes again.
 */
export async function noteApiKeyUse(context: Context, keyId: string): Promise<void> {
  const written = context.client(writtenDays);
  const now = context.now();
  const day = now.toISOString().slice(0, 10);
  if (written.get(keyId) === day) return;
  written.set(keyId, day);
  const expires = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
  try {
    await putKeyUse(context, apiKeyUseKey(keyId, day), { [TIME_TO_LIVE]: expires });
  } catch (failure) {
    written.delete(keyId);
    context.note({ keyUse: failure instanceof Error ? failure.name : 'unknown' });
  }
}
