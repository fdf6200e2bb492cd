import type { Body, Desk, Query } from './desk';

const at = (teamId: string, webhookEndpointId: string) => ({ params: { path: { teamId, webhookEndpointId } } });

export const createWebhook = ({ fleet, teamId }: Desk, body: Body<'createWebhookEndpoint'>) =>
  fleet.POST('/teams/{teamId}/webhook-endpoints', { params: { path: { teamId } }, body });

export const listWebhooks = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/webhook-endpoints', { params: { path: { teamId } } });

export const readWebhook = ({ fleet, teamId }: Desk, id: string) =>
  fleet.GET('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}', at(teamId, id));

export const changeWebhook = ({ fleet, teamId }: Desk, id: string, body: Body<'updateWebhookEndpoint'>) =>
  fleet.PATCH('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}', { ...at(teamId, id), body });

export const deleteWebhook = ({ fleet, teamId }: Desk, id: string) =>
  fleet.DELETE('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}', at(teamId, id));

export const rotateWebhookSecret = ({ fleet, teamId }: Desk, id: string, body: Body<'rotateWebhookSecret'>) =>
  fleet.POST('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}/rotate-secret', { ...at(teamId, id), body });

export const testWebhook = ({ fleet, teamId }: Desk, id: string) =>
  fleet.POST('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}/test', at(teamId, id));

export const listDeliveries = ({ fleet, teamId }: Desk, id: string, query: Query<'listWebhookDeliveries'> = {}) =>
  fleet.GET('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}/deliveries', {
    params: { path: { teamId, webhookEndpointId: id }, query },
  });

export const redeliver = ({ fleet, teamId }: Desk, id: string, eventId: string) =>
  fleet.POST('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}/redeliver', {
    params: { path: { teamId, webhookEndpointId: id, eventId } },
  });

export const redeliverSince = ({ fleet, teamId }: Desk, id: string, body: Body<'redeliverWebhookEvents'>) =>
  fleet.POST('/teams/{teamId}/webhook-endpoints/{webhookEndpointId}/redeliver', { ...at(teamId, id), body });
