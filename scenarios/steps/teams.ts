import type { Fleet } from '../../client/src/index';
import type { Body, Desk, Filter } from './desk';

export const listTeams = (fleet: Fleet) => fleet.GET('/teams');

export const endMemberSessions = ({ fleet, teamId }: Desk, userId: string) =>
  fleet.DELETE('/teams/{teamId}/members/{userId}/sessions', { params: { path: { teamId, userId } } });

export const createTeam = (fleet: Fleet, body: Body<'createTeam'>, key?: string) =>
  fleet.POST('/teams', { body, ...(key !== undefined && { params: { header: { 'Idempotency-Key': key } } }) });

export const join = (fleet: Fleet, joinCode: string) => fleet.POST('/teams/join', { body: { joinCode } });

export const readTeam = ({ fleet, teamId }: Desk) => fleet.GET('/teams/{teamId}', { params: { path: { teamId } } });

export const changeTeam = ({ fleet, teamId }: Desk, body: Body<'updateTeam'>) =>
  fleet.PUT('/teams/{teamId}', { params: { path: { teamId } }, body });

export const rotateJoinCode = ({ fleet, teamId }: Desk) =>
  fleet.POST('/teams/{teamId}/join-code/rotate', { params: { path: { teamId } } });

export const readPolicies = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/policies', { params: { path: { teamId } } });

export const changePolicies = ({ fleet, teamId }: Desk, body: Body<'changePolicies'>) =>
  fleet.PUT('/teams/{teamId}/policies', { params: { path: { teamId } }, body });

export const readRoadPolicy = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/road-policy', { params: { path: { teamId } } });

export const changeRoadPolicy = ({ fleet, teamId }: Desk, body: Body<'changeRoadPolicy'>) =>
  fleet.PUT('/teams/{teamId}/road-policy', { params: { path: { teamId } }, body });

export const listMembers = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/members', { params: { path: { teamId } } });

export const changeRole = ({ fleet, teamId }: Desk, userId: string, role: Body<'changeMemberRole'>['role']) =>
  fleet.PUT('/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId } }, body: { role } });

export const removeMember = ({ fleet, teamId }: Desk, userId: string) =>
  fleet.DELETE('/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId } } });

export const invite = ({ fleet, teamId }: Desk, invites: string[]) =>
  fleet.POST('/teams/{teamId}/invitations', { params: { path: { teamId } }, body: { invites } });

export const createApiKey = ({ fleet, teamId }: Desk, body: Body<'createApiKey'>) =>
  fleet.POST('/teams/{teamId}/api-keys', { params: { path: { teamId } }, body });

export const listApiKeys = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/api-keys', { params: { path: { teamId } } });

export const deleteApiKey = ({ fleet, teamId }: Desk, id: string) =>
  fleet.DELETE('/teams/{teamId}/api-keys/{id}', { params: { path: { teamId, id } } });

export const acceptMembership = ({ fleet, teamId }: Desk) =>
  fleet.POST('/teams/{teamId}/accept', { params: { path: { teamId } } });

export const listInvitations = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/invitations', { params: { path: { teamId } } });

export const withdrawInvitation = ({ fleet, teamId }: Desk, email: string) =>
  fleet.DELETE('/teams/{teamId}/invitations/{email}', { params: { path: { teamId, email } } });

export const listAudit = ({ fleet, teamId }: Desk, query: Filter<'listAudit'> = {}) =>
  fleet.GET('/teams/{teamId}/audit', { params: { path: { teamId }, query } });

export const listEvents = ({ fleet, teamId }: Desk, query: Filter<'listEvents'> = {}) =>
  fleet.GET('/teams/{teamId}/events', { params: { path: { teamId }, query } });

export const listAlerts = ({ fleet, teamId }: Desk, query: Filter<'listAlerts'> = {}) =>
  fleet.GET('/teams/{teamId}/alerts', { params: { path: { teamId }, query } });

export const setAlert = (
  { fleet, teamId }: Desk,
  alertId: string,
  status: NonNullable<Body<'updateAlert'>['status']>,
) => fleet.PATCH('/teams/{teamId}/alerts/{alertId}', { params: { path: { teamId, alertId } }, body: { status } });

export const listExpirations = ({ fleet, teamId }: Desk, query: Filter<'listExpirations'> = {}) =>
  fleet.GET('/teams/{teamId}/expirations', { params: { path: { teamId }, query } });
