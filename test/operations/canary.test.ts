import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { visitService } from '../../shared/canary/visit';
import { ENVIRONMENT, makeTestContext, someId } from '../support/engine-runtime';

const secrets = mockClient(SecretsManagerClient);
const tripId = someId();
const asked: string[] = [];
let broken = '';
const server = createServer(({ method, url }, answer) => {
  asked.push(`${method} ${url}`);
  const tokens = { accessToken: 'a', refreshToken: 'r' };
  answer.writeHead(url === broken ? 503 : 200, { 'content-type': 'application/json' });
  answer.end(JSON.stringify({ status: 'ok', tokens, id: tripId }));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() => {
  asked.splice(0);
  broken = '';
});

function visit() {
  const { port } = server.address() as AddressInfo;
  const settings = {
    url: `http://127.0.0.1:${port}`,
    email: 'canary@fletes.example',
    password: 'x',
    teamId: someId(),
    tripId,
  };
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(settings), VersionId: 'one' });
  const failures: unknown[] = [];
  const testContext = makeTestContext({
    environment: { ...ENVIRONMENT, CANARY_SECRET_ARN: 'arn:aws:secretsmanager:canary' },
  });
  return { failures, run: () => testContext.use(visitService)((failure) => failures.push(failure)), settings };
}

test('production 3.9: the canary asks for health, signs in, reads its trip, and renews its session the next time', async () => {
  const { run, failures, settings } = visit();
  expect([await run(), await run(), failures]).toEqual([{ ok: 1 }, { ok: 1 }, []]);
  const trip = `GET /teams/${settings.teamId}/trips/${tripId}`;
  expect(asked).toEqual(['GET /health', 'POST /auth/login', trip, 'GET /health', 'POST /auth/refresh', trip]);
});

test('production 3.9: a failed step counts as no success, and is reported by name', async () => {
  const { run, failures } = visit();
  broken = '/auth/login';
  expect(await run()).toEqual({ ok: 0 });
  expect(failures).toEqual([expect.objectContaining({ message: 'The canary failed at the step "sign-in".' })]);
});
