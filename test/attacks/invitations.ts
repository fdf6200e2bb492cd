import { type Attack, BEFORE } from './support/attack';
import { must } from './support/http';
import type { World } from './support/world';

const DAY_MS = 24 * 60 * 60_000;

/** A person makes an account with the address, and reads the team. */
async function readAsInvited(world: World, teamId: string, email: string) {
  const person = await world.person(email);
  return person.send(`GET /teams/${teamId}`);
}

/** Rule 9: invitations that should no longer open the team. */
export const invitations: readonly Attack[] = [
  {
    name: 'old-invitation',
    goal: 'Enter a team by an invitation that lay in a mailbox for eight days.',
    rule: 9,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    alone: true,
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const email = `${world.unique('i')}@fletes.mx`;
      const other = `${world.unique('i')}@fletes.mx`;
      await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [email] }));
      await world.advance(8 * DAY_MS);
      const read = await readAsInvited(world, teamId, email);
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => {
          const { body } = await must(200, world.login(owner.email, owner.password));
          const token = String(Object(body.tokens).accessToken);
          const route = `POST /teams/${teamId}/invitations`;
          await must(200, world.send(route, { token, body: { invites: [other] } }));
          await must(200, readAsInvited(world, teamId, other));
        },
      };
    },
  },
  {
    name: 'invitation-of-a-removed-member',
    goal: 'Come back into a team after the removal, by an invitation that the removed administrator sent to a second address.',
    rule: 9,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const admin = await world.join(team, 'ADMIN');
      const second = `${world.unique('i')}@fletes.mx`;
      const wanted = `${world.unique('i')}@fletes.mx`;
      await must(200, admin.send(`POST /teams/${teamId}/invitations`, { invites: [second] }));
      await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [wanted] }));
      await must(200, owner.send(`DELETE /teams/${teamId}/members/${admin.id}`));
      const read = await readAsInvited(world, teamId, second);
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => must(200, readAsInvited(world, teamId, wanted)),
      };
    },
  },
];
