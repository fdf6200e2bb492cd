import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ExportedAccount } from '../../shared/identity/account-exports';
import { accountOf } from '../../shared/identity/cognito/export-accounts';
import { nameOf } from './export';

/** A user pool that gets accounts again. */
export class Pool {
  constructor(
    private readonly client: CognitoIdentityProviderClient,
    private readonly poolId: string,
  ) {}

  /** All accounts of the pool. `unfinished` are those whose creation was interrupted before they got a password. */
  async list(): Promise<{ accounts: ExportedAccount[]; unfinished: string[] }> {
    const pages = paginateListUsers({ client: this.client }, { UserPoolId: this.poolId, Limit: 60 });
    const accounts: ExportedAccount[] = [];
    const unfinished: string[] = [];
    for await (const { Users = [] } of pages) {
      accounts.push(...Users.map(accountOf));
      for (const { Username = '', UserStatus } of Users)
        if (UserStatus === 'FORCE_CHANGE_PASSWORD') unfinished.push(Username);
    }
    return { accounts, unfinished };
  }

  /** Makes an account with a random password and without a mail. */
  async make(account: ExportedAccount): Promise<void> {
    const user = { UserPoolId: this.poolId, Username: nameOf(account) };
    const attributes = {
      ...account.claims,
      ...(account.email !== undefined && { email: account.email, email_verified: 'true' }),
    };
    await this.client.send(
      new AdminCreateUserCommand({
        ...user,
        MessageAction: 'SUPPRESS',
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
    if (!account.enabled) await this.client.send(new AdminDisableUserCommand(user));
    await this.close(user.Username);
  }

  /** Sets a random password and discards it. Only an account with a password can ask for a reset by mail. */
  async close(Username: string): Promise<void> {
    const Password = `${randomBytes(24).toString('base64url')}aA1-`;
    await this.client.send(
      new AdminSetUserPasswordCommand({ UserPoolId: this.poolId, Username, Password, Permanent: true }),
    );
  }
}
