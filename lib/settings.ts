import * as v from 'valibot';

const Origin = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be an origin, such as https://host[:port]'),
);

/** A setting without a default in production. `example` is a valid value. */
interface Needed {
  readonly setting: 'allowedOrigins' | 'mailSender' | 'alarmMail';
  readonly why: string;
  readonly example: string;
}

/** The settings that production must set explicitly. */
const NEEDED_IN_PRODUCTION: readonly Needed[] = [
  {
    setting: 'allowedOrigins',
    why: 'browsers accept answers only for these origins',
    example: 'https://app.transportes.mx',
  },
  { setting: 'mailSender', why: 'codes and invitations are mailed from it', example: 'avisos@transportes.mx' },
  { setting: 'alarmMail', why: 'alarms are mailed to this address', example: 'guardia@transportes.mx' },
];

const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform((value) => String(value) === 'true'),
);

/**
 * The settings of a deployment, by their CDK context name (`-c stage=prod`). All have defaults: without any context the
 * result is a complete `dev` stage.
 */
const Settings = v.object({
  /** Part of every name, so that one account can hold several stages. */
  stage: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{0,11}$/, 'must be 1 to 12 lower case letters or digits')),
    'dev',
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
  /** Must be `None` unless the API has a domain on the front end's site. */
  cookieSameSite: v.optional(v.picklist(['None', 'Lax', 'Strict']), 'None'),
  mailSender: v.optional(v.pipe(v.string(), v.email()), 'avisos@fleet.example'),
  /** The verified SES identity of `mailSender`: its address, or its domain (default). */
  mailIdentity: v.optional(v.string()),
  /** Days for which logs are kept. CloudWatch accepts only certain numbers. */
  logDays: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.picklist([7, 30, 90, 180, 365])),
    30,
  ),
  /** The gateway answers 429 above this number of requests per second. The burst limit is twice as high. */
  requestsPerSecond: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
    200,
  ),
  /** The recipient of alarm mails. Without it the alarms only change their state. */
  alarmMail: v.optional(v.pipe(v.string(), v.email())),
  /** The API's domain, such as `api.transportes.mx`. Its certificate must be in the same region. */
  domainName: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name, such as api.transportes.mx')),
  ),
  certificateArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:acm:\S+$/, 'must be the ARN of a certificate, such as arn:aws:acm:…')),
  ),
  /** The address of the stamping provider. Only stand-ins for tests have another one. */
  stampingProvider: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:/-]+[^/]$/, 'must be a URL, such as https://www.facturapi.io/v2')),
    'https://www.facturapi.io/v2',
  ),
  /** Accepts the SAT's published test certificates (CSD). Never in `prod`. */
  testSeals: v.optional(Flag, false),
  /** A restored table to use instead of the stage's own (docs/operations.md, "Restore the table"). */
  tableName: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{3,255}$/, 'must be the name of a table'))),
  /** Allows restoring the table to any second of the last 35 days. The cost depends on the table's size. */
  pointInTimeRecovery: v.optional(Flag, true),
  /** Keeps the data when the stack is deleted. Default: only in `prod`. */
  keepData: v.optional(Flag),
  /**
   * Only for the emulator of the deploy test, never for AWS: buckets and queues accept plain HTTP, and roles contain
   * the emulator's additional permissions (see emulator.ts).
   */
  emulator: v.optional(Flag, false),
});

export const SETTING_NAMES = Object.keys(Settings.entries);

export interface Settings extends v.InferOutput<typeof Settings> {
  readonly mailIdentity: string;
  readonly keepData: boolean;
}

/** Reads the settings from the CDK context. An invalid setting ends the synthesis with its name. */
export function readSettings(context: (name: string) => unknown): Settings {
  const given = SETTING_NAMES.map((name) => [name, context(name)]);
  const parsed = v.safeParse(Settings, Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`The context "${v.getDotPath(issue)}" ${issue.message}. Correct it: -c ${v.getDotPath(issue)}=…`);
  }
  const { mailSender, stage } = parsed.output;
  refuseUnfit(parsed.output, context);
  return {
    ...parsed.output,
    mailIdentity: parsed.output.mailIdentity ?? mailSender.slice(mailSender.indexOf('@') + 1),
    keepData: parsed.output.keepData ?? stage === 'prod',
  };
}

/** Ends the synthesis when valid settings contradict each other or are not allowed in production. */
function refuseUnfit(settings: v.InferOutput<typeof Settings>, context: (name: string) => unknown): void {
  const { stage, allowedOrigins, cookieSameSite, domainName, certificateArn, testSeals } = settings;
  if (stage === 'prod') {
    for (const { setting, why, example } of NEEDED_IN_PRODUCTION) {
      if (context(setting) === undefined) {
        throw new Error(`The stage "prod" needs "${setting}": ${why}. Set it: -c ${setting}=${example}`);
      }
    }
    if (testSeals) throw new Error('The stage "prod" refuses test certificates. Leave "testSeals" out.');
    const [plain] = allowedOrigins.filter((origin) => !origin.startsWith('https://'));
    if (plain) throw new Error(`The origin ${plain} in "allowedOrigins" must be https:// in the stage "prod".`);
  }
  if ((domainName === undefined) !== (certificateArn === undefined)) {
    const missing = domainName === undefined ? 'domainName' : 'certificateArn';
    throw new Error(`"domainName" and "certificateArn" go together. Set the other one too: -c ${missing}=…`);
  }
  if (cookieSameSite !== 'None' && domainName === undefined) {
    throw new Error(
      `"cookieSameSite" ${cookieSameSite} blocks the cookies on every front end, because the API has no domain of its own. ` +
        'Set -c domainName=… on the front end’s site, or leave cookieSameSite out.',
    );
  }
}
