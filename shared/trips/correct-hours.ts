import { auditStep, type TeamActor } from '../audit/audit';
import { HoursCorrection, hoursCorrectionKey } from '../hours/day-hours';
import { hoursExpire } from '../hours/duty';
import type { HoursCorrectionBody } from '../hours/hours-answer';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { create, unexpectedConflict } from '../platform/table/steps';
import { localDay } from '../platform/values/calendar';
import { recentRoadPolicy } from '../road-policy/policy';
import { knownTimeZone } from '../teams/time-zone';

const DAY_MS = 24 * 60 * 60_000;

/** Adds a correction to a driver's working time. What was recorded, and earlier corrections, stay. */
export const correctHours = capability(
  { table: [...CREATE_ONCE_PERMISSIONS], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    async (
      actor: TeamActor,
      driverId: string,
      body: HoursCorrectionBody,
      once: Once | undefined,
    ): Promise<HoursCorrection> => {
      const { teamId } = actor;
      const [timeZone = 'UTC', { hoursDays }] = await Promise.all([
        knownTimeZone(context, teamId),
        recentRoadPolicy(context, teamId),
      ]);
      const now = context.now().getTime();
      const length = Date.parse(body.to) - Date.parse(body.from);
      if (length <= 0 || length > DAY_MS)
        throw validationError('to', {
          en: 'Send an end after the beginning, by at most 24 hours.',
          es: 'Envíe un fin posterior al inicio, de máximo 24 horas.',
        });
      if (Date.parse(body.to) > now)
        throw validationError('to', {
          en: 'Send an end that is not in the future.',
          es: 'Envíe un fin que no esté en el futuro.',
        });
      if (now - Date.parse(body.from) > hoursDays * DAY_MS)
        throw validationError('from', {
          en: 'The working time of that day is no longer kept.',
          es: 'El registro de ese día ya no se conserva.',
        });
      return createOnce(context, once, HoursCorrection, async () => {
        const correction: HoursCorrection = {
          ...{
            id: context.newId(),
            driverId,
            from: body.from,
            to: body.to,
            state: body.state,
            reason: body.reason,
            by: actor.id,
          },
          byType: actor.pool === 'drivers' ? 'DRIVER' : 'MEMBER',
          createdAt: new Date(now).toISOString(),
        };
        const { id, from, to, state } = correction;
        const key = hoursCorrectionKey(teamId, driverId, localDay(new Date(from), timeZone), id);
        const stored = { ...correction, [TIME_TO_LIVE]: hoursExpire(to, hoursDays) };
        // The audit has no reason: it is the driver's, and an erasure of the driver deletes the correction.
        const changes = { hoursCorrection: { id, from, to, state } };
        return {
          result: correction,
          steps: [
            create(key, stored, unexpectedConflict('A correction')),
            auditStep(context, actor, { entityType: 'DRIVER', entityId: driverId, action: 'UPDATE', changes }),
          ],
        };
      });
    },
);
