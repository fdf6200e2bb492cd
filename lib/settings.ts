import * as v from 'valibot';

const Origin = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be an origin, as https://host[:port]'),
);

/** Marks a setting that somebody must give where it matters: `example` is what to write. */
interface Needed {
  readonly setting: 'allowedOrigins' | 'mailSender' | 'alarmMail';
  readonly why: string;
  readonly example: string;
}

/** What a stage with real people in it cannot take a default for. */
const NEEDED_IN_PRODUCTION: readonly Needed[] = [
  {
    setting: 'allowedOrigins',
    why: 'browsers let no other front end in',
    example: 'https://app.transportes.mx',
  },
  { setting: 'mailSender', why: 'codes and invitations are mailed from it', example: 'avisos@transportes.mx' },
  { setting: 'alarmMail', why: 'somebody must be told when it fails', example: 'guardia@transportes.mx' },
];

const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform((value) => String(value) === 'true'),
);

/**
 * What a deployment may decide, by the name of its CDK context (`-c stage=prod`). Each has a default, so that no context at all makes a
 * complete `dev` stage.
 */
const Settings = v.object({
  /** Part of every name, so that stages live side by side in one account. */
  stage: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{0,11}$/, 'must be 1 to 12 lower case letters or digits')),
    'dev',
  ),
  /** Origins of the web front end, separated by commas: for CORS and for the refresh cookie. */
  allowedOrigins: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(Origin),
    ),
    'http://localhost:5173',
  ),
  /** `None` unless the API has a custom domain on the front end's site. */
  cookieSameSite: v.optional(v.picklist(['None', 'Lax', 'Strict']), 'None'),
  mailSender: v.optional(v.pipe(v.string(), v.email()), 'avisos@fleet.example'),
  /** The SES identity that `mailSender` is verified by: its own address, or its domain, which is the default. */
  mailIdentity: v.optional(v.string()),
  /** Days that the functions' log is kept; one of the numbers that CloudWatch knows. */
  logDays: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.picklist([7, 30, 90, 180, 365])),
    30,
  ),
  /** Requests a second beyond which the gateway answers 429; twice as many at once. */
  requestsPerSecond: v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
    200,
  ),
  /** Where alarms are mailed to. Without it they only change colour. */
  alarmMail: v.optional(v.pipe(v.string(), v.email())),
  /** The API's own name, as `api.transportes.mx`, with the certificate of it in this region. */
  domainName: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name, as api.transportes.mx')),
  ),
  certificateArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:acm:\S+$/, 'must be the address of a certificate, as arn:aws:acm:…')),
  ),
  /** Where the stamping provider is reached: another address only for one of its stand-ins. */
  stampingProvider: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:/-]+[^/]$/, 'must be an address, as https://www.facturapi.io/v2')),
    'https://www.facturapi.io/v2',
  ),
  /** A table that was restored from the stage's own, to be used in its place (docs/operations.md, "Restore the table"). */
  tableName: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{3,255}$/, 'must be the name of a table'))),
  /** Restoring the table to any second of the last 35 days; costs by the size of the table. */
  pointInTimeRecovery: v.optional(Flag, true),
  /** Data that a deletion of the stack leaves behind. On by default in `prod` alone. */
  keepData: v.optional(Flag),
  /**
   * For the emulator of the deploy test, never for AWS: buckets and queues take plain HTTP, since it speaks nothing else, and roles hold
   * what it asks beyond AWS (see emulator.ts).
   */
  emulator: v.optional(Flag, false),
});

/** The names that the context may have. */
export const SETTING_NAMES = Object.keys(Settings.entries);

export interface Settings extends v.InferOutput<typeof Settings> {
  readonly mailIdentity: string;
  readonly keepData: boolean;
}

/** Reads the settings from the CDK context; one that is not valid ends the synthesis with the name of what is wrong. */
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

/** Ends the synthesis of settings that are valid one by one and would not work together, or not in production. */
function refuseUnfit(settings: v.InferOutput<typeof Settings>, context: (name: string) => unknown): void {
  const { stage, allowedOrigins, cookieSameSite, domainName, certificateArn } = settings;
  if (stage === 'prod') {
    for (const { setting, why, example } of NEEDED_IN_PRODUCTION) {
      if (context(setting) === undefined) {
        throw new Error(`The stage "prod" needs "${setting}": ${why}. Set it: -c ${setting}=${example}`);
      }
    }
    const [plain] = allowedOrigins.filter((origin) => !origin.startsWith('https://'));
    if (plain) throw new Error(`The origin ${plain} in "allowedOrigins" must be https:// in the stage "prod".`);
  }
  if ((domainName === undefined) !== (certificateArn === undefined)) {
    const missing = domainName === undefined ? 'domainName' : 'certificateArn';
    throw new Error(`"domainName" and "certificateArn" go together. Set the other one too: -c ${missing}=…`);
  }
  if (cookieSameSite !== 'None' && domainName === undefined) {
    throw new Error(
      `"cookieSameSite" ${cookieSameSite} keeps the cookies from every front end, because the API has no domain of its own. ` +
        'Set -c domainName=… on the front end’s site, or leave cookieSameSite out.',
    );
  }
}
