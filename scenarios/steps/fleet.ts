import type { Body, Desk, Filter } from './desk';

export const hireDriver = ({ fleet, teamId }: Desk, body: Body<'createDriver'>) =>
  fleet.POST('/teams/{teamId}/drivers', { params: { path: { teamId } }, body });

export const listDrivers = ({ fleet, teamId }: Desk, query: Filter<'listDrivers'> = {}) =>
  fleet.GET('/teams/{teamId}/drivers', { params: { path: { teamId }, query } });

export const listAvailableDrivers = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/drivers/available', { params: { path: { teamId } } });

export const readDriver = ({ fleet, teamId }: Desk, driverId: string) =>
  fleet.GET('/teams/{teamId}/drivers/{driverId}', { params: { path: { teamId, driverId } } });

export const readDriverEmergency = ({ fleet, teamId }: Desk, driverId: string) =>
  fleet.GET('/teams/{teamId}/drivers/{driverId}/emergency', { params: { path: { teamId, driverId } } });

export const exportDriver = ({ fleet, teamId }: Desk, driverId: string) =>
  fleet.GET('/teams/{teamId}/drivers/{driverId}/export', { params: { path: { teamId, driverId } } });

export const eraseDriver = ({ fleet, teamId }: Desk, driverId: string, reason: string) =>
  fleet.POST('/teams/{teamId}/drivers/{driverId}/erase', {
    params: { path: { teamId, driverId } },
    body: { reason },
  });

export const readErasedPerson = ({ fleet, teamId }: Desk, personId: string) =>
  fleet.GET('/teams/{teamId}/erased/{personId}', { params: { path: { teamId, personId } } });

export const changeDriver = ({ fleet, teamId }: Desk, driverId: string, body: Body<'updateDriver'>) =>
  fleet.PUT('/drivers/{driverId}', { params: { path: { driverId }, query: { teamId } }, body });

export const changeAppAccess = (
  { fleet, teamId }: Desk,
  driverId: string,
  action: Body<'changeDriverAccess'>['action'],
) =>
  fleet.POST('/teams/{teamId}/drivers/{driverId}/access', {
    params: { path: { teamId, driverId } },
    body: { action },
  });

export const registerVehicle = ({ fleet, teamId }: Desk, body: Body<'createVehicle'>) =>
  fleet.POST('/teams/{teamId}/vehicles', { params: { path: { teamId } }, body });

export const listVehicles = ({ fleet, teamId }: Desk, query: Filter<'listVehicles'> = {}) =>
  fleet.GET('/teams/{teamId}/vehicles', { params: { path: { teamId }, query } });

export const readVehicle = ({ fleet, teamId }: Desk, vehicleId: string) =>
  fleet.GET('/teams/{teamId}/vehicles/{vehicleId}', { params: { path: { teamId, vehicleId } } });

export const changeVehicle = ({ fleet, teamId }: Desk, vehicleId: string, body: Body<'updateVehicle'>) =>
  fleet.PUT('/teams/{teamId}/vehicles/{vehicleId}', { params: { path: { teamId, vehicleId } }, body });

export const deleteVehicle = ({ fleet, teamId }: Desk, vehicleId: string) =>
  fleet.DELETE('/teams/{teamId}/vehicles/{vehicleId}', { params: { path: { teamId, vehicleId } } });

export const setVehicleStatus = (
  { fleet, teamId }: Desk,
  vehicleId: string,
  status: Body<'updateVehicleStatus'>['status'],
) =>
  fleet.PUT('/teams/{teamId}/vehicles/{vehicleId}/status', {
    params: { path: { teamId, vehicleId } },
    body: { status },
  });
