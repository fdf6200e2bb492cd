import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { explained } from './explained';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/** The secret with the canary's account. Its generated value is a placeholder until `npm run canary` has run. */
export class Canary extends Construct {
  readonly account: Secret;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.account = new Secret(this, 'Account', {
      description: 'Account of the canary. npm run canary writes it (docs/operations.md, "Set up the canary").',
      removalPolicy: removalPolicy(settings),
    });
    explained(this.account, {
      'AwsSolutions-SMG4': 'A new run of npm run canary sets a new password, in Cognito and here.',
    });
  }
}
