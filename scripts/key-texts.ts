import type { ActorType } from '../shared/audit/audit-event';
import type { ApiKeyStatus, KEY_ROLES } from '../shared/teams/api-key-record';

/** What the codes of API keys and of their callers mean. */
export const KEY_TEXTS = [
  {
    MEMBER: 'a member of the team',
    DRIVER: 'a driver of the team',
    KEY: 'an API key',
    SYSTEM: 'the service itself',
  } satisfies Readonly<Record<ActorType, string>>,
  {
    MEMBER: 'calls as a member',
    ADMIN: 'calls as an administrator',
  } satisfies Readonly<Record<(typeof KEY_ROLES)[number], string>>,
  {
    ACTIVE: 'it works',
    EXPIRED: 'its last instant has passed',
    REVOKED: 'it ended with the membership of its maker',
  } satisfies Readonly<Record<ApiKeyStatus, string>>,
];
