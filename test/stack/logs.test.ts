import { PRODUCTION } from '../support/production';
import { type Fleet, synthesize } from './synthesis';
import { statementsIn } from './template';

const plain = synthesize(PRODUCTION);
const traced = synthesize({ ...PRODUCTION, tracing: 'active' });
const functionsIn = (stacks: Fleet) =>
  Object.values({ ...stacks }).flatMap((stack) =>
    stack.resources('AWS::Lambda::Function').map(({ properties }) => properties),
  );
const rolesIn = (stacks: Fleet) => Object.values({ ...stacks }).flatMap((stack) => stack.resources('AWS::IAM::Role'));

test('production 3.7: every function writes JSON, its own lines from INFO on, and Lambda’s from WARN on', () => {
  const all = functionsIn(plain);
  expect(all.length).toBeGreaterThan(100);
  for (const { LoggingConfig } of all) {
    expect(LoggingConfig).toMatchObject({ LogFormat: 'JSON', ApplicationLogLevel: 'INFO', SystemLogLevel: 'WARN' });
  }
});

describe('production 3.8: X-Ray', () => {
  const xrayOf = (stacks: Fleet) =>
    rolesIn(stacks).map(({ properties }) =>
      statementsIn(properties.Policies).flatMap(({ actions, resources }) =>
        actions.filter((action) => action.startsWith('xray:')).map((action) => `${action} on ${resources.join()}`),
      ),
    );

  test('is off without the setting, also after a deploy with it: each function names its mode', () => {
    for (const { TracingConfig } of functionsIn(plain)) expect(TracingConfig).toEqual({ Mode: 'PassThrough' });
    expect(xrayOf(plain).flat()).toEqual([]);
  });

  test('is on for each function with the setting, and each of their roles may send traces', () => {
    const all = functionsIn(traced);
    expect(all).toHaveLength(functionsIn(plain).length);
    for (const { TracingConfig } of all) expect(TracingConfig).toEqual({ Mode: 'Active' });
    const roles = xrayOf(traced).filter((rights) => rights.length > 0);
    expect(roles).toHaveLength(all.length);
    for (const rights of roles) {
      expect(rights).toEqual(['xray:PutTelemetryRecords on *', 'xray:PutTraceSegments on *']);
    }
    expect(rolesIn(traced)).toHaveLength(rolesIn(plain).length);
  });

  test('takes no other word', () => {
    expect(() => synthesize({ tracing: 'on' }, { operations: {} })).toThrow('tracing');
  });
});

describe('production 3.7: a line of the access log', () => {
  const [stage] = plain.api.resources('AWS::ApiGatewayV2::Stage');
  const format = String(Object(stage?.properties.AccessLogSettings).Format);

  /** Puts values in as the gateway does: as text, except that `messageString` is the message with quotes. */
  const lineWith = (message: string): string => {
    const values: Readonly<Record<string, string>> = {
      'error.messageString': JSON.stringify(message),
      'error.message': message,
      integrationErrorMessage: message,
      routeKey: 'GET /teams/{teamId}',
    };
    return format.replace(/\$context\.([\w.]+)/g, (_, name) => values[name] ?? '-');
  };

  test.each([
    'Too Many Requests',
    'a "quoted" word',
    'a backslash \\',
    '","status":"200',
    '"}\n{"status":"200"}',
    '{{$context.requestId}}',
    '\u0000\u2028',
    '',
  ])('parses with the message %j, which changes no other field', (message) => {
    expect(JSON.parse(lineWith(message))).toMatchObject({ error: message, status: '-', route: 'GET /teams/{teamId}' });
  });

  test('has no other text that a caller could write, and ends in its line', () => {
    expect(format).not.toMatch(
      /context\.(error\.message\b|integrationErrorMessage|path|httpMethod|protocol|domainName)/,
    );
    expect(format).not.toContain('\n');
    expect(format).toContain('$context.integration.requestId');
  });
});
