import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { HOSTS, withOrdinaryPartition } from '../../lib/bundling/endpoints';
import { resolverOf } from '../../lib/bundling/substitutes/endpoint-resolver';

const REGIONS = ['us-east-1', 'us-east-2', 'us-west-2', 'mx-central-1', 'ca-central-1', 'sa-east-1', 'eu-west-1'];
const region = 'us-east-1';
/** What the SDK itself resolves, by the client. */
const SDK: Readonly<Record<string, (parameters: Record<string, string | boolean>) => unknown>> = {
  'cognito-identity-provider': (given) => new CognitoIdentityProviderClient({ region }).config.endpointProvider(given),
  dynamodb: (given) => new DynamoDBClient({ region }).config.endpointProvider(given),
  lambda: (given) => new LambdaClient({ region }).config.endpointProvider(given),
  'secrets-manager': (given) => new SecretsManagerClient({ region }).config.endpointProvider(given),
  sesv2: (given) => new SESv2Client({ region }).config.endpointProvider(given),
  sqs: (given) => new SQSClient({ region }).config.endpointProvider(given),
};

test('every client with other rules is compared with the SDK', () => {
  expect(Object.keys(SDK).sort()).toEqual(Object.keys(HOSTS).sort());
});

test.each(Object.entries(HOSTS))('%s resolves to the endpoints of the SDK', (client, host) => {
  const resolve = resolverOf(host);
  for (const Region of REGIONS) {
    const given = { Region, UseFIPS: false, UseDualStack: false, AccountIdEndpointMode: 'preferred' };
    expect(resolve(given)).toEqual(SDK[client]?.(given));
    const named = { ...given, Endpoint: 'http://127.0.0.1:4566' };
    expect(resolve(named)).toEqual(SDK[client]?.(named));
    // Made once, as by the SDK.
    expect(resolve(given)).toBe(resolve(given));
  }
});

test.each([
  { Region: 'cn-north-1' },
  { Region: 'us-gov-west-1' },
  { Region: '' },
  { Region: region, UseFIPS: true },
  { Region: region, UseDualStack: true },
])('an endpoint that is not bundled is refused: %j', (given) => {
  expect(() => resolverOf('dynamodb')(given)).toThrow('No endpoint of dynamodb');
});

test('of the partitions the ordinary one stays, with the same outputs', () => {
  const outputs = { dnsSuffix: 'amazonaws.com', name: 'aws' };
  const regionRegex = '^(us|mx)\\-\\w+\\-\\d+$';
  const ordinary = { id: 'aws', outputs, regionRegex };
  const all = { partitions: [{ ...ordinary, regions: { 'us-east-1': { description: 'x' } } }, { id: 'aws-cn' }] };
  expect(withOrdinaryPartition(`export const partitionsInfo = ${JSON.stringify(all)};\n`)).toBe(
    `export const partitionsInfo = ${JSON.stringify({ partitions: [{ ...ordinary, regions: {} }] })};`,
  );
});
