import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { explained } from './explained';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/** All that a generated secret may hold beside hexadecimal digits. Not every emulator heeds the two flags for it. */
const NOT_HEXADECIMAL = `ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** What the service holds of the stamping provider, and what it keeps the teams' keys with. */
export class StampingKeys extends Construct {
  /** The service's own key at the provider. The operator puts it there: what is generated here only stands in its place. */
  readonly userKey: Secret;
  /** 32 random bytes, in hexadecimal digits. Losing them loses every team's keys, so they go where the table goes. */
  readonly dataKey: Secret;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.userKey = new Secret(this, 'UserKey', {
      description: 'User key of the stamping provider (sk_user_...). Put it here after the first deploy.',
      removalPolicy: removalPolicy(settings),
    });
    this.dataKey = new Secret(this, 'DataKey', {
      description: 'Encrypts the keys of the teams at the stamping provider. Never change it by hand.',
      removalPolicy: removalPolicy(settings),
      generateSecretString: {
        passwordLength: 64,
        excludePunctuation: true,
        excludeUppercase: true,
        excludeCharacters: NOT_HEXADECIMAL,
      },
    });
    explained(this.userKey, {
      'AwsSolutions-SMG4':
        'The provider makes and revokes its keys in its own console (docs/operations.md, "Rotate the stamping key").',
    });
    explained(this.dataKey, {
      'AwsSolutions-SMG4': 'What is encrypted with it must stay readable: another key would lose every team’s keys.',
    });
  }
}
