import type { Fleet } from '../../../client/src/index';
import type { Untyped } from '../../../scenarios/expect';

/** Who takes part: the owner of a team, a colleague who is MEMBER of it, and somebody of another team, each by a client of their own. */
export interface Scene {
  readonly baseUrl: string;
  readonly untyped: Untyped;
  readonly team: string;
  readonly owner: Fleet;
  readonly colleague: Fleet;
  readonly outsider: Fleet;
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
