import * as v from 'valibot';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import type { LegalData, ProviderReadiness } from '../organization/organization';
import { askAsUser } from './ask';
import { readLiveKeys } from './live-keys';

const Id = v.pipe(v.string(), v.nonEmpty());

const OrganizationAnswer = v.object({
  id: Id,
  is_production_ready: v.fallback(v.boolean(), false),
  pending_steps: v.fallback(v.array(v.object({ type: v.string() })), []),
  legal: v.fallback(v.nullish(v.object({ name: v.nullish(v.string()), legal_name: v.nullish(v.string()) })), undefined),
  /** An answer of another shape counts as a certificate: such an organization is not adopted. */
  certificate: v.fallback(v.nullish(v.object({ has_certificate: v.boolean() })), { has_certificate: true }),
});
type OrganizationAnswer = v.InferOutput<typeof OrganizationAnswer>;

function readinessOf(answer: unknown): ProviderReadiness {
  const { is_production_ready, pending_steps } = v.parse(OrganizationAnswer, answer);
  return { isProductionReady: is_production_ready, pendingSteps: pending_steps.map(({ type }) => type) };
}

const OrganizationPage = v.object({
  data: v.array(OrganizationAnswer),
  total_pages: v.fallback(v.optional(v.number()), undefined),
});

const PAGE = 50;
const MOST_PAGES = 40;

/** The name that an organization is created with and found by. A tenant cannot write it: the nonce is never answered. */
const nameOf = (nonce: string): string => `Flota ${nonce}`;

/**
 * Answers the identifier of the organization that was created with the nonce, and creates it if it does not exist: the answer to an earlier
 * creation may have been lost. Only the call that holds the team's account may use it. An organization of that name is adopted only if it is
 * empty; otherwise PROVIDER_ERROR.
 */
export const makeOrganization = capability(
  {
    stampingSecret: ['GetSecretValue'],
    stampingProvider: ['ListOrganizations', 'ListLiveApiKeys', 'CreateOrganization'],
  },
  (context) =>
    async (nonce: string): Promise<string> => {
      const name = nameOf(nonce);
      const found = await findOrganization(context, name);
      if (found) return adoptEmpty(context, found);
      return askAsUser(context, {
        action: 'CreateOrganization',
        send: ({ organizations }) => organizations.create({ name }),
        read: (answer) => v.parse(OrganizationAnswer, answer).id,
      });
    },
);

async function findOrganization(context: Context, name: string): Promise<OrganizationAnswer | undefined> {
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
    const found = await askAsUser(context, {
      action: 'ListOrganizations',
      send: ({ organizations }) => organizations.list({ q: name, limit: PAGE, page }),
      read: (answer) => v.parse(OrganizationPage, answer),
    });
    const ours = found.data.find(({ legal }) => legal?.name === name);
    if (ours) return ours;
    pages = found.total_pages ?? 1;
  }
  return undefined;
}

/** An organization with a legal name, a certificate or a live key is in use. A team that adopted it would stamp for its owner. */
async function adoptEmpty(context: Context, { id, legal, certificate }: OrganizationAnswer): Promise<string> {
  const isUsed = legal?.legal_name || certificate?.has_certificate || (await readLiveKeys(context, id)).length > 0;
  if (!isUsed) return id;
  throw new AppError('PROVIDER_ERROR', {
    message: {
      en: 'The provider answered an organization that cannot be used. Contact support.',
      es: 'El proveedor respondió una organización que no se puede usar. Comuníquese con soporte.',
    },
    cause: new Error(`ORGANIZATION_IN_USE: organization ${id} has the team's name and is not empty.`),
  });
}

/** Sets the issuer's data. The RFC is not sent: the provider takes it from the signing certificate. */
export const setLegalData = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['UpdateOrganizationLegal'] },
  (context) =>
    async (organizationId: string, { legalName, taxRegime, zipCode }: LegalData): Promise<ProviderReadiness> => {
      const body = { name: legalName, legal_name: legalName, tax_system: taxRegime, address: { zip: zipCode } };
      return askAsUser(context, {
        action: 'UpdateOrganizationLegal',
        send: ({ organizations }) => organizations.updateLegal(organizationId, body),
        read: readinessOf,
      });
    },
);

/** Reads the organization's current readiness. Its pending steps are completed at the provider, without us. */
export const readReadiness = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['RetrieveOrganization'] },
  (context) =>
    (organizationId: string): Promise<ProviderReadiness> =>
      askAsUser(context, {
        action: 'RetrieveOrganization',
        send: ({ organizations }) => organizations.retrieve(organizationId),
        read: readinessOf,
      }),
);

export const readTestKey = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['GetTestApiKey'] },
  (context) =>
    async (organizationId: string): Promise<string> =>
      askAsUser(context, {
        action: 'GetTestApiKey',
        send: ({ organizations }) => organizations.getTestApiKey(organizationId),
        read: (answer) => v.parse(v.pipe(v.string(), v.startsWith('sk_test_')), answer),
      }),
);

/** The two files of a signing certificate and its password. */
export interface CertificateFiles {
  readonly certificate: Uint8Array;
  readonly privateKey: Uint8Array;
  readonly password: string;
}

export const sendCertificate = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['UploadOrganizationCertificate'] },
  (context) =>
    async (
      organizationId: string,
      { certificate, privateKey, password }: CertificateFiles,
    ): Promise<ProviderReadiness> =>
      askAsUser(
        context,
        {
          action: 'UploadOrganizationCertificate',
          send: ({ organizations }) =>
            organizations.uploadCertificate(organizationId, certificate, privateKey, password),
          read: readinessOf,
        },
        [password],
      ),
);
