import type { Runtime } from '../../shared/platform/runtime/context';
import { teamKey } from '../../shared/teams/team';
import { createEndpoint, removeEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { readEndpoints } from '../../shared/webhook-endpoints/fan-out';
import { look, use } from '../seed/capabilities';
import { DEMO } from '../seed/demo';

const DESCRIPTION = 'npm start -- --forward-to';

/**
 * Makes an endpoint of the demo team that receives every event, and returns its signing secret. A secret is shown once, so that the endpoint of
 * the start before is replaced.
 */
export async function forwardEvents(runtime: Runtime, url: string, ownUrl: string): Promise<string> {
  const { id: teamId } = DEMO.team;
  const team = await look(runtime, teamKey(teamId));
  if (team === undefined) throw new Error('The demo team is missing.');
  const actor = { id: team.ownerId, teamId };
  for (const endpoint of await use(runtime, readEndpoints)(teamId))
    if (endpoint.description === DESCRIPTION) await use(runtime, removeEndpoint)(actor, endpoint);
  const fields = { url, types: ['*' as const], description: DESCRIPTION };
  const { secret } = await use(runtime, createEndpoint)(actor, fields, ownUrl);
  return secret;
}
