import { OPERATIONS } from '../../functions/catalog';
import { synthesize } from './synthesis';
import { statementsIn } from './template';

const { api, functions } = synthesize({ allowedOrigins: 'https://app.example,https://admin.example' });
const routes = api.resources('AWS::ApiGatewayV2::Route');
const integrations = api.resources('AWS::ApiGatewayV2::Integration');
const addressOf = (id: string) => `arn:aws:lambda:us-east-1:123456789012:function:fleet-dev-${id}`;

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
    functions.resource('AWS::Lambda::Function', 'FunctionName', `fleet-dev-${id}`);
  },
);

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
    AllowHeaders: expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
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

test('it is told where the API is', () => {
  expect(api.outputs.sort()).toEqual(['ApiId', 'ApiUrl']);
  expect(functions.outputs).toEqual([]);
});

test('requests beyond a rate are refused', () => {
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  expect(stage?.properties).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
  });
});
