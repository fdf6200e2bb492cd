import { Duration } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
  type UserPoolProps,
} from 'aws-cdk-lib/aws-cognito';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { explained } from './explained';
import { prefixOf } from './names';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

export interface IdentityProps {
  readonly settings: Settings;
  /**
   * The ARN of the function that adds the driver's claims to the access token. A plain string, because the function's
   * stack comes later and itself refers to the pool (docs/decisions/0011).
   */
  readonly preTokenGenerationArn: string;
}

/** The two user pools, each with its only client: office staff and drivers (docs/decisions/0007). */
export class Identity extends Construct {
  readonly staffPool: UserPool;
  readonly staffClient: UserPoolClient;
  readonly driversPool: UserPool;
  readonly driversClient: UserPoolClient;

  constructor(scope: Construct, id: string, { settings, preTokenGenerationArn }: IdentityProps) {
    super(scope, id);
    this.staffPool = makeStaffPool(this, settings);
    // A sign-up can only set `email` if it is writable. A change takes effect after the new address is verified.
    this.staffClient = makeClient(this.staffPool, new ClientAttributes().withStandardAttributes({ email: true }));
    this.driversPool = makeDriversPool(this, settings, preTokenGenerationArn);
    // An empty list would make all attributes writable. No code uses `locale`.
    this.driversClient = makeClient(this.driversPool, new ClientAttributes().withStandardAttributes({ locale: true }));
    explained(this, {
      'AwsSolutions-COG2':
        'The interface has a second factor for staff only. Drivers sign in on a telephone that a dispatcher set up.',
      'AwsSolutions-COG3':
        'Threat protection needs the Plus tier. Attempts are limited before Cognito is called (docs/operations.md).',
    });
  }
}

const poolDefaults = (settings: Settings): UserPoolProps => ({
  featurePlan: FeaturePlan.ESSENTIALS,
  signInCaseSensitive: false,
  passwordPolicy: {
    minLength: 8,
    requireLowercase: true,
    requireUppercase: true,
    requireDigits: true,
    requireSymbols: true,
    tempPasswordValidity: Duration.days(7),
  },
  deletionProtection: settings.keepData,
  removalPolicy: removalPolicy(settings),
});

const makeStaffPool = (scope: Construct, settings: Settings): UserPool =>
  new UserPool(scope, 'StaffPool', {
    ...poolDefaults(settings),
    userPoolName: `${prefixOf(settings)}-staff`,
    signInAliases: { email: true },
    autoVerify: { email: true },
    keepOriginal: { email: true },
    selfSignUpEnabled: true,
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { sms: false, otp: true },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
  });

function makeDriversPool(scope: Construct, settings: Settings, preTokenGenerationArn: string): UserPool {
  const pool = new UserPool(scope, 'DriversPool', {
    ...poolDefaults(settings),
    userPoolName: `${prefixOf(settings)}-drivers`,
    signInAliases: { username: true },
    selfSignUpEnabled: false,
    accountRecovery: AccountRecovery.NONE,
    // These attributes lead from a token to the driver's record, so they are immutable, even for administrators.
    customAttributes: {
      teamId: new StringAttribute({ mutable: false }),
      driverId: new StringAttribute({ mutable: false }),
    },
  });
  const preTokenGeneration = LambdaFunction.fromFunctionAttributes(scope, 'PreTokenGeneration', {
    functionArn: preTokenGenerationArn,
    // Cognito's permission to call the function is in the function's stack.
    sameEnvironment: false,
    skipPermissions: true,
  });
  pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, preTokenGeneration, LambdaVersion.V2_0);
  return pool;
}

/**
 * The client has a secret and allows only the administrator's password flow: with the public client id alone an
 * attacker cannot call Cognito directly and bypass our limits. Refresh tokens are not rotated, so both
 * GetTokensFromRefreshToken and the refresh flow work.
 */
const makeClient = (pool: UserPool, writeAttributes: ClientAttributes): UserPoolClient =>
  pool.addClient('Client', {
    generateSecret: true,
    authFlows: { adminUserPassword: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.minutes(15),
    idTokenValidity: Duration.minutes(15),
    refreshTokenValidity: Duration.days(30),
    writeAttributes,
  });
