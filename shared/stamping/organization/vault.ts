import type { Shelf } from '../../platform/runtime/cached';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { type DataKey, seal, unseal, versionOf } from '../../platform/secrets/envelope';
import { keptSecret, type SecretValue, type ServiceSecret } from '../../platform/secrets/secrets-manager';

const DATA_KEY: ServiceSecret = { resource: 'dataKey', arn: 'DATA_KEY_ARN' };
const HEXADECIMAL_KEY = /^[0-9a-f]{64}$/;

/** What is kept encrypted of a team. */
export type TeamSecretName = 'testKey' | 'liveKey' | 'webhookSecret' | 'liveWebhookSecret';

/** The data keys of this execution environment: the current one, and earlier ones by their version. */
const keyRing: Shelf<DataKey> = () => new Map();

/** Encrypts a secret of a team, for the table. */
export const sealTeamSecret = capability(
  { dataKey: ['GetSecretValue'] },
  (context) =>
    async (teamId: string, name: TeamSecretName, text: string): Promise<string> =>
      seal(await currentKey(context), ownerOf(teamId, name), text, context.randomBytes(12)),
);

/** Decrypts a secret of a team. Call it where it is used, and keep what it answers nowhere. */
export const openTeamSecret = capability(
  { dataKey: ['GetSecretValue'] },
  (context) =>
    async (teamId: string, name: TeamSecretName, envelope: string): Promise<string> =>
      unseal(await keyOfVersion(context, versionOf(envelope)), ownerOf(teamId, name), envelope),
);

const ownerOf = (teamId: string, name: TeamSecretName): string => `${teamId}/${name}`;

async function keyOfVersion(context: Context, version: string): Promise<DataKey> {
  const current = await currentKey(context);
  return current.version === version ? current : keptSecret(context, keyRing, DATA_KEY, dataKeyIn, version);
}

const currentKey = (context: Context): Promise<DataKey> => keptSecret(context, keyRing, DATA_KEY, dataKeyIn);

function dataKeyIn({ text, versionId }: SecretValue): DataKey {
  if (!HEXADECIMAL_KEY.test(text))
    throw new Error('The data key is not 64 hexadecimal digits. Deploy the data stack again.');
  return { version: versionId, bytes: Buffer.from(text, 'hex') };
}
