import * as v from 'valibot';
import { capability } from '../../platform/runtime/capability';
import type { LegalData, ProviderReadiness } from '../organization/organization';
import { askAsUser } from './ask';

const Id = v.pipe(v.string(), v.nonEmpty());

const OrganizationAnswer = v.object({
  id: Id,
  is_production_ready: v.fallback(v.boolean(), false),
  pending_steps: v.fallback(v.array(v.object({ type: v.string() })), []),
  legal: v.fallback(v.nullish(v.object({ name: v.nullish(v.string()) })), undefined),
});

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

/** By this name a team's organization is found again until its identifier is written down. */
const nameOf = (teamId: string): string => `Flota ${teamId}`;

/**
 * The identifier of the team's organization, which is looked for before one is made: an answer may have been lost. Only for who holds the
 * team's account.
 */
export const makeOrganization = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['ListOrganizations', 'CreateOrganization'] },
  (context) =>
    async (teamId: string): Promise<string> => {
      const name = nameOf(teamId);
      for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
        const found = await askAsUser(context, {
          action: 'ListOrganizations',
          send: ({ organizations }) => organizations.list({ q: name, limit: PAGE, page }),
          read: (answer) => v.parse(OrganizationPage, answer),
        });
        const ours = found.data.find(({ legal }) => legal?.name === name);
        if (ours) return ours.id;
        pages = found.total_pages ?? 1;
      }
      return askAsUser(context, {
        action: 'CreateOrganization',
        send: ({ organizations }) => organizations.create({ name }),
        read: (answer) => v.parse(OrganizationAnswer, answer).id,
      });
    },
);

/** Sets who issues. The RFC is not among it: the provider takes it from the seal. */
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

/** How ready the organization is by now: what it still waits for happens at the provider, without us. */
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

/** The two files of a seal and its password, as they are sent. */
export interface CertificateFiles {
  readonly certificate: Uint8Array;
  readonly privateKey: Uint8Array;
  readonly password: string;
}

export const uploadSeal = capability(
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
