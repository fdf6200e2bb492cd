import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OPERATIONS } from '../../functions/catalog';
import { poolAuthOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import type { Environment } from '../../shared/platform/runtime/env';
import { environmentOf } from '../support/environment';
import { DRIVER_ID, DRIVER_SUB, STAFF_SUB, TEAM_ID, testPool } from '../support/user-pools';
import { admittedRequest, exchange, makeWorld, type World } from './world';

/** Two stages whose functions run in one process, one after the other. Nothing of one may reach the other. */
interface Stage {
  readonly world: World;
  readonly environment: Environment;
}

/** The names of a stage's resources. They contain the name of the stage, and no other text does. */
const namesOf = (stage: string) => ({
  TABLE_NAME: `table-Of${stage}`,
  ASSETS_BUCKET_NAME: `assets-Of${stage}`,
  DOCUMENTS_BUCKET_NAME: `documents-Of${stage}`,
  MAIL_QUEUE_URL: `https://sqs.us-east-1.amazonaws.com/000000000000/mails-Of${stage}`,
  STAMPING_SECRET_ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:Of${stage}-user-key`,
  DATA_KEY_ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:Of${stage}-data-key`,
  STAFF_SELF_SERVICE_CLIENT_ID: `self-service-Of${stage}`,
});

async function stageOf(stage: string, { services }: World): Promise<Stage> {
  const driver = { sub: DRIVER_SUB, 'custom:teamId': TEAM_ID, 'custom:driverId': DRIVER_ID };
  const staff = await testPool(`us-east-1_StaffOf${stage}`, { sub: STAFF_SUB });
  const drivers = await testPool(`us-east-1_DriversOf${stage}`, driver);
  const tokens = { staff: await staff.accessToken(), drivers: await drivers.accessToken() };
  const world = { services, tokens, pools: { staff, drivers } };
  return { world, environment: { ...environmentOf(world.pools), ...namesOf(stage) } };
}

/** The inputs of all calls of AWS services, as text. */
const seen: string[] = [];
const CLIENTS = [
  CognitoIdentityProviderClient,
  DynamoDBDocumentClient,
  S3Client,
  SecretsManagerClient,
  SQSClient,
] as const;

let one: Stage;
let other: Stage;

beforeAll(async () => {
  const world = await makeWorld();
  [one, other] = await Promise.all([stageOf('one', world), stageOf('other', world)]);
  for (const { prototype } of CLIENTS) {
    const { send } = prototype;
    Object.assign(prototype, {
      send(this: unknown, command: { readonly input: object }, ...rest: unknown[]) {
        seen.push(JSON.stringify(command.input));
        return Reflect.apply(send, this, [command, ...rest]);
      },
    });
  }
});

/** The resources that the operations called, by the part of the name that says the stage. */
const called = new Set<string>();

/** Calls the operation at a stage, and notes which names its calls contained. */
async function callAt({ world, environment }: Stage, operation: Operation): Promise<readonly string[]> {
  seen.length = 0;
  const request = await admittedRequest(operation, world);
  const { ran } = await exchange(operation, world, request, { environment });
  if (poolAuthOf(operation.auth)) expect(ran).toHaveLength(1);
  const names = seen.flatMap((text) => [...text.matchAll(/\w*-?Of(?:one|other)\b/g)].map(([name]) => name));
  for (const name of names) called.add(name);
  return names;
}

describe.each(Object.values(OPERATIONS))('production 9.6: $id', (operation) => {
  test('calls the resources of its own stage alone', async () => {
    expect((await callAt(one, operation)).filter((name) => name.endsWith('Ofother'))).toEqual([]);
    expect((await callAt(other, operation)).filter((name) => name.endsWith('Ofone'))).toEqual([]);
  });

  if (poolAuthOf(operation.auth) === undefined) return;
  test('refuses a token of the other stage', async () => {
    const request = await admittedRequest(operation, { ...other.world, tokens: one.world.tokens });
    const { answer, ran } = await exchange(operation, other.world, request, { environment: other.environment });
    expect([answer.status, ran]).toEqual([401, []]);
  });
});

/** Documents and mails come after a state that these requests do not have. */
const PLACES = ['table-', 'assets-', 'documents-', 'service-', '1_Staff', '1_Drivers', ''];

test('production 9.6: the operations called the tables, buckets, pools, clients and secrets of both stages', () => {
  const names = ['one', 'other'].flatMap((stage) => PLACES.map((place) => `${place}Of${stage}`));
  expect([...called].sort()).toEqual(names.sort());
});
