import { AdminGetUserCommand, type AttributeType } from '@aws-sdk/client-cognito-identity-provider';
import { driverKey } from '../../fleet/driver';
import { capability } from '../../platform/runtime/capability';
import { getItem } from '../../platform/table/read';
import { refuseBegunBefore } from './begun-before';
import { refusedAs } from './cognito-errors';
import type { OpenSession } from './sign-in';
import { cognitoClient } from './user-pool';

/**
 * Refuses the challenge of a driver's sign-in that began before a dispatcher ended the driver's sessions, for example
 * with a temporary password that RESEND has replaced since. The check precedes the answer to the challenge, because
 * that answer sets the password. Throws INVALID_CODE.
 */
export const refuseOldChallenge = capability(
  { driversPool: ['AdminGetUser'], table: ['GetItem'] },
  (context) =>
    async ({ realName, begunAt }: OpenSession): Promise<void> => {
      const command = new AdminGetUserCommand({ UserPoolId: context.env('DRIVERS_USER_POOL_ID'), Username: realName });
      const { UserAttributes = [] } = await context
        .call({ resource: 'driversPool', action: 'AdminGetUser' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        )
        .catch(refusedAs('INVALID_CODE'));
      const [teamId, driverId] = ['custom:teamId', 'custom:driverId'].map((name) => attributeIn(UserAttributes, name));
      const driver = await getItem(context, driverKey(teamId ?? '', driverId ?? ''));
      refuseBegunBefore(begunAt, driver ?? {});
    },
);

const attributeIn = (attributes: readonly AttributeType[], name: string): string | undefined =>
  attributes.find((attribute) => attribute.Name === name)?.Value;
