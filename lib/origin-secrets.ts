import { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { explained } from './explained';
import { prefixOf } from './names';
import type { Settings } from './settings';

/** The name by which another stack reads the secret of a number. A reference would forbid to remove the secret. */
const nameOf = (settings: Settings, number: number): string => `${prefixOf(settings)}-origin-${number}`;

/** The secret that the edge sends. CloudFormation puts the value in when it deploys. */
export const originSecretToSend = (settings: Settings): string => readAtDeploy(nameOf(settings, settings.originSecret));

/** The numbers of the secrets that the functions accept. */
const acceptedNumbers = ({ originSecret }: Settings): number[] => [originSecret, originSecret - 1];

/** What a stack accepts that does not keep the secrets itself. */
export const acceptedOriginSecrets = (settings: Settings): string =>
  acceptedNumbers(settings)
    .map((number) => readAtDeploy(nameOf(settings, number)))
    .join(',');

const readAtDeploy = (name: string): string => SecretValue.secretsManager(name).unsafeUnwrap();

/**
 * The secrets that the functions accept: the current one and the one before. A deploy with the next number creates a
 * new secret, and the edge sends it after the functions accept it, so no request is refused meanwhile.
 */
export class OriginSecrets extends Construct {
  /** Both values, separated by a comma. */
  readonly accepted: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const secrets = acceptedNumbers(settings).map(
      (number) =>
        new Secret(this, `Number${number}`, {
          secretName: nameOf(settings, number),
          description: 'CloudFront sends it to the API (docs/operations.md, "The edge").',
          generateSecretString: { passwordLength: 64, excludePunctuation: true },
        }),
    );
    for (const secret of secrets)
      explained(secret, {
        'AwsSolutions-SMG4': 'A deploy with the next number rotates it, in functions and edge together.',
      });
    this.accepted = secrets.map((secret) => secret.secretValue.unsafeUnwrap()).join(',');
  }
}
