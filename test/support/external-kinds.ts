import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as deleteBox } from '../../functions/boxes/delete-box';
import { operation as listBoxes } from '../../functions/boxes/list-boxes';
import { operation as updateBox } from '../../functions/boxes/update-box';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as updateClient } from '../../functions/clients/update-client';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as voidPayment } from '../../functions/payments/void-payment';
import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as deleteRoutePoint } from '../../functions/route-points/delete-route-point';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as updateRoutePoint } from '../../functions/route-points/update-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as deleteRoute } from '../../functions/routes/delete-route';
import { operation as listRoutes } from '../../functions/routes/list-routes';
import { operation as updateRoute } from '../../functions/routes/update-route';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as deleteVehicle } from '../../functions/vehicles/delete-vehicle';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import type { Operation } from '../../shared/operation/define';
import { someId } from './engine-runtime';
import type { Office } from './office';
import { perFile } from './per-file';
import { insertClient, insertTrips } from './store-fleet';
import { ITEM } from './store-invoices';

/** The operations of a kind of records that can have a key of another system. */
export interface ExternalKind {
  readonly plural: string;
  readonly create: Operation;
  readonly list: Operation;
  /** The identifier's name in the path. */
  readonly id: string;
  /** Changes a record. A payment has no such operation. */
  readonly update?: Operation;
  /** What an update answers when another record has the key. */
  readonly taken?: 400 | 409;
  /** Deletes or voids a record. A driver is only erased. */
  readonly remove?: Operation;
  /** A body that differs in each call. */
  readonly body: (office: Office) => Promise<Record<string, unknown>> | Record<string, unknown>;
}

const PLACE = { name: 'Patio', address: 'Apodaca', lat: 25.7, lng: -100.2 };
const STOPS = [{ order: 1, routePointId: someId() }];
const made = perFile(0);
const next = (): string => {
  made.value += 1;
  return String(made.value);
};

export const EXTERNAL_KINDS: Readonly<Record<string, ExternalKind>> = {
  client: {
    plural: 'clients',
    create: createClient,
    list: listClients,
    id: 'id',
    update: updateClient,
    taken: 400,
    remove: deleteClient,
    body: () => ({ name: 'Xenón' }),
  },
  driver: {
    plural: 'drivers',
    create: createDriver,
    list: listDrivers,
    id: 'driverId',
    update: updateDriver,
    taken: 409,
    body: () => ({ name: 'Ramón' }),
  },
  vehicle: {
    plural: 'vehicles',
    create: createVehicle,
    list: listVehicles,
    id: 'vehicleId',
    update: updateVehicle,
    taken: 400,
    remove: deleteVehicle,
    body: () => ({ plate: `AB${next()}` }),
  },
  box: {
    plural: 'boxes',
    create: createBox,
    list: listBoxes,
    id: 'boxId',
    update: updateBox,
    taken: 400,
    remove: deleteBox,
    body: () => ({ economicNumber: `CS-${next()}`, dailyRate: 850 }),
  },
  route: {
    plural: 'routes',
    create: createRoute,
    list: listRoutes,
    id: 'id',
    update: updateRoute,
    taken: 400,
    remove: deleteRoute,
    body: () => ({ name: 'Norte', stops: STOPS }),
  },
  'route point': {
    plural: 'routePoints',
    create: createRoutePoint,
    list: listRoutePoints,
    id: 'id',
    update: updateRoutePoint,
    taken: 400,
    remove: deleteRoutePoint,
    body: () => PLACE,
  },
  trip: {
    plural: 'trips',
    create: createTrip,
    list: listTrips,
    id: 'tripId',
    update: updateTrip,
    taken: 409,
    remove: deleteTrip,
    body: () => ({ startDate: '2026-03-04T12:00:00Z' }),
  },
  invoice: {
    plural: 'invoices',
    create: createInvoice,
    list: listInvoices,
    id: 'id',
    update: editInvoice,
    taken: 409,
    remove: deleteInvoice,
    body: async ({ testContext, teamId }) => ({
      clientId: (await insertClient(testContext, { teamId })).id,
      items: [ITEM],
    }),
  },
  payment: {
    plural: 'payments',
    create: createPayment,
    list: listPayments,
    id: 'paymentId',
    remove: voidPayment,
    body: async ({ testContext, teamId }) => {
      const [trip] = await insertTrips(testContext, [{ teamId }]);
      return { tripId: trip?.id, amount: 100, method: 'EFECTIVO' };
    },
  },
};
