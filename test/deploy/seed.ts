import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { seedDemo } from '../../local/seed/seed-demo';
import type { Environment } from '../../shared/platform/runtime/env';
import { liveRuntime } from '../../shared/platform/runtime/live';
import type { DeployedEnvironment } from './cloud';
import { clientEnvironment } from './emulator';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** The users that can sign in to the deployment. */
export interface Fixtures {
  readonly staff: Account;
  readonly driver: Account & { readonly teamId: string; readonly driverId: string };
}

/**
 * Makes the demo team in the deployed pools, table and buckets, with the same code as `npm start`. Marks the sender's domain as verified in
 * the emulator; at AWS this needs a DNS record. Puts the key of the stamping provider into its secret, as an operator does.
 */
export async function seed(deployed: DeployedEnvironment, userKey: string): Promise<Fixtures> {
  // The seed makes its clients from the process's environment, as a function does.
  Object.assign(process.env, clientEnvironment(deployed.client.endpoint));
  const environment: Environment = {
    TABLE_NAME: deployed.TableName,
    STAFF_USER_POOL_ID: deployed.StaffUserPoolId,
    DRIVERS_USER_POOL_ID: deployed.DriversUserPoolId,
    MAIL_QUEUE_URL: deployed.MailQueueUrl,
    ASSETS_BUCKET_NAME: deployed.AssetsBucketName,
    DOCUMENTS_BUCKET_NAME: deployed.DocumentsBucketName,
  };
  const secret = { SecretId: deployed.StampingSecretArn, SecretString: userKey };
  await new SecretsManagerClient(deployed.client).send(new PutSecretValueCommand(secret));
  await new SESv2Client(deployed.client).send(new CreateEmailIdentityCommand({ EmailIdentity: 'fleet.example' }));
  await seedDemo({ ...liveRuntime(), environment });
  const driver = DEMO.drivers.find(({ username }) => username !== undefined);
  if (driver?.username === undefined) throw new Error('No driver of the demo has an account.');
  return {
    staff: { username: DEMO.members[0].email, password: DEMO_PASSWORD },
    driver: { username: driver.username, password: DEMO_PASSWORD, teamId: DEMO.team.id, driverId: driver.id },
  };
}
