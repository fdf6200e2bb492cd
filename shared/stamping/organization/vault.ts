import { capability } from '../../platform/runtime/capability';
import { DATA_KEY_PERMISSIONS, openText, sealText } from '../../platform/secrets/data-key';

/** The secrets that a team's account stores as encrypted envelopes. */
type TeamSecretName = 'testKey' | 'liveKey' | 'webhookSecret' | 'liveWebhookSecret';

/** Encrypts a team's secret for storage in the table. */
export const sealTeamSecret = capability(
  DATA_KEY_PERMISSIONS,
  (context) =>
    (teamId: string, name: TeamSecretName, text: string): Promise<string> =>
      sealText(context, ownerOf(teamId, name), text),
);

/** Decrypts a team's secret. The caller must not store the result. */
export const openTeamSecret = capability(
  DATA_KEY_PERMISSIONS,
  (context) =>
    (teamId: string, name: TeamSecretName, envelope: string): Promise<string> =>
      openText(context, ownerOf(teamId, name), envelope),
);

const ownerOf = (teamId: string, name: TeamSecretName): string => `${teamId}/${name}`;
