import * as v from 'valibot';
import { Day, Instant, Line, List, Uuid } from '../platform/values/fields';
import { API_KEY_STATUSES, KEY_ROLES } from './api-key-record';
import { SCOPES } from './scopes';

const ApiKeyFields = {
  id: Uuid,
  /** What the key is for, in words. */
  name: Line(100, 1),
  /**
   * The beginning of the key, to recognise it.
   * @example fleet_prod_a8Xk
   */
  prefix: v.string(),
  /** What the key may do. */
  scopes: v.array(v.picklist(SCOPES)),
  /** The role with which the key calls. It becomes lower with the role of the member who made the key. */
  role: v.picklist(KEY_ROLES),
  /** From this instant on, in UTC, every call with the key answers 401. */
  expiresAt: Instant,
  createdAt: Instant,
  /** The member who made the key. */
  createdBy: Uuid,
};

/** An API key in answers. */
export const ApiKey = v.object({
  ...ApiKeyFields,
  /** The last day, in UTC, on which an operation accepted the key. Absent: not in the last 400 days. */
  lastUsedOn: v.optional(Day),
  /** REVOKED: the member who made the key left the team. */
  status: v.picklist(API_KEY_STATUSES),
});

/** The answer to the creation: the only one with the key itself. */
export const CreatedApiKey = v.object({
  ...ApiKeyFields,
  /** The key. Send it as `Authorization: Bearer`. It is shown only now. */
  key: v.string(),
});

/** Body of POST /teams/{teamId}/api-keys. */
export const NewApiKey = v.object({
  /** What the key is for, in words. */
  name: Line(100, 1),
  /** What the key may do. */
  scopes: List(v.picklist(SCOPES), SCOPES.length, 1),
  /** The role with which the key calls. Default: MEMBER. */
  role: v.optional(v.picklist(KEY_ROLES), 'MEMBER'),
  /** The end of the key, at most 400 days from now. Default: 400 days from now. */
  expiresAt: v.optional(Instant),
});
export type NewApiKey = v.InferOutput<typeof NewApiKey>;
