import type { Shelf } from '../runtime/cached';
import type { Context } from '../runtime/context';
import { type DataKey, seal, unseal, versionOf } from './envelope';
import { keptSecret, type SecretValue, type ServiceSecret } from './secrets-manager';

const DATA_KEY: ServiceSecret = { resource: 'dataKey', arn: 'DATA_KEY_ARN' };
const HEXADECIMAL_KEY = /^[0-9a-f]{64}$/;

/** The data keys in this execution environment: the current one, and earlier ones by version. */
const keyRing: Shelf<DataKey> = () => new Map();

/** The permission that {@link sealText} and {@link openText} need. */
export const DATA_KEY_PERMISSIONS = { dataKey: ['GetSecretValue'] } as const;

/** Encrypts a text with the current data key. Only the same owner can decrypt it. */
export const sealText = async (context: Context, owner: string, text: string): Promise<string> =>
  seal(await currentKey(context), owner, text, context.randomBytes(12));

/** Decrypts an envelope of {@link sealText}, also of an earlier data key. The caller must not store the result. */
export const openText = async (context: Context, owner: string, envelope: string): Promise<string> =>
  unseal(await keyOfVersion(context, versionOf(envelope)), owner, envelope);

async function keyOfVersion(context: Context, version: string): Promise<DataKey> {
  const current = await currentKey(context);
  return current.version === version ? current : keptSecret(context, keyRing, DATA_KEY, dataKeyIn, version);
}

const currentKey = (context: Context): Promise<DataKey> => keptSecret(context, keyRing, DATA_KEY, dataKeyIn);

function dataKeyIn({ text, versionId }: SecretValue): DataKey {
  if (!HEXADECIMAL_KEY.test(text))
    throw new Error('The data key is not 64 hexadecimal digits. Deploy the stack again.');
  return { version: versionId, bytes: Buffer.from(text, 'hex') };
}
