import { OPERATIONS } from '../../functions/catalog';
import { PRODUCTION } from '../support/production';
import { namedBy } from './named';
import { synthesize } from './synthesis';
import { statementsIn } from './template';

const { data, api, functions } = synthesize({ allowedOrigins: 'https://app.example,https://admin.example' });
const routes = api.resources('AWS::ApiGatewayV2::Route');
const integrations = api.resources('AWS::ApiGatewayV2::Integration');
const nameOf = namedBy();
const addressOf = (id: string) => `arn:aws:lambda:us-east-1:123456789012:function:${nameOf(id)}`;

test('the routes are the operations, and one for everything else', () => {
  const declared = Object.values(OPERATIONS).map(({ route }) => route);
  expect(routes.map(({ properties }) => properties.RouteKey).sort()).toEqual([...declared, '$default'].sort());
});

test.each([...Object.values(OPERATIONS), { id: 'answerUnknownRoute', route: '$default' }])(
  '$route calls $id',
  ({ id, route }) => {
    const [role] = api.resources('AWS::IAM::Role');
    const { properties } = api.resource('AWS::ApiGatewayV2::Route', 'RouteKey', route);
    const integration = integrations.find((one) => `integrations/<${one.id}>` === properties.Target);
    expect(integration?.properties).toMatchObject({
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: addressOf(id),
      PayloadFormatVersion: '2.0',
      CredentialsArn: `<${role?.id}.Arn>`,
    });
    // The integration names the function by a text. Only this check ensures that the other stack has a function of that name.
    functions.resource('AWS::Lambda::Function', 'FunctionName', nameOf(id));
  },
);

test('integrations 5: no template has the clock or the forwarding of the local server', () => {
  for (const { text } of [data, api, functions]) expect(text).not.toMatch(/_local\b|forward-?to\b/i);
});

test('the gateway may call the functions of the routes and nothing else', () => {
  const roles = api.resources('AWS::IAM::Role');
  const policies = api.resources('AWS::IAM::ManagedPolicy');
  expect(roles).toHaveLength(1);
  expect(roles[0]?.properties.Policies).toBeUndefined();
  expect(roles[0]?.properties.ManagedPolicyArns).toEqual(policies.map(({ id }) => `<${id}>`));
  const statements = policies.flatMap(({ properties }) => statementsIn(properties));
  expect(new Set(statements.flatMap(({ actions }) => actions))).toEqual(new Set(['lambda:InvokeFunction']));
  const callable = [...Object.values(OPERATIONS).map(({ id }) => id), 'answerUnknownRoute'].map(addressOf);
  expect(statements.flatMap(({ resources }) => resources).sort()).toEqual(callable.sort());
});

test('the front ends’ origins, and no other, may call with credentials', () => {
  const [one] = api.resources('AWS::ApiGatewayV2::Api');
  expect(one?.properties.CorsConfiguration).toMatchObject({
    AllowOrigins: ['https://app.example', 'https://admin.example'],
    AllowCredentials: true,
    AllowHeaders: expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-none-match']),
    AllowMethods: expect.arrayContaining([
      ...new Set(Object.values(OPERATIONS).map(({ route }) => route.split(' ')[0])),
    ]),
  });
});

test('at most five changes are under way at once, and the stage comes last', () => {
  expect(integrations.filter(({ dependsOn }) => dependsOn.length === 0)).toHaveLength(Math.min(5, routes.length));
  const behind = integrations.flatMap(({ dependsOn }) => dependsOn);
  expect(new Set(behind).size).toBe(behind.length);
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  const lastOfLanes = routes.map(({ id }) => id).filter((id) => !behind.includes(id));
  expect([...(stage?.dependsOn ?? [])].sort()).toEqual(lastOfLanes.sort());
});

test('it is told where the API is, by the stack that contains it', () => {
  const [one] = api.resources('AWS::ApiGatewayV2::Api');
  const [name = ''] = api.outputs;
  expect(api.output(name)).toBe(`<${one?.id}>`);
  expect(data.output('ApiId')).toMatch(new RegExp(`^<ApiNestedStack\\w+\\.Outputs\\.${name}>$`));
  expect(data.output('ApiUrl')).toBe(`https://${data.output('ApiId')}.execute-api.us-east-1.amazonaws.com`);
  expect(functions.outputs).toEqual([]);
});

/** The public routes on which a person types an address, a password or a code, and the two that cost less still. */
const AS_A_PERSON_TYPES = [
  'POST /auth/login',
  'POST /auth/mfa/respond',
  'POST /auth/mfa/recover',
  'POST /auth/register',
  'POST /auth/register/confirm',
  'POST /auth/password/forgot',
  'POST /auth/password/reset',
  'POST /auth/drivers/new-password',
  'POST /auth/drivers/password/change',
  'POST /auth/logout',
  'GET /health',
];

test('doors 31: each public route has a throttle of its own, and no other route has one', () => {
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  const open = Object.values(OPERATIONS).filter(({ auth }) => auth === 'public' || 'signature' in auth);
  const settings: Record<string, unknown> = Object(stage?.properties.RouteSettings);
  expect(Object.keys(settings).sort()).toEqual(open.map(({ route }) => route).sort());
  for (const one of Object.values(settings))
    expect(one).toEqual({ ThrottlingRateLimit: expect.any(Number), ThrottlingBurstLimit: expect.any(Number) });
  expect(settings).toMatchObject({
    'POST /auth/login': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
    'POST /auth/refresh': { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    'POST /auth/drivers/login': { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
    'POST /webhooks/stamping': { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
    'GET /openapi.json': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 },
  });
  // The gateway refuses settings of a route that does not exist yet.
  expect(stage?.dependsOn.length).toBeGreaterThan(0);
});

test('production 9.1: the rates of the public routes, each below Cognito’s quota of its kind of call', () => {
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  const limits = (rate: number) => ({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: 2 * rate });
  expect(stage?.properties.RouteSettings).toEqual({
    ...Object.fromEntries(AS_A_PERSON_TYPES.map((route) => [route, limits(10)])),
    'POST /auth/drivers/login': limits(100),
    'POST /auth/drivers/refresh': limits(100),
    'POST /auth/refresh': limits(20),
    'POST /webhooks/stamping': limits(50),
    'GET /openapi.json': limits(5),
    'GET /tracking/{token}': limits(50),
  });
  // The quota of UserAuthentication, in calls a second. Together the routes may pass it: the service answers 503 then.
  const rates = Object.values(Object(stage?.properties.RouteSettings)).map((one) => Object(one).ThrottlingRateLimit);
  expect(Math.max(...rates)).toBeLessThan(120);
});

test('doors 6: AWS warns of the month’s cost in production, before and by the forecast (production 7.6: at 50, 80 and 100 %)', () => {
  const production = synthesize(PRODUCTION, { operations: {} });
  const [budget] = production.api.resources('AWS::Budgets::Budget');
  const mailed = ['guardia', 'flota'].map((name) => ({ SubscriptionType: 'EMAIL', Address: `${name}@fleet.example` }));
  const when = (NotificationType: string, Threshold: number) => ({
    Notification: expect.objectContaining({ NotificationType, Threshold, ThresholdType: 'PERCENTAGE' }),
    Subscribers: mailed,
  });
  expect(budget?.properties).toEqual({
    Budget: {
      BudgetName: 'fleet-prod',
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 300, Unit: 'USD' },
    },
    NotificationsWithSubscribers: [50, 80, 100]
      .map((percent) => when('ACTUAL', percent))
      .concat(when('FORECASTED', 100)),
  });
  expect(api.types()).not.toContain('AWS::Budgets::Budget');
});

test('requests beyond a rate are refused', () => {
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  expect(stage?.properties).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
  });
});
