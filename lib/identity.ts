import { Duration, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
  type UserPoolProps,
  type UserVerificationConfig,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { explained } from './explained';
import { configurationSetName } from './mail';
import { prefixOf } from './names';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

interface IdentityProps {
  readonly settings: Settings;
  /**
   * The ARNs of the functions that change the access tokens of each pool. Plain strings, because the functions' stack
   * comes later and itself refers to the pools (docs/decisions/0011).
   */
  readonly preTokenGenerationArns: { readonly staff: string; readonly drivers: string };
}

/** The two user pools, of office staff and drivers, and their clients (docs/decisions/0007). */
export class Identity extends Construct {
  readonly staffPool: UserPool;
  readonly staffClient: UserPoolClient;
  readonly selfServiceClient: UserPoolClient;
  readonly driversPool: UserPool;
  readonly driversClient: UserPoolClient;

  constructor(scope: Construct, id: string, { settings, preTokenGenerationArns }: IdentityProps) {
    super(scope, id);
    this.staffPool = makeStaffPool(this, settings);
    limitTokens(this, 'StaffPreTokenGeneration', this.staffPool, preTokenGenerationArns.staff);
    // A sign-up can only set `email` if it is writable. A change takes effect after the new address is verified.
    this.staffClient = makeClient(this.staffPool, {
      accessMinutes: 15,
      readAttributes: STAFF_READABLE,
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
    });
    this.selfServiceClient = makeSelfServiceClient(this.staffPool);
    this.driversPool = makeDriversPool(this, settings);
    limitTokens(this, 'PreTokenGeneration', this.driversPool, preTokenGenerationArns.drivers);
    // An hour, because each operation reads or conditions its write on the end of the driver's sessions
    // (docs/security.md, "What a revoked access token can still do"). A renewal each quarter would cost four times as
    // much of Cognito's quota (docs/decisions/0042).
    this.driversClient = makeClient(this.driversPool, {
      accessMinutes: 60,
      readAttributes: new ClientAttributes().withCustomAttributes('teamId', 'driverId'),
      writeAttributes: noAttributes(),
    });
    explained(this, {
      'AwsSolutions-COG1':
        'Length counts, and the 3,000 commonest passwords are refused. Required kinds of characters lead to Password1! (docs/decisions/0009).',
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
    // The length alone. The service refuses common passwords itself (shared/identity/passwords).
    minLength: 10,
    requireLowercase: false,
    requireUppercase: false,
    requireDigits: false,
    requireSymbols: false,
    tempPasswordValidity: Duration.days(7),
  },
  deletionProtection: settings.keepData,
  removalPolicy: removalPolicy(settings),
});

/**
 * One mail for registrations and for resets, because the pool has one text. Cognito puts the code in and sends HTML. A
 * function that made the text would stand between Cognito and every code, and its failure would stop them all.
 */
const codeMail = ({ frontEndUrl }: Settings): UserVerificationConfig => ({
  emailStyle: VerificationEmailStyle.CODE,
  emailSubject: 'Su código de Flota',
  emailBody: [
    'Código: {####}. Sirve para confirmar una cuenta (vence en 24 horas) o cambiar una contraseña (vence en una hora). Si usted no lo pidió, no haga nada.',
    'Your code is {####}. It confirms an account (24 hours) or a new password (one hour). If you did not ask for it, do nothing.',
    ...(frontEndUrl ? [`Abrir Flota / Open Flota: ${frontEndUrl}`] : []),
  ].join('<br><br>'),
});

/** Cognito itself sends 50 mails a day for the whole account, which one attacker could use up. SES has our own limit. */
function mailsBy(scope: Construct, settings: Settings): Pick<UserPoolProps, 'email'> {
  const { stage, mailSender, mailIdentity } = settings;
  return stage === 'prod'
    ? {
        email: UserPoolEmail.withSES({
          fromEmail: mailSender,
          fromName: 'Flota',
          configurationSetName: configurationSetName(settings),
          sesRegion: settings.mailRegion ?? Stack.of(scope).region,
          ...(mailIdentity === mailSender ? {} : { sesVerifiedDomain: mailIdentity }),
        }),
      }
    : {};
}

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
    userVerification: codeMail(settings),
    ...mailsBy(scope, settings),
  });

const makeDriversPool = (scope: Construct, settings: Settings): UserPool =>
  new UserPool(scope, 'DriversPool', {
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

/** Connects the function that removes the scope for Cognito's user API from access tokens (event version 2). */
function limitTokens(scope: Construct, id: string, pool: UserPool, functionArn: string): void {
  const preTokenGeneration = LambdaFunction.fromFunctionAttributes(scope, id, {
    functionArn,
    // Cognito's permission to call the function is in the function's stack.
    sameEnvironment: false,
    skipPermissions: true,
  });
  pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, preTokenGeneration, LambdaVersion.V2_0);
}

/**
 * The attributes of the staff's tokens. Every client names its own: no claim depends on Cognito's default. Earlier
 * registrations kept name and telephone in the pool.
 */
const STAFF_READABLE = new ClientAttributes().withStandardAttributes({
  email: true,
  emailVerified: true,
  fullname: true,
  phoneNumber: true,
});

interface ClientRules {
  /** The lifetime of access and ID tokens. An ended session is remembered for the longest (session-limits.ts). */
  readonly accessMinutes: number;
  readonly readAttributes: ClientAttributes;
  readonly writeAttributes: ClientAttributes;
}

/**
 * The client has a secret and allows only the administrator's password flow: with the public client id alone an
 * attacker cannot call Cognito directly and bypass our limits. Refresh tokens rotate, which turns the older refresh flow
 * (REFRESH_TOKEN_AUTH) off. The replaced token works for 30 more seconds, for a client that did not get the answer.
 */
const makeClient = (pool: UserPool, { accessMinutes, readAttributes, writeAttributes }: ClientRules): UserPoolClient =>
  pool.addClient('Client', {
    generateSecret: true,
    authFlows: { adminUserPassword: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.minutes(accessMinutes),
    idTokenValidity: Duration.minutes(accessMinutes),
    refreshTokenValidity: Duration.days(30),
    refreshTokenRotationGracePeriod: Duration.seconds(30),
    readAttributes,
    writeAttributes,
  });

/** An empty list would make all attributes writable. No code uses `locale`. */
const noAttributes = (): ClientAttributes => new ClientAttributes().withStandardAttributes({ locale: true });

/**
 * The client with which our functions sign a user in to enrol or remove a factor: only its access tokens may call
 * Cognito's user API. They never leave a function, no operation accepts them, and they live as short as Cognito allows.
 */
const makeSelfServiceClient = (pool: UserPool): UserPoolClient =>
  pool.addClient('SelfServiceClient', {
    generateSecret: true,
    authFlows: { adminUserPassword: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.minutes(5),
    idTokenValidity: Duration.minutes(5),
    refreshTokenValidity: Duration.hours(1),
    readAttributes: STAFF_READABLE,
    writeAttributes: noAttributes(),
  });
