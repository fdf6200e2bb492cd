import type * as v from 'valibot';
import { type Capability, capability, makeDeps } from '../../shared/platform/runtime/capability';
import type { RequestScope, Runtime } from '../../shared/platform/runtime/context';
import { uuidVersion7 } from '../../shared/platform/runtime/uuid';
import type { ItemKey } from '../../shared/platform/table/keys';
import { getItem } from '../../shared/platform/table/read';
import { fixedBytes } from './identifiers';

/** Makes a capability as an operation receives it. `firstIds` are the first identifiers that a creation takes: the record's own comes first. */
export const use = <Do>(runtime: Runtime, wanted: Capability<Do>, ...firstIds: FirstIds): Do =>
  makeDeps({ wanted }, withFirstIds(runtime, firstIds), scopeOf(runtime)).wanted;

/** In the place of undefined stands an identifier that nothing names. */
type FirstIds = readonly (string | undefined)[];

export function withFirstIds(runtime: Runtime, firstIds: FirstIds): Runtime {
  const fixed = [...firstIds];
  return { ...runtime, newId: () => fixed.shift() ?? runtime.newId() };
}

/** The scope of a new request. */
export const scopeOf = (runtime: Runtime): RequestScope => ({
  requestId: runtime.newId(),
  remaining: () => 28_000,
  meter: { calls: 0, readUnits: 0, writeUnits: 0 },
});

/** The runtime with its clock set to an instant. Records and identifiers carry that instant. */
export const asOf = (runtime: Runtime, milliseconds: number): Runtime => ({
  ...runtime,
  now: () => new Date(milliseconds),
  newId: () => uuidVersion7(milliseconds, runtime.randomBytes(10)),
});

/** Reads the item; undefined when it does not exist. */
export const look = <S extends v.GenericSchema>(runtime: Runtime, key: ItemKey<S>) =>
  use(
    runtime,
    capability({ table: ['GetItem'] }, (context) => () => getItem(context, key)),
  )();

/** The same bytes at each start, so that an example with the secret can be sent. */
export const withFixedBytes = (runtime: Runtime, of: string): Runtime => ({
  ...runtime,
  randomBytes: (size) => fixedBytes(of, size),
});
