import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { WANTED_SUB } from '../cognito/wanted-sub';
import { DEMO_PASSWORD } from './demo';

/**
 * Makes an account with the demo password, which stays valid after the first sign-in, and returns its `sub`. An existing account is kept. The local
 * pool takes the `sub` from `wantedSub`; Cognito, which ignores these metadata, makes its own.
 */
export async function makeAccount(
  UserPoolId: string,
  Username: string,
  attributes: Readonly<Record<string, string>>,
  wantedSub?: string,
): Promise<string> {
  const client = new CognitoIdentityProviderClient({});
  const command = new AdminCreateUserCommand({
    UserPoolId,
    Username,
    MessageAction: 'SUPPRESS',
    ...(wantedSub && { ClientMetadata: { [WANTED_SUB]: wantedSub } }),
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  });
  try {
    const created = await client.send(command).catch((failure: unknown) => {
      if (!(failure instanceof UsernameExistsException)) throw failure;
    });
    const known = created?.User?.Attributes;
    const all = known ?? (await client.send(new AdminGetUserCommand({ UserPoolId, Username }))).UserAttributes;
    // Also for an existing account: an interrupted seeding may have left it without a password.
    await client.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: DEMO_PASSWORD, Permanent: true }),
    );
    return subOf(all, Username);
  } finally {
    client.destroy();
  }
}

function subOf(attributes: readonly AttributeType[] | undefined, username: string): string {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error(`The pool answered no sub for ${username}.`);
  return sub;
}
