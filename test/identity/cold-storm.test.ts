import { setTimeout as sleep } from 'node:timers/promises';
import { type Listener, serveWire } from '../../local/wire';
import { signInDriver } from '../../shared/identity/cognito/sign-in';
import { errorAnswer } from '../../shared/operation/error-answer';
import { makeTestContext } from '../support/engine-runtime';
import { runs } from '../support/runs';

/** Cognito's quota for one pool. Source: Cognito developer guide, "Quotas": descriptions of clients, sign-ins. */
const DESCRIPTIONS_A_SECOND = 5;
const SIGN_INS_A_SECOND = 120;

class Quota {
  private tokens: number;
  private at = Date.now();
  constructor(private readonly perSecond: number) {
    this.tokens = perSecond;
  }
  takes(): boolean {
    const now = Date.now();
    this.tokens = Math.min(this.perSecond, this.tokens + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}

let listener: Listener;
let descriptions: Quota;
let signIns: Quota;
let asked: string[] = [];
const before = { ...process.env };

const refused = () => ({
  status: 400,
  body: JSON.stringify({ __type: 'TooManyRequestsException', message: 'Rate exceeded' }),
});

beforeAll(async () => {
  listener = await serveWire(({ headers }) => {
    const action = String(headers['x-amz-target']).split('.')[1] ?? '';
    asked.push(action);
    if (action === 'DescribeUserPoolClient')
      return descriptions.takes()
        ? { status: 200, body: JSON.stringify({ UserPoolClient: { ClientSecret: 'a-secret' } }) }
        : refused();
    const AuthenticationResult = { IdToken: 'id', AccessToken: 'access', RefreshToken: 'refresh', ExpiresIn: 3600 };
    return signIns.takes() ? { status: 200, body: JSON.stringify({ AuthenticationResult }) } : refused();
  }, console.error);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: listener.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
beforeEach(() => {
  descriptions = new Quota(DESCRIPTIONS_A_SECOND);
  signIns = new Quota(SIGN_INS_A_SECOND);
  asked = [];
});
afterAll(async () => {
  process.env = before;
  await listener.stop();
});

/** A sign-in in an execution environment of its own: no client and no answer is kept from an earlier one. */
async function coldSignIn(driver: number, after: number): Promise<number> {
  await sleep(after);
  const testContext = makeTestContext();
  try {
    await testContext.use(signInDriver)(`driver${driver}`, 'Camino-77');
    return 200;
  } catch (failure) {
    return errorAnswer(failure, 'request').status;
  }
}

async function storm(environments: number, seconds: number) {
  const gap = (seconds * 1000) / environments;
  const statuses = await Promise.all(Array.from({ length: environments }, (_, nth) => coldSignIn(nth, nth * gap)));
  const answers: Record<number, number> = {};
  for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1;
  const actions: Record<string, number> = {};
  for (const action of asked) actions[action] = (actions[action] ?? 0) + 1;
  console.info(
    `production 2.1: ${environments} cold environments in ${seconds} s: ${JSON.stringify({ answers, actions })}`,
  );
  return { answers, actions };
}

/** `npm test` has the shorter one. */
const STORMS = [
  { environments: 100, seconds: 1 },
  { environments: 60, seconds: 5 },
];

test.each(STORMS.slice(0, runs(1, 2)))(
  'production 2.1: $environments cold environments in $seconds s sign in without a refusal, and describe no client',
  async ({ environments, seconds }) => {
    const { answers, actions } = await storm(environments, seconds);
    expect(answers).toEqual({ 200: environments });
    expect(actions).toEqual({ AdminInitiateAuth: environments });
  },
  60_000,
);
