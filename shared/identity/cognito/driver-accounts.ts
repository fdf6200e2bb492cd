import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AppAccessAction, type DriverRecord, usernameFor } from '../../fleet/driver';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import type { UserPoolAction } from '../../platform/runtime/permissions';
import { newTemporaryPassword } from '../temporary-password';
import { cognitoClient } from './user-pool';

/** A driver's account in the drivers' pool. `sub` is its subject; the driver's record contains it too. */
interface DriverAccount {
  readonly username: string;
  readonly sub: string;
}

interface ChangedAccount {
  readonly account: DriverAccount;
  /** Shown once and never stored. */
  readonly temporaryPassword?: string;
}

type ChangeAccount = (context: Context, driver: DriverRecord, username: string) => Promise<ChangedAccount>;

/** Applies an action to the account. Throws PROVIDER_ERROR when Cognito fails. Every action can be repeated. */
export const changeAccount = capability(
  {
    driversPool: [
      'AdminCreateUser',
      'AdminDisableUser',
      'AdminEnableUser',
      'AdminGetUser',
      'AdminSetUserPassword',
      'AdminUserGlobalSignOut',
    ],
  },
  (context) => (driver: DriverRecord, action: AppAccessAction) =>
    CHANGES[action](context, driver, driver.username ?? usernameFor(driver)),
);

const CHANGES: Readonly<Record<AppAccessAction, ChangeAccount>> = {
  INVITE: createAccount,
  RESEND: async (context, driver, username) => {
    const temporaryPassword = newTemporaryPassword(context, username);
    await setTemporaryPassword(context, username, temporaryPassword);
    await signOut(context, username);
    return { account: knownAccount(driver, username), temporaryPassword };
  },
  /** Access tokens stay valid for minutes, but the driver's record refuses them. */
  DISABLE: async (context, driver, username) => {
    const user = userIn(context, username);
    const client = context.client(cognitoClient);
    await send(context, 'AdminDisableUser', (signal) =>
      client.send(new AdminDisableUserCommand(user), { abortSignal: signal }),
    );
    await signOut(context, username);
    return { account: knownAccount(driver, username) };
  },
  ENABLE: async (context, driver, username) => {
    const command = new AdminEnableUserCommand(userIn(context, username));
    await send(context, 'AdminEnableUser', (signal) =>
      context.client(cognitoClient).send(command, { abortSignal: signal }),
    );
    return { account: knownAccount(driver, username) };
  },
};

function knownAccount({ id, sub }: DriverRecord, username: string): DriverAccount {
  if (sub === undefined) throw new Error(`The driver ${id} has app access but no account.`);
  return { username, sub };
}

/**
 * Creates the account with a temporary password and without a mail: the administrator passes the password on. If an
 * interrupted invitation left an account of this driver, that account gets the password instead.
 */
async function createAccount(context: Context, driver: DriverRecord, username: string): Promise<ChangedAccount> {
  const temporaryPassword = newTemporaryPassword(context, username);
  const command = new AdminCreateUserCommand({
    ...userIn(context, username),
    TemporaryPassword: temporaryPassword,
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'custom:teamId', Value: driver.teamId },
      { Name: 'custom:driverId', Value: driver.id },
    ],
  });
  try {
    const answer = await send(context, 'AdminCreateUser', (signal) =>
      context.client(cognitoClient).send(command, { abortSignal: signal }),
    );
    return { account: { username, sub: attribute(answer.User?.Attributes, 'sub') }, temporaryPassword };
  } catch (failure) {
    if (!(failure instanceof AppError && failure.cause instanceof UsernameExistsException)) throw failure;
    return { account: await adoptAccount(context, driver, username, temporaryPassword), temporaryPassword };
  }
}

async function adoptAccount(
  context: Context,
  driver: DriverRecord,
  username: string,
  password: string,
): Promise<DriverAccount> {
  const command = new AdminGetUserCommand(userIn(context, username));
  const { UserAttributes } = await send(context, 'AdminGetUser', (signal) =>
    context.client(cognitoClient).send(command, { abortSignal: signal }),
  );
  if (attribute(UserAttributes, 'custom:driverId') !== driver.id) throw new AppError('PROVIDER_ERROR');
  await setTemporaryPassword(context, username, password);
  return { username, sub: attribute(UserAttributes, 'sub') };
}

async function setTemporaryPassword(context: Context, username: string, Password: string): Promise<void> {
  const command = new AdminSetUserPasswordCommand({ ...userIn(context, username), Password, Permanent: false });
  await send(context, 'AdminSetUserPassword', (signal) =>
    context.client(cognitoClient).send(command, { abortSignal: signal }),
  );
}

async function signOut(context: Context, username: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand(userIn(context, username));
  await send(context, 'AdminUserGlobalSignOut', (signal) =>
    context.client(cognitoClient).send(command, { abortSignal: signal }),
  );
}

const userIn = (context: Context, Username: string) => ({ UserPoolId: context.env('DRIVERS_USER_POOL_ID'), Username });

/**
 * Every failure of Cognito answers PROVIDER_ERROR, because the administrator sent no value that Cognito could refuse.
 */
const send = <T>(context: Context, action: UserPoolAction, call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  context.call({ resource: 'driversPool', action }, call).catch((cause: unknown) => {
    throw new AppError('PROVIDER_ERROR', { cause });
  });

function attribute(attributes: readonly AttributeType[] | undefined, name: string): string {
  const value = attributes?.find(({ Name }) => Name === name)?.Value;
  if (!value) throw new Error(`Cognito returned a driver's account without ${name}.`);
  return value;
}
