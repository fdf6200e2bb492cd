import { alertSteps, notedResolutionSteps } from '../alerts/alerts';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { ignoreOvertaken, overtaken } from '../platform/table/overtaken';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { type StoredStops, storedStops } from '../trips/read-stops';
import { fileDueAt, minutesAfter, type RoadWatch } from '../trips/road-watch';
import { type StopPlan, type StopRegisters, stopKey } from '../trips/stop';
import { type FoundProof, findProofs } from './read-proof';

type Trip = Pick<RoadWatch, 'teamId' | 'tripId'>;

/** While a file is missing, it is looked for again after so many minutes. */
const AGAIN_MINUTES = 60;
/** Then a file that is missing for so long is not looked for any more. */
const GIVEN_UP_MINUTES = 30 * 24 * 60;

/** Another run, or a member, was first. */
const changed = overtaken('The stop or its alert has changed.');

/**
 * Raises PROOF_FILE_MISSING for each stop of a trip with a file that was reported a day ago and is not registered. Resolves it when all of
 * them are. The registers of the stop name the alert, so two runs at once raise one. Returns when to look again, or undefined when no file is absent.
 */
export const judgeFiles = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
  (context) =>
    async ({ teamId, tripId }: Trip, read?: StoredStops): Promise<string | undefined> => {
      const { plan, registers: stored } = read ?? (await storedStops(context, { teamId, id: tripId }));
      // Not of a stop that the plan does not have: a report can come while an edit deletes its stop, and no answer shows its proof.
      const known = new Set([tripId, ...plan.stops.map(({ id }) => id)]);
      const registers = stored.filter(({ stopId }) => known.has(stopId));
      const ids = registers.flatMap(({ proofs = [] }) => proofs.map(({ id }) => id));
      if (ids.length === 0) return undefined;
      const found = await findProofs(context, { teamId, id: tripId }, ids);
      const now = context.now().toISOString();
      const dues: string[] = [];
      for (const stop of registers) {
        const own = (stop.proofs ?? []).flatMap(({ id }) => absentSince(found.get(id))).map(fileDueAt);
        dues.push(...own);
        await judgeStop(context, { teamId, tripId }, plan, stop, own, now);
      }
      return nextLook(dues.sort(), now);
    },
);

/** When a proof reported files that have not come. An erasure of the driver removes the receiver, and deletes the files. */
function absentSince(proof: FoundProof | undefined): string[] {
  const { receivedAt, changes } = proof?.entry ?? {};
  const isAbsent = proof?.files.some(({ stored }) => stored === undefined);
  return isAbsent && receivedAt !== undefined && changes?.receiverName !== undefined ? [receivedAt] : [];
}

async function judgeStop(
  context: Context,
  { teamId, tripId }: Trip,
  { stops }: StopPlan,
  { stopId, fileAlert }: StopRegisters,
  dues: readonly string[],
  now: string,
): Promise<void> {
  const isMissing = dues.some((due) => due <= now);
  if (isMissing === (fileAlert !== undefined)) return;
  const key = stopKey(teamId, tripId, stopId);
  if (fileAlert !== undefined) {
    const forgotten = update(key, { remove: ['fileAlert'] }, { equals: { fileAlert } }, changed);
    const resolved = await notedResolutionSteps(context, teamId, [fileAlert], changed);
    return transact(context, [forgotten, ...resolved]).catch(ignoreOvertaken);
  }
  const alertId = context.newId();
  const name = stops.find(({ id }) => id === stopId)?.name;
  const cause = { type: 'PROOF_FILE_MISSING', entityId: tripId, facts: { name } } as const;
  await transact(context, [
    update(key, { set: { fileAlert: alertId } }, { absent: ['fileAlert'] }, changed),
    ...alertSteps(context, teamId, cause, alertId),
  ]).catch(ignoreOvertaken);
}

function nextLook(dues: readonly string[], now: string): string | undefined {
  const [first] = dues;
  const last = dues.at(-1);
  if (first === undefined || last === undefined || minutesAfter(last, GIVEN_UP_MINUTES) <= now) return undefined;
  return first > now ? first : minutesAfter(now, AGAIN_MINUTES);
}
