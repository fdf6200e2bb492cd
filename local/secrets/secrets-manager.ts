import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { action, awsJson, ServiceError } from '../aws-json';
import { LOCAL_USER_KEY } from '../facturapi/keys';
import { openJournal } from '../journal';
import type { MakeStandIn } from '../stand-in';

/** A stored secret. The first start of an installation stores all secrets, and makes its own data key. */
interface Secret {
  readonly text: string;
  readonly versionId: string;
}

const randomKey = (): string => randomBytes(32).toString('hex');
/** The journal's name of the stage's key, which no function reads from Secrets Manager. */
const STAGE_KEY = 'stage-key';

const SECRETS: Readonly<Record<string, { readonly variable: string; readonly make: () => string }>> = {
  'stamping-user-key': { variable: 'STAMPING_SECRET_ARN', make: () => LOCAL_USER_KEY },
  'data-key': { variable: 'DATA_KEY_ARN', make: randomKey },
  canary: { variable: 'CANARY_SECRET_ARN', make: () => 'a placeholder' },
};

const arnOf = (name: string): string => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`;

const PutSecretValue = v.object({ SecretId: v.string(), SecretString: v.string() });
const GetSecretValue = v.object({ SecretId: v.string(), VersionId: v.optional(v.string()) });

/** AWS Secrets Manager with the secrets of this service. */
export const secretsManager: MakeStandIn = ({ dataDir }) => {
  const journal = openJournal<Secret>(join(dataDir, 'secrets.jsonl'));
  for (const [name, { make }] of Object.entries(SECRETS)) {
    if (!journal.get(name)) journal.set(name, { text: make(), versionId: randomBytes(16).toString('hex') });
  }
  const stageKey = journal.get(STAGE_KEY) ?? { text: randomKey(), versionId: STAGE_KEY };
  journal.set(STAGE_KEY, stageKey);
  const read = ({ SecretId, VersionId }: v.InferOutput<typeof GetSecretValue>) => {
    const name = Object.keys(SECRETS).find((one) => SecretId === arnOf(one)) ?? '';
    const secret = journal.get(name);
    if (!secret || (VersionId !== undefined && VersionId !== secret.versionId)) {
      throw new ServiceError('ResourceNotFoundException', 'Secrets Manager can’t find the specified secret.');
    }
    return { ARN: SecretId, Name: name, SecretString: secret.text, VersionId: secret.versionId };
  };
  const write = ({ SecretId, SecretString: text }: v.InferOutput<typeof PutSecretValue>) => {
    const { Name } = read({ SecretId });
    journal.set(Name, { text, versionId: randomBytes(16).toString('hex') });
    return { ARN: SecretId, Name };
  };
  return {
    answer: awsJson(
      { GetSecretValue: action(GetSecretValue, read), PutSecretValue: action(PutSecretValue, write) },
      '1.1',
    ),
    environment: (endpoint) => ({
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
      // On AWS the stack puts the value itself into the environment, as here.
      STAGE_KEY: stageKey.text,
      ...Object.fromEntries(Object.entries(SECRETS).map(([name, { variable }]) => [variable, arnOf(name)])),
    }),
    stop: async () => journal.close(),
  };
};
