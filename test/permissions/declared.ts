import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { capabilitiesOf } from '../../shared/operation/requirements';
import type { Capability } from '../../shared/platform/runtime/capability';
import { type KeyScope, keyEntries, permissionEntries, type Resource } from '../../shared/platform/runtime/permissions';

/** The folder in which each test file records the rights that the code used. Without this variable, nothing is recorded. */
export const DIRECTORY_VARIABLE = 'EXERCISED_PERMISSIONS';

/** One action on one resource, or one family of partition keys, that a capability declares. */
export interface DeclaredPermission {
  /** For example `startTrip, updateTripStatus: UpdateItem on table`, with the capability's name in the declaration. */
  readonly line: string;
  readonly capability: Capability<unknown>;
  readonly resource: Resource | KeyScope;
  readonly action: string;
}

/** Each capability once, with its name in the first declaration that uses it. */
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

/** Every right of every capability that a function uses. */
export const DECLARED_PERMISSIONS: readonly DeclaredPermission[] = [...capabilities()].flatMap(([capability, name]) =>
  [...permissionEntries(capability.permissions), ...keyEntries(capability.permissions)].flatMap(([resource, actions]) =>
    actions.map((action) => ({ line: `${name}: ${action} on ${resource}`, capability, resource, action })),
  ),
);
