import { type Listener, serveWire } from '../../local/wire';
import { setPasswordByCode } from '../../shared/identity/cognito/password-reset';
import { confirmSignUp } from '../../shared/identity/cognito/registration';
import { signInStaff } from '../../shared/identity/cognito/sign-in';
import { makeTestContext } from '../support/engine-runtime';

/** A Cognito that breaks every connection after it has acted. */
let listener: Listener;
const seen: string[] = [];
const before = { ...process.env };

beforeAll(async () => {
  listener = await serveWire(({ headers }) => {
    const action = String(headers['x-amz-target']).split('.')[1] ?? '';
    seen.push(action);
    return { status: 0, body: '', cut: true };
  }, console.error);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: listener.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
beforeEach(() => seen.splice(0));
afterAll(async () => {
  process.env = before;
  await listener.stop();
});

test('a code that is good once is sent once, whatever became of the answer', async () => {
  const testContext = makeTestContext();
  await expect(testContext.use(setPasswordByCode)('ana@fletes.mx', '123456', 'Camino-77')).rejects.toThrow();
  await expect(testContext.use(confirmSignUp)('ana@fletes.mx', '123456')).rejects.toThrow();
  expect(seen).toEqual(['ConfirmForgotPassword', 'ConfirmSignUp']);
});

test('a password is tried again by the SDK', async () => {
  await expect(makeTestContext().use(signInStaff)('ana@fletes.mx', 'Camino-77')).rejects.toThrow();
  expect(seen).toEqual(['AdminInitiateAuth', 'AdminInitiateAuth']);
});
