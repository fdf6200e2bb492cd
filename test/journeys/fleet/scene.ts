import { expectStatus, type Send, textAt } from '../http';

/** Who takes part: the owner of a team, a colleague who is MEMBER of it, and somebody of another team, each by access token. */
export interface Scene {
  readonly send: Send;
  readonly team: string;
  readonly owner: string;
  readonly colleague: string;
  readonly outsider: string;
  /** The outsider's own team. */
  readonly otherTeam: string;
}

export const ADDRESS = {
  street: 'Blvd. Bernardo Quintana',
  exteriorNumber: '300',
  neighborhood: 'Centro Sur',
  city: 'Querétaro',
  state: 'Querétaro',
  country: 'Mexico',
  postalCode: '76090',
};

/** A UUID that names nothing. */
export const NOWHERE = '00000000-0000-7000-8000-000000000000';

/** Creates a record and answers its identifier, which stands at `path` of the answer. */
export async function create(send: Send, token: string, route: string, body: object, path = 'id'): Promise<string> {
  return textAt(await expectStatus(201, send(route, { token, body })), path);
}
