/** The settings that can contradict each other. */
interface GivenSettings {
  readonly stage: string;
  readonly allowedOrigins: readonly string[];
  readonly cookieSameSite?: string | undefined;
  readonly domainName?: string | undefined;
  readonly certificateArn?: string | undefined;
  readonly assetsDomainName?: string | undefined;
  readonly assetsCertificateArn?: string | undefined;
  readonly defaultDomains: 'yes' | 'no';
  readonly edge: boolean;
  readonly testSeals: boolean;
  readonly publishReference: boolean;
  readonly alarmMail?: readonly string[] | undefined;
  readonly pageMail?: readonly string[] | undefined;
  readonly stampingProvider: string;
}

/** A setting without a default in production. `example` is a valid value. */
interface Needed {
  readonly setting: 'allowedOrigins' | 'mailSender' | 'alarmMail' | 'pageMail' | 'monthlyBudget';
  readonly why: string;
  readonly example: string;
}

const RECIPIENTS = 'guardia@transportes.mx,https://avisos.example/clave';

/** The settings that production must set explicitly. */
const NEEDED_IN_PRODUCTION: readonly Needed[] = [
  {
    setting: 'allowedOrigins',
    why: 'browsers accept answers only for these origins',
    example: 'https://app.transportes.mx',
  },
  { setting: 'mailSender', why: 'codes and invitations are mailed from it', example: 'avisos@transportes.mx' },
  { setting: 'alarmMail', why: 'alarms that can wait are sent there', example: RECIPIENTS },
  { setting: 'pageMail', why: 'alarms that wake a person are sent there', example: RECIPIENTS },
  { setting: 'monthlyBudget', why: 'AWS mails when the month costs more US dollars', example: '300' },
];

/** Ends the synthesis when valid settings contradict each other or are not allowed in production. */
export function refuseUnfit(settings: GivenSettings, context: (name: string) => unknown): void {
  if (settings.stage === 'prod') refuseInProduction(settings, context);
  refuseHalfDomains(settings);
  refuseHalfEdge(settings);
  if (settings.publishReference && settings.domainName === undefined)
    throw new Error('"publishReference" needs "domainName": the samples of the reference name the API by it.');
}

function refuseInProduction(settings: GivenSettings, context: (name: string) => unknown): void {
  const { allowedOrigins, domainName, assetsDomainName, defaultDomains, testSeals, stampingProvider } = settings;
  for (const { setting, why, example } of NEEDED_IN_PRODUCTION) {
    if (context(setting) === undefined) {
      throw new Error(`The stage "prod" needs "${setting}": ${why}. Set it: -c ${setting}=${example}`);
    }
  }
  refuseOneRecipient(settings);
  if (testSeals) throw new Error('The stage "prod" refuses test certificates. Leave "testSeals" out.');
  const [plain] = allowedOrigins.filter((origin) => !origin.startsWith('https://'));
  if (plain) throw new Error(`The origin ${plain} in "allowedOrigins" must be https:// in the stage "prod".`);
  if (!stampingProvider.startsWith('https://'))
    throw new Error('"stampingProvider" must be https:// in the stage "prod", because its keys are sent there.');
  if (defaultDomains === 'no' && (domainName === undefined || assetsDomainName === undefined)) {
    const missing = domainName === undefined ? 'domainName' : 'assetsDomainName';
    throw new Error(
      `The stage "prod" needs "${missing}": CloudFront's own name allows TLS 1.0, and cookies of AWS's names are those of a third party. ` +
        `Set -c ${missing}=… with its certificate, or accept this: -c defaultDomains=yes`,
    );
  }
}

/** A person on holiday, or a full mailbox, must not be the only recipient. */
function refuseOneRecipient(settings: GivenSettings): void {
  for (const name of ['alarmMail', 'pageMail'] as const) {
    if (new Set(settings[name]).size < 2)
      throw new Error(`The stage "prod" needs two recipients in "${name}". Set it: -c ${name}=${RECIPIENTS}`);
  }
}

function refuseHalfDomains(settings: GivenSettings): void {
  const { cookieSameSite, domainName } = settings;
  for (const [name, certificate] of [
    ['domainName', 'certificateArn'],
    ['assetsDomainName', 'assetsCertificateArn'],
  ] as const) {
    if ((settings[name] === undefined) === (settings[certificate] === undefined)) continue;
    const missing = settings[name] === undefined ? name : certificate;
    throw new Error(`"${name}" and "${certificate}" go together. Set the other one too: -c ${missing}=…`);
  }
  if (cookieSameSite !== undefined && cookieSameSite !== 'None' && domainName === undefined) {
    throw new Error(
      `"cookieSameSite" ${cookieSameSite} blocks the cookies on every front end, because the API has no domain of its own. ` +
        'Set -c domainName=… on the front end’s site, or leave cookieSameSite out.',
    );
  }
}

/** CloudFront and its web ACL exist in us-east-1 only, so the API behind them is there too. */
function refuseHalfEdge({ edge, domainName, certificateArn }: GivenSettings): void {
  if (!edge) return;
  if (domainName === undefined) throw new Error('"edge" stands in front of the API\'s domain. Set it: -c domainName=…');
  if (!certificateArn?.startsWith('arn:aws:acm:us-east-1:'))
    throw new Error('"edge" needs a stage in us-east-1. Set "certificateArn" to a certificate there.');
}
