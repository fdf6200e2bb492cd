import * as v from 'valibot';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { ExpiryRecord } from './document-expiry';

/** The keys of papers; docs/table.md lists them. */

export const expiryKey = (teamId: string, { paper, entityId }: Pick<ExpiryRecord, 'paper' | 'entityId'>) =>
  key(ExpiryRecord, ofTeam(teamId), `PAPER#${paper}#${entityId}`);
export const expiriesOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#PAPERS` });
/**
 * Papers of all teams by the day of their next warning, in sixteen partitions, so that no one of them takes the writes of all; a team's
 * are in one, by the last digit of its identifier, which is chance.
 */
export const WARNED_PARTITIONS = Array.from('0123456789abcdef', (digit) => `PAPERS#${digit}`);
export function expiryIndexes({ teamId, paper, entityId, expiresOn, warnOn }: ExpiryRecord): IndexKeys {
  return {
    ...expiriesOfTeam(teamId),
    gsi1sk: `${expiresOn}#${paper}#${entityId}`,
    ...(warnOn && { gsi2pk: `PAPERS#${teamId.slice(-1)}`, gsi2sk: `${warnOn}#${teamId}#${paper}#${entityId}` }),
  };
}
/** What a sort key that {@link paperIndexes} wrote says of its paper. */
export function expiryAt(position: string): Pick<ExpiryRecord, 'expiresOn' | 'paper' | 'entityId'> {
  const [expiresOn, paper, entityId] = position.split('#');
  return v.parse(v.pick(ExpiryRecord, ['expiresOn', 'paper', 'entityId']), { expiresOn, paper, entityId });
}
export function warnedExpiryAt(position: string) {
  const [warnOn, teamId, paper, entityId] = position.split('#');
  const Place = v.required(v.pick(ExpiryRecord, ['warnOn', 'teamId', 'paper', 'entityId']));
  return v.parse(Place, { warnOn, teamId, paper, entityId });
}
