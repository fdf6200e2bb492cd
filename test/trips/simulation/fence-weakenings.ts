import { update } from '../../../shared/platform/table/steps';
import { writeOne } from '../../../shared/platform/table/write';
import { copyList } from '../../../shared/trips/track';
import { encodePoint } from '../../../shared/trips/track-point';
import type { Weakening } from './weakening';

/** The faults of positions at stops that the proof must notice, and one of the list, which needs stops with places. */
export const FENCE_WEAKENINGS: readonly Weakening[] = [
  {
    name: 'only the newest point is judged',
    sees: /^5: /,
    rules: {
      visitOf: (strong) => (fence, points) =>
        strong(fence, points.toSorted((one, other) => one.leg - other.leg || one.sent - other.sent).slice(-1)),
    },
  },
  {
    name: 'the last point inside wins',
    sees: /^5: `insideAt`/,
    rules: {
      visitOf: (strong) => (fence, points) => {
        const inside = points.flatMap((point) => strong(fence, [point]).inside ?? []);
        const last = inside.reduce<(typeof inside)[number] | undefined>(
          (latest, one) => (latest && latest.key > one.key ? latest : one),
          undefined,
        );
        return { ...strong(fence, points), inside: last };
      },
    },
  },
  {
    name: 'the list is cut without a check whether it grew',
    seed: 44,
    sees: /^track/,
    rules: {
      spillList: () => async (context, place, teamId, tripId, listed, judge) => {
        await copyList(context, teamId, tripId, listed);
        const { watched, kept = [] } = (await judge?.()) ?? {};
        const points = kept.length > 0 ? kept.map(encodePoint) : undefined;
        const cut = { set: place.stored({ watched, points }), remove: points ? [] : place.namesOf(['points']) };
        await writeOne(
          context,
          update(place.key(teamId, tripId), cut, {}, () => new Error('Changed.')),
        ).catch(() => {});
        return true;
      },
    },
  },
];
