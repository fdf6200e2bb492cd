import { operation as listBoxes } from '../../functions/boxes/list-boxes';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { CHUNK } from '../../shared/imports/run-import';
import type { Operation } from '../../shared/operation/define';

/** A file that changes, keeps, creates and refuses records of a kind. */
export interface KillCase {
  readonly kind: string;
  readonly list: Operation;
  readonly plural: string;
  /** The records before the import. */
  readonly first: string;
  readonly file: string;
  /** Creates a trip of the first record, whose copies follow it. */
  readonly field?: 'clientId' | 'driverId' | 'vehicleId';
}

const CLIENTS = { kind: 'clients', list: listClients, plural: 'clients', field: 'clientId' } as const;

const chunk = Array.from({ length: CHUNK }, (_, number) => `M-${number},Igual\n`).join('');

export const KILL_CASES: Readonly<Record<string, KillCase>> = {
  clients: {
    ...CLIENTS,
    first: 'externalId,name,phone\nA,Uno,1\nB,Dos,2\n',
    file: 'externalId,name,phone\nA,Uno Nuevo,1\nB,Dos,2\nC,Tres,3\nD,,4\nE,Cinco,5\n',
  },
  'clients in two chunks': {
    ...CLIENTS,
    first: `externalId,name\nA,Uno\n${chunk}`,
    file: `externalId,name\nA,Uno Nuevo\n${chunk}C,Tres\n`,
  },
  drivers: {
    kind: 'drivers',
    list: listDrivers,
    plural: 'drivers',
    field: 'driverId',
    first: 'externalId,name,phone,licenseExpiry\nA,Uno,8187765501,2027-01-01\nB,Dos,,\n',
    file: 'externalId,name,phone,licenseExpiry\nA,Uno Nuevo,8187765599,2028-01-01\nB,Dos,,\nC,Tres,,2027-01-01\nD,,,\n',
  },
  vehicles: {
    kind: 'vehicles',
    list: listVehicles,
    plural: 'vehicles',
    field: 'vehicleId',
    first: 'externalId,plate,brand\nA,AA-1,Uno\nB,BB-2,Dos\n',
    file: 'externalId,plate,brand,insuranceExpiry\nA,AA-9,Nuevo,2027-01-01\nB,BB-2,Dos,\nC,CC-3,Tres,2027-01-01\nD,,Nada,\nE,BB2,Igual,\n',
  },
  boxes: {
    kind: 'boxes',
    list: listBoxes,
    plural: 'boxes',
    first: 'externalId,economicNumber,dailyRate\nA,CS-1,850\nB,CS-2,850\n',
    file: 'externalId,economicNumber,dailyRate\nA,CS-9,900\nB,CS-2,850\nC,CS-3,700\nD,,1\nE,cs-2,1\n',
  },
  'route points': {
    kind: 'route-points',
    list: listRoutePoints,
    plural: 'routePoints',
    first: 'externalId,name,address,lat,lng\nA,Patio,Apodaca,25.7,-100.2\nB,Muelle,Apodaca,25.8,-100.3\n',
    file: 'externalId,name,address,lat,lng\nA,Patio Norte,Apodaca,25.7,-100.2\nB,Muelle,Apodaca,25.8,-100.3\nC,Otro,x,0,0\nD,Mal,x,91,0\n',
  },
  trips: {
    kind: 'trips',
    list: listTrips,
    plural: 'trips',
    first: 'externalId,startDate,revenue\nA,2026-04-01T06:00:00Z,10\nB,2026-04-01T06:00:00Z,20\n',
    file: 'externalId,startDate,revenue\nA,2026-04-02T06:00:00Z,11\nB,2026-04-01T06:00:00Z,20\nC,2026-04-03T06:00:00Z,30\nD,ayer,40\n',
  },
};
