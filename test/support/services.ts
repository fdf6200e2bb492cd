import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import {
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { ItemKey } from '../../shared/platform/table/keys';
import { on, onAnyOther, standInFor } from './client-stand-in';
import { DATA_KEY, USER_KEY } from './stamping-sdk';
import { DRIVER_SUB, STAFF_SUB, type TestPools } from './user-pools';

export type ServiceName = 'table' | 'cognito' | 'queue' | 'storage' | 'secrets';

/**
 * Fakes behind the SDK's clients: a table with the items of the test, a Cognito that accepts every call, and a queue that accepts every
 * message.
 */
export interface Services {
  readonly put: (key: ItemKey, item: object) => void;
  /** Makes each later command throw the error that `fault` returns for its service. */
  readonly fail: (fault: (service: ServiceName) => Error | undefined) => void;
  /**
   * Makes the conditions of later writes fail. In a transaction, the write at `index` fails. A single write fails when `index` is 0. Each
   * failure carries the stored item. The returned function tells whether a write has failed.
   */
  readonly refuseWrites: (index?: number) => () => boolean;
  /** Makes each later write to the table throw the error that `fault` returns for it. */
  readonly failWrites: (fault: (write: TableWrite) => Error | undefined) => void;
  readonly reset: () => void;
}

/** One call that writes: a transaction, or a single write. */
export interface TableWrite {
  readonly kind: 'transaction' | 'single';
  /** The number of written or checked items. */
  readonly items: number;
}

export async function mockServices(pools: TestPools): Promise<Services> {
  const items = new Map<string, Record<string, unknown>>();
  let faultOf: Parameters<Services['fail']>[0] = () => undefined;
  let faultOfWrite: Parameters<Services['failWrites']>[0] = () => undefined;
  let refused: number | undefined;
  let happened = false;
  const answering =
    <I>(service: ServiceName, answer: (input: I) => unknown) =>
    (input: I) => {
      const fault = faultOf(service);
      if (fault) throw fault;
      return answer(input);
    };
  const writing =
    <I extends object>(answer: (input: I) => unknown) =>
    (input: I) => {
      const items = 'TransactItems' in input ? [input.TransactItems].flat() : undefined;
      const fault = faultOfWrite({ kind: items ? 'transaction' : 'single', items: items?.length ?? 1 });
      if (fault) throw fault;
      return answer(input);
    };
  const none = () => ({});

  const itemAt = (key: object | undefined) => items.get(nameOf({ ...key }));
  const stored = (key: object | undefined) => {
    const item = itemAt(key);
    return item && { Item: marshall(item, { removeUndefinedValues: true }) };
  };
  const write = ({ Key }: Pick<UpdateCommandInput, 'Key'>) => {
    if (refused !== 0) return {};
    happened = true;
    throw new ConditionalCheckFailedException({ ...REFUSED, ...stored(Key) });
  };
  const transact = ({ TransactItems = [] }: TransactWriteCommandInput) => {
    const target = TransactItems[refused ?? -1];
    if (target === undefined) return {};
    happened = true;
    const key = target.Put?.Item ?? target.Update?.Key ?? target.Delete?.Key ?? target.ConditionCheck?.Key;
    const reasons = TransactItems.map((one) =>
      one === target ? { Code: 'ConditionalCheckFailed', ...stored(key) } : { Code: 'None' },
    );
    throw new TransactionCanceledException({ ...REFUSED, CancellationReasons: reasons });
  };
  const batchGet = ({ RequestItems = {} }: BatchGetCommandInput) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([name, { Keys = [] }]) => [name, Keys.flatMap((key) => itemAt(key) ?? [])]),
    ),
  });
  standInFor(DynamoDBDocumentClient, [
    on(
      GetCommand,
      answering('table', ({ Key }: GetCommandInput) => ({ Item: itemAt(Key) })),
    ),
    on(BatchGetCommand, answering('table', batchGet)),
    on(
      QueryCommand,
      answering('table', () => ({ Items: [] })),
    ),
    on(PutCommand, answering('table', writing(none))),
    on(DeleteCommand, answering('table', writing(none))),
    on(UpdateCommand, answering('table', writing(write))),
    on(TransactWriteCommand, answering('table', writing(transact))),
  ]);

  const AuthenticationResult = {
    IdToken: await pools.staff.idToken({ email: 'ximena.zarate@correo.mx' }),
    AccessToken: await pools.drivers.accessToken(),
    RefreshToken: 'a-refresh-token',
    ExpiresIn: 900,
  };
  const attributes = [{ Name: 'sub', Value: DRIVER_SUB }];
  const says = (answer: object) => answering('cognito', () => answer);
  standInFor(cognito.CognitoIdentityProviderClient, [
    on(cognito.AdminInitiateAuthCommand, says({ AuthenticationResult })),
    on(cognito.AdminRespondToAuthChallengeCommand, says({ AuthenticationResult })),
    on(cognito.GetTokensFromRefreshTokenCommand, says({ AuthenticationResult })),
    on(cognito.AssociateSoftwareTokenCommand, says({ SecretCode: 'JBSWY3DPEHPK3PXP' })),
    on(cognito.AdminCreateUserCommand, says({ User: { Attributes: attributes } })),
    on(cognito.SignUpCommand, says({ UserConfirmed: false, UserSub: STAFF_SUB })),
    on(cognito.AdminGetUserCommand, says({ UserAttributes: attributes })),
    onAnyOther(() => says({})({})),
  ]);
  const secretOf = ({ SecretId }: GetSecretValueCommandInput) => ({
    SecretString: SecretId?.endsWith('data-key') ? DATA_KEY : USER_KEY,
    VersionId: 'version-1',
  });
  standInFor(SecretsManagerClient, [on(GetSecretValueCommand, answering('secrets', secretOf))]);
  standInFor(SQSClient, [on(SendMessageBatchCommand, answering('queue', none))]);
  standInFor(S3Client, [onAnyOther(() => answering('storage', none)({}))]);

  return {
    put: ({ pk, sk }, item) => items.set(nameOf({ pk, sk }), { ...item, pk, sk }),
    fail: (fault) => {
      faultOf = fault;
    },
    refuseWrites: (index = 0) => {
      refused = index;
      happened = false;
      return () => happened;
    },
    failWrites: (fault) => {
      faultOfWrite = fault;
    },
    reset: () => {
      items.clear();
      faultOfWrite = () => undefined;
      faultOf = () => undefined;
      refused = undefined;
    },
  };
}

const REFUSED = { $metadata: {}, message: 'The conditional request failed' };

const nameOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => JSON.stringify([pk, sk]);
