import { AppError } from '../../platform/errors';
import type { SessionLimits } from '../../platform/values/session-limits';

/**
 * Refuses the challenge of a sign-in that began before the end of the person's sessions. Its tokens name the later instant of the answer, so that
 * no operation would refuse them. Throws INVALID_CODE.
 */
export function refuseBegunBefore(begunAt: string, { sessionsValidFrom = '' }: SessionLimits): void {
  if (begunAt < sessionsValidFrom)
    throw new AppError('INVALID_CODE', {
      message: {
        en: 'This sign-in is over. Sign in again.',
        es: 'Este inicio de sesión ya terminó. Inicie sesión de nuevo.',
      },
    });
}
