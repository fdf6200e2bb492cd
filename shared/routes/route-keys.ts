import { key, ofTeam, part } from '../platform/table/keys';
import { Route } from './route';
import { RoutePoint } from './route-point';

export const routeKey = (teamId: string, routeId: string) => key(Route, ofTeam(teamId), `ROUTE#${routeId}`);
export const routesOf = (teamId: string) => part(Route, ofTeam(teamId), 'ROUTE#');

export const routePointKey = (teamId: string, routePointId: string) =>
  key(RoutePoint, ofTeam(teamId), `ROUTE_POINT#${routePointId}`);
export const routePointsOf = (teamId: string) => part(RoutePoint, ofTeam(teamId), 'ROUTE_POINT#');
