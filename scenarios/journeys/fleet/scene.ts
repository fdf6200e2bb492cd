import type { Untyped } from '../../expect';
import type { Desk } from '../../steps/desk';

/** The users of the journey, each with their own client: the owner of a team, a colleague with the role MEMBER, and an outsider. */
export interface TestContext {
  readonly baseUrl: string;
  readonly untyped: Untyped;
  readonly owner: Desk;
  readonly colleague: Desk;
  /** The outsider, with the id of the team. The outsider is not a member of it. */
  readonly outsider: Desk;
  /** The outsider, with the id of the outsider's own team. */
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

/** A UUID of no record. */
export const NOWHERE = '00000000-0000-7000-8000-000000000000';
