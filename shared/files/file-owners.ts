import type { TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import { AppError } from '../platform/errors';
import type { ItemKey } from '../platform/table/keys';
import { membershipKey } from '../teams/team';
import type { FiledEntity } from './file';

/**
 * The record that must be there for the entity to be the team's; undefined where the identifier alone tells. Throws for an identifier that
 * is not the team's, or the caller's, own.
 */
export function filedEntityKey(actor: TeamActor, kind: FiledEntity, entityId: string): ItemKey | undefined {
  switch (kind) {
    case 'driver':
      return driverKey(actor.teamId, entityId);
    case 'vehicle':
      return vehicleKey(actor.teamId, entityId);
    case 'client':
      return clientKey(actor.teamId, entityId);
    case 'member':
      return membershipKey(actor.teamId, entityId);
    case 'team':
      if (entityId !== actor.teamId) throw foreignEntity();
      return undefined;
    case 'caller':
      if (entityId !== actor.id) throw foreignEntity();
      return undefined;
  }
}

/** These operations answer no 404: what is not the team's is forbidden, whether or not it is there. */
export const foreignEntity = (): AppError =>
  new AppError('FORBIDDEN', {
    field: 'entityId',
    message: 'That entity is not one of this team, or, in a folder of users, not yourself. Check the entityId.',
  });
