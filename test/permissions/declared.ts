import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { capabilitiesOf } from '../../shared/operation/requirements';
import type { Capability } from '../../shared/platform/runtime/capability';
import { permissionEntries, type Resource } from '../../shared/platform/runtime/permissions';

/** Where each test file writes down which rights were asked for; nothing is watched without it. */
export const DIRECTORY_VARIABLE = 'EXERCISED_PERMISSIONS';

/** One action of one resource that a capability declares. */
export interface DeclaredPermission {
  /** As `startTrip, updateTripStatus: UpdateItem on table`, by the name that a declaration uses it under. */
  readonly line: string;
  readonly capability: Capability<unknown>;
  readonly resource: Resource;
  readonly action: string;
}

/** Capabilities once each, by the first name that a declaration uses them under. */
function capabilities(): Map<Capability<unknown>, string> {
  const found = new Map<Capability<unknown>, string>();
  const add = (name: string, one: Capability<unknown>) => found.has(one) || found.set(one, name);
  for (const operation of Object.values(OPERATIONS)) {
    for (const [name, one] of Object.entries(capabilitiesOf(operation))) add(`${name} (${operation.id})`, one);
  }
  for (const { id, uses } of Object.values(TRIGGERS)) {
    for (const [name, one] of Object.entries(uses)) add(`${name} (${id})`, one);
  }
  return found;
}

/** Every right of every capability that any function uses. */
export const DECLARED_PERMISSIONS: readonly DeclaredPermission[] = [...capabilities()].flatMap(([capability, name]) =>
  permissionEntries(capability.permissions).flatMap(([resource, actions]) =>
    actions.map((action) => ({ line: `${name}: ${action} on ${resource}`, capability, resource, action })),
  ),
);
