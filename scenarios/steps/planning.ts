import type { Desk, Fields, Filter } from './desk';

export const createClient = ({ fleet, teamId }: Desk, body: Fields<'createClient'>) =>
  fleet.POST('/clients', { body: { teamId, ...body } });

export const listClients = ({ fleet, teamId }: Desk, query: Filter<'listClients'> = {}) =>
  fleet.GET('/clients', { params: { query: { teamId, ...query } } });

export const readClient = ({ fleet, teamId }: Desk, id: string) =>
  fleet.GET('/clients/{id}', { params: { path: { id }, query: { teamId } } });

/** `ifMatch` is the ETag of the client that was read. */
export const changeClient = ({ fleet, teamId }: Desk, id: string, body: Fields<'updateClient'>, ifMatch?: string) =>
  fleet.PUT('/clients/{id}', {
    params: { path: { id }, query: { teamId }, ...(ifMatch && { header: { 'If-Match': ifMatch } }) },
    body,
  });

export const deleteClient = ({ fleet, teamId }: Desk, id: string) =>
  fleet.DELETE('/clients/{id}', { params: { path: { id }, query: { teamId } } });

export const createRoutePoint = ({ fleet, teamId }: Desk, body: Fields<'createRoutePoint'>) =>
  fleet.POST('/route-points', { body: { teamId, ...body } });

export const listRoutePoints = ({ fleet, teamId }: Desk, query: Filter<'listRoutePoints'> = {}) =>
  fleet.GET('/route-points', { params: { query: { teamId, ...query } } });

export const readRoutePoint = ({ fleet, teamId }: Desk, id: string) =>
  fleet.GET('/route-points/{id}', { params: { path: { id }, query: { teamId } } });

export const changeRoutePoint = ({ fleet, teamId }: Desk, id: string, body: Fields<'updateRoutePoint'>) =>
  fleet.PUT('/route-points/{id}', { params: { path: { id }, query: { teamId } }, body });

export const deleteRoutePoint = ({ fleet, teamId }: Desk, id: string) =>
  fleet.DELETE('/route-points/{id}', { params: { path: { id }, query: { teamId } } });

export const createRoute = ({ fleet, teamId }: Desk, body: Fields<'createRoute'>) =>
  fleet.POST('/routes', { body: { teamId, ...body } });

export const listRoutes = ({ fleet, teamId }: Desk, query: Filter<'listRoutes'> = {}) =>
  fleet.GET('/routes', { params: { query: { teamId, ...query } } });

export const readRoute = ({ fleet, teamId }: Desk, id: string) =>
  fleet.GET('/routes/{id}', { params: { path: { id }, query: { teamId } } });

export const deleteRoute = ({ fleet, teamId }: Desk, id: string) =>
  fleet.DELETE('/routes/{id}', { params: { path: { id }, query: { teamId } } });

/** Sets the line of a route, or removes it with null. */
export const setRouteLine = ({ fleet, teamId }: Desk, routeId: string, polyline: string | null) =>
  fleet.PUT('/teams/{teamId}/routes/{routeId}/line', { params: { path: { teamId, routeId } }, body: { polyline } });

export const readRouteLine = ({ fleet, teamId }: Desk, routeId: string) =>
  fleet.GET('/teams/{teamId}/routes/{routeId}/line', { params: { path: { teamId, routeId } } });

export const changeRoute = ({ fleet, teamId }: Desk, id: string, body: Fields<'updateRoute'>) =>
  fleet.PUT('/routes/{id}', { params: { path: { id }, query: { teamId } }, body });
