import * as v from 'valibot';
import { key, ofTeam } from '../../platform/table/keys';
import { Instant, Line, nullable, Uuid } from '../../platform/values/fields';
import { said } from '../../platform/values/text';

/** A taxpayer's RFC: 12 characters for a legal entity, 13 for a natural person. */
const Rfc = v.pipe(
  v.string(said({ en: 'Send an RFC.', es: 'Envíe un RFC.' })),
  v.maxLength(13, said({ en: 'Send at most 13 characters.', es: 'Envíe como máximo 13 caracteres.' })),
  v.toUpperCase(),
  v.regex(
    /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/,
    said({ en: 'Send an RFC, such as EKU9003173C9.', es: 'Envíe un RFC, por ejemplo EKU9003173C9.' }),
  ),
);

/**
 * The issuer's data, equal to the SAT's registration. The SAT's catalogues are checked by the validation of an invoice,
 * not here.
 */
export const LegalData = v.object({
  /** The carrier’s legal name, without the kind of company (S.A. de C.V.), as the SAT has it. */
  legalName: Line(300, 1),
  /** The RFC that the signing certificate must have. When it is absent, the first certificate sets it. */
  rfc: v.optional(Rfc),
  /**
   * The carrier’s tax regime: a key of c_RegimenFiscal, such as 601 (General de Ley Personas Morales).
   * @example 601
   */
  taxRegime: v.pipe(
    v.string(said({ en: 'Send a tax regime.', es: 'Envíe un régimen fiscal.' })),
    v.regex(
      /^\d{3}$/,
      said({
        en: 'Send a tax regime of the SAT, such as 601.',
        es: 'Envíe un régimen fiscal del SAT, por ejemplo 601.',
      }),
    ),
  ),
  /**
   * The postcode from which the carrier issues, five digits.
   * @example 64750
   */
  zipCode: v.pipe(
    v.string(said({ en: 'Send a postcode.', es: 'Envíe un código postal.' })),
    v.regex(/^\d{5}$/, said({ en: 'Send a postcode of five digits.', es: 'Envíe un código postal de cinco dígitos.' })),
  ),
});
export type LegalData = v.InferOutput<typeof LegalData>;

/** A signing certificate that was uploaded to the provider. */
export const SigningCertificate = v.object({
  csdSerial: v.string(),
  csdExpiresAt: Instant,
  rfc: v.string(),
  /** The holder's name in the certificate, as documents contain it. */
  sealName: v.string(),
});
export type SigningCertificate = v.InferOutput<typeof SigningCertificate>;

/**
 * The provider's report on the organization. `isProductionReady` may stay false after the certificate was uploaded:
 * `pendingSteps` then lists what the team must do at the provider.
 */
export const ProviderReadiness = v.object({ isProductionReady: v.boolean(), pendingSteps: v.array(v.string()) });
export type ProviderReadiness = v.InferOutput<typeof ProviderReadiness>;

/**
 * A team's stored account at the stamping provider. Keys and webhook secrets are encrypted envelopes; only `vault.ts`
 * decrypts them. Without `testKey` the organization is not complete yet.
 */
export const StampingAccount = v.object({
  teamId: Uuid,
  organizationId: v.optional(v.string()),
  /** 128 random bits: the name of the organization at the provider until its identifier is written down. Never answered, never logged. */
  organizationNonce: v.optional(v.string()),
  ...LegalData.entries,
  ...ProviderReadiness.entries,
  csdSerial: v.optional(v.string()),
  /** Absent before the first upload, and after an upload of an older release. */
  sealName: v.optional(v.string()),
  csdExpiresAt: v.optional(Instant),
  /** Whether the live key stamps. It does not change while an invoice of the team is PENDING. */
  livemode: v.boolean(),
  testKey: v.optional(v.string()),
  liveKey: v.optional(v.string()),
  /** Random, because it is part of the public address of the provider's webhooks. */
  webhookToken: v.string(),
  webhookSecret: v.optional(v.string()),
  liveWebhookSecret: v.optional(v.string()),
  /** The end of the lease of a call that changes something at the provider. */
  leasedUntil: v.optional(Instant),
  /** The times of the requests for a live key within the last day. */
  liveKeyAskedAt: v.optional(v.array(Instant)),
  /** Ids of live keys that existed before our first request: we must not delete them. */
  foreignLiveKeys: v.optional(v.array(v.string())),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StampingAccount = v.InferOutput<typeof StampingAccount>;

/** An account whose organization is complete. */
export type ReadyAccount = StampingAccount & { readonly organizationId: string; readonly testKey: string };

export const isReady = (account: StampingAccount | undefined): account is ReadyAccount =>
  account?.organizationId !== undefined && account.testKey !== undefined;

export const Organization = v.object({
  /** The carrier’s identifier at the stamping provider. */
  organizationId: v.string(),
  /** The carrier’s legal name, from the newest request. */
  legalName: v.string(),
  /** The carrier’s tax number, from the signing certificate. null before its upload. */
  rfc: nullable(v.string()),
  /** A key of c_RegimenFiscal, such as 601 (General de Ley Personas Morales). */
  taxRegime: v.string(),
  /** The postcode from which the carrier issues. */
  zipCode: v.string(),
  /** The issuer's name in the signing certificate. */
  sealName: nullable(v.string()),
  /** Whether a signing certificate (CSD) is in use. */
  csdUploaded: v.boolean(),
  /** The instant, in UTC, at which the signing certificate expires. null before its upload. */
  csdExpiresAt: nullable(Instant),
  /** true: stamps have fiscal value. false: the test key stamps. */
  livemode: v.boolean(),
  /** Whether the provider lets the carrier stamp with fiscal value. */
  isProductionReady: v.boolean(),
  /** What the provider still asks for, in its own words. */
  pendingSteps: v.array(v.string()),
});
export type Organization = v.InferOutput<typeof Organization>;

export const organizationOf = (account: ReadyAccount): Organization => ({
  organizationId: account.organizationId,
  legalName: account.legalName,
  rfc: account.rfc ?? null,
  taxRegime: account.taxRegime,
  zipCode: account.zipCode,
  sealName: account.sealName ?? null,
  csdUploaded: account.csdSerial !== undefined,
  csdExpiresAt: account.csdExpiresAt ?? null,
  livemode: account.livemode,
  isProductionReady: account.isProductionReady,
  pendingSteps: account.pendingSteps,
});

/** Our limit of live key requests a day. The provider creates one more key with each request and allows ten a day. */
export const MOST_LIVE_KEYS_A_DAY = 3;
const DAY_MS = 24 * 60 * 60_000;

/** The times of the live key requests of the last day. */
export const recentAsks = ({ liveKeyAskedAt = [] }: StampingAccount, now: Date): string[] =>
  liveKeyAskedAt.filter((at) => Date.parse(at) > now.getTime() - DAY_MS);

/** The maximum size of a certificate file. Real files have 1.3 to 1.6 kB. */
const MOST_FILE_BYTES = 10 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

const Base64File = v.pipe(
  v.string(said({ en: 'Send the file in base 64.', es: 'Envíe el archivo en base 64.' })),
  v.nonEmpty(said({ en: 'Send the file in base 64.', es: 'Envíe el archivo en base 64.' })),
  v.maxLength(
    Math.ceil(MOST_FILE_BYTES / 3) * 4,
    said({ en: 'Send a file of at most 10 kB.', es: 'Envíe un archivo de 10 kB como máximo.' }),
  ),
  v.regex(
    BASE64,
    said({ en: 'Send the file in base 64, with its padding.', es: 'Envíe el archivo en base 64, con su relleno.' }),
  ),
  v.check(
    (text) => Buffer.byteLength(text, 'base64') <= MOST_FILE_BYTES,
    said({ en: 'Send a file of at most 10 kB.', es: 'Envíe un archivo de 10 kB como máximo.' }),
  ),
);

/** Body of POST /invoices/certificate. */
export const SealUpload = v.object({
  teamId: Uuid,
  /** The .cer file of the CSD, in base 64. */
  cerFile: Base64File,
  /** The .key file of the CSD, in base 64. */
  keyFile: Base64File,
  /** The password of the .key file. It is used once and not stored. */
  password: Line(256, 1),
});
export type SealUpload = v.InferOutput<typeof SealUpload>;

/** The team's account: organization, signing certificate, and keys as envelopes. */
export const stampingAccountKey = (teamId: string) => key(StampingAccount, ofTeam(teamId), 'STAMPING_ACCOUNT');
/** The team that an organization of the provider belongs to. Written once; a second team cannot take it. */
const OrganizationClaim = v.object({ teamId: Uuid });
export const organizationClaimKey = (organizationId: string) =>
  key(OrganizationClaim, `ORGANIZATION#${organizationId}`, 'ORGANIZATION');
const WebhookToken = v.object({ teamId: Uuid });
export const webhookTokenKey = (token: string) => key(WebhookToken, `WEBHOOK_TOKEN#${token}`, 'WEBHOOK_TOKEN');
