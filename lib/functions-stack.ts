import { NestedStack } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { signatureOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';
import { environmentOfTrigger, permissionsOfTrigger, type Trigger } from '../shared/operation/define-trigger';
import { environmentOf, permissionsOf } from '../shared/operation/requirements';
import { EDGE_ENVIRONMENT, type EnvironmentKey } from '../shared/platform/runtime/env';
import type { DataStack } from './data-stack';
import { asTheEmulatorAsks } from './emulator';
import type { FleetProps } from './fleet-props';
import { type Grantables, grantablesOf, statementsFor } from './grants';
import { inlineCode } from './inline-code';
import { constructId, functionName, functionsLogName, SEND_OUT, UNKNOWN_ROUTE } from './names';
import { OperationFunction, type OperationFunctionProps } from './operation-function';
import { OriginSecrets } from './origin-secrets';
import type { Settings } from './settings';
import { removalPolicy } from './storage';
import { type StageProps, TRIGGER_SOURCES } from './trigger-sources';
import { UserPoolKeys } from './user-pool-keys';

/** An outside service decides how often it calls, and its calls must not take all of the account's concurrency. */
const WEBHOOKS_AT_ONCE = 20;

/** The properties that all functions of a stage share. */
type Shared = 'name' | 'logGroup' | 'tracing';

/** One function with its exact role per operation and trigger, and their common log. */
export class FunctionsStack extends NestedStack {
  private readonly settings: Settings;
  private readonly codeOf: FleetProps['codeOf'];
  private readonly grantables: Grantables;
  private readonly variables: Readonly<Record<EnvironmentKey, string>>;
  private readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: StageProps) {
    super(scope, id);
    const { settings, operations, triggers, codeOf, data } = props;
    this.settings = settings;
    this.codeOf = codeOf;
    const grantables = grantablesOf(data, settings);
    this.grantables = settings.emulator ? asTheEmulatorAsks(grantables) : grantables;
    this.logGroup = new LogGroup(this, 'Log', {
      logGroupName: functionsLogName(settings),
      retention: settings.logDays satisfies RetentionDays,
      removalPolicy: removalPolicy(settings),
    });
    this.variables = this.makeVariables(data);
    for (const [file, operation] of Object.entries(operations)) this.addOperation(file, operation);
    for (const [file, trigger] of Object.entries(triggers)) this.addTrigger(file, trigger, props);
    this.addFunction(UNKNOWN_ROUTE, {
      description: 'Answer a request that no route matches',
      code: inlineCode('answer-unknown-route'),
      answersHttp: true,
      environment: {},
      statements: [],
    });
  }

  private addOperation(file: string, operation: Operation): void {
    this.addFunction(operation.id, {
      description: operation.summary,
      code: this.codeOf(file),
      answersHttp: true,
      environment: this.valuesOf([...environmentOf(operation), ...(this.settings.edge ? EDGE_ENVIRONMENT : [])]),
      statements: statementsFor(permissionsOf(operation), this.grantables),
      atOnce: this.reserved(operation.atOnce ?? (signatureOf(operation.auth) && WEBHOOKS_AT_ONCE)),
    });
  }

  private addTrigger(file: string, trigger: Trigger, props: StageProps): void {
    const { statements, wire, atOnce } = TRIGGER_SOURCES[trigger.source];
    const made = this.addFunction(trigger.id, {
      description: trigger.summary,
      code: this.codeOf(file),
      environment: this.valuesOf(environmentOfTrigger(trigger)),
      statements: [...statementsFor(permissionsOfTrigger(trigger), this.grantables), ...statements(props.data)],
      atOnce: this.reserved(atOnce),
      seconds: trigger.seconds,
      megabytes: trigger.megabytes,
    });
    wire(made.function, props, trigger);
  }

  private reserved(atOnce: number | undefined): number | undefined {
    return this.settings.reserve ? atOnce : undefined;
  }

  private addFunction(id: string, props: Omit<OperationFunctionProps, Shared>): OperationFunction {
    const name = functionName(this.settings, id);
    const { logGroup } = this;
    const { tracing } = this.settings;
    return new OperationFunction(this, constructId(id), { ...props, name, logGroup, tracing });
  }

  private valuesOf(keys: readonly EnvironmentKey[]): Record<string, string> {
    return Object.fromEntries(keys.map((key) => [key, this.variables[key]]));
  }

  /** All variables of the functions. The compiler requires a value for every key that a declaration can use. */
  private makeVariables({
    storage,
    delivery,
    identity,
    mail,
    deliveries,
    imports,
    stampingKeys,
    canary,
  }: DataStack): Readonly<Record<EnvironmentKey, string>> {
    const {
      stage,
      mailSender,
      mailsPerSecond,
      frontEndUrl,
      allowedOrigins,
      cookieSameSite,
      stampingProvider,
      testSeals,
      stampsPerDay,
      stampingCallsPerSecond,
      retentionMonths,
      edge,
    } = this.settings;
    const { staffPool, staffClient, selfServiceClient, driversPool, driversClient } = identity;
    const staff = { name: 'staff', pool: staffPool, client: staffClient };
    const selfService = { name: 'self-service', pool: staffPool, client: selfServiceClient };
    const drivers = { name: 'drivers', pool: driversPool, client: driversClient };
    const keys = new UserPoolKeys(this, 'UserPoolKeys', {
      settings: this.settings,
      logGroup: this.logGroup,
      clients: [staff, selfService, drivers],
    });
    return {
      STAGE: stage,
      STAGE_KEY: stampingKeys.stageKey.secretValue.unsafeUnwrap(),
      TABLE_NAME: storage.table.tableName,
      STAFF_USER_POOL_ID: staffPool.userPoolId,
      STAFF_CLIENT_ID: staffClient.userPoolClientId,
      STAFF_CLIENT_SECRET: keys.secretOf('StaffClientSecret', staff),
      STAFF_SELF_SERVICE_CLIENT_ID: selfServiceClient.userPoolClientId,
      STAFF_SELF_SERVICE_CLIENT_SECRET: keys.secretOf('SelfServiceClientSecret', selfService),
      STAFF_JWKS: keys.keysOf('Staff', staffPool),
      DRIVERS_USER_POOL_ID: driversPool.userPoolId,
      DRIVERS_CLIENT_ID: driversClient.userPoolClientId,
      DRIVERS_CLIENT_SECRET: keys.secretOf('DriversClientSecret', drivers),
      DRIVERS_JWKS: keys.keysOf('Drivers', driversPool),
      MAIL_QUEUE_URL: mail.queue.queueUrl,
      DELIVERY_QUEUE_URL: deliveries.queue.queueUrl,
      IMPORT_QUEUE_URL: imports.queue.queueUrl,
      SEND_OUT_FUNCTION: functionName(this.settings, SEND_OUT),
      MAIL_SENDER: mailSender,
      MAIL_CONFIGURATION_SET: mail.configurationSet.configurationSetName,
      MAILS_PER_SECOND: String(mailsPerSecond),
      FRONT_END_URL: frontEndUrl ?? 'none',
      ALLOWED_ORIGINS: allowedOrigins.join(','),
      COOKIE_SAME_SITE: cookieSameSite,
      ASSETS_BUCKET_NAME: storage.assets.bucketName,
      ASSETS_URL: delivery.url,
      DOCUMENTS_BUCKET_NAME: storage.documents.bucketName,
      STAMPING_SECRET_ARN: stampingKeys.userKey.secretArn,
      DATA_KEY_ARN: stampingKeys.dataKey.secretArn,
      CANARY_SECRET_ARN: canary.account.secretArn,
      STAMPING_PROVIDER_URL: stampingProvider,
      ACCEPT_TEST_SEALS: String(testSeals),
      STAMPS_PER_DAY: String(stampsPerDay),
      STAMPING_CALLS_PER_SECOND: String(stampingCallsPerSecond),
      RETENTION_MONTHS: String(retentionMonths),
      ORIGIN_SECRETS: edge ? new OriginSecrets(this, 'Origin', this.settings).accepted : '',
    };
  }
}
