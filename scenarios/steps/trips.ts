import type { Fleet } from '../../client/src/index';
import type { Body, Desk, Filter, Query } from './desk';

const of = (teamId: string, tripId: string) => ({ params: { path: { teamId, tripId } } });

export const planTrip = ({ fleet, teamId }: Desk, body: Body<'createTrip'>) =>
  fleet.POST('/teams/{teamId}/trips', { params: { path: { teamId } }, body });

export const listTrips = ({ fleet, teamId }: Desk, query: Filter<'listTrips'> = {}) =>
  fleet.GET('/teams/{teamId}/trips', { params: { path: { teamId }, query } });

export const readTrip = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}', of(teamId, tripId));

export const changeTrip = ({ fleet, teamId }: Desk, tripId: string, body: Body<'updateTrip'>) =>
  fleet.PUT('/teams/{teamId}/trips/{tripId}', { ...of(teamId, tripId), body });

export const deleteTrip = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.DELETE('/teams/{teamId}/trips/{tripId}', of(teamId, tripId));

export const setTripStatus = ({ fleet, teamId }: Desk, tripId: string, status: Body<'updateTripStatus'>['status']) =>
  fleet.PUT('/teams/{teamId}/trips/{tripId}/status', { ...of(teamId, tripId), body: { status } });

export const relayTrip = ({ fleet, teamId }: Desk, tripId: string, body: Body<'relayTrip'>) =>
  fleet.POST('/teams/{teamId}/trips/{tripId}/relay', { ...of(teamId, tripId), body });

export const readStops = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/stops', of(teamId, tripId));

export const changeStops = ({ fleet, teamId }: Desk, tripId: string, body: Body<'updateTripStops'>) =>
  fleet.PUT('/teams/{teamId}/trips/{tripId}/stops', { ...of(teamId, tripId), body });

export const correctStop = ({ fleet, teamId }: Desk, tripId: string, stopId: string, body: Body<'correctTripStop'>) =>
  fleet.PUT('/teams/{teamId}/trips/{tripId}/stops/{stopId}/correction', {
    params: { path: { teamId, tripId, stopId } },
    body,
  });

export const readLocation = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/location', of(teamId, tripId));

export const readTrack = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/track', of(teamId, tripId));

/** Reads the track as a polyline. */
export const readOwnTrack = (app: Fleet, tripId: string) =>
  app.GET('/drivers/me/trips/{tripId}/track', { params: { path: { tripId }, query: { format: 'polyline' } } });

export const listPositions = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/positions', { params: { path: { teamId } } });

export const createTrackingLink = ({ fleet, teamId }: Desk, tripId: string, body: Body<'createTrackingLink'> = {}) =>
  fleet.POST('/teams/{teamId}/trips/{tripId}/tracking-links', { ...of(teamId, tripId), body });

export const listTrackingLinks = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/tracking-links', of(teamId, tripId));

export const deleteTrackingLink = ({ fleet, teamId }: Desk, tripId: string, linkId: string) =>
  fleet.DELETE('/teams/{teamId}/trips/{tripId}/tracking-links/{linkId}', {
    params: { path: { teamId, tripId, linkId } },
  });

/** The carrier's customer sends it, without an account. */
export const followTrip = (anyone: Fleet, token: string) =>
  anyone.GET('/tracking/{token}', { params: { path: { token } } });

export const readTimeline = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/timeline', of(teamId, tripId));

export const readBalance = ({ fleet, teamId }: Desk, tripId: string) =>
  fleet.GET('/teams/{teamId}/trips/{tripId}/balance', of(teamId, tripId));

/** By the driver, as are those that follow. */
/** `key` identifies the start as a fact, which a repeated call repeats. */
export const startTrip = (app: Fleet, tripId: string, body?: Body<'startTrip'>, key?: string) =>
  app.POST('/trips/{tripId}/start', {
    params: { path: { tripId }, ...(key && { header: { 'Idempotency-Key': key } }) },
    ...(body && { body }),
  });

export const ping = (app: Fleet, tripId: string, body: Body<'pingLocation'>) =>
  app.POST('/trips/{tripId}/location-ping', { params: { path: { tripId } }, body });

export const setOwnTripStatus = (app: Fleet, tripId: string, body: Body<'updateOwnTripStatus'>) =>
  app.PATCH('/trips/{tripId}/status', { params: { path: { tripId } }, body });

export const readOwnTrip = (app: Fleet, tripId: string) =>
  app.GET('/drivers/me/trips/{tripId}', { params: { path: { tripId } } });

/** Answers the address of the document; does not follow it. */
export const readOwnDocument = (app: Fleet, tripId: string, format?: 'pdf' | 'xml') =>
  app.GET('/drivers/me/trips/{tripId}/invoice', {
    params: { path: { tripId }, query: format ? { format } : {} },
    redirect: 'manual',
    parseAs: 'text',
  });

export const listOwnTripDocuments = (app: Fleet, tripId: string) =>
  app.GET('/drivers/me/trips/{tripId}/documents', { params: { path: { tripId } } });

export const listOwnTrips = (app: Fleet, query: Query<'listOwnTrips'> = {}) =>
  app.GET('/drivers/me/trips', { params: { query } });

export const readOwnHours = (app: Fleet, query: Query<'getOwnHours'> = {}) =>
  app.GET('/drivers/me/hours', { params: { query } });

export const correctOwnHours = (app: Fleet, body: Body<'correctOwnHours'>) =>
  app.POST('/drivers/me/hours/corrections', { body });

export const readDriverHours = ({ fleet, teamId }: Desk, driverId: string) =>
  fleet.GET('/teams/{teamId}/drivers/{driverId}/hours', { params: { path: { teamId, driverId } } });

const PDF_ADDRESS = { headers: { accept: 'application/pdf' }, redirect: 'manual', parseAs: 'text' } as const;

/** Answers the address of the PDF; does not follow it. */
export const readDriverHoursPdf = ({ fleet, teamId }: Desk, driverId: string) =>
  fleet.GET('/teams/{teamId}/drivers/{driverId}/hours', { params: { path: { teamId, driverId } }, ...PDF_ADDRESS });

/** The same PDF, for the driver. */
export const readOwnHoursPdf = (app: Fleet) => app.GET('/drivers/me/hours', PDF_ADDRESS);

export const correctDriverHours = ({ fleet, teamId }: Desk, driverId: string, body: Body<'correctDriverHours'>) =>
  fleet.POST('/teams/{teamId}/drivers/{driverId}/hours/corrections', { params: { path: { teamId, driverId } }, body });

/** Sends what the phone recorded. */
export const sync = (app: Fleet, items: readonly object[]) =>
  app.POST('/drivers/me/sync', { body: { sentAt: new Date().toISOString(), items: [...items] } });
