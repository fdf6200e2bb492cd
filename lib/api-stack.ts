import { CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { CROSS_ORIGIN } from '../shared/operation/cross-origin';
import type { FleetProps } from './fleet-props';
import { InvokeRole } from './invoke-role';
import { constructId, functionArn, functionName, prefixOf, UNKNOWN_ROUTE } from './names';
import type { Settings } from './settings';

/** The API's control plane refuses more changes at once. */
const LANES = 5;
const INTEGRATION_TIMEOUT_MS = 30_000;

/** The HTTP API: a route for each operation, and our own answer for everything else. */
export class ApiStack extends Stack {
  private readonly api: CfnApi;

  constructor(scope: Construct, id: string, { settings, operations }: FleetProps) {
    super(scope, id);
    const routes: { id: string; key: string }[] = [
      ...Object.values(operations).map((operation) => ({ id: operation.id, key: operation.route })),
      { id: UNKNOWN_ROUTE, key: '$default' },
    ];
    const addressOf = (functionId: string) => functionArn(this, functionName(settings, functionId));
    const { roleArn } = new InvokeRole(
      this,
      'Invoke',
      routes.map((route) => addressOf(route.id)),
    );
    this.api = this.makeApi(settings);
    const lanes: CfnRoute[] = [];
    routes.forEach((route, index) => {
      const lane = index % LANES;
      lanes[lane] = this.addRoute(route, addressOf(route.id), roleArn, lanes[lane]);
    });
    this.addStage(settings, lanes);
    new CfnOutput(this, 'ApiId', { value: this.api.ref });
    new CfnOutput(this, 'ApiUrl', { value: `https://${this.api.ref}.execute-api.${this.region}.${this.urlSuffix}` });
  }

  private makeApi(settings: Settings): CfnApi {
    return new CfnApi(this, 'Api', {
      name: prefixOf(settings),
      protocolType: 'HTTP',
      corsConfiguration: {
        allowOrigins: settings.allowedOrigins,
        allowMethods: [...CROSS_ORIGIN.methods],
        allowHeaders: [...CROSS_ORIGIN.headers],
        exposeHeaders: [...CROSS_ORIGIN.exposedHeaders],
        allowCredentials: true,
        maxAge: CROSS_ORIGIN.maximumAgeSeconds,
      },
    });
  }

  /** Adds a route behind the one before it in its lane. */
  private addRoute(route: { id: string; key: string }, address: string, roleArn: string, before?: CfnRoute): CfnRoute {
    const integration = new CfnIntegration(this, `${constructId(route.id)}Integration`, {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: address,
      credentialsArn: roleArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: INTEGRATION_TIMEOUT_MS,
    });
    if (before) integration.addResourceDependency(before);
    return new CfnRoute(this, `${constructId(route.id)}Route`, {
      apiId: this.api.ref,
      routeKey: route.key,
      target: `integrations/${integration.ref}`,
    });
  }

  /** Comes last, so that the first deploy publishes the API once and not after every route. */
  private addStage({ requestsPerSecond }: Settings, routes: readonly CfnRoute[]): void {
    const stage = new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: 2 * requestsPerSecond },
    });
    for (const route of routes) stage.addResourceDependency(route);
  }
}
