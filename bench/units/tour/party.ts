import { textAt } from '../../../test/journeys/http';
import { PASSWORD } from '../../../test/journeys/sign-in';
import type { Recorder } from '../recorder';

/** Who goes on the tour, and the team that they go through. */
export interface Party {
  readonly recorder: Recorder;
  readonly owner: string;
  readonly colleague: string;
  readonly team: string;
  /** No other tour of the same team has it: it makes plates and numbers its own. */
  readonly mark: string;
  /** Of a tenth of the team's invoices. */
  readonly client: string;
}

/** Creates by a POST of the owner's, and answers the text at a path of the answer. */
export async function made(party: Party, route: string, body: object, path = 'id', as?: string): Promise<string> {
  const { recorder, owner: token } = party;
  return textAt(await recorder.send(`POST ${route}`, { token, body, ...(as !== undefined && { as }) }), path);
}

export async function signedIn(recorder: Recorder, email: string, password = PASSWORD): Promise<string> {
  const body = await recorder.send('POST /auth/login', { body: { email, password }, as: 'without app' });
  return textAt(body, 'tokens.accessToken');
}
