import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClient } from '../runtime/aws-client';
import { cached, type Shelf } from '../runtime/cached';
import type { Context } from '../runtime/context';
import type { EnvironmentKey } from '../runtime/env';

/** A secret of the service: the resource for its permission, and the variable that holds its ARN. */
export interface ServiceSecret {
  readonly resource: 'stampingSecret' | 'dataKey';
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
  { resource, arn }: ServiceSecret,
  make: (value: SecretValue) => T,
  versionId?: string,
): Promise<T> {
  const call = { resource, action: 'GetSecretValue' } as const;
  return cached(context, shelf, versionId ?? 'current', call, async () => {
    const command = new GetSecretValueCommand({ SecretId: context.env(arn), VersionId: versionId });
    const answer = await context.call(call, (signal) =>
      context.client(secretsManagerClient).send(command, { abortSignal: signal }),
    );
    if (!answer.SecretString || !answer.VersionId) throw new Error(`The secret ${resource} holds no text.`);
    return make({ text: answer.SecretString, versionId: answer.VersionId });
  });
}
