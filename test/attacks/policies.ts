import type { Attack } from './support/attack';
import { must, mustHold } from './support/http';

/** Rule 0: the policies of a team. The operation is new, so the attack is played against a copy without its check. */
export const policies: readonly Attack[] = [
  {
    name: 'weaken-the-policies',
    goal: 'Open the closed team to join codes as an administrator, to let friends in.',
    rule: 0,
    breaks: {
      file: 'functions/teams/change-policies.ts',
      text: "auth: { pool: 'staff', team: 'path.teamId', role: 'OWNER', keys: 'never' }",
      replacement: "auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' }",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const admin = await world.join(team, 'ADMIN');
      const route = `/teams/${teamId}/policies`;
      await must(200, owner.send(`PUT ${route}`, { join: 'CLOSED' }));
      const changed = await admin.send(`PUT ${route}`, { join: 'OPEN' });
      const joinPolicy = async () => (await must(200, owner.send(`GET ${route}`))).body.join;
      return {
        reached: (await joinPolicy()) === 'OPEN',
        stop: changed,
        rightful: async () => {
          await must(200, owner.send(`PUT ${route}`, { join: 'OPEN' }));
          mustHold((await joinPolicy()) === 'OPEN', 'the team is closed');
        },
      };
    },
  },
];
