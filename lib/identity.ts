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
   * The address of the function that puts the driver's claims into the access token: a string, because the function's stack comes after
   * this one and itself refers to the pool (docs/decisions/0011).
   */
  readonly preTokenGenerationArn: string;
}

/** The two pools and their only clients: office staff, and drivers (design: Identity). */
export class Identity extends Construct {
  readonly staffPool: UserPool;
  readonly staffClient: UserPoolClient;
  readonly driversPool: UserPool;
  readonly driversClient: UserPoolClient;

  constructor(scope: Construct, id: string, { settings, preTokenGenerationArn }: IdentityProps) {
    super(scope, id);
    this.staffPool = makeStaffPool(this, settings);
    // `email` must be writable for a sign-up to carry it; a change of it takes effect only when the new address is verified.
    this.staffClient = makeClient(this.staffPool, new ClientAttributes().withStandardAttributes({ email: true }));
    this.driversPool = makeDriversPool(this, settings, preTokenGenerationArn);
    // A list that is empty would mean all attributes; of this one nothing depends.
    this.driversClient = makeClient(this.driversPool, new ClientAttributes().withStandardAttributes({ locale: true }));
    explained(this, {
      'AwsSolutions-COG2':
        'The contract offers staff a second factor and drivers none: they sign in on a telephone that a dispatcher set up.',
      'AwsSolutions-COG3':
        'Threat protection needs the Plus tier. Tries are limited before Cognito is asked (docs/operations.md).',
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
    // They say whose record a token leads to: nobody may change them, not even an administrator.
    customAttributes: {
      teamId: new StringAttribute({ mutable: false }),
      driverId: new StringAttribute({ mutable: false }),
    },
  });
  const preTokenGeneration = LambdaFunction.fromFunctionAttributes(scope, 'PreTokenGeneration', {
    functionArn: preTokenGenerationArn,
    // Cognito's permission to call it stands beside the function, in its stack.
    sameEnvironment: false,
    skipPermissions: true,
  });
  pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, preTokenGeneration, LambdaVersion.V2_0);
  return pool;
}

/**
 * A client with a secret and only the administrator's password flow: whoever has nothing but the public client id cannot sign in past our
 * limits. Without rotation, GetTokensFromRefreshToken and the refresh flow both serve.
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
