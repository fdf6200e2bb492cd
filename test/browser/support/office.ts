import { DEMO, DEMO_PASSWORD } from '../../../local/seed/demo';
import { type Answer, sender, textAt } from '../../journeys/http';

/** The beginning of the paths of the demo team. */
export const OF_TEAM = `/teams/${DEMO.team.id}`;

/** Calls the service as the owner of the demo team. Throws for a refusal. */
export type Office = (route: string, body?: object) => Promise<Answer['body']>;

/** Signs in at a server, beside the browser, to make many records quickly. */
export async function officeAt(url: string): Promise<Office> {
  const send = sender(url);
  const account = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
  const token = textAt((await send('POST /auth/login', { body: account })).body, 'tokens.accessToken');
  return async (route, body) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answer = await send(route, { token, body, ...(route.startsWith('POST') && { headers: key }) });
    if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
}

/** Sends requests one after the other: several at once would conflict on what they share. */
export async function sendAll(office: Office, route: string, bodies: readonly object[]): Promise<void> {
  for (const body of bodies) await office(route, body);
}
