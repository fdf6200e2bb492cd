import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import { presignDocument, putDocument } from '../platform/storage/documents';
import { LARGEST_BODY, sentBytes } from '../platform/table/answer-size';
import { PERSON_EXPORTS_PREFIX } from './export-files';

export const CompleteExport = {
  /**
   * The address of the complete export as JSON, with texts in Spanish, for 900 seconds. The answer itself has empty lists then, because it would be
   * too large. Absent when it is complete.
   */
  completeUrl: v.optional(v.string()),
};

const newId = capability({}, (context) => () => context.newId());

/** Stores the complete export of a person. Returns its address for 900 seconds. */
export const keepExport = capability.of(
  { newId, putDocument, presignDocument },
  (deps) =>
    async (personId: string, data: object): Promise<string> => {
      const key = `${PERSON_EXPORTS_PREFIX}${personId}/${deps.newId()}.json`;
      await deps.putDocument({ key, body: JSON.stringify(data), contentType: 'application/json' });
      return deps.presignDocument(key);
    },
);

export const sizeOf = (value: unknown): number => sentBytes(JSON.stringify(value));

/** Empties whole lists, the largest first, until the rest fits in one answer. */
export function withoutLargestLists<T extends object>(data: T, largest = LARGEST_BODY): T {
  const lists = Object.entries(data).flatMap(([name, value]) =>
    Array.isArray(value) ? [{ name, bytes: sizeOf(value) }] : [],
  );
  const left: Record<string, []> = {};
  let excess = sizeOf(data) - largest;
  for (const { name, bytes } of lists.sort((one, other) => other.bytes - one.bytes)) {
    if (excess <= 0) break;
    left[name] = [];
    excess -= bytes;
  }
  return { ...data, ...left };
}
