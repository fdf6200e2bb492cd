import * as v from 'valibot';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { ExpiryRecord } from './document-expiry';

/** The keys of document expiries. */

export const expiryKey = (teamId: string, { paper, entityId }: Pick<ExpiryRecord, 'paper' | 'entityId'>) =>
  key(ExpiryRecord, ofTeam(teamId), `PAPER#${paper}#${entityId}`);
export const expiriesOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#PAPERS` });
/**
 * Index of all teams' documents by the day of the next warning. Sixteen partitions spread the writes. The last digit of
 * the team's id, which is random, selects the partition, so one partition holds a whole team.
 */
export const WARNED_PARTITIONS = Array.from('0123456789abcdef', (digit) => `PAPERS#${digit}`);
export function expiryIndexes({ teamId, paper, entityId, expiresOn, warnOn }: ExpiryRecord): IndexKeys {
  return {
    ...expiriesOfTeam(teamId),
    gsi1sk: `${expiresOn}#${paper}#${entityId}`,
    ...(warnOn && { gsi2pk: `PAPERS#${teamId.slice(-1)}`, gsi2sk: `${warnOn}#${teamId}#${paper}#${entityId}` }),
  };
}
/** Reads document, entity and expiry from a sort key that {@link expiryIndexes} built. */
export function expiryAt(position: string): Pick<ExpiryRecord, 'expiresOn' | 'paper' | 'entityId'> {
  const [expiresOn, paper, entityId] = position.split('#');
  return v.parse(v.pick(ExpiryRecord, ['expiresOn', 'paper', 'entityId']), { expiresOn, paper, entityId });
}
export const isExpiryPosition = (position: string): boolean => {
  const [expiresOn, paper, entityId, ...rest] = position.split('#');
  const Position = v.pick(ExpiryRecord, ['expiresOn', 'paper', 'entityId']);
  return rest.length === 0 && v.is(Position, { expiresOn, paper, entityId });
};
export function warnedExpiryAt(position: string) {
  const [warnOn, teamId, paper, entityId] = position.split('#');
  const Place = v.required(v.pick(ExpiryRecord, ['warnOn', 'teamId', 'paper', 'entityId']));
  return v.parse(Place, { warnOn, teamId, paper, entityId });
}
