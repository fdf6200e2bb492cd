import { capability } from '../platform/runtime/capability';
import { completeDriverErasure } from './erase-driver';
import { completeUserErasure } from './erase-user';
import { listOpenErasures, type OpenErasure } from './open-erasure';

/** Longer than a request can last: a younger erasure may be under way. */
const LEAST_AGE_MS = 60_000;
/** A run ends when less time than this is left. The rest stays open for the next run. */
const LEAST_REMAINING_MS = 10_000;

/** The result of a run, counted in persons. */
export interface Completed extends Record<string, number> {
  readonly completed: number;
  readonly failed: number;
}

const clock = capability({}, ({ now, remaining }) => ({ now, remaining }));

/**
 * Completes the erasures that a request began and did not finish: the request was cut off, and a user whose profile is
 * deleted cannot repeat it. An erasure that fails is reported and stays open.
 */
export const completeErasures = capability.of(
  { clock, listOpenErasures, completeUserErasure, completeDriverErasure },
  (deps) =>
    async (report: (failure: unknown) => void): Promise<Completed> => {
      const done = { completed: 0, failed: 0 };
      const complete = (one: OpenErasure): Promise<void> =>
        one.kind === 'USER'
          ? deps.completeUserErasure({ id: one.personId, email: one.email })
          : deps.completeDriverErasure({ teamId: one.teamId, id: one.personId });
      const before = new Date(deps.clock.now().getTime() - LEAST_AGE_MS).toISOString();
      for (const one of await deps.listOpenErasures(before)) {
        if (deps.clock.remaining() < LEAST_REMAINING_MS) return done;
        try {
          await complete(one);
          done.completed += 1;
        } catch (failure) {
          done.failed += 1;
          report(failure);
        }
      }
      return done;
    },
);
