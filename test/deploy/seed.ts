import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DeployedEnvironment } from './cloud';

interface Account {
  readonly username: string;
  readonly password: string;
  readonly sub: string;
}

/** Who can sign in to what was deployed. */
export interface Fixtures {
  readonly staff: Account;
  readonly driver: Account & { readonly teamId: string; readonly driverId: string };
}

/**
 * Makes the demo users where the stack has its pools.
 * The hook for the shared seed: the team's own records belong here too, through the store and with `environment.TableName`.
 */
export async function seed(environment: DeployedEnvironment): Promise<Fixtures> {
  const cognito = new CognitoIdentityProviderClient(environment.client);
  const create = (UserPoolId: string, username: string, attributes: Readonly<Record<string, string>>) =>
    createAccount(cognito, UserPoolId, username, attributes);
  const teamId = randomUUID();
  const driverId = randomUUID();
  return {
    staff: await create(environment.StaffUserPoolId, 'despacho@fleet.example', {
      email: 'despacho@fleet.example',
      email_verified: 'true',
    }),
    driver: {
      ...(await create(environment.DriversUserPoolId, 'operador.demo', {
        'custom:teamId': teamId,
        'custom:driverId': driverId,
      })),
      teamId,
      driverId,
    },
  };
}

async function createAccount(
  cognito: CognitoIdentityProviderClient,
  UserPoolId: string,
  Username: string,
  attributes: Readonly<Record<string, string>>,
): Promise<Account> {
  const password = `Aa1!${randomUUID()}`;
  const created = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username,
      MessageAction: 'SUPPRESS',
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
  await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: password, Permanent: true }));
  const sub = created.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (sub === undefined) throw new Error(`AdminCreateUser answered no sub for ${Username}.`);
  return { username: Username, password, sub };
}
