import type { Attack } from './support/attack';
import { must, mustHold } from './support/http';
import type { Person } from './support/world';

const SECRETS = { curp: 'OOLR800101HNLCLM07', bloodType: 'AB-', allergies: 'Penicilina y mariscos' };
const WRONG_PASSWORD = 'Adivina-Otra-55';
const ADDED_A_DAY = 10;

/** Rule 30: erasures and exports. Their operations are new, so each attack is played against a copy without its check. */
export const erasures: readonly Attack[] = [
  {
    name: 'erase-as-administrator',
    goal: 'Destroy the record of a driver as an administrator, before a quarrel about it.',
    rule: 30,
    breaks: {
      file: 'functions/drivers/erase-driver.ts',
      text: "role: 'OWNER'",
      replacement: "role: 'ADMIN'",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const driverId = await world.hire(team, SECRETS);
      const admin = await world.join(team, 'ADMIN');
      const erase = (by: Person) => by.send(`POST /teams/${teamId}/drivers/${driverId}/erase`, { reason: 'Solicitud' });
      const read = async () => (await owner.send(`GET /teams/${teamId}/drivers/${driverId}`)).text;
      const erased = await erase(admin);
      return {
        reached: !(await read()).includes(SECRETS.curp),
        stop: erased,
        rightful: async () => {
          await must(200, erase(owner));
          mustHold(!(await read()).includes(SECRETS.curp), 'the CURP is left');
        },
      };
    },
  },
  {
    name: 'export-a-driver-as-member',
    goal: 'Take all stored data of a driver as a MEMBER, by the export.',
    rule: 30,
    breaks: {
      file: 'functions/drivers/export-driver.ts',
      text: "role: 'ADMIN'",
      replacement: "role: 'MEMBER'",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const driverId = await world.hire(team, SECRETS);
      const member = await world.join(team);
      const take = (by: Person) => by.send(`GET /teams/${team.teamId}/drivers/${driverId}/export`);
      const taken = await take(member);
      return {
        reached: taken.text.includes(SECRETS.curp),
        stop: taken,
        rightful: async () => mustHold((await must(200, take(team.owner))).text.includes(SECRETS.curp), 'no CURP'),
      };
    },
  },
  {
    name: 'delete-an-account-with-stolen-token',
    goal: 'Delete the victim’s account with a stolen access token and a guessed password.',
    rule: 30,
    breaks: {
      file: 'functions/users/delete-own-user.ts',
      text: 'await deps.verifyOwnPassword({ email, password: input.body.password, sourceIp: request.sourceIp, device });',
      replacement: 'void [email, input, request];',
    },
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const victim = await world.person();
      const { email } = victim;
      const remove = (password: string) => victim.send('DELETE /users/me', { password });
      const deleted = await remove(WRONG_PASSWORD);
      const canEnter = async () => (await world.login(email, victim.password)).status === 200;
      return {
        reached: !(await canEnter()),
        stop: deleted,
        rightful: async () => {
          await must(200, remove(victim.password));
          mustHold(!(await canEnter()), 'the account is left');
        },
      };
    },
  },
  {
    name: 'inherit-an-invitation',
    goal: 'Enter a team by the open invitation of a deleted account, from the mailbox that a successor got.',
    rule: 30,
    breaks: {
      file: 'shared/privacy/erase-user-records.ts',
      text: "const invitations = await positionsOf(context, 'gsi1', invitationsOfEmail(email).gsi1pk);",
      replacement: 'const invitations: string[] = [];',
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const invite = (invites: string[]) => owner.send(`POST /teams/${teamId}/invitations`, { invites });
      const leaver = await world.person();
      const stayer = await world.person();
      // Ten accounts a day are added at once; further ones get an invitation, which waits for their next sign-in.
      const added = await Promise.all(Array.from({ length: ADDED_A_DAY }, () => world.person()));
      await must(200, invite(added.map(({ email }) => email)));
      await must(200, invite([leaver.email, stayer.email]));
      await must(200, leaver.send('DELETE /users/me', { password: leaver.password }));
      const successor = await world.person(leaver.email);
      const read = await successor.send(`GET /teams/${teamId}`);
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => {
          await must(200, world.login(stayer.email, stayer.password));
          await must(200, stayer.send(`GET /teams/${teamId}`));
        },
      };
    },
  },
];
