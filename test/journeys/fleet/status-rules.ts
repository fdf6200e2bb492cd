import type { ManualTransitions } from '../../../shared/domain/status-change';
import { type Answer, expectRefused, expectStatus } from '../http';

/**
 * Moves a record by hand from every status to every other, and to the one that only trips give, and expects what the table of states says.
 * The record is DISPONIBLE before and after: that can be reached from everywhere.
 */
export async function statusRules<Status extends string>(
  transitions: ManualTransitions<Status | 'DISPONIBLE'>,
  refusal: string,
  put: (status: string) => Promise<Answer>,
): Promise<void> {
  const statuses = Object.keys(transitions);
  for (const [from, followers] of Object.entries<readonly string[] | undefined>(transitions)) {
    if (from !== 'DISPONIBLE') await expectStatus(200, put(from));
    for (const to of [...statuses, 'EN_VIAJE'].filter((status) => status !== from && !followers?.includes(status))) {
      await expectRefused(refusal, put(to), 'status');
    }
    for (const to of (followers ?? []).filter((status) => status !== 'DISPONIBLE')) {
      await expectStatus(200, put(to));
      await expectStatus(200, put('DISPONIBLE'));
      if (from !== 'DISPONIBLE') await expectStatus(200, put(from));
    }
    if (from !== 'DISPONIBLE') await expectStatus(200, put('DISPONIBLE'));
  }
}
