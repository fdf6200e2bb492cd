import { createFleet, type Fleet } from '../../client/src/index';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO } from '../../local/seed/demo';
import { fixedId } from '../../local/seed/identifiers';
import { expectRefused, present, succeed, tokensOf } from '../../scenarios/expect';
import { challengeOf, nextCode, PASSWORD, signedIn } from '../../scenarios/people';
import { localServer } from '../../scenarios/server';
import { changeEmail, listSessions, refresh, setUpMfa, signIn, signInDriver } from '../../scenarios/steps/accounts';
import type { Desk } from '../../scenarios/steps/desk';
import { changeAppAccess } from '../../scenarios/steps/fleet';
import { listAudit } from '../../scenarios/steps/teams';
import { totp } from '../support/totp';
import { ANSWERED_VALUES } from './support/answered-values';
import { fieldsOf, requestOf, shownExamples } from './support/example-requests';

/**
 * desk.md 6.2: the examples with a value that each call answers anew, such as a code, a token or the identifier of an event. The value comes from where
 * a caller has it; the rest of the example is sent as it stands.
 */

const EXAMPLES = new Map(shownExamples().map((one) => [one.key, one]));
const TEAM = DEMO.team.id;
const [OWNER] = DEMO.members;
const sent: string[] = [];

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud({ seed: true, warn: () => {} });
});
afterAll(() => cloud.stop());

const client = (): Fleet => createFleet({ baseUrl: cloud.url });

type Values = Readonly<Record<string, string>>;

/** Sends an example with these values in the place of the shown ones, and expects the shown status. */
async function send(key: string, values: { readonly parameters?: Values; readonly body?: Values }, fleet?: Fleet) {
  const { operation, example } = present(EXAMPLES.get(key), key);
  const parameters = filled(example.parameters, values.parameters);
  const filledBody = example.body === undefined ? undefined : filled(Object(example.body), values.body);
  const token = fleet && tokensOf(fleet).accessToken;
  const response = await fetch(
    requestOf(cloud.url, { operation, example: { ...example, parameters, body: filledBody } }, token),
  );
  const answer = await response.text();
  expect([key, response.status, response.status === example.status || answer]).toEqual([key, example.status, true]);
  sent.push(key);
  const body = answer === '' ? undefined : JSON.parse(answer);
  expect([key, fieldsOf(body)]).toEqual([key, fieldsOf(example.answer)]);
  return body;
}

function filled<Shown extends object>(shown: Shown, values: Values = {}): Shown {
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(values)));
  return { ...shown, ...values };
}

/** The values that an example shows. */
const shownIn = (key: string): Record<string, string> => Object(EXAMPLES.get(key)?.example.body);

test('desk 6.2: the examples of a registration, a second factor and a lost password succeed with the codes of the mails and of the app', async () => {
  const { email = '', password = '' } = shownIn('confirmRegistration');
  const code = () => localServer(cloud.url).mailedCode(email);
  await send('register', {});
  await send('confirmRegistration', { body: { code: await code() } });
  const mariana = await signedIn(client(), email, password);
  const first = await enrol(mariana, password);
  await send('removeMfa', { body: { code: nextCode(first) } }, mariana);
  const second = await enrol(mariana, password);
  const session = challengeOf(await succeed(signIn(client(), { email, password })));
  await send('respondToMfa', { body: { session, code: nextCode(second) } });
  await send('recoverMfa', {});
  await send('forgotPassword', {});
  await send('resetPassword', { body: { code: await code() } });
});

/** Enrols an authenticator app by the example. Answers its secret. */
async function enrol(fleet: Fleet, password: string): Promise<string> {
  const { secret } = await succeed(setUpMfa(fleet, { password }));
  await send('confirmMfa', { body: { code: totp(secret, Date.now()) } }, fleet);
  return secret;
}

test('desk 6.2: the examples of sessions succeed with the tokens of the sign-in', async () => {
  const { email = '' } = shownIn('confirmRegistration');
  const { password = '' } = shownIn('endSession');
  const [one, other] = [await signedIn(client(), email, password), await signedIn(client(), email, password)];
  const { sessions } = await succeed(listSessions(one));
  const id = present(sessions.find(({ current }) => !current)?.id, 'other session');
  const ended = tokensOf(other).refreshToken;
  await send('endSession', { parameters: { id } }, one);
  await expectRefused('401 UNAUTHENTICATED', refresh(client(), ended));
  await send('refresh', { body: { refreshToken: tokensOf(one).refreshToken } });
  const last = await signedIn(client(), email, password);
  await send('logout', { body: { refreshToken: tokensOf(last).refreshToken } }, last);
  const own = await signedIn(client(), email, password);
  const newEmail = 'mariana@transportes.example';
  await succeed(changeEmail(own, { newEmail, password }));
  await send('confirmEmail', { body: { code: await localServer(cloud.url).mailedCode(newEmail) } }, own);
});

test('desk 6.2: the examples of the driver’s app succeed with the tokens of the sign-in', async () => {
  const [{ username = '' }] = DEMO.drivers;
  const app = client();
  await succeed(signInDriver(app, { username, password: PASSWORD }));
  await send('refreshDriver', { body: { refreshToken: tokensOf(app).refreshToken } });
  const invited = await succeed(changeAppAccess(await desk(), fixedId('driver', 5), 'INVITE'));
  const temporary = { username: invited.username, password: present(invited.temporaryPassword, 'password') };
  const session = challengeOf(await succeed(signInDriver(client(), temporary)));
  await send('setDriverPassword', { body: { session, username: invited.username } });
});

const desk = async (): Promise<Desk> => ({ fleet: await signedIn(client(), OWNER.email), teamId: TEAM });

test('desk 6.2: the examples of a redelivery succeed with an event of the list and a recent instant', async () => {
  const office = await desk();
  const { entries } = await succeed(listAudit(office, { entityType: 'TRIP' }));
  const webhookEndpointId = fixedId('webhookEndpoint', 1);
  const eventId = present(entries[0], 'entry').id;
  await send('redeliverWebhookEvent', { parameters: { webhookEndpointId, eventId } }, office.fleet);
  const since = new Date(Date.now() - 60_000).toISOString();
  await send('redeliverWebhookEvents', { parameters: { webhookEndpointId }, body: { since } }, office.fleet);
});

test('desk 6.2: a stamp is PENDING as shown when the provider does not answer', async () => {
  await localServer(cloud.url).fault({ fault: 'CUT', times: 1 });
  const answer = await send('stampInvoice, pending', {}, (await desk()).fleet);
  expect(answer).toMatchObject({ status: 'PENDING' });
});

test('desk 6.2: these are all examples that the other suite does not send', () => {
  expect([...new Set(sent)].sort()).toEqual(['forgotPassword', 'register', ...Object.keys(ANSWERED_VALUES)].sort());
});
