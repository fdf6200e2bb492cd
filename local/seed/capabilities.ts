import type * as v from 'valibot';
import { type Capability, capability, makeDeps } from '../../shared/platform/runtime/capability';
import type { RequestScope, Runtime } from '../../shared/platform/runtime/context';
import { uuidVersion7 } from '../../shared/platform/runtime/uuid';
import type { ItemKey } from '../../shared/platform/table/keys';
import { getItem } from '../../shared/platform/table/read';

/** Makes a capability as an operation is given it. The first identifier that a creation asks for is the record's own: `firstId`. */
export function use<Do>(runtime: Runtime, wanted: Capability<Do>, firstId?: string): Do {
  const fixed = firstId === undefined ? [] : [firstId];
  const fixedFirst = { ...runtime, newId: () => fixed.shift() ?? runtime.newId() };
  return makeDeps({ wanted }, fixedFirst, scopeOf(runtime)).wanted;
}

/** The scope of a new request. */
export const scopeOf = (runtime: Runtime): RequestScope => ({
  requestId: runtime.newId(),
  remaining: () => 28_000,
  meter: { calls: 0, readUnits: 0, writeUnits: 0 },
});

/** The runtime as it was at an instant: what is written by it bears that instant, in its identifiers too. */
export const asOf = (runtime: Runtime, milliseconds: number): Runtime => ({
  ...runtime,
  now: () => new Date(milliseconds),
  newId: () => uuidVersion7(milliseconds, runtime.randomBytes(10)),
});

/** The item that is there, or undefined. */
export const look = <S extends v.GenericSchema>(runtime: Runtime, key: ItemKey<S>) =>
  use(
    runtime,
    capability({ table: ['GetItem'] }, (context) => () => getItem(context, key)),
  )();
