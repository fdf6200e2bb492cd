import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { cognitoClient, cognitoClientOnce } from '../../shared/identity/cognito/user-pool';
import { withoutDebugLog } from '../../shared/platform/runtime/aws-client';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { s3Client } from '../../shared/platform/storage/buckets';
import { tableClient } from '../../shared/platform/table/client';

test.each([tableClient, cognitoClient, cognitoClientOnce, s3Client, secretsManagerClient])(
  '%# has no logging step, and its serializer still',
  (make) => {
    const steps = make().middlewareStack.identify().join();
    expect(steps).not.toContain('loggerMiddleware');
    expect(steps).toContain('serializerMiddleware');
  },
);

test('a quiet client goes through no input to log it', async () => {
  const logger = { trace: jest.fn(), debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const settings = { region: 'us-east-1', endpoint: 'http://127.0.0.1:1', maxAttempts: 1, logger };
  const command = new GetItemCommand({ TableName: 't', Key: { pk: { S: 'secret' } } });
  await expect(new DynamoDBClient(settings).send(command)).rejects.toThrow();
  expect(logger.error).toHaveBeenCalledTimes(1);
  await expect(withoutDebugLog(new DynamoDBClient(settings)).send(command)).rejects.toThrow();
  expect(logger.error).toHaveBeenCalledTimes(1);
});
