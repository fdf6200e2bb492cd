import type { Untyped } from '../../expect';
import type { Desk } from '../../steps/desk';

/** The people of the journey: the owner of a team, a colleague who is MEMBER of it, and a user of another team, each by a client of their own. */
export interface TestContext {
  readonly baseUrl: string;
  readonly untyped: Untyped;
  readonly owner: Desk;
  readonly colleague: Desk;
  /** At the team, of which the outsider is no member. */
  readonly outsider: Desk;
  /** The outsider at a team of their own. */
  readonly abroad: Desk;
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
