import { capability } from '../../runtime/capability';
import type { Context } from '../../runtime/context';
import { type DataKey, seal, unseal, versionOf } from './envelope';
import { readSecret, type ServiceSecret } from './secrets-manager';

const DATA_KEY: ServiceSecret = { resource: 'dataKey', arn: 'DATA_KEY_ARN' };
const HEXADECIMAL_KEY = /^[0-9a-f]{64}$/;

/** What is kept encrypted of a team. */
export type TeamSecretName = 'testKey' | 'liveKey' | 'webhookSecret' | 'liveWebhookSecret';

/** The data keys of this execution environment: the current one, and earlier ones by their version. Each is read once. */
interface KeyRing {
  current?: Promise<DataKey>;
  readonly earlier: Map<string, Promise<DataKey>>;
}
const keyRing = (): KeyRing => ({ earlier: new Map() });

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
  if (current.version === version) return current;
  const { earlier } = context.client(keyRing);
  return remembered(earlier.get(version) ?? readKey(context, version), (key) => {
    if (key) earlier.set(version, key);
    else earlier.delete(version);
  });
}

function currentKey(context: Context): Promise<DataKey> {
  // A key that is kept needs the right as well: what works warm must work cold.
  context.assertGranted({ resource: DATA_KEY.resource, action: 'GetSecretValue' });
  const ring = context.client(keyRing);
  return remembered(ring.current ?? readKey(context), (key) => {
    if (key) ring.current = key;
    else delete ring.current;
  });
}

/** Keeps what is being read, so that calls at once read it once, but no failure. */
function remembered(key: Promise<DataKey>, keep: (key: Promise<DataKey> | undefined) => void): Promise<DataKey> {
  keep(key);
  return key.catch((failure: unknown) => {
    keep(undefined);
    throw failure;
  });
}

async function readKey(context: Context, wanted?: string): Promise<DataKey> {
  const { text, versionId } = await readSecret(context, DATA_KEY, wanted);
  if (!HEXADECIMAL_KEY.test(text))
    throw new Error('The data key is not 64 hexadecimal digits. Deploy the data stack again.');
  return { version: versionId, bytes: Buffer.from(text, 'hex') };
}
