import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { Uuid } from '../platform/values/fields';
import { DriverRecord } from './driver';
import { Position } from './position';
import { VehicleRecord } from './vehicle';

export const driverKey = (teamId: string, driverId: string) => key(DriverRecord, ofTeam(teamId), `DRIVER#${driverId}`);
export const driversOf = (teamId: string) => part(DriverRecord, ofTeam(teamId), 'DRIVER#');

export const vehicleKey = (teamId: string, vehicleId: string) =>
  key(VehicleRecord, ofTeam(teamId), `VEHICLE#${vehicleId}`);
export const vehiclesOf = (teamId: string) => part(VehicleRecord, ofTeam(teamId), 'VEHICLE#');
export const Plate = v.object({ vehicleId: Uuid });
export const plateKey = (teamId: string, plate: string) => key(Plate, ofTeam(teamId), `PLATE#${plate}`);

export const positionKey = (teamId: string, tripId: string) =>
  key(Position, `TEAM#${teamId}#TRIP#${tripId}`, 'POSITION');
