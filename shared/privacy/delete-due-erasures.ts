import { capability } from '../platform/runtime/capability';
import { forEachDue } from '../platform/table/due-entries';
import { deleteOne } from '../platform/table/write';
import { DUE_ERASURES, erasedPersonAt, erasedPersonKey } from './erased-person';

/** The result of a run, counted in erased persons. */
export interface Deleted extends Record<string, number> {
  readonly deleted: number;
  readonly failed: number;
}

/**
 * Deletes the sealed data whose term has ended (supresión). The day is a part of the key, so a run reads only due
 * records. A record that fails, or whose position cannot be read, is reported and stays due.
 */
export const deleteDueErasures = capability(
  { table: ['DeleteItem'], gsi2: ['Query'], gsi2Keys: ['ERASURES#'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<Deleted> => {
      const done = { deleted: 0, failed: 0 };
      const to = `${context.now().toISOString().slice(0, 10)}~`;
      await forEachDue(context, DUE_ERASURES, to, async (position) => {
        try {
          const { teamId, personId } = erasedPersonAt(position);
          await deleteOne(context, erasedPersonKey(teamId, personId));
          done.deleted += 1;
        } catch (failure) {
          done.failed += 1;
          report(failure);
        }
      });
      return done;
    },
);
