import { capability } from '../platform/runtime/capability';
import { queryIndex } from '../platform/table/read';
import { deleteOne } from '../platform/table/write';
import { DUE_ERASURES, erasedPersonAt, erasedPersonKey } from './erased-person';

const PAGE = 100;
/** A run ends when less time than this is left. The rest stays due for the next run. */
const LEAST_REMAINING_MS = 5_000;

/** The result of a run, counted in erased persons. */
export interface Deleted extends Record<string, number> {
  readonly deleted: number;
  readonly failed: number;
}

/**
 * Deletes the sealed data whose term has ended (supresión). The day is a part of the key, so a run reads only due
 * records. A record that fails is reported and stays due.
 */
export const deleteDueErasures = capability(
  { table: ['DeleteItem'], gsi2: ['Query'], gsi2Keys: ['ERASURES#'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<Deleted> => {
      const done = { deleted: 0, failed: 0 };
      const to = `${context.now().toISOString().slice(0, 10)}~`;
      for (let after: string | undefined, more = true; more; ) {
        const page = await queryIndex(context, 'gsi2', DUE_ERASURES, { ascending: true, to, after, limit: PAGE });
        for (const position of page.positions) {
          if (context.remaining() < LEAST_REMAINING_MS) return done;
          const { teamId, personId } = erasedPersonAt(position);
          try {
            await deleteOne(context, erasedPersonKey(teamId, personId));
            done.deleted += 1;
          } catch (failure) {
            done.failed += 1;
            report(failure);
          }
        }
        after = page.positions.at(-1);
        more = page.more && after !== undefined;
      }
      return done;
    },
);
