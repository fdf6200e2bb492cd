import type { Attack } from './support/attack';
import { EVERYONE_IS_OWNER } from './support/breaks';
import { must, mustHold, textAt } from './support/http';
import type { Person } from './support/world';

const CLIENT = 'Refinadora del Golfo';

/** Rules 16 and 25: reports show money. Their operations are new, so each attack is played against a copy without its check. */
export const reports: readonly Attack[] = [
  {
    name: 'read-the-taxes-as-member',
    goal: 'Learn as a MEMBER what the carrier bills and withholds, by the tax summary.',
    rule: 16,
    breaks: {
      file: 'functions/reports/report-taxes.ts',
      text: "role: 'ADMIN'",
      replacement: "role: 'MEMBER'",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const member = await world.join(team);
      const read = (by: Person) => by.send(`GET /teams/${team.teamId}/reports/taxes`);
      const taken = await read(member);
      return {
        reached: taken.text.includes('ivaTransferred16'),
        stop: taken,
        rightful: async () =>
          mustHold((await must(200, read(team.owner))).text.includes('ivaTransferred16'), 'no taxes are shown'),
      };
    },
  },
  {
    name: 'read-anothers-statement',
    goal: 'Read what a client of a rival owes, with the identifiers of that client and of the rival’s team, or of the own team.',
    rule: 25,
    breaks: EVERYONE_IS_OWNER,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const victim = await world.team();
      const { teamId } = victim;
      const { body } = await must(201, victim.owner.send('POST /clients', { teamId, name: CLIENT }));
      const thief = await world.team();
      const path = `/clients/${textAt(body, 'id')}/statement`;
      const read = (by: Person, of: string) => by.send(`GET ${path}?teamId=${of}`);
      const guessed = await read(thief.owner, thief.teamId);
      mustHold(guessed.status === 404, 'the own team shows the client of another one');
      const taken = await read(thief.owner, teamId);
      return {
        reached: taken.text.includes(CLIENT),
        stop: taken,
        rightful: async () =>
          mustHold((await must(200, read(victim.owner, teamId))).text.includes(CLIENT), 'no statement is shown'),
      };
    },
  },
];
