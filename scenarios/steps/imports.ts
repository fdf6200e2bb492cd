import type { Body, Desk } from './desk';

export const startImport = ({ fleet, teamId }: Desk, body: Body<'createImport'>) =>
  fleet.POST('/teams/{teamId}/imports', { params: { path: { teamId } }, body });

export const readImport = ({ fleet, teamId }: Desk, importId: string) =>
  fleet.GET('/teams/{teamId}/imports/{importId}', { params: { path: { teamId, importId } } });

export const listImports = ({ fleet, teamId }: Desk) =>
  fleet.GET('/teams/{teamId}/imports', { params: { path: { teamId } } });
