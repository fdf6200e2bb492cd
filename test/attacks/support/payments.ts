import { must, textAt } from './http';
import { tripUnderWay } from './trips';
import type { Team, World } from './world';

/** A completed trip for a client of this name, paid in full. */
export async function tripPaid(world: World, team: Team, clientName: string): Promise<void> {
  const { teamId, owner } = team;
  const client = await must(201, owner.send('POST /clients', { teamId, name: clientName }));
  const clientId = textAt(client.body, 'id');
  const tripId = await tripUnderWay(world, team, await world.driver(team), { clientId });
  await must(200, owner.send(`PUT /teams/${teamId}/trips/${tripId}/status`, { status: 'COMPLETADO' }));
  await must(201, owner.send(`POST /teams/${teamId}/payments`, { tripId, amount: 48_500, method: 'TRANSFERENCIA' }));
}
