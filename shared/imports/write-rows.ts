import * as v from 'valibot';
import type { TeamActor } from '../audit/audit';
import { Box, BoxChanges, BoxFields } from '../boxes/box';
import { createBox, editBox } from '../boxes/boxes';
import { Client, ClientChanges } from '../clients/client';
import { createClient, editClient } from '../clients/clients';
import { DriverChanges, DriverFields, DriverRecord } from '../fleet/driver';
import { assertNotErased, createDriver, editDriver } from '../fleet/drivers';
import { VehicleChanges, VehicleFields, VehicleRecord } from '../fleet/vehicle';
import { createVehicle, editVehicle } from '../fleet/vehicles';
import { type Capability, capability } from '../platform/runtime/capability';
import { withoutIdempotencyKey } from '../platform/table/idempotency';
import { RoutePoint, RoutePointChanges, RoutePointFields } from '../routes/route-point';
import { createRoutePoint, editRoutePoint } from '../routes/route-points';
import { createTrip } from '../trips/create-trip';
import type { DryPlans } from '../trips/dry-plans';
import { assertEditable, editTrip } from '../trips/edit-trip';
import { followClient, followDriver, followVehicle } from '../trips/follow-names';
import { warnOfDriver, warnOfVehicle } from '../trips/outdated-by-record';
import { NewTrip, TripChanges, TripRecord } from '../trips/trip';
import type { ImportKind } from './import';
import { NewClientRow } from './kinds';
import type { RowError } from './results';

/** What a write returns: the record, and what it warns of. */
export interface Written {
  readonly id?: string;
  readonly warnings?: readonly RowError[] | undefined;
}

/** The writes of a kind: those of its operations. */
interface KindWrites {
  readonly create: (actor: TeamActor, body: unknown) => Promise<Written>;
  /**
   * Writes the changes. `copied` are the fields whose copies in other records are written too: the changes, and all fields of the row in a run after
   * one that was interrupted, whose copies may be missing.
   */
  readonly edit: (actor: TeamActor, record: unknown, changes: object, copied: unknown) => Promise<Written>;
}

const importBox = capability.of(
  { createBox: withoutIdempotencyKey(createBox), editBox },
  (deps): KindWrites => ({
    create: (actor, body) => deps.createBox(actor, v.parse(BoxFields, body)),
    edit: (actor, record, changes) => deps.editBox(actor, v.parse(Box, record), v.parse(BoxChanges, changes)),
  }),
);

const importRoutePoint = capability.of(
  { createRoutePoint: withoutIdempotencyKey(createRoutePoint), editRoutePoint },
  (deps): KindWrites => ({
    create: (actor, body) => deps.createRoutePoint(actor, v.parse(RoutePointFields, body)),
    edit: (actor, record, changes) =>
      deps.editRoutePoint(actor, v.parse(RoutePoint, record), v.parse(RoutePointChanges, changes)),
  }),
);

const importClient = capability.of(
  { createClient: withoutIdempotencyKey(createClient), editClient, followClient },
  (deps): KindWrites => ({
    create: (actor, body) => deps.createClient(actor, v.parse(NewClientRow, body)),
    edit: async (actor, record, changes, copied) => {
      const client = await deps.editClient(actor, v.parse(Client, record), v.parse(ClientChanges, changes));
      await deps.followClient(actor, v.parse(ClientChanges, copied), client);
      return client;
    },
  }),
);

const importDriver = capability.of(
  { createDriver: withoutIdempotencyKey(createDriver), editDriver, followDriver, warnOfDriver },
  (deps): KindWrites => ({
    create: (actor, body) => deps.createDriver(actor, v.parse(DriverFields, body)),
    edit: async (actor, record, changes, copied) => {
      const driver = await deps.editDriver(actor, v.parse(DriverRecord, record), v.parse(DriverChanges, changes));
      await deps.followDriver(v.parse(DriverChanges, copied), driver);
      await deps.warnOfDriver(driver);
      return driver;
    },
  }),
);

const importVehicle = capability.of(
  { createVehicle: withoutIdempotencyKey(createVehicle), editVehicle, followVehicle, warnOfVehicle },
  (deps): KindWrites => ({
    create: (actor, body) => deps.createVehicle(actor, v.parse(VehicleFields, body)),
    edit: async (actor, record, changes, copied) => {
      const before = v.parse(VehicleRecord, record);
      const vehicle = await deps.editVehicle(actor, before, v.parse(VehicleChanges, changes));
      await deps.followVehicle(v.parse(VehicleChanges, copied), vehicle);
      await deps.warnOfVehicle(before, vehicle);
      return vehicle;
    },
  }),
);

const importTrip = capability.of(
  { createTrip: withoutIdempotencyKey(createTrip), editTrip },
  (deps): KindWrites => ({
    create: (actor, body) => deps.createTrip(actor, v.parse(NewTrip, body)),
    edit: (actor, record, changes) => deps.editTrip(actor, v.parse(TripRecord, record), v.parse(TripChanges, changes)),
  }),
);

const WRITES = {
  clients: importClient,
  drivers: importDriver,
  vehicles: importVehicle,
  boxes: importBox,
  'route-points': importRoutePoint,
  trips: importTrip,
} satisfies Readonly<Record<ImportKind, Capability<KindWrites>>>;

/** The writes of each kind, as its own operations make them: with audit entry, search words, unique names and copies. */
export const writesOf = capability.of(WRITES, (deps) => (kind: ImportKind) => deps[kind]);

/** A dry run writes nothing. */
const NOTHING_WRITTEN: KindWrites = { create: async () => ({}), edit: async () => ({}) };

/** What a dry run of a kind refuses, as its writes would. */
const DRY: Readonly<Partial<Record<ImportKind, (plans: DryPlans) => KindWrites>>> = {
  drivers: () => ({
    ...NOTHING_WRITTEN,
    edit: async (_, record) => {
      assertNotErased(v.parse(DriverRecord, record));
      return {};
    },
  }),
  trips: (plans) => ({
    create: async ({ teamId }, body) => {
      await plans.create(teamId, v.parse(NewTrip, body));
      return {};
    },
    edit: async (_, record, changes) => {
      const [trip, edit] = [v.parse(TripRecord, record), v.parse(TripChanges, changes)];
      assertEditable(trip, edit);
      await plans.edit(trip, edit);
      return {};
    },
  }),
};

/** The writes of a dry run: it refuses what the writes of a kind would refuse. `plans` are those of the rows before. */
export const dryWritesOf = (kind: ImportKind, plans: DryPlans): KindWrites => DRY[kind]?.(plans) ?? NOTHING_WRITTEN;
