import * as v from 'valibot';
import { refuseUnfit } from './unfit-settings';

const Origin = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be an origin, such as https://host[:port]'),
);

const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform((value) => String(value) === 'true'),
);

const HostName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name, such as api.transportes.mx'),
);

export const isHttps = (recipient: string): boolean => recipient.startsWith('https://');

/** Mail addresses, and https addresses of a chat or a telephone service, separated by commas. */
const Recipients = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((one) => one.trim())),
  v.array(
    v.union(
      [v.pipe(v.string(), v.email()), v.pipe(v.string(), v.regex(/^https:\/\/[^\s,]+$/))],
      'must be mail addresses or https:// addresses, separated by commas',
    ),
  ),
);

/** A stage's name is part of names that AWS limits. */
export const STAGE_NAME = /^[a-z][a-z0-9]{0,11}$/;
export const DEFAULT_STAGE = 'dev';

/**
 * The settings of a deployment, by their CDK context name (`-c stage=prod`). All have defaults: without any context the
 * result is a complete `dev` stage.
 */
const Settings = v.object({
  /** Part of every name, so that one account can hold several stages. */
  stage: v.optional(
    v.pipe(v.string(), v.regex(STAGE_NAME, 'must be 1 to 12 lower case letters or digits')),
    DEFAULT_STAGE,
  ),
  /** Origins of the web front end, separated by commas. Used for CORS and for the refresh cookie. */
  allowedOrigins: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(Origin),
    ),
    'http://localhost:5173',
  ),
  /** Default: `Strict` with `domainName`, else `None`, because the API has another site than the front end then. */
  cookieSameSite: v.optional(v.picklist(['None', 'Lax', 'Strict'])),
  mailSender: v.optional(v.pipe(v.string(), v.email()), 'avisos@fleet.example'),
  /** The verified SES identity of `mailSender`: its address, or its domain (default). */
  mailIdentity: v.optional(v.string()),
  /**
   * The region of SES for the codes that Cognito mails, where Cognito does not take SES of the stage's own region. The
   * sender is verified there too (docs/operations.md).
   */
  mailRegion: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region, such as us-east-1'))),
  /** Mails in a second that the queue hands to SES. It must be below the sending rate of the account. */
  mailsPerSecond: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(20)),
    10,
  ),
  /** The address of the web front end, which mails name. Without it they have no link. */
  frontEndUrl: v.optional(
    v.pipe(v.string(), v.regex(/^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/, 'must be an https:// address')),
  ),
  /** Publishes the API reference at /docs/ of the assets' address. Its samples name `domainName`. */
  publishReference: v.optional(Flag, false),
  /** Days for which logs are kept. CloudWatch accepts only certain numbers. */
  logDays: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.picklist([7, 30, 90, 180, 365])),
    30,
  ),
  /** `active` lets X-Ray record a part of the calls, for a day of search. The next deploy without the setting ends it. */
  tracing: v.optional(v.picklist(['off', 'active']), 'off'),
  /** The gateway answers 429 above this number of requests per second. The burst limit is twice as high. */
  requestsPerSecond: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
    200,
  ),
  /** The recipients of alarms that wait until the morning. Without them these alarms only change their state. */
  alarmMail: v.optional(Recipients),
  /** The recipients of alarms that wake a person. */
  pageMail: v.optional(Recipients),
  /** The API's domain, such as `api.transportes.mx`. Its certificate must be in the same region. */
  domainName: v.optional(HostName),
  certificateArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:acm:\S+$/, 'must be the ARN of a certificate, such as arn:aws:acm:…')),
  ),
  /** The name of the assets, such as `fotos.transportes.mx`. CloudFront takes certificates of us-east-1 only. */
  assetsDomainName: v.optional(HostName),
  assetsCertificateArn: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^arn:aws:acm:us-east-1:\S+$/,
        'must be the ARN of a certificate in us-east-1, such as arn:aws:acm:us-east-1:…',
      ),
    ),
  ),
  /**
   * `yes` lets `prod` use the names of AWS. CloudFront's own name allows TLS 1.0, and browsers treat the cookies as those
   * of a third party.
   */
  defaultDomains: v.optional(v.picklist(['yes', 'no']), 'no'),
  /** Puts CloudFront with a web ACL in front of the API's domain. */
  edge: v.optional(Flag, false),
  /** The number of the secret that the edge sends. The functions accept it and the one before (docs/operations.md). */
  originSecret: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
    1,
  ),
  /** The number of the secrets of Cognito's clients. Another number makes the deploy read them (docs/operations.md). */
  clientSecret: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
    1,
  ),
  /** The monthly cost in US dollars above which AWS mails `alarmMail`. */
  monthlyBudget: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(1))),
  /** The address of the stamping provider. Only stand-ins for tests have another one. */
  stampingProvider: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:/-]+[^/]$/, 'must be a URL, such as https://www.facturapi.io/v2')),
    'https://www.facturapi.io/v2',
  ),
  /** Accepts the SAT's published test certificates (CSD). Never in `prod`. */
  testSeals: v.optional(Flag, false),
  /** The number of stamps of one team on one day (UTC). Each stamp costs money at the provider. */
  stampsPerDay: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
    500,
  ),
  /** The calls of the recovery of stamping to the provider in one second. */
  stampingCallsPerSecond: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(0.5), v.maxValue(100)),
    5,
  ),
  /** The functions that send webhooks at once. */
  webhookConcurrency: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(2), v.maxValue(1000)),
    50,
  ),
  /** Months for which the sealed data of an erased person is kept. Five years are the fiscal term of stamped documents. */
  retentionMonths: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(240)),
    60,
  ),
  /**
   * Reserves concurrency for functions that declare it. A new account, with ten calls at once, refuses any reservation.
   * Default: only in `prod`.
   */
  reserve: v.optional(Flag),
  /** A restored table to use instead of the stage's own (docs/operations.md, "Restore the table"). */
  tableName: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{3,255}$/, 'must be the name of a table'))),
  /** The stream of the restored table, for the webhooks. */
  tableStreamArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:dynamodb:\S+\/stream\/\S+$/, 'must be the ARN of a stream')),
  ),
  /** Allows restoring the table to any second of the last 35 days. The cost depends on the table's size. */
  pointInTimeRecovery: v.optional(Flag, true),
  /** Keeps the data when the stack is deleted. Default: only in `prod`. */
  keepData: v.optional(Flag),
  /** Daily and monthly copies of the table and of the documents by AWS Backup. Default: with `keepData`. */
  backups: v.optional(Flag),
  /** A second region with a vault of the stage's name, which gets a copy of each copy (docs/operations.md). */
  backupRegion: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region, such as us-west-2')),
  ),
  /**
   * Only for the emulator of the deploy test, never for AWS: buckets and queues accept plain HTTP, and roles contain
   * the emulator's additional permissions (see emulator.ts).
   */
  emulator: v.optional(Flag, false),
});

export const SETTING_NAMES = Object.keys(Settings.entries);

export interface Settings extends v.InferOutput<typeof Settings> {
  readonly mailIdentity: string;
  readonly cookieSameSite: 'None' | 'Lax' | 'Strict';
  readonly keepData: boolean;
  readonly backups: boolean;
  readonly reserve: boolean;
}

/** Reads the settings from the CDK context and the stage's file (settings-file.ts). An invalid setting ends the synthesis with its name. */
export function readSettings(context: (name: string) => unknown): Settings {
  const given = SETTING_NAMES.map((name) => [name, context(name)]);
  const parsed = v.safeParse(Settings, Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`The context "${v.getDotPath(issue)}" ${issue.message}. Correct it: -c ${v.getDotPath(issue)}=…`);
  }
  const { mailSender, stage } = parsed.output;
  refuseUnfit(parsed.output, context);
  const keepData = parsed.output.keepData ?? stage === 'prod';
  const backups = parsed.output.backups ?? keepData;
  if (!backups && parsed.output.backupRegion !== undefined)
    throw new Error('"backupRegion" gets copies of the backups, and the stage makes none. Set -c backups=true.');
  return {
    ...parsed.output,
    mailIdentity: parsed.output.mailIdentity ?? mailSender.slice(mailSender.indexOf('@') + 1),
    cookieSameSite: parsed.output.cookieSameSite ?? (parsed.output.domainName === undefined ? 'None' : 'Strict'),
    keepData,
    backups,
    reserve: parsed.output.reserve ?? stage === 'prod',
  };
}
