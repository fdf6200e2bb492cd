import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { DEFAULT_TIME_ZONE, isTimeZone, teamKey } from './team';

const Zoned = v.object({ timeZone: v.fallback(v.pipe(v.string(), v.check(isTimeZone)), DEFAULT_TIME_ZONE) });

/**
 * The zone of a team, or the default one when the stored zone is absent or unknown to the runtime: a trip must be able to
 * start and end also then. Undefined for a team that does not exist.
 */
export const knownTimeZone = async (context: Context, teamId: string): Promise<string | undefined> =>
  (await getItem(context, { ...teamKey(teamId), schema: Zoned }))?.timeZone;
