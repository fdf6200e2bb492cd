import { capability, type Deps } from '../platform/runtime/capability';
import { type Looked, listWatches, lookAtTrips } from '../trips/look-at-trips';
import { WATCH_SHARDS } from '../trips/road-watch';
import { judgeFiles } from './missing-files';

const clock = capability({}, (context) => ({ now: () => context.now(), remaining: () => context.remaining() }));

export const WATCH_USES = { listWatches, lookAtTrips, judgeFiles, clock };

/** Watches in one query: as many as one call reads positions. */
const PAGE = 100;
/** With less time no further page is begun. */
const TIME_FOR_A_PAGE_MS = 15_000;
const RUN_MS = 5 * 60_000;

/**
 * Looks at the trips whose watch is due. Each run begins at another partition: if the time of the runs is too short, no partition waits
 * longer than the others.
 */
export async function watchTrips(
  deps: Deps<typeof WATCH_USES>,
  report: (failure: unknown) => void,
): Promise<Record<keyof Looked, number>> {
  const done: Looked = { looked: 0, silent: 0, failed: 0 };
  const first = Math.floor(deps.clock.now().getTime() / RUN_MS) % WATCH_SHARDS.length;
  for (const shard of [...WATCH_SHARDS.slice(first), ...WATCH_SHARDS.slice(0, first)]) {
    try {
      await watchShard(deps, shard, done, report);
    } catch (failure) {
      done.failed += 1;
      report(failure);
    }
  }
  return { ...done };
}

async function watchShard(
  deps: Deps<typeof WATCH_USES>,
  shard: (typeof WATCH_SHARDS)[number],
  done: Looked,
  report: (failure: unknown) => void,
): Promise<void> {
  let after: string | undefined;
  do {
    if (deps.clock.remaining() < TIME_FOR_A_PAGE_MS) return;
    const page = await deps.listWatches(shard, after, PAGE);
    for (const failure of page.unreadable) report(failure);
    done.failed += page.unreadable.length;
    const { looked, silent, failed } = await deps.lookAtTrips(page.watches, deps.judgeFiles, report);
    done.looked += looked;
    done.silent += silent;
    done.failed += failed;
    after = page.after;
  } while (after !== undefined);
}
