import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { Stack } from 'aws-cdk-lib';
import * as v from 'valibot';
import { inlineCode } from '../../lib/inline-code';
import { type Listener, serveWire } from '../../local/wire';

const Answer = v.object({
  Status: v.string(),
  Reason: v.string(),
  PhysicalResourceId: v.string(),
  NoEcho: v.boolean(),
  Data: v.optional(v.record(v.string(), v.string())),
});

let services: Listener;
let formation: Server;
let answered: unknown;
/** The secret that Cognito shows; Cognito shows none of a client with two secrets. */
let shown: string | undefined = 'first-secret';
let asked: string[] = [];
const before = { ...process.env };

beforeAll(async () => {
  services = await serveWire(({ method, path, headers }) => {
    if (method === 'GET') return { status: 200, body: JSON.stringify({ keys: [path] }) };
    const action = String(headers['x-amz-target']).split('.')[1] ?? '';
    asked.push(action);
    const body = { UserPoolClient: { ClientSecret: shown }, SecretString: 'kept-secret' };
    return { status: 200, body: JSON.stringify(body) };
  }, console.error);
  formation = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      answered = JSON.parse(text);
      response.end();
    });
  });
  await new Promise<void>((resolve) => formation.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: services.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
beforeEach(() => {
  shown = 'first-secret';
  asked = [];
});
afterAll(async () => {
  process.env = before;
  formation.close();
  await services.stop();
});

/** Runs the text of the template as Lambda does, with the SDK of its runtime, and returns the answer to CloudFormation. */
async function read(properties: Readonly<Record<string, string>>, RequestType = 'Create') {
  const code = inlineCode('read-user-pool-keys').bind(new Stack()).inlineCode ?? '';
  const module = { exports: { handler: async (_event: object): Promise<void> => {} } };
  new Function('module', 'exports', 'require', code)(module, module.exports, createRequire(__filename));
  const address = formation.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await module.exports.handler({
    RequestType,
    ResponseURL: `http://127.0.0.1:${port}/`,
    ResourceProperties: { UserPoolId: 'us-east-1_Pool', ...properties },
  });
  return v.parse(Answer, answered);
}

const CLIENT = { ClientId: 'a-client', SecretName: 'fleet-prod-client-staff-1' };

test('production 2.1: the deploy reads the secret of a client, and CloudFormation shows it nowhere', async () => {
  const { Status, Data, NoEcho, PhysicalResourceId } = await read({ ...CLIENT, Number: '1' });
  expect([Status, Data, NoEcho, PhysicalResourceId]).toEqual(['SUCCESS', { Secret: 'first-secret' }, true, 'a-client']);
  expect(asked).toEqual(['DescribeUserPoolClient']);
});

test('production 2.1: a later number is the secret that the operator kept, as Cognito shows no added one', async () => {
  expect((await read({ ...CLIENT, Number: '2' }, 'Update')).Data).toEqual({ Secret: 'kept-secret' });
  expect(asked).toEqual(['GetSecretValue']);
});

test('production 2.1: a return to the first number works while the client has two secrets', async () => {
  shown = undefined;
  expect((await read({ ...CLIENT, Number: '1' }, 'Update')).Data).toEqual({ Secret: 'kept-secret' });
});

test('the keys of a pool are read as before, and a removal reads nothing', async () => {
  const { Data, NoEcho, PhysicalResourceId } = await read({});
  expect([JSON.parse(Data?.Keys ?? ''), NoEcho]).toEqual([{ keys: ['/us-east-1_Pool/.well-known/jwks.json'] }, false]);
  expect(PhysicalResourceId).toBe('us-east-1_Pool');
  expect((await read({ ...CLIENT, Number: '1' }, 'Delete')).Data).toBeUndefined();
  expect(asked).toEqual([]);
});

test('a service that refuses makes the deploy fail with its reason', async () => {
  process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:1';
  process.env.AWS_MAX_ATTEMPTS = '1';
  const { Status, Reason } = await read({ ...CLIENT, Number: '1' });
  expect([Status, Reason]).toEqual(['FAILED', expect.stringContaining('ECONNREFUSED')]);
});
