import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from '../../runtime/context';
import type { EnvironmentKey } from '../../runtime/env';

/** A secret of the service: the right it needs, and where its address stands. */
export interface ServiceSecret {
  readonly resource: 'stampingSecret' | 'dataKey';
  readonly arn: EnvironmentKey;
}

export interface SecretValue {
  readonly text: string;
  readonly versionId: string;
}

export const secretsManagerClient = (): SecretsManagerClient => new SecretsManagerClient({});

/** Reads a secret: its current version unless an earlier one is asked for. */
export async function readSecret(context: Context, secret: ServiceSecret, versionId?: string): Promise<SecretValue> {
  const command = new GetSecretValueCommand({ SecretId: context.env(secret.arn), VersionId: versionId });
  const answer = await context.call({ resource: secret.resource, action: 'GetSecretValue' }, () =>
    context.client(secretsManagerClient).send(command),
  );
  if (!answer.SecretString || !answer.VersionId) throw new Error(`The secret ${secret.resource} holds no text.`);
  return { text: answer.SecretString, versionId: answer.VersionId };
}
