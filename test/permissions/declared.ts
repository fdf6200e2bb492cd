import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { capabilitiesOf } from '../../shared/operation/requirements';
import type { Capability } from '../../shared/platform/runtime/capability';
import { keyEntries, permissionEntries } from '../../shared/platform/runtime/permissions';
import { loadedCapabilities, type Use } from './loaded';

/** One action on one resource, or one family of partition keys, that a capability declares. */
interface DeclaredPermission extends Pick<Use, 'resource' | 'action'> {
  /** For example `startTrip, updateTripStatus: UpdateItem on table`, with the capability's name in the declaration. */
  readonly line: string;
  readonly capability: Capability<unknown>;
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
const DECLARED: readonly DeclaredPermission[] = [...capabilities()].flatMap(([capability, name]) =>
  [...permissionEntries(capability.permissions), ...keyEntries(capability.permissions)].flatMap(([resource, actions]) =>
    actions.map((action) => ({ line: `${name}: ${action} on ${resource}`, capability, resource, action })),
  ),
);

/** The declared permissions, each with whether one of the recorded uses needed it. Equal lines are one. */
export function declaredPermissions(uses: readonly Use[]): ReadonlyMap<string, boolean> {
  const named = new Map([...loadedCapabilities(require.cache)].map(({ name, capability }) => [name, capability]));
  const used = new Map<unknown, Set<string>>();
  for (const { capability, resource, action } of uses) {
    const known = named.get(capability);
    used.set(known, (used.get(known) ?? new Set()).add(`${action} on ${resource}`));
  }
  const lines = new Map<string, boolean>();
  for (const { line, capability, resource, action } of DECLARED)
    lines.set(line, lines.get(line) || (used.get(capability)?.has(`${action} on ${resource}`) ?? false));
  return lines;
}
