import type { Fleet, operations } from '../../client/src/index';

/** A member of the staff at work in one team. */
export interface Desk {
  readonly fleet: Fleet;
  readonly teamId: string;
}

/** The body that an operation takes. */
export type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Sent } };
}
  ? Sent
  : never;

/** The body without the team: the desk names it. */
export type Fields<Id extends keyof operations> = Omit<Body<Id>, 'teamId'>;

/** The query that an operation takes. */
export type Query<Id extends keyof operations> = operations[Id]['parameters'] extends { query?: infer Asked }
  ? NonNullable<Asked>
  : never;

/** The query without the team: the desk names it. */
export type Filter<Id extends keyof operations> = Omit<Query<Id>, 'teamId'>;
