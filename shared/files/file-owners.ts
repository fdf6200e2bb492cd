import type { TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import { AppError } from '../platform/errors';
import type { ItemKey } from '../platform/table/keys';
import { membershipKey } from '../teams/team';
import type { FiledEntity } from './file';

/**
 * The key of the record that must exist so that the entity belongs to the team. Undefined when the id alone decides:
 * the team or the caller. Throws FORBIDDEN for the id of another team or user.
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

/**
 * The file operations have no 404 in the interface. An entity outside the team is FORBIDDEN, whether it exists or not.
 */
export const foreignEntity = (): AppError =>
  new AppError('FORBIDDEN', {
    field: 'entityId',
    message: 'The entityId is not a record of this team; in a users folder it must be your own id. Check the entityId.',
  });
