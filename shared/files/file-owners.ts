import type { TeamActor } from '../audit/audit';
import { boxKey } from '../boxes/box';
import { reservationKey } from '../boxes/reservation';
import { clientKey } from '../clients/client';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import { invoiceKey } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import type { ItemKey } from '../platform/table/keys';
import { routeKey } from '../routes/route';
import { membershipKey, type Role } from '../teams/team';
import { tripKey } from '../trips/trip';
import { entityIdIn, type FiledEntity, type FileRegistration, filedEntity } from './file';

/** A member with the role in the team, or a driver. Drivers have no role. */
export type FileActor = TeamActor & { readonly role?: Role };

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
    case 'trip':
      return tripKey(actor.teamId, entityId);
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
    message: {
      en: 'The entityId is not a record of this team; in a users folder it must be your own id. Check the entityId.',
      es: 'El entityId no es un registro de esta empresa; en una carpeta users debe ser su propio id. Revise el entityId.',
    },
  });

/** The records that the id of an entity without a known type can name. */
const RECORD_KEYS = [
  driverKey,
  vehicleKey,
  clientKey,
  tripKey,
  invoiceKey,
  boxKey,
  reservationKey,
  routeKey,
] as const satisfies readonly ((teamId: string, id: string) => ItemKey)[];

/**
 * The keys of which one record must exist so that the entity of a registration belongs to the team. Empty when the
 * identifiers alone decide. Throws FORBIDDEN when they are foreign.
 * - The entity must be the one in the object key. The grant of the key has checked that it is the team's.
 * - A known `entityType` must fit the entity.
 * - With another `entityType` and a key without an entity, the id can name any record of the team.
 */
export function entityKeysOf(
  actor: TeamActor,
  { key, entityType, entityId }: Pick<FileRegistration, 'key' | 'entityType' | 'entityId'>,
): readonly ItemKey[] {
  const inKey = entityIdIn(key);
  if (inKey !== undefined && inKey !== entityId) throw foreignEntity();
  const kind = filedEntity(entityType);
  if (kind !== undefined) {
    const known = filedEntityKey(actor, kind, entityId);
    return known ? [known] : [];
  }
  if (inKey !== undefined || entityId === actor.teamId || entityId === actor.id) return [];
  return RECORD_KEYS.map((keyOf) => keyOf(actor.teamId, entityId));
}
