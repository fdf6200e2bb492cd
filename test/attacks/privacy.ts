import { type Attack, BEFORE } from './support/attack';
import { listAt, must, mustHold, textAt, valueAt } from './support/http';

const SECRETS = {
  salary: 18_765.43,
  curp: 'OOLR800101HNLCLM07',
  birthDate: '1980-01-01',
  bloodType: 'AB-',
  allergies: 'Penicilina y mariscos',
  address: {
    street: 'Calle Zuazua 1234',
    city: 'Monterrey',
    state: 'Nuevo León',
    country: 'Mexico',
    postalCode: '64000',
  },
  emergencyContact: 'Rosa Leal 8115551234',
};

/** Rules 15, 16 and 30: personal data of drivers and users. */
export const privacy: readonly Attack[] = [
  {
    name: 'read-salaries',
    goal: 'Read the salaries of all drivers as a MEMBER.',
    rule: 16,
    seenAt: BEFORE.doors,
    stop: 'the list has no salary',
    play: async (world) => {
      const team = await world.team();
      await world.hire(team, SECRETS);
      const member = await world.join(team);
      const list = `GET /teams/${team.teamId}/drivers`;
      return {
        reached: (await must(200, member.send(list))).text.includes('18765.43'),
        stop: 'the list has no salary',
        rightful: async () =>
          mustHold((await must(200, team.owner.send(list))).text.includes('18765.43'), 'the owner reads no salary'),
      };
    },
  },
  {
    name: 'read-health-data',
    goal: 'Read blood type and allergies of a driver as a MEMBER without an entry in the audit.',
    rule: 16,
    seenAt: BEFORE.doors,
    stop: 'the health data are absent, and an emergency is in the audit',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const driverId = await world.hire(team, SECRETS);
      const member = await world.join(team);
      const route = `GET /teams/${teamId}/drivers/${driverId}`;
      const read = await must(200, member.send(route));
      const emergency = await member.send(`${route}/emergency`);
      const audit = await must(200, owner.send(`GET /teams/${teamId}/audit?actorId=${member.id}`));
      const isNoted = audit.text.includes(driverId);
      const isRead = read.text.includes('Penicilina') || (emergency.text.includes('Penicilina') && !isNoted);
      return {
        reached: isRead,
        stop: 'the health data are absent, and an emergency is in the audit',
        rightful: async () => {
          mustHold(emergency.text.includes('Penicilina') && isNoted, 'an emergency cannot be handled');
          mustHold((await must(200, owner.send(route))).text.includes('Penicilina'), 'the owner reads no health data');
        },
      };
    },
  },
  {
    name: 'collect-identities',
    goal: 'Collect CURP, birth date and home address of the drivers as a MEMBER, for loans in their names.',
    rule: 16,
    seenAt: BEFORE.doors,
    stop: 'the list of available drivers has none of them',
    play: async (world) => {
      const team = await world.team();
      await world.hire(team, SECRETS);
      const member = await world.join(team);
      const route = `GET /teams/${team.teamId}/drivers/available`;
      const finds = (text: string) =>
        ['OOLR800101HNLCLM07', '1980-01-01', 'Zuazua'].filter((one) => text.includes(one));
      return {
        reached: finds((await must(200, member.send(route))).text).length > 0,
        stop: 'the list of available drivers has none of them',
        rightful: async () =>
          mustHold(finds((await must(200, team.owner.send(route))).text).length === 3, 'the owner misses some'),
      };
    },
  },
  {
    name: 'read-after-erasure',
    goal: 'Read personal data of a driver as an administrator after the owner has erased the driver.',
    rule: 30,
    seenAt: BEFORE.doors,
    stop: 'the record holds no value of the person',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const driverId = await world.hire(team, { ...SECRETS, name: 'Eleuterio Zambrano Quiroga' });
      const admin = await world.join(team, 'ADMIN');
      const erased = await owner.send(`POST /teams/${teamId}/drivers/${driverId}/erase`, { reason: 'Solicitud ARCO' });
      const routes = ['drivers', `drivers/${driverId}`, `audit?entityId=${driverId}&entityType=DRIVER`];
      const texts = await Promise.all(routes.map((one) => admin.send(`GET /teams/${teamId}/${one}`)));
      const values = ['OOLR800101', 'Eleuterio', 'Penicilina', 'Zuazua', '8115551234', '18765.43'];
      return {
        reached: values.some((one) => texts.some(({ text }) => text.includes(one))),
        stop: 'the record holds no value of the person',
        rightful: async () => {
          await must(200, Promise.resolve(erased));
          const other = await world.hire(team, SECRETS);
          mustHold((await admin.send(`GET /teams/${teamId}/drivers/${other}`)).text.includes('Penicilina'), 'gone too');
        },
      };
    },
  },
  {
    name: 'use-a-deleted-account',
    goal: 'Enter the team with a stolen password after its person has deleted the account.',
    rule: 30,
    seenAt: BEFORE.doors,
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const team = await world.team();
      const member = await world.join(team);
      const { email, password } = member;
      const deleted = await member.send('DELETE /users/me', { password });
      const thief = await world.login(email, password);
      const token = String(valueAt(thief.body, 'tokens.accessToken'));
      return {
        reached: (await world.send(`GET /teams/${team.teamId}`, { token })).status === 200,
        stop: thief,
        rightful: async () => {
          await must(200, Promise.resolve(deleted));
          const { body } = await must(200, team.owner.send(`GET /teams/${team.teamId}/members`));
          mustHold(listAt(body, 'members').length === 1, 'the membership is left');
          mustHold((await must(200, world.login(team.owner.email, team.owner.password))).status === 200, 'owner out');
        },
      };
    },
  },
  {
    name: 'enter-unnoticed',
    goal: 'Sign in with a stolen password so that the victim cannot see it afterwards.',
    rule: 15,
    seenAt: BEFORE.doors,
    stop: 'the sign-in is in the victim’s list',
    play: async (world) => {
      const victim = await world.person();
      const entries = async () => {
        const { body, status } = await victim.send('GET /users/me/security');
        return status === 200 ? listAt(body, 'entries').filter((one) => textAt(one, 'event') === 'SIGN_IN').length : 0;
      };
      const before = await entries();
      await must(200, world.login(victim.email, victim.password));
      const after = await entries();
      return {
        reached: after === before,
        stop: 'the sign-in is in the victim’s list',
        rightful: async () => mustHold(before === 1 && after === 2, `${before} entries before, ${after} after`),
      };
    },
  },
];
