import * as v from 'valibot';
import { key, ofTeam } from '../../platform/table/keys';
import { Instant, Line, nullable, Uuid } from '../../platform/values/fields';

/** A taxpayer's RFC: 12 characters of a legal entity, 13 of a person. */
const Rfc = v.pipe(
  v.string('Send an RFC.'),
  v.maxLength(13, 'Send at most 13 characters.'),
  v.toUpperCase(),
  v.regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/, 'Send an RFC, such as EKU9003173C9.'),
);

/** Who issues the team's invoices, as the SAT knows it. The catalogues are validate's to check. */
export const LegalData = v.object({
  legalName: Line(300, 1),
  /** The one that the seal must be of; without it the first seal tells it. */
  rfc: v.optional(Rfc),
  taxRegime: v.pipe(v.string('Send a tax regime.'), v.regex(/^\d{3}$/, 'Send a tax regime of the SAT, such as 601.')),
  zipCode: v.pipe(v.string('Send a postcode.'), v.regex(/^\d{5}$/, 'Send a postcode of five digits.')),
});
export type LegalData = v.InferOutput<typeof LegalData>;

/** A seal as it lies at the provider. */
export const SigningCertificate = v.object({ csdSerial: v.string(), csdExpiresAt: Instant, rfc: v.string() });
export type SigningCertificate = v.InferOutput<typeof SigningCertificate>;

/** What the provider says of its readiness: "seal uploaded but not production ready" is a normal state. */
export const ProviderReadiness = v.object({ isProductionReady: v.boolean(), pendingSteps: v.array(v.string()) });
export type ProviderReadiness = v.InferOutput<typeof ProviderReadiness>;

/**
 * A team's account at the stamping provider, as it is kept. Keys and webhook secrets are envelopes that only the vault opens. Until
 * `testKey` is there the organization is being made.
 */
export const StampingAccount = v.object({
  teamId: Uuid,
  organizationId: v.optional(v.string()),
  ...LegalData.entries,
  ...ProviderReadiness.entries,
  csdSerial: v.optional(v.string()),
  csdExpiresAt: v.optional(Instant),
  /** Whether the live key stamps. It does not change while an invoice of the team is PENDING. */
  livemode: v.boolean(),
  testKey: v.optional(v.string()),
  liveKey: v.optional(v.string()),
  /** Unguessable: it stands in the address that the provider's webhooks are sent to. */
  webhookToken: v.string(),
  webhookSecret: v.optional(v.string()),
  liveWebhookSecret: v.optional(v.string()),
  /** Whoever makes or changes something at the provider holds it until then. */
  leasedUntil: v.optional(Instant),
  /** When a live key was asked for, within the last day. */
  liveKeyAskedAt: v.optional(v.array(Instant)),
  /** Live keys that were there before the first was asked for: not ours to delete. */
  foreignLiveKeys: v.optional(v.array(v.string())),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StampingAccount = v.InferOutput<typeof StampingAccount>;

/** An account whose organization was made. */
export type ReadyAccount = StampingAccount & { readonly organizationId: string; readonly testKey: string };

export const isReady = (account: StampingAccount | undefined): account is ReadyAccount =>
  account?.organizationId !== undefined && account.testKey !== undefined;

/** An organization as it is answered. */
export const Organization = v.object({
  organizationId: v.string(),
  legalName: v.string(),
  rfc: nullable(v.string()),
  taxRegime: v.string(),
  zipCode: v.string(),
  csdUploaded: v.boolean(),
  csdExpiresAt: nullable(Instant),
  livemode: v.boolean(),
  isProductionReady: v.boolean(),
  pendingSteps: v.array(v.string()),
});
export type Organization = v.InferOutput<typeof Organization>;

export const organizationOf = (account: ReadyAccount): Organization => ({
  organizationId: account.organizationId,
  legalName: account.legalName,
  rfc: account.rfc ?? null,
  taxRegime: account.taxRegime,
  zipCode: account.zipCode,
  csdUploaded: account.csdSerial !== undefined,
  csdExpiresAt: account.csdExpiresAt ?? null,
  livemode: account.livemode,
  isProductionReady: account.isProductionReady,
  pendingSteps: account.pendingSteps,
});

/** The provider makes one more live key each time it is asked, ten a day at most: ours end before. */
export const MOST_LIVE_KEYS_A_DAY = 3;
const DAY_MS = 24 * 60 * 60_000;

/** The times of the last day at which a live key was asked for. */
export const recentAsks = ({ liveKeyAskedAt = [] }: StampingAccount, now: Date): string[] =>
  liveKeyAskedAt.filter((at) => Date.parse(at) > now.getTime() - DAY_MS);

/** A file of the seal as it is sent; real ones are 1.3 to 1.6 kB. */
const MOST_FILE_BYTES = 10 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

const Base64File = v.pipe(
  v.string('Send the file in base 64.'),
  v.nonEmpty('Send the file in base 64.'),
  v.maxLength(Math.ceil(MOST_FILE_BYTES / 3) * 4, 'Send a file of at most 10 kB.'),
  v.regex(BASE64, 'Send the file in base 64, with its padding.'),
  v.check((text) => Buffer.byteLength(text, 'base64') <= MOST_FILE_BYTES, 'Send a file of at most 10 kB.'),
);

/** Body of POST /invoices/certificate (docs/spec/interface.md §4.20). */
export const SealUpload = v.object({
  teamId: Uuid,
  cerFile: Base64File,
  keyFile: Base64File,
  password: Line(256, 1),
});
export type SealUpload = v.InferOutput<typeof SealUpload>;

/** The team's account at the stamping provider: organization, seal, keys as envelopes. */
export const stampingAccountKey = (teamId: string) => key(StampingAccount, ofTeam(teamId), 'STAMPING_ACCOUNT');
export const WebhookToken = v.object({ teamId: Uuid });
export const webhookTokenKey = (token: string) => key(WebhookToken, `WEBHOOK_TOKEN#${token}`, 'WEBHOOK_TOKEN');
