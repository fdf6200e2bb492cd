import { textAt } from '../../../test/journeys/http';
import { PASSWORD } from '../../../test/journeys/sign-in';
import type { Recorder } from '../recorder';

/** The users, the team and the recorder of a tour. */
export interface Party {
  readonly recorder: Recorder;
  readonly owner: string;
  readonly colleague: string;
  readonly team: string;
  /** Unique among the tours of a team, so that plates and numbers do not collide. */
  readonly mark: string;
  /** The client with a tenth of the team's invoices. */
  readonly client: string;
}

/** Sends a POST as the owner, and returns the text at a path of the answer. */
export async function made(party: Party, route: string, body: object, path = 'id', as?: string): Promise<string> {
  const { recorder, owner: token } = party;
  return textAt(await recorder.send(`POST ${route}`, { token, body, ...(as !== undefined && { as }) }), path);
}

export async function signedIn(recorder: Recorder, email: string, password = PASSWORD): Promise<string> {
  const body = await recorder.send('POST /auth/login', { body: { email, password }, as: 'without app' });
  return textAt(body, 'tokens.accessToken');
}
