import { createHmac } from 'node:crypto';
import { CognitoIdentityProviderClient, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { present } from '../expect';

/**
 * Makes an account that waits for its code and has a known password. Registrations made such accounts before passwords
 * came with the code. No operation makes them any more.
 */
export async function makeEarlierAccount(Username: string, Password: string): Promise<void> {
  const { STAFF_CLIENT_ID, STAFF_CLIENT_SECRET } = process.env;
  const ClientId = present(STAFF_CLIENT_ID, 'client');
  const cognito = new CognitoIdentityProviderClient({});
  const secret = present(STAFF_CLIENT_SECRET, 'client secret');
  const SecretHash = createHmac('sha256', secret).update(`${Username}${ClientId}`).digest('base64');
  const UserAttributes = [{ Name: 'email', Value: Username }];
  await cognito.send(new SignUpCommand({ ClientId, Username, Password, SecretHash, UserAttributes }));
  cognito.destroy();
}
