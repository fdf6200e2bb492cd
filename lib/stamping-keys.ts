import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { explained } from './explained';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/** All characters of generated secrets that are not hexadecimal digits. Some emulators ignore the two exclude flags. */
const NOT_HEXADECIMAL = `ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;

const HEXADECIMAL = {
  passwordLength: 64,
  excludePunctuation: true,
  excludeUppercase: true,
  excludeCharacters: NOT_HEXADECIMAL,
};

/** The service's key at the stamping provider, the key of the stage, and the key that encrypts the teams' keys. */
export class StampingKeys extends Construct {
  /** The service's key at the provider. The generated value is a placeholder that the operator replaces. */
  readonly userKey: Secret;
  /**
   * 32 random bytes in hexadecimal digits. Losing this key loses every team's keys, so it is kept as long as the table.
   */
  readonly dataKey: Secret;
  /**
   * 32 random bytes in hexadecimal digits: the functions sign cursors, refresh tokens and device proofs with them. A
   * change makes all of these invalid: everyone signs in again.
   */
  readonly stageKey: Secret;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.userKey = new Secret(this, 'UserKey', {
      description: 'User key of the stamping provider (sk_user_...). Put it here after the first deploy.',
      removalPolicy: removalPolicy(settings),
    });
    this.dataKey = new Secret(this, 'DataKey', {
      description: 'Encrypts the keys of the teams at the stamping provider. Never change it by hand.',
      // A copied table without this key would lose the keys of all teams.
      ...(settings.backupRegion !== undefined && { replicaRegions: [{ region: settings.backupRegion }] }),
      removalPolicy: removalPolicy(settings),
      generateSecretString: HEXADECIMAL,
    });
    this.stageKey = new Secret(this, 'StageKey', {
      description: 'Signs cursors, refresh tokens and device proofs. A change signs everyone out.',
      removalPolicy: removalPolicy(settings),
      generateSecretString: HEXADECIMAL,
    });
    explained(this.userKey, {
      'AwsSolutions-SMG4':
        'The provider makes and revokes its keys in its own console (docs/operations.md, "Rotate the stamping key").',
    });
    explained(this.dataKey, {
      'AwsSolutions-SMG4': 'The teams’ encrypted keys must stay readable: a rotation would lose them.',
    });
    explained(this.stageKey, {
      'AwsSolutions-SMG4': 'A rotation would end all sessions. The operator changes it by hand after a leak.',
    });
  }
}
