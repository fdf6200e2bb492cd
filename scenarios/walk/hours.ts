import { expectRefused, succeed } from '../expect';
import { recorder } from '../phone';
import { correctDriverHours, correctOwnHours, readDriverHours, readOwnHours, sync } from '../steps/trips';
import type { Ground } from './ground';

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** The driver reports a pause, and corrects the working time; so does the office. */
export async function hoursWalk({ owner, app, tripId, driverId }: Ground): Promise<void> {
  await succeed(sync(app, [recorder(tripId)('DUTY', 1, { state: 'PAUSA' })]));
  await succeed(readOwnHours(app));
  const forgotten = { from: minutesAgo(90), to: minutesAgo(60), state: 'DESCANSO' } as const;
  await succeed(correctOwnHours(app, { ...forgotten, reason: 'El teléfono estaba apagado' }));
  await expectRefused(
    '400 VALIDATION_FAILED',
    correctOwnHours(app, { ...forgotten, to: minutesAgo(-60), reason: 'x' }),
  );
  await succeed(correctDriverHours(owner, driverId, { ...forgotten, state: 'AUXILIAR', reason: 'Ayudó a descargar' }));
  await succeed(readDriverHours(owner, driverId));
}
