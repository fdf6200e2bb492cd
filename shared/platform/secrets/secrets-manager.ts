import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClient } from '../runtime/aws-client';
import { cached, type Shelf } from '../runtime/cached';
import type { Context } from '../runtime/context';
import type { EnvironmentKey } from '../runtime/env';

/** A secret of the service: the resource for its permission, and the variable that holds its ARN. */
export interface ServiceSecret {
  readonly resource: 'stampingSecret' | 'dataKey' | 'canarySecret';
  readonly arn: EnvironmentKey;
}

export interface SecretValue {
  readonly text: string;
  readonly versionId: string;
}

export const secretsManagerClient = (): SecretsManagerClient =>
  awsClient('secrets', (settings) => new SecretsManagerClient(settings));

/**
 * Reads a secret once per execution environment and caches the value that `make` derives from it. Reads the current
 * version when `versionId` is absent.
 */
export function keptSecret<T>(
  context: Context,
  shelf: Shelf<T>,
  secret: ServiceSecret,
  make: (value: SecretValue) => T,
  versionId?: string,
): Promise<T> {
  return cached(context, shelf, versionId ?? 'current', readOf(secret), async () =>
    make(await readSecret(context, secret, versionId)),
  );
}

const readOf = ({ resource }: ServiceSecret) => ({ resource, action: 'GetSecretValue' }) as const;

/** Reads a secret. Reads the current version when `versionId` is absent. */
export async function readSecret(context: Context, secret: ServiceSecret, versionId?: string): Promise<SecretValue> {
  const command = new GetSecretValueCommand({ SecretId: context.env(secret.arn), VersionId: versionId });
  const answer = await context.call(readOf(secret), (signal) =>
    context.client(secretsManagerClient).send(command, { abortSignal: signal }),
  );
  if (!answer.SecretString || !answer.VersionId) throw new Error(`The secret ${secret.resource} holds no text.`);
  return { text: answer.SecretString, versionId: answer.VersionId };
}
