import { CfnOutput, NestedStack } from 'aws-cdk-lib';
import { CfnApi, CfnApiMapping, CfnDomainName, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { CROSS_ORIGIN } from '../shared/operation/cross-origin';
import { throttleOf } from '../shared/operation/throttle';
import { ACCESS_LOG_FORMAT } from './access-log';
import { LAYOUT, operationName } from './areas';
import { Budget } from './budget';
import type { DataStack } from './data-stack';
import { Edge } from './edge';
import { explained } from './explained';
import type { FleetProps } from './fleet-props';
import { InvokeRole } from './invoke-role';
import { constructId, functionArn, functionName, logArn, prefixOf, UNKNOWN_ROUTE } from './names';
import { Observability } from './observability';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/** The number of concurrent changes of the API. Its control plane refuses more. */
const LANES = 5;
const INTEGRATION_TIMEOUT_MS = 30_000;

/** The throttles of single routes. CloudFormation takes them as JSON, so the names are its own. */
const routeSettingsOf = (operations: FleetProps['operations']) =>
  Object.fromEntries(
    Object.values(operations).flatMap((operation) => {
      const throttle = throttleOf(operation);
      const limits = throttle && {
        ThrottlingRateLimit: throttle.perSecond,
        ThrottlingBurstLimit: throttle.burst,
      };
      return limits ? [[operation.route, limits]] : [];
    }),
  );

type ApiProps = FleetProps & { readonly data: DataStack };

interface RouteOfFunction {
  readonly id: string;
  readonly key: string;
  /** The ARN of the function. */
  readonly address: string;
}

/** The HTTP API: one route per operation, and a default route that answers 404 in our format. */
export class ApiStack extends NestedStack {
  private readonly api: CfnApi;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings, operations, triggers, data } = props;
    const routes: RouteOfFunction[] = [
      ...Object.entries(operations).map(([file, operation]) => ({
        id: operation.id,
        key: operation.route,
        address: functionArn(this, operationName(settings, file, operation)),
      })),
      { id: UNKNOWN_ROUTE, key: '$default', address: functionArn(this, functionName(settings, UNKNOWN_ROUTE)) },
    ];
    // When an area moves, a new role has the new names. The routes keep the old role until they get the new one, so no call is refused.
    const { roleArn } = new InvokeRole(
      this,
      `Invoke${LAYOUT}`,
      routes.map(({ address }) => address),
    );
    this.api = this.makeApi(settings);
    const lanes: CfnRoute[] = [];
    routes.forEach((route, index) => {
      const lane = index % LANES;
      lanes[lane] = this.addRoute(route, roleArn, lanes[lane]);
    });
    this.addStage(props, lanes);
    new CfnOutput(data, 'ApiId', { value: this.api.ref });
    new CfnOutput(data, 'ApiUrl', { value: this.publicAddress(settings) });
    new Budget(this, 'Budget', settings);
    new Observability(this, 'Observability', { settings, data, triggers, apiId: this.api.ref });
  }

  private makeApi(settings: Settings): CfnApi {
    return new CfnApi(this, 'Api', {
      name: prefixOf(settings),
      protocolType: 'HTTP',
      // The gateway's own address would bypass the domain and the filters in front of it.
      disableExecuteApiEndpoint: settings.domainName !== undefined,
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

  /** Adds a route that CloudFormation creates after the one before it in its lane. */
  private addRoute(route: RouteOfFunction, roleArn: string, before?: CfnRoute): CfnRoute {
    const integration = new CfnIntegration(this, `${constructId(route.id)}Integration`, {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: route.address,
      credentialsArn: roleArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: INTEGRATION_TIMEOUT_MS,
    });
    if (before) integration.addResourceDependency(before);
    const made = new CfnRoute(this, `${constructId(route.id)}Route`, {
      apiId: this.api.ref,
      routeKey: route.key,
      target: `integrations/${integration.ref}`,
    });
    explained(made, {
      'AwsSolutions-APIG4':
        'The function itself verifies the token: there are two pools, and the interface fixes order and format of errors.',
    });
    return made;
  }

  /** Created last, so that the first deploy publishes the API once instead of after every route. */
  private addStage({ settings, operations, data }: ApiProps, routes: readonly CfnRoute[]): void {
    const { requestsPerSecond } = settings;
    const accessLog = this.makeAccessLog(settings);
    const stage = new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: logArn(accessLog), format: ACCESS_LOG_FORMAT },
      defaultRouteSettings: { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: 2 * requestsPerSecond },
      routeSettings: routeSettingsOf(operations),
    });
    for (const route of routes) stage.addResourceDependency(route);
    this.addDomain(settings, stage, data);
  }

  /** Below `/aws/vendedlogs/` the gateway can write without one of the account's ten log policies. */
  private makeAccessLog(settings: Settings): LogGroup {
    return new LogGroup(this, 'AccessLog', {
      logGroupName: `/aws/vendedlogs/${prefixOf(settings)}/access`,
      retention: settings.logDays satisfies RetentionDays,
      removalPolicy: removalPolicy(settings),
    });
  }

  private publicAddress({ domainName }: Settings): string {
    return `https://${domainName ?? `${this.api.ref}.execute-api.${this.region}.${this.urlSuffix}`}`;
  }

  /** The stage's domain, if set. Another account may own its DNS zone, so an output names the target of the record. */
  private addDomain(settings: Settings, stage: CfnStage, data: DataStack): void {
    const { domainName, certificateArn } = settings;
    if (domainName === undefined || certificateArn === undefined) return;
    const domain = new CfnDomainName(this, 'Domain', {
      domainName,
      domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
    });
    const mapping = new CfnApiMapping(this, 'DomainMapping', {
      apiId: this.api.ref,
      domainName: domain.ref,
      stage: stage.ref,
    });
    mapping.addResourceDependency(stage);
    const origin = domain.attrRegionalDomainName;
    const target = settings.edge
      ? new Edge(this, 'Edge', { settings, domainName, certificateArn, origin }).target
      : origin;
    new CfnOutput(data, 'DomainTarget', { value: target });
  }
}
